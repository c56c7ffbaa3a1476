// What the browser keeps for good, where it keeps anything.

/** Returns the text that was kept under a name; null if there is none. @param {string} name */
export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name; null forgets it. Where the browser keeps nothing, it is as before after a reload. @param {string} name @param {string | null} text */
export function remember(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // The browser keeps nothing.
  }
}
