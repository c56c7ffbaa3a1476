// The opponent of a new game, chosen in its form. The form mirrors the players, so a new game keeps them unless another opponent is chosen.

import { isEngine, isPerson, seat } from "./engine.js";
import { other } from "./panel.js";

const $ = (id) => document.getElementById(id);

/** Color that the person plays against the engine; null for another pairing. */
function own() {
  return ["black", "white"].find((color) => isPerson(color) && isEngine(other(color))) ?? null;
}

function mirror() {
  const isTwo = isPerson("black") && isPerson("white");
  $("opponent").value = isTwo ? "person" : own() ?? "others";
  if (own()) $("opponent-level").value = $(`level-${other(own())}`).value;
  showLevel();
}

function showLevel() {
  $("opponent-level").disabled = !["black", "white"].includes($("opponent").value);
}

/** Gives the sides of a new game to its players. */
export function take() {
  const chosen = $("opponent").value;
  if (chosen === "person") seat("black", chosen);
  if (chosen === "person") return seat("white", chosen);
  if (chosen === "others") return;
  seat(chosen, "person");
  seat(other(chosen), "engine", $("opponent-level").value);
}

/** Fills the form, and lets it follow the players. */
export function begin(page) {
  $("opponent-level").replaceChildren(...[...$("level-black").options].map((one) => one.cloneNode(true)));
  $("opponent-level").value = $("level-white").value;
  mirror();
  for (const color of ["black", "white"]) {
    for (const name of ["player", "level"]) $(`${name}-${color}`).addEventListener("change", mirror);
  }
  $("opponent").addEventListener("input", showLevel);
  page.refilled.push(showLevel);
}
