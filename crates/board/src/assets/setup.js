// New games, and positions that are set up by hand.

/** @import { Elements, GameText, Page, Start } from "../../types/page" */
/** @import { Tree as MoveTree } from "./tree.js" */

import * as api from "./api.js";
import { fillForm, systemOfForm } from "./clock.js";
import { $, letter, option } from "./panel.js";
import { take as takeSeats } from "./seats.js";
import { Tree } from "./tree.js";

const SIZES = ["5", "7", "9", "13", "19", "9x7", "25"];
const CUSTOM = "custom";
const OTHER = "other";
const MIXED = "Handicap stones and other stones do not go together: clear the board first.";

/** @type {Page} */
let page;
/** Tree to which a cancelled set-up goes back; null while nothing is set up. @type {MoveTree | null} */
let before = null;
/** Whether the next stone of the alternating tool is white. */
let isWhiteNext = false;

/** Returns whether a position is being set up, in which nobody moves. */
export const isActive = () => before !== null;

function sides() {
  if ($("size").value === OTHER) return [Number($("width").value), Number($("height").value)];
  const [width, height] = $("size").value.split("x").map(Number);
  return [width, height || width];
}

function usualKomi() {
  const rules = page.ruleSets().find((set) => set.id === $("rules").value);
  const [width, height] = sides();
  if (rules) $("komi").value = String(width === 19 && height === 19 ? rules.komi : rules.komiElsewhere);
  if (Number($("handicap").value) > 0) $("komi").value = "0.5";
}

function showForm() {
  const [isCustom, isOther] = [$("rules").value === CUSTOM, $("size").value === OTHER];
  $("custom-rules").disabled = !isCustom;
  $("width").disabled = $("height").disabled = !isOther;
  $("handicap-kind").disabled = Number($("handicap").value) === 0;
  if (isCustom || isOther) $("more").open = true;
}

/** Begins the game of the form. */
async function begun() {
  const [width, height] = sides();
  const rules = $("rules").value === CUSTOM ? $("custom-rules").value : $("rules").value;
  /** @type {GameText} */
  const game = { rules, width, height, komi: Number($("komi").value || 0), moves: [] };
  const system = systemOfForm();
  if (system) game.clock = { system };
  const number = Number($("handicap").value || 0);
  const kind = $("handicap-kind").value;
  if (number > 0 && kind !== "by-hand") {
    game.handicap = (await api.handicap({ width, height, number, fixed: kind === "fixed" })).points;
  }
  before = null;
  takeSeats();
  if (!await page.newGame(game)) return;
  if (number > 0 && kind === "by-hand") {
    $("tool").value = "handicap";
    await enter();
    page.notify(`Place ${number} handicap stones.`);
  }
}

/** Begins to set up the position that is shown. */
async function enter() {
  if ($("moves-stand").checked) return page.notify("Moves stand: begin a new game to set up a position.");
  const tree = page.tree();
  const { stones, toMove } = page.view();
  before = tree;
  const { handicap, setup, first, ...start } = tree.start;
  const isPlain = !tree.current.parent;
  const clock = tree.clock();
  if (clock) fillForm(clock.system);
  if (isPlain && handicap && handicap.length > 0) {
    await page.use(new Tree({ ...start, handicap, moves: [] }));
  } else {
    await page.use(new Tree({ ...start, setup: [stones.black, stones.white], first: letter(toMove), moves: [] }));
  }
}

/** Changes the starting position, and goes back to the one before if the server refuses it. @param {Start} next */
async function change(next) {
  const tree = page.tree();
  const old = tree.start;
  tree.start = next;
  if (!await page.update()) {
    tree.start = old;
    const { textContent } = $("notice");
    await page.update();
    page.notify(textContent ?? "");
  }
}

