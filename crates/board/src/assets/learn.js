// Pages to learn from, whose examples can be played through, and the exact values of small boards.

/** @import { ExactAnswer, GameText, LessonGame, LessonTitle } from "../../types/page" */

import * as api from "./api.js";
import { $, element, option } from "./elements.js";
import { draw, trying, use } from "./game.js";
import { notify } from "./notice.js";
import { cancel, isActive } from "./setup.js";
import { hooks, on, state } from "./state.js";
import { leadTo } from "./tabs.js";
import { Tree } from "./tree.js";
import { plain, plural } from "./words.js";

/** Names and titles of the pages; null until the tab is shown. @type {LessonTitle[] | null} */
let lessons = null;
/** Game that was left for an example; null while none is. @type {Tree | null} */
let waiting = null;
/** Returns the game that was left for an example. */
export const left = () => waiting;
/** Game of the values that are shown or awaited, as text, the values, and what aborts the wait.
 * @type {{ game: string, answer: ExactAnswer | null, abort: AbortController | null }} */
const solved = { game: "", answer: null, abort: null };

/** Parses the text of a page, and moves its table of facts behind the sentences about how the game is played. @param {string} html */
function parsedPage(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const [table, first] = [parsed.querySelector("table"), parsed.querySelector("h4")];
  const second = first?.parentElement?.querySelectorAll("h4")[1];
  if (table && second && first && table.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING) second.before(table);
  return parsed;
}

/** Returns what a parsed page holds, for this one. @param {Document} parsed */
const contents = (parsed) => [...parsed.body.childNodes].map((node) => document.importNode(node, true));

/** Shows a page by its name. @param {string} name */
async function show(name) {
  $("lesson-name").value = name;
  const lesson = await api.lesson(name);
  if ($("lesson-name").value !== name) return;
  const parsed = parsedPage(lesson.html);
  /** @type {NodeListOf<HTMLElement>} */
  const places = parsed.querySelectorAll("[data-example]");
  for (const place of places) {
    const number = Number(place.dataset.example);
    place.replaceWith(example(lesson.examples[number], number));
  }
  for (const link of parsed.querySelectorAll("a")) connect(link);
  $("lesson").replaceChildren(...contents(parsed));
  $("lesson").querySelectorAll("button").forEach((button) => button.addEventListener("click", () => trying(() => open(lesson.examples[Number(button.dataset.game)]))));
  $("lesson").querySelectorAll("a").forEach((link) => link.addEventListener("click", (event) => {
    const other = link.dataset.lesson;
    if (!other) return;
    event.preventDefault();
    trying(() => show(other));
  }));
  $("lesson").scrollTop = 0;
}

/** Makes the picture of an example, which opens it. @param {LessonGame} one @param {number} number */
function example(one, number) {
  const picture = element("img");
  picture.src = `data:image/svg+xml,${encodeURIComponent(one.svg)}`;
  picture.alt = "";
  const button = element("button", undefined, picture, element("span", `Play through: ${one.rules}, ${plural(one.moves, "move")}`));
  button.type = "button";
  button.className = "example";
  button.dataset.game = String(number);
  return button;
}

