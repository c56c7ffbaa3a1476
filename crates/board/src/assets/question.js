// Questions to a person, and leaving a game that is not over.

import { $ } from "./elements.js";
import { state } from "./state.js";
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

/** Returns whether the game that is shown may be left: it is over, saved, or has no move that was made here, or the person says so. @param {string} forWhat */
export async function mayLeave(forWhat) {
  if (!state.isUnsaved) return true;
  return ask(`Your game of ${plural(state.tree.moveCount(), "move")} is not saved. Leave it ${forWhat}?`, "Leave it", "Stay");
}