/** Places a stone or takes one off, by the tool that is chosen. @param {string} name */
async function edit(name) {
  const { start } = page.tree();
  const tool = $("tool").value;
  const handicap = start.handicap ?? [];
  const setup = start.setup ?? [[], []];
  /** @param {string[]} list */
  const without = (list) => list.filter((point) => point !== name);
  if (tool === "handicap" || (tool === "erase" && handicap.includes(name))) {
    if (setup.flat().length > 0) return page.notify(MIXED);
    const next = handicap.includes(name) ? without(handicap) : [...handicap, name];
    const { setup: _none, first: _first, ...rest } = start;
    return change({ ...rest, handicap: next });
  }
  if (handicap.length > 0) return page.notify(MIXED);
  /** @type {[string[], string[]]} */
  const next = [without(setup[0]), without(setup[1])];
  const wasThere = setup.map((list) => list.includes(name));
  const index = tool === "white" || (tool === "alternating" && isWhiteNext) ? 1 : 0;
  // A second click takes the stone off again.
  const takesOff = tool === "erase" || (tool === "alternating" ? wasThere.some(Boolean) : wasThere[index]);
  if (!takesOff) {
    next[index].push(name);
    if (tool === "alternating") isWhiteNext = !isWhiteNext;
  }
  await change({ ...start, setup: next, first: start.first ?? "B" });
}

/** Begins the game from the position, with the clock of the form. */
function leave() {
  before = null;
  const system = systemOfForm();
  page.tree().root.clock = system ? { system } : null;
  page.draw();
  return page.update();
}

function show() {
  $("set-up").setAttribute("aria-pressed", String(isActive()));
  $("set-up-tools").hidden = !isActive();
  if (!isActive()) return;
  const { first, handicap = [] } = page.tree().start;
  $("first-player").value = handicap.length > 0 ? "W" : first ?? "B";
  $("first-player").disabled = handicap.length > 0;
}

/** Fills the form with the rule sets and the values of a game. @param {GameText} game */
function fill(game) {
  $("rules").replaceChildren(...page.ruleSets().map((set) => option(set.id, set.id, set.description)), option("custom …", CUSTOM));
  $("size").replaceChildren(...SIZES.map((size) => option(size)), option("other …", OTHER));
  const isPreset = page.ruleSets().some((set) => set.id === game.rules);
  $("rules").value = isPreset ? game.rules : CUSTOM;
  if (!isPreset) $("custom-rules").value = game.rules;
  const size = game.width === game.height ? String(game.width) : `${game.width}x${game.height}`;
  $("size").value = SIZES.includes(size) ? size : OTHER;
  [$("width").value, $("height").value, $("komi").value] = [game.width, game.height, game.komi].map(String);
  showForm();
}

/** Listens to the form and to the tools; `game` is the one with which the page begins. @param {Page} parts @param {GameText} game */
export function begin(parts, game) {
  page = parts;
  fill(game);
  page.drawn.push(show);
  page.refilled.push(showForm);
  page.pauses.push(isActive);
  page.choosers.push((name) => {
    if (isActive()) page.trying(() => edit(name));
    return isActive();
  });
  page.objections.push(() => (isActive() ? "A position is being set up: press Done to play." : null));
  /** @param {keyof Elements} id @param {string} event @param {() => unknown} action */
  const on = (id, event, action) => $(id).addEventListener(event, () => page.trying(action));
  for (const field of [$("rules"), $("size"), $("handicap"), $("width"), $("height")]) field.addEventListener("input", () => { usualKomi(); showForm(); });
  $("new-game").addEventListener("submit", (event) => { event.preventDefault(); page.trying(begun); });
  on("set-up", "click", () => (isActive() ? leave() : enter()));
  on("set-up-done", "click", leave);
  on("set-up-cancel", "click", () => { const tree = before; before = null; return tree && page.use(tree); });
  on("set-up-clear", "click", () => { const { handicap: _handicap, ...rest } = page.tree().start; return change({ ...rest, setup: [[], []] }); });
  on("first-player", "change", () => change({ ...page.tree().start, first: $("first-player").value }));
}
