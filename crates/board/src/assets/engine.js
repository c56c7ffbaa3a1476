// Engines as players: moves, levels, other engines, and a game between two engines.

/** @import { Color, Page, Sent, StartAnswer, TreeNode } from "../../types/page" */

import * as api from "./api.js";
import { $, COLORS, option, other, proper, showReasons } from "./panel.js";

const PERSON = "person";
const ENGINE = "engine";
const OTHER = "opponent:";

/** @type {Page} */
let page;
/** Id of this page, under which the server keeps its last search for some time. */
export const PAGE_ID = crypto.randomUUID();
let maxLevel = 1;
/** Aborts the pondering. @type {AbortController | null} */
let pondering = null;
/** Aborts the search for a move; null while there is none. @type {AbortController | null} */
let running = null;
/** Whether the engines wait until they are told to go on. */
let isPaused = false;
/** Node whose move the card speaks about. @type {TreeNode | null} */
let shown = null;

/** @param {Color} color */
const player = (color) => $(`player-${color}`).value;
/** Returns whether a person plays a color. @param {Color} color */
export const isPerson = (color) => player(color) === PERSON;
/** Returns whether the engine of the program plays a color. @param {Color} color */
export const isEngine = (color) => player(color) === ENGINE;
/** Returns the name of the other engine that plays a color; null if none does. @param {Color} color */
export const opponentOf = (color) => (player(color).startsWith(OTHER) ? player(color).slice(OTHER.length) : null);

/** Returns whether the engines wait. */
export const areWaiting = () => isPaused;

/** Gives a color to a player, and lets the engines go on if they waited. @param {Color} color @param {string} name @param {string} [level] */
export function seat(color, name, level) {
  $(`player-${color}`).value = name;
  if (level) $(`level-${color}`).value = level;
  pause(false);
}

/** Says why a person may not move now: an engine plays the side that is to move. */
export function objection() {
  const { over, toMove } = page.view();
  if (over || isPerson(toMove)) return null;
  const name = proper(toMove);
  if (running) return `${name} is thinking. Wait for its move, or press Stop.`;
  return `The engine plays ${name}. Press Engine moves, or choose “you” as ${name} under Players.`;
}

function isToMove() {
  const { over, toMove } = page.view();
  return !over && !isPerson(toMove) && !page.tree().current.next && !page.pauses.some((waits) => waits());
}

/** @param {Color} color @returns {Sent<"/api/move">} */
function request(color) {
  const asked = { game: page.tree().game(), seconds: Number($("seconds").value) };
  const opponent = opponentOf(color);
  if (opponent) return { ...asked, opponent };
  return { ...asked, level: Number($(`level-${color}`).value), page: PAGE_ID };
}

/** @param {number} level */
function levelName(level) {
  if (level === maxLevel) return `${level} (strongest)`;
  return level === 1 ? "1 (beginner)" : String(level);
}

/** Lets an engine make a move. */
async function move() {
  const { over, toMove: color } = page.view();
  if (over) return;
  running?.abort();
  const abort = new AbortController();
  running = abort;
  $("stop").hidden = false;
  const name = opponentOf(color) ? `${opponentOf(color)} (${proper(color)})` : proper(color);
  $("thinking").textContent = `${name} is thinking …`;
  try {
    const answer = await api.move(request(color), abort.signal);
    if (abort.signal.aborted) return;
    running = null;
    await page.play(answer.move);
    const { lastMove } = page.view();
    const done = answer.move === "resign" ? "resigned" : lastMove?.deed ?? `played ${answer.move}`;
    page.tree().current.said = { text: `${name} ${done}.${answer.why ? ` ${answer.why}` : ""}`, answer };
    say();
  } catch (error) {
    if (!abort.signal.aborted) {
      // An engine that failed is not asked again until somebody says so.
      running = null;
      pause(true);
      $("thinking").textContent = `${name} made no move.`;
    }
    throw error;
  } finally {
    if (running === abort) running = null;
    if (!running) $("stop").hidden = true;
    if (abort.signal.aborted && !running) $("thinking").textContent = "";
  }
}

/** Lets the engine think while a person does. Weaker levels do not: their moves are drawn anew each time. */
async function ponder() {
  pondering?.abort();
  const { over, toMove } = page.view();
  const color = other(toMove);
  const isWanted = $("ponder").checked && !over && isPerson(toMove) && isEngine(color);
  if (!isWanted || Number($(`level-${color}`).value) < maxLevel || page.pauses.some((waits) => waits())) return;
  const abort = new AbortController();
  pondering = abort;
  await api.ponder({ game: page.tree().game(), page: PAGE_ID }, abort.signal);
}

function stop() {
  running?.abort();
  running = null;
  $("stop").hidden = true;
}

/** Lets the engines wait, or go on. @param {boolean} waits */
export function pause(waits) {
  isPaused = waits;
  $("pause").setAttribute("aria-pressed", String(waits));
  if (waits) stop();
}

/** Says what the engine said about the move that led to the position. */
function say() {
  shown = page.tree().current;
  $("thinking").textContent = shown.said?.text ?? "";
  showReasons($("why-move"), shown.said?.answer ?? {});
}

function show() {
  const { over, toMove } = page.view();
  if (shown !== page.tree().current) say();
  $("engine-move").disabled = Boolean(over);
  $("pause").hidden = isPerson("black") && isPerson("white");
  $("level-black").disabled = Boolean(opponentOf("black"));
  $("level-white").disabled = Boolean(opponentOf("white"));
  if (isPaused && !over && !isPerson(toMove)) $("thinking").textContent = "The engines wait.";
}

/** Listens to the buttons, and fills the lists with what the server offers. @param {Page} parts @param {StartAnswer} start */
export function begin(parts, start) {
  page = parts;
  maxLevel = start.maxLevel;
  for (const color of COLORS) {
    $(`player-${color}`).append(...start.opponents.map((name) => option(name, OTHER + name)));
    $(`level-${color}`).replaceChildren(...Array.from({ length: maxLevel }, (_, index) => option(levelName(index + 1), String(index + 1))));
    $(`level-${color}`).value = String(start.maxLevel);
    $(`player-${color}`).addEventListener("change", () => { pause(false); page.update(); });
  }
  page.drawn.push(show);
  page.pauses.push(areWaiting);
  page.leaving.push(stop);
  page.leaving.push(() => pondering?.abort());
  page.arrived.push(() => { if (isToMove()) page.trying(move); else page.trying(ponder); });
  $("ponder").addEventListener("change", () => page.trying(ponder));
  $("engine-move").addEventListener("click", () => page.trying(move));
  $("stop").addEventListener("click", () => {
    if (isPerson(page.view().toMove)) stop();
    else pause(true);
    $("thinking").textContent = "Stopped.";
  });
  $("pause").addEventListener("click", () => { pause(!isPaused); page.update(); });
}
