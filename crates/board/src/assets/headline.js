// The line above all: whose turn it is, and what the last token move did.

/** @import { PositionView, TreeNode } from "../../types/page" */

import { proper } from "./elements.js";

/** Words for the ends of games. @type {Record<string, string | undefined>} */
const ENDS = { passes: "The game is over", "agreed draw": "Drawn by agreement", time: "The game is over on time", draw: "Drawn by declaration", void: "Void: a position was repeated", resign: "The game is over by resignation" };

/** Facts beside the position that the line depends on.
 * @typedef {{ isSettingUp: boolean, isPerson: boolean, isAlone: boolean, isThinking: boolean, isWaiting: boolean, called: string, isSettled: boolean, last: number | null }} Facts */

/** Says whose turn it is. `isPerson` says whether a person is to move, `isAlone` whether an engine plays the other side, `called` is the name of the player to move,
 * `last` the number of the last move of the line if an earlier position is shown.
 * @param {PositionView} view @param {Facts} facts */
export function turnWords(view, facts) {
  const color = proper(view.toMove);
  if (facts.isSettingUp) return "Set up a position, then press Done";
  if (view.over === "passes" && view.agrees && !facts.isSettled) return view.lastMove?.deed?.startsWith("passed") ? "Both have passed" : "Play has ended";
  if (view.over === "no_move") return `The game is over: ${color} has no move left`;
  if (view.over) return ENDS[view.over] ?? "The game is over";
  if (facts.last !== null) return `Looking at move ${view.moves} of ${facts.last}: ${color} to move`;
  if (facts.isThinking) return `${facts.called} is thinking …`;
  if (facts.isPerson) return facts.isAlone ? `Your turn, ${color}` : `${color} to move`;
  return facts.isWaiting ? `${facts.called} waits: press Pause to go on` : `${facts.called} to move`;
}

/** Says what the last token move did, or that play goes on; an empty text where there is nothing to say. Where play goes on after the end, the last pass is an ordinary one.
 * @param {PositionView} view @param {TreeNode} node */
export function deedWords({ lastMove }, node) {
  if (node.playsOn) return `Play goes on.${node.wasHandedOn && lastMove ? ` ${proper(lastMove.color)} passed once more.` : ""}`;
  return lastMove?.deed ? `${proper(lastMove.color)} ${lastMove.deed}.` : "";
}
