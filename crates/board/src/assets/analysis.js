// Live analysis of the position that is shown: moves colored by what they lose, their lines, and the owners of points.

/** @import { AnalysisReport, Color, ConsideredMove } from "../../types/page" */

import * as api from "./api.js";
import { around, $, element, other } from "./elements.js";
import { PAGE_ID } from "./engine.js";
import { trying } from "./game.js";
import { chanceOf, lossOf, lossClass, marginOf } from "./losses.js";
import { on, state, tell } from "./state.js";
import { amount, moveWord, worth } from "./words.js";

/** Longest time of an analysis, in seconds. */
const SECONDS = 600;
/** Number of moves of a line that are shown. */
const LINE = 8;

/** @type {AbortController | null} */
let running = null;
/** Report that is shown. @type {AnalysisReport | null} */
let shown = null;

const isOn = () => $("analyze").getAttribute("aria-pressed") === "true";

/** Returns the color whose chances and margins are shown. @returns {Color} */
function seenBy() {
  const chosen = $("view-of").value;
  return chosen === "black" || chosen === "white" ? chosen : state.view.toMove;
}

/** @param {ConsideredMove} info @param {ConsideredMove} best */
function row(info, best) {
  const { view } = state;
  const loss = lossOf(best, info, view.toMove);
  const token = view.tokens.find((one) => one.move === info.move);
  const margin = marginOf(info, seenBy());
  const figure = margin === null ? "" : `${margin > 0 ? "+" : ""}${amount(Math.round(10 * margin) / 10)}`;
  const swatch = element("span", loss === null ? "" : amount(Math.max(0, Math.round(10 * loss) / 10)));
  swatch.className = `swatch ${lossClass(loss)}`;
  const made = element("tr", undefined, element("td", info.token ?? info.move), element("td", undefined, swatch), ...[`${(100 * chanceOf(info, seenBy())).toFixed(1)} %`, info.basis === "searched" ? figure : `${figure} ${info.basis}`, info.visits, info.line.slice(1, LINE - 1).map(moveWord).join(" ")].map((text) => element("td", text)));
  made.dataset.move = info.move;
  if (info.token) made.className = "token";
  if (token) {
    const { net, parts } = worth(token, view);
    made.title = `${net}: ${parts}`;
  }
  return made;
}

/** Shows the moves that were considered, in the table and on the board. */
function show() {
  const moves = shown?.moves ?? [];
  $("analysis").tBodies[0].replaceChildren(...moves.map((info) => row(info, moves[0])));
  state.board.hint(moves.map((info) => {
    const loss = lossOf(moves[0], info, state.view.toMove);
    return { move: info.move, text: loss === null ? `${Math.round(100 * chanceOf(info, seenBy()))}` : amount(Math.max(0, Math.round(2 * loss) / 2)), kind: lossClass(loss) };
  }));
  showOwners();
}

function showOwners() {
  state.board.own($("show-ownership").checked && isOn() ? shown?.ownership ?? null : null);
}

async function analyze() {
  running?.abort();
  const abort = new AbortController();
  running = abort;
  const node = state.tree.current;
  await api.analyze({ game: state.tree.game(), seconds: SECONDS, page: PAGE_ID }, abort.signal, (report) => {
    if (abort.signal.aborted) return;
    shown = report;
    node.value = report.root;
    show();
    tell("valued", undefined);
  });
}

/** Draws the line of a move on the board while it is pointed at. @param {HTMLElement | null} place */
function point(place) {
  const info = place && shown?.moves.find((one) => one.move === place.dataset.move);
  state.board.drawLine(info ? info.line.slice(0, LINE) : [], state.view.toMove);
}

/** Begins or ends the analysis. @param {boolean} wanted */
function turn(wanted) {
  $("analyze").setAttribute("aria-pressed", String(wanted));
  $("analyze").textContent = wanted ? "■ Stop" : "Analyse";
  $("analysis").hidden = !wanted;
  if (wanted) {
    trying(analyze);
    return;
  }
  running?.abort();
  running = shown = null;
  state.board.hint([]);
  state.board.drawLine([], other(state.view.toMove));
  state.board.own(null);
}

/** Listens to the buttons. */
export function begin() {
  on("leaving", () => { running?.abort(); shown = null; });
  on("arrived", () => { if (isOn()) trying(analyze); });
  on("begun", () => $("analysis").tBodies[0].replaceChildren());
  $("show-ownership").addEventListener("change", showOwners);
  $("view-of").addEventListener("change", () => { if (shown) show(); });
  $("analyze").addEventListener("click", () => turn(!isOn()));
  const table = $("analysis");
  table.addEventListener("pointerover", (event) => point(around(event, "tbody tr")));
  table.addEventListener("pointerleave", () => point(null));
}
