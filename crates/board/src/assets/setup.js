// Positions that are set up by hand.

/** @import { Elements, Start } from "../../types/page" */
/** @import { Tree as MoveTree } from "./tree.js" */

import { fillForm, systemOfForm } from "./clock.js";
import { $, letter } from "./elements.js";
import { draw, trying, update, use } from "./game.js";
import { notify, noticed } from "./notice.js";
import { mayLeave } from "./question.js";
import { hooks, on, state } from "./state.js";
import { Tree } from "./tree.js";

const MIXED = "Handicap stones and other stones do not go together: clear the board first.";

/** Tree to which a cancelled set-up goes back; null while nothing is set up. @type {MoveTree | null} */
let waiting = null;
/** Returns the tree to which a cancelled set-up goes back. */
export const before = () => waiting;
/** Whether the next stone of the alternating tool is white. */
let isWhiteNext = false;

/** Returns whether a position is being set up, in which nobody moves. */
export const isActive = () => waiting !== null;

/** Ends it without a position, and returns the tree before it; null if nothing was set up. */
export function cancel() {
  const left = waiting;
  waiting = null;
  return left;
}

/** Goes on after a reload. @param {MoveTree} left */
export function resume(left) {
  waiting = left;
}

/** Begins to set up the position that is shown. */
async function enter() {
  const { tree, view: { stones, toMove } } = state;
  waiting = tree;
  const { handicap, setup, first, ...start } = tree.start;
  const isPlain = !tree.current.parent;
  const clock = tree.clock();
  if (clock) fillForm(clock.system);
  if (isPlain && handicap && handicap.length > 0) {
    await use(new Tree({ ...start, handicap, moves: [] }));
  } else {
    await use(new Tree({ ...start, setup: [stones.black, stones.white], first: letter(toMove), moves: [] }));
  }
}

/** Lets a person place handicap stones. */
export async function placeHandicap() {
  $("tool").value = "handicap";
  await enter();
}

/** Changes the starting position, and goes back to the one before if the server refuses it. @param {Start} next */
async function change(next) {
  const shown = state.tree;
  const old = shown.start;
  shown.start = next;
  if (!await update()) {
    shown.start = old;
    const reason = noticed();
    await update();
    notify(reason, "error");
  }
}

/** Places a stone or takes one off, by the tool that is chosen. @param {string} name */
async function edit(name) {
  const { start } = state.tree;
  const tool = $("tool").value;
  const handicap = start.handicap ?? [];
  const setup = start.setup ?? [[], []];
  /** @param {string[]} list */
  const without = (list) => list.filter((point) => point !== name);
  if (tool === "handicap" || (tool === "erase" && handicap.includes(name))) {
    if (setup.flat().length > 0) return notify(MIXED);
    const next = handicap.includes(name) ? without(handicap) : [...handicap, name];
    const { setup: _none, first: _first, ...rest } = start;
    return change({ ...rest, handicap: next });
  }
  if (handicap.length > 0) return notify(MIXED);
  /** @type {[string[], string[]]} */
  const next = [without(setup[0]), without(setup[1])];
  const wasThere = setup.map((list) => list.includes(name));
  const index = tool === "white" || (tool === "alternating" && isWhiteNext) ? 1 : 0;
  // A second click takes the stone off again.
  const takesOff = tool === "erase" || (tool === "alternating" ? wasThere.some(Boolean) : wasThere[index]);
  if (!takesOff) {
    next[index].push(name);
    if (tool === "alternating") isWhiteNext = !isWhiteNext;
  }
  await change({ ...start, setup: next, first: start.first ?? "B" });
}

/** Begins the game from the position, with the clock of the form, unless the person stays with the game before. */
async function leave() {
  if (!await mayLeave("for this position", null)) return;
  cancel();
  const system = systemOfForm();
  state.tree.root.clock = system ? { system } : null;
  draw();
  await use(state.tree);
}

function show() {
  $("set-up").setAttribute("aria-pressed", String(isActive()));
  $("set-up-tools").hidden = !isActive();
  if (!isActive()) return;
  const { first, handicap = [] } = state.tree.start;
  $("first-player").value = handicap.length > 0 ? "W" : first ?? "B";
  $("first-player").disabled = handicap.length > 0;
}

/** Listens to the tools. */
export function begin() {
  on("drawn", show);
  hooks.pauses.push(isActive);
  hooks.waiting.push(before);
  hooks.choosers.push((name) => {
    if (isActive()) trying(() => edit(name));
    return isActive();
  });
  hooks.objections.push(() => (isActive() ? "A position is being set up: press Done to play." : null));
  /** @param {keyof Elements} id @param {string} event @param {() => unknown} action */
  const heard = (id, event, action) => $(id).addEventListener(event, () => trying(action));
  heard("set-up", "click", () => {
    if (isActive()) return leave();
    return $("moves-stand").checked ? notify("Moves stand: begin a new game to set up a position.") : enter();
  });
  heard("set-up-done", "click", leave);
  heard("set-up-cancel", "click", () => { const left = cancel(); return left && use(left); });
  heard("set-up-clear", "click", () => { const { handicap: _handicap, ...rest } = state.tree.start; return change({ ...rest, setup: [[], []] }); });
  heard("first-player", "change", () => change({ ...state.tree.start, first: $("first-player").value }));
}
