// Requests to the server.

import * as session from "./session.js";

/** Error that the server explains. */
export class Refusal extends Error {}

/** Error that the server is not there any more, or does not know this tab. */
export class Ended extends Refusal {}

const NO_SESSION = "This tab has no session with halfpoint. Open the address that halfpoint board has printed last; the game goes on if it is entered in this tab.";

/** Number of positions that are remembered for the time after the server's end. */
const REMEMBERED = 500;
const remembered = new Map();

/** Fetches; throws an error if the server is not there any more. */
async function fetched(path, request) {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Ended("halfpoint has ended. Positions that were shown can still be looked at, and the game can be saved; start halfpoint board again to go on.");
  }
}

/** Sends a request with the session and returns the answer; throws a Refusal with the server's reason. */
async function send(path, body, signal) {
  const own = await session.current();
  if (!own) throw new Ended(NO_SESSION);
  const authorization = `Bearer ${own}`;
  const response = await fetched(path, body === undefined
    ? { headers: { authorization }, signal }
    : { method: "POST", headers: { authorization, "content-type": "application/json" }, body: JSON.stringify(body), signal });
  if (response.status === 401) {
    // The server was started anew; another tab may have a session with it.
    session.forget(own);
    return send(path, body, signal);
  }
  return checked(response);
}

/** Returns an answer; throws a Refusal with the server's reason if it is one. */
async function checked(response) {
  if (!response.ok) {
    const text = await response.text();
    let reason = text;
    try {
      reason = JSON.parse(text).error;
    } catch {
      // The answer is plain text.
    }
    throw new Refusal(reason);
  }
  return response;
}

const json = async (path, body, signal) => (await send(path, body, signal)).json();

/** Returns the view of a position; after the server's end that of an earlier request. */
export async function view(game) {
  const key = JSON.stringify(game);
  try {
    const seen = await json("/api/view", game);
    remembered.delete(key);
    remembered.set(key, seen);
    if (remembered.size > REMEMBERED) remembered.delete(remembered.keys().next().value);
    return seen;
  } catch (error) {
    if (error instanceof Ended && remembered.has(key)) return remembered.get(key);
    throw error;
  }
}

/** Exchanges a key, which serves once, for a session. */
export async function exchange(key) {
  const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ key }) };
  const answer = await (await checked(await fetched("/api/session", request))).json();
  session.take(answer.session);
}

export const start = () => json("/api/start");
export const count = (game, signal) => json("/api/count", game, signal);
export const counting = (game) => json("/api/counting", game);
export const move = (request, signal) => json("/api/move", request, signal);
export const readRecord = (sgf) => json("/api/read", { sgf });
/** Returns a game as SGF and as text; `record` has the game, and the time left after each move. */
export const writeRecord = (record) => json("/api/write", record);
/** Returns the points of handicap stones. */
export const handicap = (request) => json("/api/handicap", request);
/** Returns the clock after the time of a move. */
export const clock = (request) => json("/api/clock", request);
/** Lets the engine think for the side that is not to move, until `signal` aborts it. */
export const ponder = (request, signal) => json("/api/ponder", request, signal);
/** Asks the engine whether it agrees to a draw, as a color that it plays. */
export const draw = (request) => json("/api/draw", request);
/** Asks an engine for the dead stones of a game. */
export const dead = (request) => json("/api/dead", request);

/** Returns the names and titles of the pages to learn from, and one of them. */
export const lessons = () => json("/api/learn");
export const lesson = (name) => json(`/api/learn/${encodeURIComponent(name)}`);
/** Returns the exact value of each move. */
export const exact = (request, signal) => json("/api/exact", request, signal);

/** Sends a request, and calls `take` with the lines of JSON of each piece of the answer. */
async function lines(path, request, signal, take) {
  const response = await send(path, request, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const complete = rest.split("\n");
    rest = complete.pop();
    if (complete.length > 0) take(complete.map((line) => JSON.parse(line)));
  }
}

/** Calls `report` with the latest report of an analysis, until the time is over or `signal` aborts it. */
export const analyze = (request, signal, report) => lines("/api/analyze", request, signal, (all) => report(all.at(-1)));
/** Calls `take` with the value of each position that was asked for; throws a Refusal if the server has no room for more. */
export const graph = (request, signal, take) => lines("/api/graph", request, signal, (all) => all.forEach((value) => {
  if (value.error) throw new Refusal(value.error);
  take(value);
}));
