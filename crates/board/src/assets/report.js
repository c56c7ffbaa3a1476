// The report of a game: its graph, what each move lost, and the costliest mistakes.

/** @import { SearchValue } from "../../types/page" */
/** @import { Judged } from "./losses.js" */

import * as api from "./api.js";
import { $, buttonFor, COLORS, element, proper } from "./elements.js";
import { goTo, trying } from "./game.js";
import { costliest, judged, lossClass, sumOf } from "./losses.js";
import { on, state } from "./state.js";
import { amount, moveWord, plural, pointsWord } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [600, 120];
/** Margin at the edge of the graph, if no larger one occurs. */
const LEAST_MARGIN = 10;
/** Number of moves of a better line that are named. */
const LINE = 6;

/** @type {AbortController | null} */
let running = null;
/** Report that is shown, as text; it is made anew only when it changes, so that nothing scrolls away. */
let shown = "";
/** Move that was pressed in the report; its better line stays on the board. @type {Judged | null} */
let pressed = null;

const isOn = () => $("graph").getAttribute("aria-pressed") === "true";

/** @param {"path" | "rect"} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Returns the numbers in an order that begins coarsely: 0, 16, 32 …, then 8, 24 …, down to the odd ones. @param {Iterable<number>} numbers */
function coarseFirst(numbers) {
  /** @param {number} number */
  const fineness = (number) => (number === 0 ? 5 : Math.min(5, Math.log2(number & -number)));
  return [...numbers].sort((a, b) => fineness(b) - fineness(a) || a - b);
}

/** Asks for the values that no position of the line has yet. */
async function fill() {
  const positions = state.tree.positions();
  const missing = coarseFirst(positions.keys()).filter((number) => !positions[number].found);
  if (missing.length === 0) return finish();
  const abort = new AbortController();
  running = abort;
  const game = state.tree.moves(positions[positions.length - 1]);
  let done = positions.length - missing.length;
  try {
    await api.graph({ game, numbers: missing, seconds: Number($("graph-seconds").value) }, abort.signal, ({ move, value, best }) => {
      [positions[move].value, positions[move].found] = [value, best];
      done += 1;
      $("graph-state").textContent = `${done} of ${positions.length} positions`;
      Object.assign($("graph-progress"), { hidden: false, max: positions.length, value: done });
      draw();
    });
  } finally {
    if (running === abort) finish();
  }
}

function finish() {
  running = null;
  turn(false);
  $("graph-progress").hidden = true;
  draw();
}

/** @param {boolean} isRunning */
function turn(isRunning) {
  $("graph").setAttribute("aria-pressed", String(isRunning));
  $("graph").textContent = isRunning ? "■ Stop" : "Look for mistakes";
}

