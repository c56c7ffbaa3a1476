// The game in the address of the page, after `#`: a bookmark or a copied address keeps it.

/** Milliseconds until a change is written. Writing blocks the page for as long as drawing does, so it waits for the picture. */
const DELAY = 40;
let kept = null;
let timer = 0;

function write() {
  clearTimeout(timer);
  timer = 0;
  if (kept) history.replaceState(null, "", `#${encodeURIComponent(JSON.stringify(kept))}`);
  kept = null;
}

/** Writes a game to the address soon. */
export function keepGame(game) {
  kept = game;
  timer ||= setTimeout(write, DELAY);
}

/** Returns the game of the address; null if there is none. */
export function gameOfAddress() {
  try {
    return JSON.parse(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null;
  }
}

window.addEventListener("pagehide", write);
