// The game in the address of the page, after `#`: a bookmark or a copied address keeps it.

/** @import { GameText } from "../../types/page" */

/** Milliseconds until a change is written. Writing blocks the page for as long as drawing does, so it waits for the picture. */
const DELAY = 40;
/** @type {GameText | null} */
let kept = null;
let timer = 0;

/** Takes the key of a session out of the address, which gets another part after `#`; null if it has none. @param {string} rest */
function takeKey(rest) {
  const key = /^#key=(\w+)$/.exec(location.hash)?.[1] ?? null;
  if (key) history.replaceState(null, "", rest || location.pathname);
  return key;
}

/** The key with which the page was opened; null if there was none. */
export const keyAtBeginning = takeKey("");

/** Calls `take` with each key that is entered. The address is as it was before then. @param {(key: string) => void} take */
export function listenForKeys(take) {
  window.addEventListener("hashchange", ({ oldURL }) => {
    const key = takeKey(new URL(oldURL).hash);
    if (key) take(key);
  });
}

/** The part after `#` that was there at the beginning or was written last. */
let written = location.hash;

/** Returns the part of an address that holds a game, from `#` on. @param {GameText} game */
export const fragment = (game) => `#${encodeURIComponent(JSON.stringify(game))}`;

function write() {
  clearTimeout(timer);
  timer = 0;
  // Another address was entered meanwhile; its game is about to be opened.
  if (kept && location.hash === written) {
    history.replaceState(null, "", fragment(kept));
    written = location.hash;
  }
  kept = null;
}

/** Writes a game to the address soon. @param {GameText} game */
export function keepGame(game) {
  kept = game;
  timer ||= setTimeout(write, DELAY);
}

/** @param {unknown} move */
const isMove = (move) => Array.isArray(move) && move.length === 2 && move.every((part) => typeof part === "string");

/** Returns the game in a part of an address, after `#`; null if there is none. Its moves are moves; the server checks the rest.
 * @param {string} text @returns {GameText | null} */
export function gameOfFragment(text) {
  try {
    const game = JSON.parse(decodeURIComponent(text));
    const { moves = [] } = game;
    return Array.isArray(moves) && moves.every(isMove) ? game : null;
  } catch {
    return null;
  }
}

/** Calls `open` with the game of the address, null if it holds none, and returns what that returns; undefined if the address ends before `#`.
 * @template T @param {(game: GameText | null) => T} open */
export const openAddress = (open) => (location.hash.length > 1 ? open(gameOfFragment(location.hash.slice(1))) : undefined);

/** Calls `open` with the game of each address that is entered, null if it holds none. @param {(game: GameText | null) => void} open */
export function listen(open) {
  window.addEventListener("hashchange", () => {
    if (location.hash === written) return;
    written = location.hash;
    kept = null;
    openAddress(open);
  });
}

window.addEventListener("pagehide", write);
