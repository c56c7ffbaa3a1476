// The cards beside the board: tokens, ledger, the count, and the table of an analysis.

/** @import { AnalysisReport, Color, ConsideredMove, CountRow, CountView, Elements, PositionView, Reasons, TokenMove } from "../../types/page" */

/** Both colors, Black first. @type {Color[]} */
export const COLORS = ["black", "white"];

/** Returns an element of the page by its id. @template {keyof Elements} K @param {K} id @returns {Elements[K]} */
export const $ = (id) => /** @type {Elements[K]} */ (document.getElementById(id));

/** Returns the element around the target of an event that a selector matches; null if there is none.
 * @param {Event} event @param {string} selector @returns {HTMLElement | null} */
export const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/** Makes an element with a text and children.
 * @template {keyof HTMLElementTagNameMap} K @param {K} name @param {string | number | null} [text] @param {(Node | string)[]} children */
export function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = String(text);
  made.append(...children);
  return made;
}

/** Tokens that are called otherwise in sentences. @type {Record<string, string | undefined>} */
const WORDS = { fullpass: "full pass", halfpass: "half-pass" };
/** Returns a move as it is called in sentences. @param {string} move */
const moveWord = (move) => WORDS[move] ?? move;
/** @param {number} number */
const half = (number) => (number > 0 ? `+${number}` : String(number));
/** Makes a choice of a list. @param {string} text */
export function option(text, value = text, title = "") {
  return Object.assign(element("option", text), { value, title });
}

/** Returns the letter of a color in a game. @param {Color} color */
export const letter = (color) => (color === "black" ? "B" : "W");
/** Returns the other color. @param {Color} color @returns {Color} */
export const other = (color) => (color === "black" ? "white" : "black");
/** Returns the name of a color. @param {Color} color */
export const proper = (color) => (color === "black" ? "Black" : "White");

/** Says in words what a token move changes. @param {TokenMove} token */
function worth(token) {
  const parts = [];
  for (const color of COLORS) {
    if (token.gain[color]) parts.push(`${proper(color)} ${half(token.gain[color])}`);
  }
  if (token.ends) parts.push("ends the game");
  return parts.join(", ") || "changes nothing";
}

/** Shows the token moves that are legal, as buttons, which are disabled while an engine is to move.
 * @param {HTMLElement} place @param {PositionView} view @param {(move: string) => void} play @param {boolean} isDisabled */
export function showTokens(place, view, play, isDisabled) {
  // After the end there is no pass, until somebody plays on.
  const tokens = view.over ? [] : view.tokens;
  const buttons = tokens.map((token) => {
    const button = element("button", undefined, element("strong", token.name), element("small", `${token.deed}: ${[worth(token), token.answer].filter(Boolean).join(", ")}`));
    button.type = "button";
    button.dataset.move = token.move;
    button.disabled = isDisabled;
    button.addEventListener("click", () => play(token.move));
    return button;
  });
  place.replaceChildren(...buttons);
}

/** Shows what lies beside the board. Where play goes on after the end, the next move takes the last button away. @param {HTMLElement} place @param {PositionView} view */
export function showThings(place, view) {
  const items = [];
  for (const button of view.things.buttons) {
    const disc = element("span");
    disc.className = `disc ${button.holder ?? ""}`;
    const until = button.returns && !view.over ? " until the next move" : "";
    const holder = button.holder ? `with ${proper(button.holder)}${until}` : "on the table";
    items.push(element("li", undefined, disc, `${button.name}: ${holder}`));
  }
  const { halfPassZone, bowls } = view.things;
  if (halfPassZone) {
    items.push(element("li", `half-pass zone: Black ${halfPassZone.black}, White ${halfPassZone.white}`));
  }
  if (bowls) {
    /** @param {Color} color */
    const of = (color) => `${proper(color)} ${bowls.regular[color]}${bowls.ultimate === color ? " and the ultimate stone" : ""}`;
    items.push(element("li", `prisoners in the bowls: ${of("black")}, ${of("white")}`));
  }
  place.replaceChildren(...items);
}

/** @param {HTMLTableElement} table @param {PositionView} view */
export function showLedger(table, view) {
  /** @param {string} name @param {Record<Color, number>} pair */
  const row = (name, pair) => {
    const head = element("th", name);
    head.scope = "row";
    return element("tr", undefined, head, element("td", pair.black), element("td", pair.white));
  };
  const rows = [row("from token moves", view.ledger), row("captured stones", view.captures)];
  table.tBodies[0].replaceChildren(...rows);
}

/** Returns the points of a color in a row; undefined if nothing was counted. @param {CountRow} row @param {Color} color */
export const sideOf = (row, color) => ("sides" in row ? row.sides?.[color] : undefined);

/** Shows the count under every rule set; `chooseRules` is called with the rule set of a row that was chosen, and `term` makes the text of a term.
 * @param {HTMLElement} place @param {CountView} count @param {(rules: string) => void} chooseRules @param {(row: CountRow, index: number, term: string, text: string) => Node} term */
