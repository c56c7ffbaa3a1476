// The dialog of a new game, which leaves the running game alone until the new one is started.

/** @import { GameText } from "../../types/page" */

import * as api from "./api.js";
import { fillForm, systemOfForm } from "./clock.js";
import { $, COLORS, option, other } from "./elements.js";
import { newGame, trying } from "./game.js";
import { pageOf } from "./learn.js";
import { notify, noticed } from "./notice.js";
import * as problems from "./problems.js";
import { mayLeave } from "./question.js";
import { ruleSetOf } from "./results.js";
import { isEngine, isPerson, levelOptions, seat } from "./seats.js";
import { cancel, placeHandicap } from "./setup.js";
import { on, state } from "./state.js";

const SIZES = ["5", "7", "9", "13", "19", "9x7", "25"];
const CUSTOM = "custom";
const OTHER = "other";

/** Whether somebody has chosen who plays: before, the dialog offers the engine. */
let isSeated = false;

/** Returns the sides of the board. */
function sides() {
  if ($("size").value === OTHER) return [Number($("width").value), Number($("height").value)];
  const [width, height] = $("size").value.split("x").map(Number);
  return [width, height || width];
}

function usualKomi() {
  const rules = ruleSetOf($("rules").value);
  const [width, height] = sides();
  if (rules) $("komi").value = String(width === 19 && height === 19 ? rules.komi : rules.komiElsewhere);
  if (Number($("handicap").value) > 0) $("komi").value = "0.5";
}

/** Shows what the rules are about, and which fields have a meaning. */
function showForm() {
  const [isCustom, isOther] = [$("rules").value === CUSTOM, $("size").value === OTHER];
  $("custom-rules").disabled = !isCustom;
  const rules = ruleSetOf($("rules").value);
  // Where nothing is counted there is no komi.
  const isCounted = !rules?.tokens.includes("delay");
  $("komi").disabled = !isCounted;
  if (!isCounted) $("komi").value = "0";
  $("width").disabled = $("height").disabled = !isOther;
  $("handicap-kind").disabled = Number($("handicap").value) === 0;
  $("opponent-level").disabled = !["black", "white"].includes($("opponent").value);
  if (isCustom || isOther) $("more").open = true;
  $("rules-sentence").textContent = rules?.description ?? "Rules of your own, as JSON below.";
  $("rules-page").hidden = isCustom;
  if (isCustom) $("rules-text").hidden = true;
  if (!$("rules-text").hidden) trying(showRules);
}

/** Shows the page of the rules beside the form. */
async function showRules() {
  const name = $("rules").value;
  const nodes = await pageOf(name);
  if ($("rules").value !== name) return;
  $("rules-text").replaceChildren(...nodes);
  $("rules-text").hidden = false;
  $("rules-text").scrollTop = 0;
}

/** Returns the color that the person plays against the engine; null for another pairing. */
const own = () => COLORS.find((color) => isPerson(color) && isEngine(other(color))) ?? null;

/** Lets the opponent in the form be the one who plays. */
function mirror() {
  if (!isSeated) return;
  const isTwo = isPerson("black") && isPerson("white");
  $("opponent").value = isTwo ? "person" : own() ?? "others";
  const color = own();
  if (color) $("opponent-level").value = $(`level-${other(color)}`).value;
}

/** Gives the sides of the new game to its players. */
function takeSeats() {
  const chosen = $("opponent").value;
  isSeated = true;
  if (chosen === "person") for (const color of COLORS) seat(color, chosen);
  const color = COLORS.find((one) => one === chosen);
  if (!color) return;
  seat(color, "person");
  seat(other(color), "engine", $("opponent-level").value);
}

/** Returns the game of the form. @returns {Promise<GameText>} */
async function wanted() {
  const [width, height] = sides();
  const rules = $("rules").value === CUSTOM ? $("custom-rules").value : $("rules").value;
  /** @type {GameText} */
  const game = { rules, width, height, komi: Number($("komi").value || 0), moves: [] };
  const system = systemOfForm();
  if (system) game.clock = { system };
  const number = Number($("handicap").value || 0);
  if (number > 0 && $("handicap-kind").value !== "by-hand") {
    game.handicap = (await api.handicap({ width, height, number, fixed: $("handicap-kind").value === "fixed" })).points;
  }
  return game;
}

/** Begins the game of the form; says in the dialog why if that cannot be. */
async function start() {
  $("new-game-problem").hidden = true;
  try {
    const game = await wanted();
    // A game that is impossible leaves the running one as it is.
    await api.view(game);
    cancel();
    problems.forget();
    takeSeats();
    if (!await newGame(game)) throw new Error(noticed());
  } catch (error) {
    $("new-game-problem").textContent = error instanceof Error ? error.message : String(error);
    $("new-game-problem").hidden = false;
    return;
  }
  $("new-game-dialog").close();
  const number = Number($("handicap").value || 0);
  if (number > 0 && $("handicap-kind").value === "by-hand") {
    await placeHandicap();
    notify(`Place ${number} handicap stones.`);
  }
}

async function open() {
  if (!await mayLeave("for a new one")) return;
  mirror();
  const clock = state.tree.clock();
  if (clock) fillForm(clock.system);
  $("new-game-problem").hidden = true;
  showForm();
  $("new-game-dialog").showModal();
  $("rules").focus();
}

/** Fills the form with the rule sets and the values of a game. @param {GameText} game */
function fill(game) {
  $("rules").replaceChildren(...state.ruleSets.map((set) => option(set.title, set.id, set.description)), option("Own rules …", CUSTOM));
  $("size").replaceChildren(...SIZES.map((size) => option(size.includes("x") ? size.replace("x", "×") : `${size}×${size}`, size)), option("other …", OTHER));
  $("opponent-level").replaceChildren(...levelOptions());
  $("opponent-level").value = "3";
  const isPreset = ruleSetOf(game.rules) !== undefined;
  $("rules").value = isPreset ? game.rules : CUSTOM;
  if (!isPreset) $("custom-rules").value = game.rules;
  const size = game.width === game.height ? String(game.width) : `${game.width}x${game.height}`;
  $("size").value = SIZES.includes(size) ? size : OTHER;
  [$("width").value, $("height").value, $("komi").value] = [game.width, game.height, game.komi].map(String);
  showForm();
}

/** Listens to the dialog; `game` is the one with which the page begins. @param {GameText} game */
export function begin(game) {
  fill(game);
  on("refilled", () => { isSeated = true; showForm(); });
  for (const color of COLORS) $(`player-${color}`).addEventListener("change", () => { isSeated = true; });
  for (const field of [$("rules"), $("size"), $("handicap"), $("width"), $("height"), $("opponent")]) field.addEventListener("input", () => { if (field !== $("opponent")) usualKomi(); showForm(); });
  $("new-game-open").addEventListener("click", () => trying(open));
  $("new-game").addEventListener("submit", (event) => { event.preventDefault(); trying(start); });
  $("new-game-cancel").addEventListener("click", () => $("new-game-dialog").close());
  $("rules-page").addEventListener("click", () => trying(async () => { await showRules(); $("rules-text").firstElementChild?.scrollIntoView({ block: "nearest" }); }));
}
