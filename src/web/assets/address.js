// The game in the address of the page, after `#`: a bookmark or a copied address keeps it.

/** Milliseconds until a change is written. Writing blocks the page for as long as drawing does, so it waits for the picture. */
const DELAY = 40;
let kept = null;
let timer = 0;
/** The part after `#` that was there at the beginning or was written last. */
let written = location.hash;

/** Returns the part of an address that holds a game, from `#` on. */
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

/** Writes a game to the address soon. */
export function keepGame(game) {
  kept = game;
  timer ||= setTimeout(write, DELAY);
}

/** Returns the game in a part of an address, after `#`; null if there is none. */
export function gameOfFragment(text) {
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    return null;
  }
}

/** Returns the game of the address; null if there is none. */
export const gameOfAddress = () => gameOfFragment(location.hash.slice(1));

/** Calls `open` with the game of each address that is entered. */
export function listen(open) {
  window.addEventListener("hashchange", () => {
    written = location.hash;
    kept = null;
    const game = gameOfAddress();
    if (game) open(game);
  });
}

window.addEventListener("pagehide", write);