export function showCount(place, count, chooseRules, term) {
  const rows = count.table.rows;
  const terms = [...new Set(rows.flatMap((row) => COLORS.flatMap((color) => Object.keys(sideOf(row, color)?.terms ?? {}))))];
  const head = element("tr", undefined, ...["rules", "result", "points", ...terms].map((name) => {
    const cell = element("th", name.replaceAll("_", " "));
    cell.scope = "col";
    return cell;
  }));
  /** @param {(number | undefined)[]} pair */
  const pair = ([black, white]) => (black === undefined && white === undefined ? "" : `${black ?? 0}:${white ?? 0}`);
  /** @param {CountRow} row @param {number} index @param {string} name */
  const cell = (row, index, name) => {
    const text = pair(COLORS.map((color) => sideOf(row, color)?.terms[name]));
    return text ? element("td", undefined, term(row, index, name, text)) : element("td");
  };
  const body = rows.map((row, index) => {
    const result = "illegal" in row ? `${moveWord(row.illegal.play)}: ${row.illegal.reason}` : row.result;
    const button = element("button", row.rules);
    button.title = `Go on under ${row.rules}`;
    button.addEventListener("click", () => chooseRules(row.rules));
    const name = element("th", undefined, button);
    name.scope = "row";
    const made = element("tr", undefined, name, element("td", result), element("td", pair(COLORS.map((color) => sideOf(row, color)?.total))), ...terms.map((name) => cell(row, index, name)));
    made.classList.toggle("own", row.rules === count.table.rules);
    return made;
  });
  place.replaceChildren(element("table", undefined, element("thead", undefined, head), element("tbody", undefined, ...body)));
}

/** Shows why rule sets differ, below a title if there is one, and what to know about the count. @param {HTMLElement} title @param {HTMLElement} place @param {CountView} count */
export function showWhy(title, place, count) {
  const { differences } = count;
  const isTitled = differences[0]?.endsWith(":") ?? false;
  title.textContent = isTitled ? differences[0] : "";
  const lines = [...differences.slice(isTitled ? 1 : 0), ...count.bothCounts, ...count.table.warnings];
  place.replaceChildren(...lines.map((line) => element("li", line)));
}

/** Shows as a sentence how the result of the game's own rules is made up. @param {HTMLElement} place @param {CountView} count */
export function showSum(place, count) {
  const own = count.table.rows.find((row) => row.rules === count.table.rules);
  const sides = COLORS.map((color) => {
    const side = own && sideOf(own, color);
    if (!side) return "";
    const parts = Object.entries(side.terms).map(([term, amount]) => `${amount} ${term.replaceAll("_", " ")}`);
    return `${proper(color)} ${side.total}${parts.length > 0 ? `: ${parts.join(" + ").replaceAll("+ -", "− ")}` : ""}`;
  });
  place.textContent = sides[0] && own && "result" in own ? `${own.rules}: ${own.result}. ${sides.join("; ")}.` : "";
}

/** @param {number} rate */
const percent = (rate) => `${(100 * rate).toFixed(1)} %`;
/** @param {number | null} score */
const margin = (score) => (score === null ? "" : half(Number(score.toFixed(1))));

/** Returns the half-points that a move loses against the best one, as the mover sees it. @param {ConsideredMove} info @param {ConsideredMove} best @param {Color} toMove */
function lost(info, best, toMove) {
  if (info.score === null || best.score === null) return "";
  const halves = 2 * (best.score - info.score) * (toMove === "black" ? 1 : -1);
  const rounded = Math.round(10 * halves) / 10;
  return rounded === 0 ? "0" : `${rounded > 0 ? "−" : "+"}${Math.abs(rounded)}`;
}

/** Shows the moves of an analysis; chances and margins are Black's. @param {HTMLTableElement} table @param {AnalysisReport} report @param {PositionView} view */
export function showAnalysis(table, report, view) {
  const rows = report.moves.map((info) => {
    const figure = info.basis === "searched" ? margin(info.score) : `${margin(info.score)} ${info.basis}`;
    const token = view.tokens.find((one) => one.move === info.move);
    const row = element("tr", undefined, ...[info.token ?? info.move, percent(info.winRate), figure, lost(info, report.moves[0], view.toMove), info.visits, info.line.slice(1, 7).join(" ")].map((text) => element("td", text)));
    if (info.token) row.className = "token";
    if (token) row.title = `${token.deed}: ${worth(token)}`;
    return row;
  });
  table.tBodies[0].replaceChildren(...rows);
}

/** Says in words why the engine chose its move, with what it expects and the moves that it liked less. @param {HTMLElement} place @param {Reasons} answer */
export function showReasons(place, answer) {
  /** @param {ConsideredMove} info */
  const figures = (info) => [`Black wins ${percent(info.winRate)}`, info.score === null ? "" : `margin ${margin(info.score)}`, info.basis === "searched" ? `${info.visits} ${info.visits === 1 ? "visit" : "visits"}` : info.basis].filter(Boolean).join(", ");
  const [best, ...others] = answer.moves ?? [];
  /** @param {string[]} line */
  const words = (line) => line.map(moveWord).join(" ");
  const lines = answer.moves && answer.why ? [answer.why] : [];
  // A move that was not searched has no line that says more than the move.
  if (best && best.line.length > 1) lines.push(`It expects: ${words(best.line)} (${figures(best)}).`);
  for (const info of others) {
    const then = info.line.length > 1 ? `, then ${words(info.line.slice(1))}` : "";
    lines.push(`It liked less: ${info.token ?? info.move}${then} (${figures(info)}).`);
  }
  place.hidden = lines.length === 0;
  place.querySelector("ul")?.replaceChildren(...lines.map((line) => element("li", line)));
}
