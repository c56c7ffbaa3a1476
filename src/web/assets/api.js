// Requests to the server.

/** Error that the server explains. */
export class Refusal extends Error {}

/** Sends a request and returns the answer; throws a Refusal with the server's reason. */
async function send(path, body, signal) {
  const request = body === undefined
    ? { signal }
    : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal };
  let response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("halfpoint has ended. This page can still be looked through; start halfpoint board again to go on.");
  }
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

export const start = () => json("/api/start");
export const view = (game) => json("/api/view", game);
export const count = (game, signal) => json("/api/count", game, signal);
export const move = (request, signal) => json("/api/move", request, signal);
export const readRecord = (sgf) => json("/api/read", { sgf });
export const writeRecord = (game) => json("/api/write", game);
/** Returns the points of handicap stones. */
export const handicap = (request) => json("/api/handicap", request);
/** Asks the engine whether it agrees to a draw, as a color that it plays. */
export const draw = (request) => json("/api/draw", request);
/** Asks the engine which of the dead stones it sees otherwise. */
export const agree = (game) => json("/api/agree", game);

/** Calls `report` with each report of an analysis, until the time is over or `signal` aborts it. */
export async function analyze(request, signal, report) {
  const response = await send("/api/analyze", request, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const lines = rest.split("\n");
    rest = lines.pop();
    if (lines.length > 0) report(JSON.parse(lines[lines.length - 1]));
  }
}
