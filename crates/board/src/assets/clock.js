// Clocks. The server computes the time that is left and the stages through which it runs; here they are only counted down.

import * as api from "./api.js";
import { letter, proper } from "./panel.js";

const $ = (id) => document.getElementById(id);
/** Time between two looks at the clock, in milliseconds. */
const TICK = 100;
/** Fields of the form that each time system has. */
const FIELDS = {
  none: [],
  absolute: ["time-main"],
  byoyomi: ["time-main", "time-period", "time-count"],
  canadian: ["time-main", "time-period", "time-count"],
  fischer: ["time-main", "time-period"],
  "fischer-capped": ["time-main", "time-period", "time-saved", "time-move"],
};
const ALL = ["time-main", "time-period", "time-count", "time-saved", "time-move"];

let page;
/** Turn whose time runs: the last node of the line, its player, its stages, and the milliseconds that passed before `since`. */
let turn = null;

const lastNode = () => page.tree().line().at(-1);

/** Returns the time system of the form in the server's words; null for none. */
export function systemOfForm() {
  const name = $("time-system").value;
  if (name === "none") return null;
  return [name, ...FIELDS[name].map((id) => Number($(id).value || 0))].join(" ");
}

const passed = () => turn.before + (turn.since === null ? 0 : performance.now() - turn.since);

/** Lets the time of the turn run, or stops it. */
function run(runs) {
  if (!turn || runs === (turn.since !== null)) return;
  if (runs) {
    turn.since = performance.now();
  } else {
    turn.before = passed();
    turn.since = null;
  }
}

/** Sets the form to a time system in the server's words. */
export function fillForm(system) {
  const [name, ...numbers] = system.replace(/^move /, "canadian 0 ").split(" ");
  $("time-system").value = name;
  FIELDS[name]?.forEach((id, index) => { $(id).value = numbers[index] ?? 1; });
  showFields();
}

/** Subtracts the time of a move that is about to be made. Returns the clock after it, undefined if there is none or its time does not run, and false if the move comes too late. */
export async function spend() {
  const tree = page.tree();
  const node = tree.current;
  tree.isHeld = false;
  if (!turn || turn.node !== node) return undefined;
  const { clock, late } = await api.clock({ clock: tree.clock(), color: letter(turn.color), seconds: passed() / 1000 });
  if (!late || $("on-time").value !== "loses") return clock;
  await lose();
  return false;
}

/** Ends the game, since the time of the player to move is up. */
async function lose() {
  const { node, color } = turn;
  turn = null;
  node.ended = color === "black" ? "W+T" : "B+T";
  page.tree().goTo(node);
  await page.update();
}

function shown(seconds) {
  const whole = Math.ceil(Math.max(0, seconds) * 10) / 10;
  if (whole < 10) return whole.toFixed(1);
  const rest = Math.ceil(whole);
  const [minutes, second] = [Math.floor(rest / 60), String(rest % 60).padStart(2, "0")];
  return minutes < 60 ? `${minutes}:${second}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${second}`;
}

/** Says what a clock shows after some seconds of its stages. */
function words(stages, seconds) {
  let rest = seconds;
  for (const stage of stages) {
    if (rest < stage.seconds) return [shown(stage.seconds - rest), stage.words].filter(Boolean).join(", ");
    rest -= stage.seconds;
  }
  return "time is up";
}

function tick() {
  const { clock } = page.view() ?? {};
  $("clocks").hidden = !clock;
  if (!clock) return;
  const { isHeld } = page.tree();
  if (turn) run(!isHeld && !page.pauses.some((waits) => waits()));
  for (const color of ["black", "white"]) {
    const isRunning = turn?.color === color;
    const stages = isRunning ? turn.stages : clock[color];
    const total = stages.reduce((sum, stage) => sum + stage.seconds, 0);
    const used = isRunning ? passed() / 1000 : 0;
    const field = $(`clock-${color}`);
    field.textContent = `${proper(color)} ${words(stages, used)}${isRunning && isHeld ? ", waits" : ""}`;
    field.classList.toggle("running", Boolean(isRunning && turn.since !== null));
    field.classList.toggle("urgent", isRunning && total - used < 10);
    if (isRunning && used > total && $("on-time").value === "loses") {
      page.trying(lose);
      return;
    }
  }
}

/** Begins a turn, if the position that is shown is the last one of its line. */
function show() {
  const { clock, over, toMove } = page.view();
  const { current } = page.tree();
  if (!clock || over) {
    if (current === lastNode()) turn = null;
  } else if (current === lastNode()) {
    // The time of an earlier look at this position counts.
    const before = turn?.node === current ? passed() : 0;
    turn = { node: current, color: toMove, stages: clock[toMove], before, since: page.tree().isHeld ? null : performance.now() };
  } else if (turn && turn.node !== lastNode()) {
    turn = null;
  }
  tick();
}

function showFields() {
  const wanted = FIELDS[$("time-system").value];
  for (const id of ALL) $(id).disabled = !wanted.includes(id);
}

/** Listens to the form, and lets the clocks run. */
export function begin(parts) {
  page = parts;
  page.drawn.push(show);
  page.refilled.push(showFields);
  $("time-system").addEventListener("input", showFields);
  showFields();
  setInterval(tick, TICK);
}