/** Has a link open another page here, or a page elsewhere beside this one; others become text. @param {HTMLAnchorElement} link */
function connect(link) {
  const target = link.getAttribute("href") ?? "";
  const name = target.match(/([A-Za-z_]+)\.md(#.*)?$/)?.[1];
  if (/^https:/.test(target)) {
    link.target = "_blank";
    link.rel = "noreferrer";
  } else if (name && lessons?.some((lesson) => lesson.name === name)) {
    link.dataset.lesson = name;
    link.setAttribute("href", "#");
  } else {
    link.replaceWith(...link.childNodes);
  }
}

/** Shows a tree to learn from, keeps the game that is left for it, and returns whether the tree can be shown. @param {Tree} tree */
export async function visit(tree) {
  const before = cancel();
  waiting ??= before ?? state.tree;
  tree.isExample = true;
  const isShown = await use(tree);
  if (waiting === state.tree) waiting = null;
  return isShown;
}

/** Takes the game that was left for an example back after a reload. @param {Tree} tree */
export function resume(tree) {
  waiting = tree;
}

/** Opens an example at its first position. @param {LessonGame} one */
async function open(one) {
  const tree = new Tree(one.game);
  tree.goTo(tree.root);
  const isShown = await visit(tree);
  if (isShown && one.moves > 0) notify("The example begins here: → goes through its moves. Your game is kept: Back to my game, under Learn.");
}

/** Goes back to the game that was left for an example. */
async function goBack() {
  cancel();
  if (waiting) await use(waiting);
}

/** Shows the page of the rules of the game; fetches the list of pages first, if it is not there yet. */
async function showRules() {
  if (!lessons) {
    lessons = await api.lessons();
    $("lesson-name").replaceChildren(...lessons.map(({ name, title }) => option(title, name)));
  }
  const { rules } = state.tree.start;
  await show(lessons.some((lesson) => lesson.name === rules) ? rules : "README");
}

/** Shows the tab with the page of the rules of the game, which a tab that is shown for the first time has anyway. */
function explain() {
  const isFirst = lessons === null;
  leadTo("learn");
  if (!isFirst) trying(showRules);
}

/** Returns the page of a rule set as elements, without its examples. @param {string} name */
export async function pageOf(name) {
  const { html } = await api.lesson(name);
  const parsed = parsedPage(html);
  for (const place of parsed.querySelectorAll("[data-example]")) place.remove();
  for (const link of parsed.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  return contents(parsed);
}

/** Shows the switch where the board is small enough, and the values where it is on. */
function drawn() {
  const { width, height } = state.tree.start;
  const isSmall = width * height <= state.exactPoints;
  $("exact-row").hidden = !isSmall;
  const wanted = isSmall && $("exact").checked && !state.view.over;
  const game = wanted ? state.tree.game() : null;
  const key = JSON.stringify(game);
  if (key !== solved.game) {
    solved.abort?.abort();
    Object.assign(solved, { game: key, answer: null, abort: null });
    if (game) trying(() => ask(game, key));
  }
  mark();
}

/** @param {GameText} game @param {string} key */
async function ask(game, key) {
  const abort = new AbortController();
  solved.abort = abort;
  const answer = await api.exact({ game }, abort.signal);
  if (key !== solved.game) return;
  Object.assign(solved, { answer, abort: null });
  mark();
}

/** Writes the values that are known on the points and into the table. */
function mark() {
  const { answer, abort } = solved;
  const buttons = state.board.buttons;
  for (const button of buttons.values()) {
    if (!button.classList.contains("exact")) continue;
    button.classList.remove("exact", "best");
    button.textContent = "";
  }
  const isAsked = solved.game !== "null" && solved.game !== "";
  $("exact-note").textContent = note(answer, isAsked && (abort !== null || !answer));
  $("exact-values").hidden = !answer;
  if (!answer) return;
  for (const one of answer.moves) {
    const button = buttons.get(one.move);
    if (!button || button.classList.contains("stone")) continue;
    button.classList.add("exact");
    button.classList.toggle("best", one.best);
    button.textContent = one.short;
  }
  const rows = answer.moves.map((one) => {
    const row = element("tr", undefined, element("td", one.token ? `${one.token} (${one.move})` : one.move), element("td", plain(one.text)));
    row.classList.toggle("own", one.best);
    return row;
  });
  $("exact-values").tBodies[0].replaceChildren(...rows);
}

/** @param {ExactAnswer | null} answer @param {boolean} waits */
function note(answer, waits) {
  if (!answer) return waits ? "Solving …" : "";
  const seconds = answer.seconds.toFixed(1);
  const count = answer.count ? ` At the end of play ${answer.count}.` : "";
  if (answer.finished) return `Solved in ${seconds} s: what each move leads to if both play their best from then on. On the points: Black's margin.${count}`;
  return `Not finished after ${seconds} s: what is not known has a question mark, and the table has what is proven. A smaller board or more moves on it help.${count}`;
}

/** Listens to the tab, and to the question mark beside the name of the rules. */
export function begin() {
  on("turned", (tab) => { if (tab === "learn" && !lessons) trying(showRules); });
  $("back-to-game").addEventListener("click", () => trying(goBack));
  hooks.waiting.push(left);
  on("begun", () => {
    // Another game than the example was begun, or the one that was left.
    if (!state.tree.isExample && !isActive()) waiting = null;
    $("back-to-game").hidden = waiting === null;
  });
  $("about-rules").addEventListener("click", explain);
  $("lesson-name").addEventListener("change", () => trying(() => show($("lesson-name").value)));
  $("exact").addEventListener("change", draw);
  on("drawn", drawn);
}
