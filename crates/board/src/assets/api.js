// Requests to the server.

/** @import { AnalysisReport, Answer, GameText, Line, Path, PositionView, Sent } from "../../types/page" */

import * as session from "./session.js";

/** Error that the server explains. */
export class Refusal extends Error {}

/** Error that the server is not there any more, or does not know this tab. */
export class Ended extends Refusal {}

const NO_SESSION = "This tab has no session with halfpoint. Open the address that halfpoint board has printed last; the game goes on if it is entered in this tab.";

/** Number of positions that are remembered for the time after the server's end. */
const REMEMBERED = 500;
/** @type {Map<string, PositionView>} */
const remembered = new Map();

/** Returns whether an error is that of a request that was aborted. @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";

/** Throws the error of a request that found no server any more, or was aborted. @param {unknown} error @returns {never} */
function fail(error) {
  if (isAbort(error)) throw error;
  throw new Ended("halfpoint has ended. Positions that were shown can still be looked at, and the game can be saved; start halfpoint board again to go on.");
}

/** Fetches; throws an error if the server is not there any more. @param {string} path @param {RequestInit} request */
const fetched = (path, request) => fetch(path, request).catch(fail);

/** Sends a request with the session and returns the answer; throws a Refusal with the server's reason.
 * @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<Response>} */
async function send(path, body, signal) {
  const own = await session.current();
  if (!own) throw new Ended(NO_SESSION);
  const authorization = `Bearer ${own}`;
  const response = await fetched(path, body === undefined
    ? { headers: { authorization }, signal: signal ?? null }
    : { method: "POST", headers: { authorization, "content-type": "application/json" }, body: JSON.stringify(body), signal: signal ?? null });
  if (response.status === 401) {
    // The server was started anew; another tab may have a session with it.
    session.forget(own);
    return send(path, body, signal);
  }
  return checked(response);
}

/** Returns an answer; throws a Refusal with the server's reason if it is one. @param {Response} response */
async function checked(response) {
  if (!response.ok) {
    const text = await response.text();
    let reason = text;
    try {
      /** @type {Answer<"refusal">} */
      const refusal = JSON.parse(text);
      reason = refusal.error;
    } catch {
      // The answer is plain text.
    }
    throw new Refusal(reason);
  }
  return response;
}

/** Sends a request and returns the answer.
 * @template {Path} P @param {P} path @param {Sent<P>} body @param {AbortSignal} [signal] @returns {Promise<Answer<P>>} */
const json = async (path, body, signal) => (await send(path, body, signal)).json();

/** Returns a function that sends requests to a path. @template {Path} P @param {P} path */
const posted = (path) => /** @param {Sent<P>} body @param {AbortSignal} [signal] */ (body, signal) => json(path, body, signal);

/** Returns the view of a position; after the server's end that of an earlier request. @param {GameText} game */
export async function view(game) {
  const key = JSON.stringify(game);
  try {
    const seen = await json("/api/view", game);
    remembered.delete(key);
    remembered.set(key, seen);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED) remembered.delete(oldest);
    return seen;
  } catch (error) {
    const seen = remembered.get(key);
    if (error instanceof Ended && seen) return seen;
    throw error;
  }
}

/** Exchanges a key, which serves once, for a session. @param {string} key */
export async function exchange(key) {
  const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ key }) };
  /** @type {Answer<"/api/session">} */
  const answer = await (await checked(await fetched("/api/session", request))).json();
  session.take(answer.session);
}

export const start = () => json("/api/start", undefined);
export const count = posted("/api/count");
export const counting = posted("/api/counting");
export const move = posted("/api/move");
export const readRecord = posted("/api/read");
/** Returns a game as SGF and as text. */
export const writeRecord = posted("/api/write");
/** Returns the points of handicap stones. */
export const handicap = posted("/api/handicap");
/** Returns the clock after the time of a move. */
export const clock = posted("/api/clock");
/** Lets the engine think for the side that is not to move, until the signal aborts it. */
export const ponder = posted("/api/ponder");
/** Asks the engine whether it agrees to a draw, as a color that it plays. */
export const draw = posted("/api/draw");
/** Keeps a text for the next start; null forgets it. */
export const keep = posted("/api/keep");
/** Returns the text that was kept. */
export const kept = () => json("/api/kept", undefined);
/** Returns the score card of a game as a picture. */
export const card = posted("/api/card");
/** Asks an engine for the dead stones of a game. */
export const dead = posted("/api/dead");
/** Returns the exact value of each move. */
export const exact = posted("/api/exact");

/** Returns the names and titles of the pages to learn from. */
export const lessons = () => json("/api/learn", undefined);
/** Returns the problems in which half a point decides. */
export const problems = () => json("/api/problems", undefined);
/** Returns one of these pages. @param {string} name @returns {Promise<Answer<"/api/learn/{name}">>} */
export const lesson = async (name) => (await send(`/api/learn/${encodeURIComponent(name)}`)).json();

/** Sends a request, and calls `take` with the lines of JSON of each piece of the answer.
 * @template {Path} P @param {P} path @param {Sent<P>} request @param {AbortSignal} signal @param {(all: Line<P>[]) => void} take */
async function lines(path, request, signal, take) {
  const response = await send(path, request, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch(fail);
    if (done) return;
    rest += value;
    const complete = rest.split("\n");
    rest = complete.pop() ?? "";
    if (complete.length > 0) take(complete.map((line) => JSON.parse(line)));
  }
}

/** Calls `report` with the latest report of an analysis, until the time is over or `signal` aborts it.
 * @param {Sent<"/api/analyze">} request @param {AbortSignal} signal @param {(report: AnalysisReport) => void} report */
export const analyze = (request, signal, report) => lines("/api/analyze", request, signal, (all) => report(all[all.length - 1]));
/** Calls `take` with the value of each position that was asked for; throws a Refusal if the server has no room for more.
 * @param {Sent<"/api/graph">} request @param {AbortSignal} signal @param {(value: Exclude<Line<"/api/graph">, { error: string }>) => void} take */
export const graph = (request, signal, take) => lines("/api/graph", request, signal, (all) => all.forEach((value) => {
  if ("error" in value) throw new Refusal(value.error);
  take(value);
}));
