// What moves lose against the best one, in points, and the report of a game that is made of it.

/** @import { Color, PlayedMove, SearchValue, TreeNode } from "../../types/page" */

import { letter } from "./elements.js";
import { isPoint } from "./words.js";

/** Points lost from which on a move belongs to the next class, the first of which is the best. */
const CLASSES = [0.25, 1.75, 3.25, 6.25];
/** Number of costly moves that a report names. */
const COSTLIEST = 5;

/** Returns the margin of a value as a color sees it; null if there is none. @param {SearchValue} value @param {Color} color */
export const marginOf = ({ score }, color) => (score === null ? null : color === "black" ? score : -score);
/** Returns the chance of a value as a color sees it. @param {SearchValue} value @param {Color} color */
export const chanceOf = ({ winRate }, color) => (color === "black" ? winRate : 1 - winRate);

/** Returns the points that a player loses by a value in place of the best one; null where points are not known. @param {SearchValue} best @param {SearchValue} value @param {Color} mover */
export function lossOf(best, value, mover) {
  const [before, after] = [marginOf(best, mover), marginOf(value, mover)];
  return before === null || after === null ? null : before - after;
}

/** Returns the class of a loss, for its color. @param {number | null} loss */
export function lossClass(loss) {
  if (loss === null) return "loss-1";
  const index = CLASSES.findIndex((limit) => loss < limit);
  return `loss-${index < 0 ? CLASSES.length : index}`;
}

/** A move of a report: its number, its node, its player, what it lost, the share of the chance that it lost, the better move and its line.
 * @typedef {{ number: number, node: TreeNode, color: Color, isToken: boolean, loss: number | null, chance: number, better: string | null, line: string[] }} Judged */

/** Returns the moves of a line of positions whose loss is known. A move loses what the best one before it is worth more than the position after it; never less than nothing.
 * @param {TreeNode[]} positions @param {(node: TreeNode) => PlayedMove | null} moveOf returns the move of a node under the rules of the game @returns {Judged[]} */
export function judged(positions, moveOf) {
  return positions.flatMap((node, number) => {
    const before = positions[number - 1];
    const move = moveOf(node);
    if (!before?.value || !node.value || !move || move[1] === "resign") return [];
    /** @type {Color} */
    const color = move[0] === letter("black") ? "black" : "white";
    const best = before.found;
    const isBest = best?.move === move[1];
    const loss = isBest ? 0 : lossOf(before.value, node.value, color);
    const chance = isBest ? 0 : chanceOf(before.value, color) - chanceOf(node.value, color);
    return [{
      number, node, color, isToken: !isPoint(move[1]),
      loss: loss === null ? null : Math.max(0, loss), chance: Math.max(0, chance),
      better: best && !isBest ? best.token ?? best.move : null, line: best && !isBest ? best.line : [],
    }];
  });
}

/** Returns how much a move lost, for comparing: points, or the chance in hundredths where points are not known. @param {Judged} one */
const weight = (one) => one.loss ?? 100 * one.chance;

/** Returns the costliest moves, the worst first. @param {Judged[]} moves */
export const costliest = (moves) => moves.filter((one) => weight(one) >= 0.5).sort((a, b) => weight(b) - weight(a)).slice(0, COSTLIEST);

/** Returns what a color lost over a game: in all, in the mean, and how many moves lost more than three points. @param {Judged[]} moves @param {Color} color */
export function sumOf(moves, color) {
  const own = moves.filter((one) => one.color === color && one.loss !== null);
  const all = own.reduce((sum, { loss }) => sum + (loss ?? 0), 0);
  return { moves: own.length, all, mean: own.length > 0 ? all / own.length : 0, mistakes: own.filter(({ loss }) => (loss ?? 0) >= CLASSES[2]).length };
}
