// The graph of Black's chance and margin over the game.

/** @import { Page, SearchValue } from "../../types/page" */

import * as api from "./api.js";
import { $ } from "./panel.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [600, 120];
/** Margin at the edge of the graph, if no larger one occurs. */
const LEAST_MARGIN = 10;

/** @type {Page} */
let page;
/** @type {AbortController | null} */
let running = null;

const isOn = () => $("graph").getAttribute("aria-pressed") === "true";

/** @param {"path"} name @param {Record<string, string>} attributes */
function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Returns the numbers in an order that begins coarsely: 0, 16, 32 …, then 8, 24 …, down to the odd ones. @param {Iterable<number>} numbers */
function coarseFirst(numbers) {
  /** @param {number} number */
  const fineness = (number) => (number === 0 ? 5 : Math.min(5, Math.log2(number & -number)));
  return [...numbers].sort((a, b) => fineness(b) - fineness(a) || a - b);
}

/** Asks for the values that no node of the line has yet. */
async function fill() {
  const line = page.tree().line();
  const missing = coarseFirst(line.keys()).filter((number) => !line[number].value);
  if (missing.length === 0) return finish();
  const abort = new AbortController();
  running = abort;
  const game = page.tree().moves(line[line.length - 1]);
  let done = line.length - missing.length;
  try {
    await api.graph({ game, numbers: missing, seconds: Number($("graph-seconds").value) }, abort.signal, ({ move, value }) => {
      line[move].value ??= value;
      done += 1;
      $("graph-state").textContent = `${done} of ${line.length} positions`;
      draw();
    });
  } finally {
    if (running === abort) finish();
  }
}

function finish() {
  running = null;
  $("graph").setAttribute("aria-pressed", "false");
  draw();
}

/** Draws what is known of the line. */
function draw() {
  const line = page.tree().line();
  const known = line.flatMap(({ value }, number) => (value ? [{ number, value }] : []));
  const last = Math.max(1, line.length - 1);
  const most = Math.max(LEAST_MARGIN, ...known.map(({ value }) => Math.abs(value.score ?? 0)));
  /** @param {number} number */
  const x = (number) => (WIDTH * number) / last;
  /** @param {SearchValue} value */
  const chance = ({ winRate }) => HEIGHT * (1 - winRate);
  /** @param {SearchValue} value */
  const margin = ({ score }) => (HEIGHT / 2) * (1 - (score ?? 0) / most);
  /** @param {(value: SearchValue) => number} of */
  const path = (of) => known.filter(({ value }) => Number.isFinite(of(value)) && value.score !== null).map(({ number, value }, index) => `${index ? "L" : "M"}${x(number).toFixed(1)} ${of(value).toFixed(1)}`).join("");
  const here = x(line.indexOf(page.tree().current));
  $("graph-picture").replaceChildren(
    shape("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    shape("path", { class: "chance", d: path(chance) }),
    shape("path", { class: "margin", d: path(margin) }),
    shape("path", { class: "here", d: `M${here} 0V${HEIGHT}` }),
  );
  const now = page.tree().current.value;
  const words = now ? `After this move Black wins ${(100 * now.winRate).toFixed(0)} %${now.score === null ? "" : `, margin ${now.score.toFixed(1)}`}.` : "";
  $("graph-value").textContent = words;
  $("graph-scale").textContent = `Chance from 0 to 100 %, margin from −${most.toFixed(0)} to +${most.toFixed(0)} points, upwards for Black.`;
}

/** Listens to the button and to clicks on the picture. @param {Page} parts */
export function begin(parts) {
  page = parts;
  page.drawn.push(draw);
  page.valued.push(draw);
  $("graph").addEventListener("click", () => {
    if (isOn()) {
      running?.abort();
      finish();
    } else {
      $("graph").setAttribute("aria-pressed", "true");
      page.trying(fill);
    }
  });
  $("graph-picture").addEventListener("click", (event) => {
    const frame = $("graph-picture").getBoundingClientRect();
    const line = page.tree().line();
    const number = Math.round(((event.clientX - frame.left) / frame.width) * (line.length - 1));
    page.goTo(line[Math.min(line.length - 1, Math.max(0, number))]);
  });
}