/** Draws what is known of the line. */
function draw() {
  const positions = state.tree.positions();
  const known = positions.flatMap(({ value }, number) => (value ? [{ number, value }] : []));
  const last = Math.max(1, positions.length - 1);
  const most = Math.max(LEAST_MARGIN, ...known.map(({ value }) => Math.abs(value.score ?? 0)));
  /** @param {number} number */
  const x = (number) => (WIDTH * number) / last;
  /** @param {SearchValue} value */
  const chance = ({ winRate }) => HEIGHT * (1 - winRate);
  /** @param {SearchValue} value */
  const margin = ({ score }) => (HEIGHT / 2) * (1 - (score ?? 0) / most);
  /** @param {(value: SearchValue) => number} of */
  const path = (of) => known.filter(({ value }) => Number.isFinite(of(value)) && value.score !== null).map(({ number, value }, index) => `${index ? "L" : "M"}${x(number).toFixed(1)} ${of(value).toFixed(1)}`).join("");
  const here = x(positions.indexOf(state.tree.current));
  $("graph-picture").replaceChildren(
    shape("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    shape("path", { class: "chance", d: path(chance) }),
    shape("path", { class: "margin", d: path(margin) }),
    shape("path", { class: "here", d: `M${here} 0V${HEIGHT}` }),
  );
  const now = state.tree.current.value;
  const words = now ? `After this move Black wins ${(100 * now.winRate).toFixed(0)} %${now.score === null ? "" : `, margin ${amount(Math.round(10 * now.score) / 10)}`}.` : "";
  $("graph-value").textContent = words;
  $("graph-scale").textContent = known.length > 0 ? `Blue: Black's chance from 0 to 100 %. Red dashes: the margin from −${most.toFixed(0)} to +${most.toFixed(0)} points, upwards for Black.` : "";
  showReport(judged(positions, (node) => state.tree.moveOf(node)));
}

/** Returns what a move lost, in words. @param {Judged} one */
const lostWords = (one) => (one.loss === null ? `${(100 * one.chance).toFixed(0)} % of the chance` : pointsWord(Math.round(2 * one.loss) / 2));

/** Returns a table of moves, each of which leads to its position. @param {string} caption @param {Judged[]} moves */
function tableOf(caption, moves) {
  const head = element("tr", undefined, ...["Move", "Lost", "Better", "and then"].map((text) => Object.assign(element("th", text), { scope: "col" })));
  const rows = moves.map((one) => {
    const [, text] = state.tree.moveOf(one.node) ?? ["", ""];
    const button = buttonFor(`${one.number}. ${proper(one.color)} ${moveWord(text)}`, () => trying(() => { pressed = one; return goTo(one.node.parent ?? one.node); }));
    const swatch = element("span", lostWords(one));
    swatch.className = `swatch ${lossClass(one.loss)}`;
    const line = one.line.slice(1, LINE).map(moveWord).join(" ");
    const row = element("tr", undefined, element("td", undefined, button), element("td", undefined, swatch), element("td", one.better === null ? "" : moveWord(one.better)), element("td", line));
    row.dataset.number = String(one.number);
    return row;
  });
  return element("table", undefined, element("caption", caption), element("thead", undefined, head), element("tbody", undefined, ...rows));
}

/** Keeps the better line of the move that was pressed on the board, as long as its position is shown. */
function showPressed() {
  const isHere = pressed !== null && pressed.node.parent === state.tree.current;
  if (pressed && isHere) state.board.drawLine(pressed.line, pressed.color);
  for (const row of $("report").querySelectorAll("tr")) row.classList.toggle("own", isHere && row.dataset.number === String(pressed?.number));
}

/** @param {Judged[]} moves */
function showReport(moves) {
  showPressed();
  const text = JSON.stringify(moves.map(({ number, loss, chance, better }) => [number, loss, chance, better]));
  if (text === shown) return;
  shown = text;
  if (moves.length === 0) return $("report").replaceChildren();
  const sums = COLORS.map((color) => {
    const { all, mistakes, moves: number } = sumOf(moves, color);
    return element("li", `${proper(color)} made ${plural(mistakes, "mistake")} of more than three points in ${number} moves, which lost ${amount(Math.round(all))} points together.`);
  });
  const stones = costliest(moves.filter(({ isToken }) => !isToken));
  const tokens = costliest(moves.filter(({ isToken }) => isToken));
  const note = element("p", "A group that lives and dies is lost and won again, so the sums may be larger than the board.");
  note.className = "explained";
  const parts = [element("ul", undefined, ...sums), note];
  const tables = [];
  if (stones.length > 0) tables.push(tableOf("The costliest stones", stones));
  if (tokens.length > 0) tables.push(tableOf("Passes and tokens that cost points", tokens));
  $("report").replaceChildren(...parts, ...tables);
}

/** Listens to the button and to clicks on the picture. */
export function begin() {
  on("drawn", draw);
  on("valued", draw);
  on("begun", () => { running?.abort(); pressed = null; $("graph-state").textContent = ""; });
  $("graph").addEventListener("click", () => {
    if (isOn()) {
      running?.abort();
      finish();
    } else {
      turn(true);
      trying(fill);
    }
  });
  $("graph-picture").addEventListener("click", (event) => {
    const frame = $("graph-picture").getBoundingClientRect();
    const positions = state.tree.positions();
    const number = Math.round(((event.clientX - frame.left) / frame.width) * (positions.length - 1));
    goTo(positions[Math.min(positions.length - 1, Math.max(0, number))]);
  });
}
