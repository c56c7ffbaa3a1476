// What a record says beside its moves: names, result, comments, marks and labels.

import { $ } from "./elements.js";
import { LETTERS } from "./board.js";
import { on, state, tell } from "./state.js";
import { partsOf } from "./sgftext.js";
import { resultWords } from "./words.js";

/** Properties with marks on points, and the classes that show them. */
const MARKS = { TR: "triangle", SQ: "square", CR: "circle", MA: "cross", SL: "square" };
/** Facts of the root that are shown, with their words. @type {[property: string, words: string][]} */
const FACTS = [["EV", "Event"], ["GN", "Game"], ["DT", "Date"], ["PC", "Place"], ["GC", ""]];

/** Returns the names of the points of a value: one, or those of a rectangle, as far as they are on the board. @param {string} value @param {import("../../types/page").Start} start @returns {string[]} */
export function pointsOf(value, { width, height }) {
  const corners = value.split(":").map((text) => [...text.trim()].map((letter) => (letter <= "Z" ? letter.charCodeAt(0) - 39 : letter.charCodeAt(0) - 97)));
  const [left, top] = corners[0];
  const [right, bottom] = corners[1] ?? corners[0];
  const names = [];
  for (let column = Math.max(0, left); column <= Math.min(right, width - 1); column += 1) {
    for (let row = Math.max(0, top); row <= Math.min(bottom, height - 1); row += 1) names.push(`${LETTERS[column]}${height - row}`);
  }
  return names;
}

/** Returns the marks and labels of the position. */
function marks() {
  const { current, start } = state.tree;
  const shapes = Object.entries(MARKS).flatMap(([property, kind]) => current.values(property).flatMap((value) => pointsOf(value, start)).map((name) => ({ name, kind, text: "" })));
  const labels = current.values("LB").flatMap((value) => {
    const { first, second } = partsOf(value);
    return pointsOf(first, start).map((name) => ({ name, kind: "label", text: second }));
  });
  return [...shapes, ...labels];
}

/** Returns a result in words. Who has no move left has lost as if by resignation, in the words of records. @param {string} result */
const wordsOf = (result) => resultWords(state.view.over === "no_move" ? result.replace(/\+R.*/, "+") : result);

/** Returns the lines about the record as a whole. */
function facts() {
  const { root } = state.tree;
  const [black, white] = ["B", "W"].map((color) => [root.text(`P${color}`), root.text(`${color}R`)].filter(Boolean).join(", "));
  const names = [black && `Black: ${black}`, white && `White: ${white}`].filter(Boolean).join(" · ");
  const result = root.text("RE");
  const others = FACTS.flatMap(([property, words]) => (root.text(property) ? [words ? `${words}: ${root.text(property)}` : root.text(property)] : []));
  return [...(names ? [names] : []), ...(result ? [`Result in the record: ${wordsOf(result)}`] : []), ...others];
}

function show() {
  $("record-names").textContent = facts().join("\n");
  if (document.activeElement !== $("comment")) $("comment").value = state.tree.current.text("C");
  state.board.annotate(marks());
}

/** Shows the notes of each position, and takes comments. */
export function begin() {
  on("drawn", show);
  on("counted", show);
  on("leaving", () => $("comment").blur());
  $("comment").addEventListener("input", () => {
    state.tree.current.setText("C", $("comment").value);
    tell("noted", undefined);
  });
}
