// Questions to a person, and leaving a game that is not over.

import { $ } from "./elements.js";
import { hooks, state } from "./state.js";
import { plural } from "./words.js";

/** Asks a player a question; true for yes. @param {string} text @param {string} [yes] @param {string} [no] @returns {Promise<boolean>} */
export function ask(text, yes = "Yes", no = "No") {
  const dialog = $("question");
  $("question-text").textContent = text;
  $("yes").textContent = yes;
  $("no").textContent = no;
  dialog.returnValue = "no";
  dialog.showModal();
  $("no").focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** Returns whether a game, that which is shown if none is given, and those that wait for it may be left: they are saved, or nothing was added to them here, or the person says so.
 * @param {string} forWhat @param {import("./tree.js").Tree | null} [shown] null if what is shown stays */
export async function mayLeave(forWhat, shown = state.tree) {
  const trees = [...hooks.waiting.map((waiting) => waiting()), shown];
  const tree = trees.find((one) => one?.isUnsaved);
  if (!tree) return true;
  return ask(`Your game of ${plural(tree.moveCount(), "move")} is not saved. Leave it ${forWhat}?`, "Leave it", "Stay");
}
