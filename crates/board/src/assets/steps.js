// Ways through the moves: buttons, the slider, keys, the wheel, the drawn tree, and variations.

import { $, around, buttonFor } from "./elements.js";
import { go, goTo, trying, update } from "./game.js";
import { MoveTree } from "./movetree.js";
import { on, state, tell } from "./state.js";
import { moveWord } from "./words.js";

/** Distance that the wheel turns for a move, in pixels. */
const NOTCH = 60;

const toFirst = () => { let moved = false; while (state.tree.back()) moved = true; return moved; };
const toLast = () => { let moved = false; while (state.tree.forward()) moved = true; return moved; };

/** Ways through the moves, by their keys. @type {Record<string, (() => boolean) | undefined>} */
const KEYS = { ArrowLeft: () => state.tree.back(), ArrowRight: () => state.tree.forward(), Home: toFirst, End: toLast };

const moveTree = new MoveTree($("move-tree"), (node) => goTo(node));
/** Distance that the wheel has turned since the last move. */
let turned = 0;

/** Shows the moves of the variations that begin after the position. */
function showVariations() {
  const { children } = state.tree.current;
  $("variations").replaceChildren(...(children.length < 2 ? [] : children.map((node) => buttonFor(node.move ? `${node.move[0]} ${moveWord(node.move[1])}` : "no move", () => goTo(node)))));
}

function show() {
  const { tree, view } = state;
  $("move-number").textContent = `move ${view.moves}`;
  $("undo").disabled = $("first").disabled = !tree.current.parent;
  $("redo").disabled = $("last").disabled = !tree.current.next;
  $("delete").disabled = !tree.current.parent || $("moves-stand").checked;
  const line = tree.line();
  $("go-to").max = String(line.length - 1);
  $("go-to").value = String(line.indexOf(tree.current));
  moveTree.show(tree);
  showVariations();
}

/** @param {WheelEvent} event */
function wheel(event) {
  if (event.ctrlKey) return;
  event.preventDefault();
  turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * NOTCH;
  if (Math.abs(turned) < NOTCH) return;
  const isForward = turned > 0;
  turned = 0;
  go(() => (isForward ? state.tree.forward() : state.tree.back()));
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.key === "z" && (event.ctrlKey || event.metaKey) && !around(event, "input, textarea, dialog")) {
    event.preventDefault();
    $("take-back").click();
    return;
  }
  if (around(event, "input:not([type=range]):not([type=checkbox]), select, textarea, dialog, [role=tablist]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  go(action);
}

/** Removes the current move and all that follow, with the result that the page has written at the end of their line. */
async function remove() {
  const { tree } = state;
  if (tree.isMain(tree.current)) tree.withdrawResult();
  tree.remove();
  await update();
  tell("noted", undefined);
}

/** Listens to all of them. */
export function begin() {
  on("drawn", show);
  // A tree that was hidden could not be scrolled to its current move.
  on("turned", (tab) => { if (tab === "record") moveTree.show(state.tree); });
  $("first").addEventListener("click", () => go(toFirst));
  $("undo").addEventListener("click", () => go(() => state.tree.back()));
  $("redo").addEventListener("click", () => go(() => state.tree.forward()));
  $("last").addEventListener("click", () => go(toLast));
  $("go-to").addEventListener("input", () => goTo(state.tree.line()[Number($("go-to").value)]));
  $("delete").addEventListener("click", () => trying(remove));
  $("board-frame").addEventListener("wheel", wheel, { passive: false });
  document.addEventListener("keydown", press);
}
