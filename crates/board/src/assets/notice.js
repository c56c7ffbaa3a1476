// Notices, in a place that is kept free for them: errors in red, news not.

import { $ } from "./elements.js";

/** Shows a notice, or none. @param {string} [text] @param {"error" | "news"} [kind] */
export function notify(text, kind = "news") {
  const place = $("notice");
  place.textContent = text ?? "";
  place.hidden = !text;
  place.dataset.kind = kind;
}

/** Returns the notice that is shown; an empty text for none. */
export const noticed = () => $("notice").textContent ?? "";
