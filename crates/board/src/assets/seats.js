// The opponent of a new game, chosen in its form. The form mirrors the players, so a new game keeps them unless another opponent is chosen.

/** @import { Page } from "../../types/page" */

import { isEngine, isPerson, seat } from "./engine.js";
import { $, COLORS, other } from "./panel.js";

/** Color that the person plays against the engine; null for another pairing. */
function own() {
  return COLORS.find((color) => isPerson(color) && isEngine(other(color))) ?? null;
}

function mirror() {
  const isTwo = isPerson("black") && isPerson("white");
  $("opponent").value = isTwo ? "person" : own() ?? "others";
  const color = own();
  if (color) $("opponent-level").value = $(`level-${other(color)}`).value;
  showLevel();
}

function showLevel() {
  $("opponent-level").disabled = !["black", "white"].includes($("opponent").value);
}

/** Gives the sides of a new game to its players. */
export function take() {
  const chosen = $("opponent").value;
  if (chosen === "person") for (const color of COLORS) seat(color, chosen);
  const color = COLORS.find((one) => one === chosen);
  if (!color) return;
  seat(color, "person");
  seat(other(color), "engine", $("opponent-level").value);
}

/** Fills the form, and lets it follow the players. @param {Page} page */
export function begin(page) {
  $("opponent-level").replaceChildren(...[...$("level-black").options].map((one) => one.cloneNode(true)));
  $("opponent-level").value = $("level-white").value;
  mirror();
  for (const color of COLORS) {
    for (const field of [$(`player-${color}`), $(`level-${color}`)]) field.addEventListener("change", mirror);
  }
  $("opponent").addEventListener("input", showLevel);
  page.refilled.push(showLevel);
}
