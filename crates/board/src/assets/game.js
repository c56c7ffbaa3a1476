// What is done with the game: moves, ways through the tree, other games. Each change asks the server for the view of its position.

/** @import { GameText, RecordView, TreeNode } from "../../types/page" */

import { keepGame } from "./address.js";
import * as api from "./api.js";
import { letter } from "./elements.js";
import { notify, noticed } from "./notice.js";
import { hooks, state, tell } from "./state.js";
import { Tree } from "./tree.js";

/** Whether a move is on its way to the server. */
let isPlaying = false;
/** Number of the latest change, so that answers about earlier positions are dropped. */
let change = 0;
/** Returns the view of a node as the page shows it: where a player disagreed with the dead stones, the game is not over.
 * @param {import("../../types/page").PositionView} view @param {TreeNode} node @returns {import("../../types/page").PositionView} */
const asPlayed = (view, node) => (node.playsOn && view.over === "passes" ? { ...view, over: null } : view);

/** Runs a function, and shows why it failed. Returns whether it did not. @param {() => unknown} action */
export async function trying(action) {
  try {
    await action();
    return true;
  } catch (error) {
    if (!api.isAbort(error)) notify(error instanceof Error ? error.message : String(error), "error");
    return false;
  }
}

/** Returns whether the latest change is still that with this number. @param {number} number */
export const isLatest = (number) => number === change;

/** Shows the current position, and tells of it. A notice about the state before it goes. */
async function show() {
  change += 1;
  const mine = change;
  notify();
  tell("leaving", undefined);
  const { tree } = state;
  const problem = tree.problem();
  if (problem) throw new api.Refusal(`The record has no position here: ${problem}.`);
  const game = tree.game();
  const answer = await api.view(game);
  if (mine !== change) return;
  state.view = asPlayed(answer, tree.current);
  state.count = null;
  state.isBegun = true;
  draw();
  keepGame(game);
  tell("shown", { game, number: mine });
  tell("arrived", undefined);
}

/** Shows the current position; says why if that fails, and returns whether it did not. */
export const update = () => trying(show);

/** Draws what is shown anew. */
export function draw() {
  tell("drawn", undefined);
}

/** Plays a move of the side to move. @param {string} mv */
export async function play(mv) {
  if (isPlaying) return;
  for (const objects of hooks.objections) {
    const reason = objects(mv);
    if (reason) return notify(reason);
  }
  const { tree } = state;
  const before = tree.current;
  const { isRetaken } = before;
  isPlaying = true;
  state.board.expect(mv);
  try {
    const clock = await hooks.spend();
    if (clock === false || tree.current !== before) return void draw();
    tree.add([letter(state.view.toMove), mv]);
    if (clock) tree.current.clock = clock;
    await show();
    tell("played", mv);
  } catch (error) {
    const isNew = tree.current !== before && tree.current.children.length === 0;
    if (isNew) tree.remove();
    before.isRetaken = isRetaken;
    tree.current = before;
    draw();
    throw error;
  } finally {
    isPlaying = false;
  }
}

/** Plays a move that a person has chosen, unless an engine is to move. @param {string} mv */
export async function playByHand(mv) {
  const reason = hooks.byHand.map((objects) => objects()).find(Boolean);
  if (reason) notify(reason);
  else await play(mv);
}

/** Takes a point that a person has chosen. @param {string} name @param {boolean} isStone @param {string} [reason] */
export function choosePoint(name, isStone, reason) {
  if (hooks.choosers.some((takes) => takes(name, isStone))) return;
  if (isStone) notify(`${name}: a stone is there.`);
  else if (reason) notify(`${name}: ${reason}.`);
  else trying(() => playByHand(name));
}

/** Goes on under other rules. @param {string} rules */
export async function changeRules(rules) {
  const { tree } = state;
  const before = tree.start.rules;
  tree.changeRules(rules);
  try {
    await show();
  } catch (error) {
    tree.changeRules(before);
    await update();
    throw error;
  }
}

/** Shows another position; the one before if that cannot be shown. @param {() => boolean} move */
export async function go(move) {
  const { tree } = state;
  const before = tree.current;
  if (!move() || await update() || tree.current === before) return;
  const reason = noticed();
  tree.goTo(before);
  await update();
  notify(reason, "error");
}

/** Goes to a node. @param {TreeNode} node */
export const goTo = (node) => go(() => { state.tree.goTo(node); return true; });

/** Shows another tree, and returns whether it can be shown; if not, the one before stays. @param {Tree} other */
export async function use(other) {
  const before = state.tree;
  state.tree = other;
  if (await update()) {
    tell("begun", undefined);
    return true;
  }
  const reason = noticed();
  state.tree = before;
  if (before) await update();
  notify(reason, "error");
  return false;
}

/** Begins a game. @param {GameText} game */
export const newGame = (game) => use(new Tree(game));

/** Opens a record. @param {RecordView} record */
export async function openRecord(record) {
  const isShown = await use(Tree.ofRecord(record));
  if (isShown && record.warnings.length > 0) notify(record.warnings.join(" "));
  return isShown;
}

/** Begins with the game of an address; says so if it holds none. @param {GameText | null} game */
export async function openGame(game) {
  if (game) return newGame(game);
  notify("This address holds no game.", "error");
  return false;
}
