// Numbers, moves and results in words.

/** @import { PositionView, TokenMove } from "../../types/page" */

import { other, proper } from "./elements.js";

/** Tokens that are called otherwise in sentences. @type {Record<string, string | undefined>} */
const MOVES = { fullpass: "full pass", halfpass: "half-pass", twobuttons: "two buttons" };
/** Returns a move as it is called in sentences. @param {string} move */
export const moveWord = (move) => MOVES[move] ?? move;

/** Returns whether a move is a stone on a point, not a token. @param {string} move */
export const isPoint = (move) => /^[A-Z]\d+$/.test(move);

/** Returns a text with a capital at its beginning. @param {string} text */
export const capitalised = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Returns an amount of points with its sign as in `−1½`. @param {number} points */
export function amount(points) {
  const whole = Math.floor(Math.abs(points));
  const rest = Math.abs(points) - whole;
  const digits = rest === 0.5 ? `${whole || ""}½` : String(Math.round(10 * Math.abs(points)) / 10);
  return points < 0 ? `−${digits}` : digits;
}

/** Returns a number of things, as in “1 move” or “2 moves”. @param {number} number @param {string} thing */
export const plural = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** Returns an amount of points as in “half a point” or “1½ points”. @param {number} points */
export function pointsWord(points) {
  if (points === 0.5) return "half a point";
  return `${amount(points)} ${points === 1 ? "point" : "points"}`;
}

/** Says who wins by how much, as in “White wins by half a point”; a result that is no such count stays as it is. @param {string} result */
export function resultWords(result) {
  const [, color, by] = /^([BW])\+(.*)$/.exec(result) ?? [];
  if (!color) return result === "0" ? "A draw" : result;
  const name = proper(color === "B" ? "black" : "white");
  if (/^[\d.]+$/.test(by)) return `${name} wins by ${pointsWord(Number(by))}`;
  const how = { R: " by resignation", Resign: " by resignation", T: " on time", Time: " on time" }[by];
  return `${name} wins${how ?? ""}`;
}

/** Says the same as it fits in a table, as in “White ½”. @param {string} result */
export function resultShort(result) {
  const [, color, by] = /^([BW])\+(.*)$/.exec(result) ?? [];
  if (!color) return result === "0" ? "draw" : result;
  return `${proper(color === "B" ? "black" : "white")} ${/^[\d.]+$/.test(by) ? amount(Number(by)) : "wins"}`;
}

/** Returns a sentence of the server in the words of the page: results and half-points as people say them. @param {string} text */
export const plain = (text) => text.replace(/\b[BW]\+\d+(?:\.\d+)?|\b0(?= instead of)|(?<=instead of )0\b/g, (result) => (result === "0" ? "a draw" : resultShort(result).replace(" ", " by "))).replace(/\b(\d+)\.5\b/g, (_, whole) => amount(Number(whole) + 0.5));

/** Says what a token move brings its player: the balance first, then the parts. @param {TokenMove} token @param {PositionView} view */
export function worth(token, { toMove: mover, agrees, proposal, things }) {
  const { gain } = token;
  const own = gain[mover] - gain[other(mover)];
  const size = things.bowls ? `${amount(Math.abs(own))} ${Math.abs(own) === 1 ? "prisoner" : "prisoners"}` : pointsWord(Math.abs(own));
  const wins = token.ends === "no_move";
  const net = wins ? "wins the game" : own === 0 ? "costs you nothing" : `${own < 0 ? "costs you" : "gains you"} ${size}`;
  const end = agrees || proposal || things.bowls ? "ends the game" : "ends the game, in which all stones on the board count as alive";
  const deed = things.bowls && token.name === "delay" ? "gives a prisoner back in place of a stone" : token.deed;
  const parts = [deed, token.answer, wins ? "the other side has no move left" : token.ends && end].filter(Boolean).join(", ");
  return { net, parts, isCost: own < 0 && !wins };
}

