// Engines that move: the engine of the program, other engines, and the time in which a person thinks.

/** @import { Color, ConsideredMove, Reasons, Sent, TreeNode } from "../../types/page" */

import * as api from "./api.js";
import { $, COLORS, element, other, proper } from "./elements.js";
import { draw, play, trying, update } from "./game.js";
import { areWaiting, called, isEngine, isPerson, levelOf, opponentOf, pause } from "./seats.js";
import { hooks, isPaused, on, state, tell } from "./state.js";
import { amount, moveWord } from "./words.js";

/** Id of this page, under which the server keeps its last search for some time. */
export const PAGE_ID = crypto.randomUUID();
/** Share of the levels up to which the engine plays on against a person however bad its position is: the game is about its last half-points. */
const PLAYS_ON = 0.8;

/** Aborts the pondering. @type {AbortController | null} */
let pondering = null;
/** Aborts the search for a move; null while there is none. @type {AbortController | null} */
let running = null;
/** Node whose move is spoken about. @type {TreeNode | null} */
let shown = null;
/** Node at which the engine would resign, and waits for an answer. @type {TreeNode | null} */
let offered = null;

/** Returns whether an engine is thinking about its move. */
export const isThinking = () => running !== null;
/** Returns whether the engine would resign in this position. */
export const offersToResign = () => offered !== null && offered === state.tree.current;

/** Says why a person may not move now: an engine plays the side that is to move. */
function objection() {
  const { over, toMove } = state.view;
  if (over || isPerson(toMove)) return null;
  const name = called(toMove);
  if (running) return `${name} is thinking. Wait for its move, or press Stop thinking.`;
  return `${name} is to move. Press Engine moves, or choose “you” as ${proper(toMove)} under Players.`;
}

function isToMove() {
  const { over, toMove } = state.view;
  return !over && !isPerson(toMove) && !state.tree.current.next && !isPaused();
}

/** Returns whether the engine may resign: not at low and middle levels against a person, and not where it was asked to play on. @param {Color} color */
function mayResign(color) {
  if (state.tree.playsToTheEnd) return false;
  return !isPerson(other(color)) || levelOf(color) > PLAYS_ON * state.maxLevel;
}

/** @param {Color} color @returns {Sent<"/api/move">} */
function request(color) {
  const wanted = { game: state.tree.game(), seconds: Number($("seconds").value) };
  const opponent = opponentOf(color);
  if (opponent) return { ...wanted, opponent };
  return { ...wanted, level: levelOf(color), page: PAGE_ID, resigns: mayResign(color) };
}

/** Lets an engine make a move. */
async function move() {
  const { over, toMove: color } = state.view;
  if (over) return;
  running?.abort();
  const abort = new AbortController();
  running = abort;
  showThought();
  const name = called(color);
  try {
    const answer = await api.move(request(color), abort.signal);
    if (abort.signal.aborted) return;
    running = null;
    if (answer.move === "resign" && isPerson(other(color))) {
      offered = state.tree.current;
      draw();
      return;
    }
    await play(answer.move);
    const { lastMove } = state.view;
    const done = answer.move === "resign" ? "resigned" : lastMove?.deed ?? `played ${answer.move}`;
    state.tree.current.said = { text: `${name} ${done}.${answer.why ? ` ${answer.why}` : ""}`, answer };
    say();
  } catch (error) {
    if (!abort.signal.aborted) {
      // An engine that failed is not asked again until somebody says so.
      running = null;
      pause(true);
    }
    throw error;
  } finally {
    if (running === abort) running = null;
    showThought();
  }
}

/** Lets the engine think while a person does. Weaker levels do not: their moves are drawn anew each time. */
async function ponder() {
  pondering?.abort();
  const { over, toMove } = state.view;
  const color = other(toMove);
  const isWanted = $("ponder").checked && !over && isPerson(toMove) && isEngine(color);
  if (!isWanted || levelOf(color) < state.maxLevel || isPaused()) return;
  const abort = new AbortController();
  pondering = abort;
  await api.ponder({ game: state.tree.game(), page: PAGE_ID }, abort.signal);
}

function stop() {
  running?.abort();
  running = null;
  showThought();
}

function showThought() {
  $("stop").hidden = !running;
  tell("thought", undefined);
}

/** Says what the engine said about the move that led to the position. */
function say() {
  shown = state.tree.current;
  $("thinking").textContent = shown.said?.text ?? "";
  showReasons(shown.said?.answer ?? {});
}

/** Says in words why the engine chose its move, with what it expects and the moves that it liked less. @param {Reasons} answer */
function showReasons(answer) {
  /** @param {ConsideredMove} info */
  const figures = (info) => [`Black wins ${(100 * info.winRate).toFixed(1)} %`, info.score === null ? "" : `margin ${amount(info.score)}`, info.basis === "searched" ? `${info.visits} ${info.visits === 1 ? "visit" : "visits"}` : info.basis].filter(Boolean).join(", ");
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
  // The reason alone stands above already.
  $("why-move").hidden = lines.length === 0 || (lines.length === 1 && lines[0] === answer.why);
  $("why-move").querySelector("ul")?.replaceChildren(...lines.map((line) => element("li", line)));
}

function show() {
  if (shown !== state.tree.current) say();
  $("engine-move").disabled = Boolean(state.view.over);
  $("offer").hidden = !offersToResign();
  if (offersToResign()) $("offer-text").textContent = `${called(state.view.toMove)} would resign.`;
}

/** Answers the engine that would resign. @param {boolean} accepts */
async function answer(accepts) {
  if (!offersToResign()) return;
  offered = null;
  if (accepts) return play("resign");
  state.tree.playsToTheEnd = true;
  draw();
  await move();
}

/** Listens to the buttons. */
export function begin() {
  hooks.pauses.push(areWaiting);
  hooks.byHand.push(objection);
  on("drawn", show);
  on("leaving", () => { stop(); pondering?.abort(); offered = null; });
  on("arrived", () => { trying(isToMove() ? move : ponder); });
  on("paused", (waits) => { if (waits) stop(); });
  for (const color of COLORS) $(`player-${color}`).addEventListener("change", () => { pause(false); update(); });
  $("ponder").addEventListener("change", () => trying(ponder));
  $("engine-move").addEventListener("click", () => trying(move));
  $("offer-accept").addEventListener("click", () => trying(() => answer(true)));
  $("offer-play-on").addEventListener("click", () => trying(() => answer(false)));
  $("stop").addEventListener("click", () => (isPerson(state.view.toMove) ? stop() : pause(true)));
  $("pause").addEventListener("click", () => { pause(!areWaiting()); update(); });
}
