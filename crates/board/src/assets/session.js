// The session with the server, which answers nothing but the files of the page without one.
//
// It lies in what the browser keeps for this tab alone. A key in an address serves once for it, and a tab of
// the same browser hands it on to a new one.

const NAME = "halfpoint session";
/** Milliseconds to wait for another tab. */
const WAIT = 300;

const kept = () => {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
};

let session = kept();
/** The last session that the server has refused; a tab that has not noticed yet may still offer it. @type {string | null} */
let refused = null;
/** Promise that another tab has answered or none will; null if none is asked. @type {Promise<void> | null} */
let asking = null;
let stopAsking = () => {};

/** @param {string | null} value */
function keep(value) {
  session = value;
  try {
    if (value) sessionStorage.setItem(NAME, value);
    else sessionStorage.removeItem(NAME);
  } catch {
    // The browser keeps nothing: a reload asks other tabs.
  }
}

// Tabs of this origin alone hear each other, and the port is a part of it. A tab without a session sends null.
const tabs = new BroadcastChannel(NAME);
tabs.onmessage = ({ data }) => {
  if (data === null && session) tabs.postMessage(session);
  if (typeof data === "string" && !session && data !== refused) {
    keep(data);
    stopAsking();
  }
};

function ask() {
  tabs.postMessage(null);
  /** @type {Promise<void>} */
  const answer = new Promise((resolve) => {
    stopAsking = resolve;
    setTimeout(resolve, WAIT);
  });
  return answer.then(() => { asking = null; });
}

/** Returns the session, of another tab if this one has none; null if no tab has one. */
export async function current() {
  if (!session) await (asking ??= ask());
  return session;
}

/** Forgets a session that the server has refused. @param {string} wrong */
export function forget(wrong) {
  refused = wrong;
  if (session === wrong) keep(null);
}

/** Takes a session that the server has given, for this tab and for others that have none. @param {string} given */
export function take(given) {
  keep(given);
  tabs.postMessage(given);
}
