// Clocks. The server computes the time that is left and the stages through which it runs; here they are only counted down.

import * as api from "./api.js";
import { ALL, fieldsOf, formOf, systemOf, Turn, words } from "./countdown.js";
import { $, COLORS, letter, proper } from "./elements.js";
import { trying, update } from "./game.js";
import { hooks, isPaused, on, state } from "./state.js";

/** Time between two looks at the clock, in milliseconds. */
const TICK = 100;
/** Turn whose time runs: that of the last node of the line. @type {Turn | null} */
let turn = null;

const lastNode = () => state.tree.line().at(-1);

/** Returns the time system of the form in the server's words; null for none. */
export function systemOfForm() {
  return systemOf($("time-system").value, (field) => Number($(field).value || 0));
}

/** Sets the form to a time system in the server's words. @param {string} system */
export function fillForm(system) {
  const { name, values } = formOf(system);
  $("time-system").value = name;
  for (const { field, value } of values) $(field).value = value;
  showFields();
}

/** Subtracts the time of a move that is about to be made. Returns the clock after it, undefined if there is none or its time does not run, and false if the move comes too late. */
async function spend() {
  const tree = state.tree;
  const node = tree.current;
  tree.isHeld = false;
  const before = tree.clock();
  if (!turn || turn.node !== node || !before) return undefined;
  const { color } = turn;
  const { clock, late } = await api.clock({ clock: before, color: letter(color), seconds: turn.passed(performance.now()) / 1000 });
  if (!late || $("on-time").value !== "loses") return clock;
  await lose();
  return false;
}

/** Notes at the position how long its player has thought, so that it counts when the position is shown again. @param {number} now */
function note(now) {
  if (turn) turn.node.passed = turn.passed(now);
}

/** Ends the game, since the time of the player to move is up. */
async function lose() {
  if (!turn) return;
  const { node, color } = turn;
  turn = null;
  node.ended = color === "black" ? "W+T" : "B+T";
  state.tree.goTo(node);
  await update();
}

function tick() {
  const clock = state.isBegun && state.view.clock;
  $("clocks").hidden = !clock;
  if (!clock) return;
  const { isHeld } = state.tree;
  const now = performance.now();
  turn?.run(!isHeld && !isPaused(), now);
  note(now);
  for (const color of COLORS) {
    const own = turn?.color === color ? turn : null;
    const isRunning = own !== null;
    const stages = own ? own.stages : clock[color];
    const total = stages.reduce((sum, stage) => sum + stage.seconds, 0);
    const used = own ? own.passed(now) / 1000 : 0;
    const field = $(`clock-${color}`);
    field.textContent = `${proper(color)} ${words(stages, used)}${isRunning && isHeld ? ", waits" : ""}`;
    field.classList.toggle("running", own !== null && own.since !== null);
    field.classList.toggle("urgent", isRunning && total - used < 10);
    if (isRunning && used > total && $("on-time").value === "loses") {
      trying(lose);
      return;
    }
  }
}

/** Begins a turn, if the position that is shown is the last one of its line. */
function show() {
  const { clock, over, toMove } = state.view;
  const { current } = state.tree;
  const now = performance.now();
  note(now);
  // The time of a game that waits for another one does not run.
  if (turn && !state.tree.all().includes(turn.node)) turn = null;
  if (!clock || over) {
    if (current === lastNode()) turn = null;
  } else if (current === lastNode()) {
    turn = new Turn(current, toMove, clock[toMove], current.passed);
    turn.run(!state.tree.isHeld, now);
  } else if (turn && turn.node !== lastNode()) {
    turn = null;
  }
  tick();
}

function showFields() {
  const wanted = fieldsOf($("time-system").value);
  for (const id of ALL) $(id).disabled = !wanted.includes(id);
}

/** Listens to the form, and lets the clocks run. */
export function begin() {
  hooks.spend = spend;
  on("drawn", show);
  on("refilled", showFields);
  $("time-system").addEventListener("input", showFields);
  showFields();
  setInterval(tick, TICK);
}
