// The headline above the board: whose move it is, what a token move did, and how the game stands at its end.

/** @import { EndWithoutMove, PositionView, TreeNode } from "../../types/page" */

import { proper } from "./panel.js";

/** Words for the ends of games. @type {Record<string, string | undefined>} */
const ENDS = { passes: "The game is over", "agreed draw": "Drawn by agreement", time: "The game is over on time", draw: "Drawn by declaration", void: "Void: a position was repeated", resign: "The game is over by resignation", no_move: "The game is over: no move is left" };

/** Returns the result of a game that has ended; undefined while it is counted. @param {PositionView} view @param {EndWithoutMove | null} ended @param {string} [counted] */
function resultOf(view, ended, counted) {
  if (view.over === "resign") return `${proper(view.toMove)} wins`;
  if (ended === "B+T") return "Black wins";
  if (ended === "W+T") return "White wins";
  if (ended) return undefined;
  return counted === "0" ? "a draw" : counted;
}

/** Returns what the last token move did, as a sentence. @param {PositionView} view */
function tokenMove({ lastMove }) {
  return lastMove?.deed ? `${proper(lastMove.color)} ${lastMove.deed}. ` : "";
}

/** Returns what to know before the next move. Where play goes on after the end, the last pass is an ordinary one, and its button is on the table again. @param {PositionView} view @param {TreeNode} node */
function before(view, node) {
  if (!node.playsOn) return tokenMove(view);
  return `Play goes on. ${node.wasHandedOn && view.lastMove ? `${proper(view.lastMove.color)} passed once more. ` : ""}`;
}

/** Returns the words of the headline. `counted` is the result of the count, once it is there, and `isSettled` says whether both have agreed to the dead stones.
 * @param {PositionView} view @param {TreeNode} node @param {string | undefined} counted @param {boolean} isSettled */
export function headline(view, node, counted, isSettled) {
  if (!view.over) return `${before(view, node)}${proper(view.toMove)} to move`;
  const result = resultOf(view, node.ended, counted);
  if (view.over === "passes" && view.agrees && !isSettled) {
    const end = view.lastMove?.deed?.startsWith("passed") ? "Both passed" : "Play has ended";
    return result ? `${end}. Count so far: ${result} — check the dead stones, then agree` : `${end}. The board is being counted …`;
  }
  return [ENDS[view.over], result, isSettled && "agreed by both"].filter(Boolean).join(" — ");
}
