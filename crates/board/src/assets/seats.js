// Who plays: a person, the engine at a level, or another engine, for each color.

/** @import { Color } from "../../types/page" */

import { $, COLORS, option, proper } from "./elements.js";
import { on, state, tell } from "./state.js";

const PERSON = "person";
const ENGINE = "engine";
const OTHER = "opponent:";

/** Whether the engines wait until they are told to go on. */
let areStopped = false;

/** @param {Color} color */
const player = (color) => $(`player-${color}`).value;
/** Returns whether a person plays a color. @param {Color} color */
export const isPerson = (color) => player(color) === PERSON;
/** Returns whether the engine of the program plays a color. @param {Color} color */
export const isEngine = (color) => player(color) === ENGINE;
/** Returns the name of the other engine that plays a color; null if none does. @param {Color} color */
export const opponentOf = (color) => (player(color).startsWith(OTHER) ? player(color).slice(OTHER.length) : null);
/** Returns the level of the engine as a color. @param {Color} color */
export const levelOf = (color) => Number($(`level-${color}`).value);

/** Returns the name of a player for messages: the color, and who plays it if that is no person. @param {Color} color */
export function called(color) {
  if (isPerson(color)) return proper(color);
  return `${proper(color)} (${opponentOf(color) ?? `engine, level ${levelOf(color)}`})`;
}

/** Returns whether the engines wait. */
export const areWaiting = () => areStopped;

/** Lets the engines wait, or go on. @param {boolean} waits */
export function pause(waits) {
  areStopped = waits;
  $("pause").setAttribute("aria-pressed", String(waits));
  tell("paused", waits);
}

/** Gives a color to a player, and lets the engines go on if they waited. @param {Color} color @param {string} name @param {string} [level] */
export function seat(color, name, level) {
  $(`player-${color}`).value = name;
  if (level) $(`level-${color}`).value = level;
  pause(false);
  tell("seated", undefined);
}

/** Levels in words: each from this share of the levels on. @type {[share: number, words: string][]} */
const STRENGTHS = [
  [0, "moves almost at random"], [0.05, "on the first day"], [0.1, "a beginner"], [0.2, "knows the rules"], [0.3, "plays now and then"],
  [0.45, "a club player"], [0.65, "a strong club player"], [0.8, "stronger than most"],
];

/** Returns a level in words. @param {number} level */
function levelName(level) {
  if (level === state.maxLevel) return `${level}: as strong as it can`;
  const [, words] = STRENGTHS.findLast(([share]) => level - 1 >= share * (state.maxLevel - 1)) ?? STRENGTHS[0];
  return `${level}: ${words}`;
}

/** Makes the choices of a list of levels. */
export const levelOptions = () => Array.from({ length: state.maxLevel }, (_, index) => option(levelName(index + 1), String(index + 1)));

/** Fills the lists with what the server offers. @param {string[]} opponents */
export function begin(opponents) {
  for (const color of COLORS) {
    $(`player-${color}`).append(...opponents.map((name) => option(name, OTHER + name)));
    $(`level-${color}`).replaceChildren(...levelOptions());
    $(`level-${color}`).value = String(state.maxLevel);
  }
  on("drawn", () => {
    for (const color of COLORS) $(`level-${color}`).disabled = Boolean(opponentOf(color));
    $("pause").hidden = isPerson("black") && isPerson("white");
  });
}
