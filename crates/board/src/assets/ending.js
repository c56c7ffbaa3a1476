// The end of a game by passes: what is to be checked before both agree, and play that goes on after it.

/** @import { Page, PositionView, TreeNode } from "../../types/page" */

import { isPerson } from "./engine.js";
import { $, COLORS, element, other, proper } from "./panel.js";

/** @type {Page} */
let page;
/** @type {(node: TreeNode) => boolean} */
let isSettled;
/** Whether the dead stones are shown because the game has ended, not because somebody asked for them. */
let isShownByEnd = false;

const isOver = () => page.view().over === "passes";

/** Returns the view of a node as the page shows it: where a player disagreed, the game is not over. @param {PositionView} view @param {TreeNode} node @returns {PositionView} */
export function asPlayed(view, node) {
  return node.playsOn && view.over === "passes" ? { ...view, over: null } : view;
}

/** Goes on after the end of the game, or goes back to the end. */
async function playOn() {
  const node = page.tree().current;
  node.playsOn = !node.playsOn;
  node.dead = null;
  node.withdraw();
  await page.update();
}

/** Lets the player move who disagreed, if the engine has passed once more. */
function handOn() {
  const node = page.tree().current;
  const { toMove } = page.view();
  if (!isOver() || node.wasHandedOn || !node.parent?.playsOn || !isPerson(toMove) || isPerson(other(toMove))) return;
  node.wasHandedOn = true;
  node.playsOn = true;
  page.update();
}

function show() {
  const node = page.tree().current;
  const hasDead = isOver() && page.view().agrees;
  if (hasDead !== isShownByEnd) $("show-count").checked = hasDead;
  isShownByEnd = hasDead;
  $("ending").hidden = !isOver() && !node.playsOn;
  $("dead-hint").hidden = !hasDead;
  $("play-on").setAttribute("aria-pressed", String(node.playsOn));
  $("play-on").textContent = hasDead && !isSettled(node) ? "Disagree: play on" : "Play on";
  // An engine is asked when the other player agrees.
  for (const color of COLORS) $(`agree-${color}`).hidden = !isPerson(color) && isPerson(other(color));
  if (!page.count()) $("ending-warnings").replaceChildren();
}

/** Shows what may be wrong with the count, and what a count means after an end without passes. */
function showCount() {
  const { over } = page.view();
  const table = page.count()?.table;
  if (!table) return;
  const { counted, warnings } = table;
  const isUncounted = over && !isOver() && over !== "draw";
  const note = isUncounted ? "The game was decided without a count. The table counts the unfinished board, so it may show another winner." : "";
  $("count-note").textContent = note || (counted ? `Counted ${counted}.` : "");
  if (isOver()) $("ending-warnings").replaceChildren(...warnings.map((text) => element("li", text)));
}

/** Says why no move may be made after the end. */
function objection() {
  const node = page.tree().current;
  if (!isOver()) return null;
  if (isSettled(node)) return "Both players have agreed on the result. Take a move back, or press Play on, to go on.";
  return `The game has ended. Press ${$("play-on").textContent} to go on: ${proper(page.view().toMove)} would move.`;
}

/** Listens to the buttons; `settled` says whether both players agree to the dead stones of a node. @param {Page} parts @param {typeof isSettled} settled */
export function begin(parts, settled) {
  [page, isSettled] = [parts, settled];
  page.drawn.push(show);
  page.counted.push(showCount);
  page.objections.push(objection);
  page.arrived.push(handOn);
  $("play-on").addEventListener("click", () => page.trying(playOn));
}
