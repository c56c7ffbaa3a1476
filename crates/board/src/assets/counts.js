// The count of the position: its sum in words, the table of all rule sets, and why they differ.

/** @import { CountRow, CountView, GameText } from "../../types/page" */

import * as api from "./api.js";
import { $, COLORS, element, proper } from "./elements.js";
import { changeRules, draw, isLatest, trying } from "./game.js";
import { Lights } from "./lights.js";
import { ownRow, sideOf, titleOf } from "./results.js";
import { on, state, tell } from "./state.js";
import { amount, moveWord, plain, resultShort, resultWords } from "./words.js";

/** Aborts the count that is awaited. @type {AbortController | null} */
let counting = null;
/** Lights of the terms; there are some as soon as the page has begun. @type {Lights} */
export let lights;

/** Shows the count under every rule set. @param {CountView} count */
function showTable(count) {
  const { rows } = count.table;
  const terms = [...new Set(rows.flatMap((row) => COLORS.flatMap((color) => Object.keys(sideOf(row, color)?.terms ?? {}))))];
  const head = element("tr", undefined, ...["rules", "winner", "points", ...terms].map((name) => {
    const cell = element("th", name.replaceAll("_", " "));
    cell.scope = "col";
    return cell;
  }));
  /** @param {(number | undefined)[]} pair */
  const pair = ([black, white]) => (black === undefined && white === undefined ? "" : `${amount(black ?? 0)}:${amount(white ?? 0)}`);
  /** @param {CountRow} row @param {number} index @param {string} name */
  const cell = (row, index, name) => {
    const text = pair(COLORS.map((color) => sideOf(row, color)?.terms[name]));
    return text ? element("td", undefined, lights.button(row, index, name, text)) : element("td");
  };
  const body = rows.map((row, index) => {
    const result = element("td", "illegal" in row ? `${moveWord(row.illegal.play)}: ${row.illegal.reason}` : resultShort(row.result));
    if ("result" in row) result.dataset.result = row.result;
    const button = element("button", titleOf(row.rules));
    button.title = `Go on under ${titleOf(row.rules)}`;
    button.dataset.rules = row.rules;
    button.addEventListener("click", () => trying(() => changeRules(row.rules)));
    const name = element("th", undefined, button);
    name.scope = "row";
    const made = element("tr", undefined, name, result, element("td", pair(COLORS.map((color) => sideOf(row, color)?.total))), ...terms.map((term) => cell(row, index, term)));
    made.classList.toggle("own", row.rules === count.table.rules);
    return made;
  });
  $("count").replaceChildren(element("table", undefined, element("thead", undefined, head), element("tbody", undefined, ...body)));
}

/** Shows why rule sets differ, below a title if there is one, and what to know about the count. @param {CountView} count */
function showWhy(count) {
  const { differences } = count;
  const isTitled = differences[0]?.endsWith(":") ?? false;
  $("why-title").textContent = isTitled ? differences[0].replace(/\w+(?=:$)/, titleOf) : "";
  // Lines of differences begin with the rule sets that they are about.
  const about = differences.slice(isTitled ? 1 : 0).map((line) => line.trim().replace(/^[\w, ]+(?=:)/, (ids) => ids.split(", ").map(titleOf).join(", ")));
  const lines = [...about, ...count.bothCounts, ...count.table.warnings];
  $("why").replaceChildren(...lines.map((line) => element("li", plain(line))));
}

/** Shows as a sentence how the result of the game's own rules is made up. */
function showSum() {
  const own = ownRow();
  const sides = COLORS.map((color) => {
    const side = own && sideOf(own, color);
    if (!side) return "";
    const parts = Object.entries(side.terms).map(([term, number]) => `${amount(number)} ${term.replaceAll("_", " ")}`);
    return `${proper(color)} ${amount(side.total)}${parts.length > 0 ? `: ${parts.join(" + ").replaceAll("+ −", "− ")}` : ""}`;
  });
  $("sum").textContent = own && sides[0] ? `${titleOf(own.rules)}: ${resultWords(own.result)}. ${sides.join("; ")}.` : "";
}

/** @param {{ game: GameText, number: number }} shown */
async function ask({ game, number }) {
  const abort = new AbortController();
  counting = abort;
  const answer = await api.count(game, abort.signal);
  if (!isLatest(number)) return;
  state.count = answer;
  showTable(answer);
  lights.take(answer.lights, answer.table.counted);
  showWhy(answer);
  showSum();
  $("count").setAttribute("aria-busy", "false");
  tell("counted", undefined);
  if ($("show-count").checked) draw();
}

/** Counts each position that is shown. */
export function begin() {
  lights = new Lights(state.board, { black: $("bowls-black"), white: $("bowls-white") }, $("lit-words"), $("count"));
  on("leaving", () => {
    counting?.abort();
    lights.drop();
    $("count").setAttribute("aria-busy", "true");
  });
  // A count may be on its way for long, and is replaced by the next one.
  on("shown", (shown) => { trying(() => ask(shown)); });
  on("drawn", () => lights.hold(state.view.held));
  on("turned", (tab) => { if (tab !== "count") lights.unpin(); });
  $("show-count").addEventListener("change", draw);
}
