// The tree of moves, the players, and the form of a new game, which the browser keeps for a reload: the address holds one line of the tree alone.

/** @import { Elements, Page, TreeData } from "../../types/page" */
/** @typedef {TreeData & { fields?: Record<string, unknown>, areWaiting?: boolean }} Kept */

import { fragment } from "./address.js";
import { areWaiting, pause } from "./engine.js";
import { $ } from "./panel.js";
import { Tree } from "./tree.js";

/** Name of the kept tree among what the browser keeps for the tab until it is closed. */
const NAME = "halfpoint tree";
/** Fields that are kept beside those of the form: who plays, and how. @type {(keyof Elements)[]} */
const FIELDS = ["player-black", "player-white", "level-black", "level-white", "seconds", "ponder", "moves-stand", "take-backs"];

/** Returns the fields that are kept. */
const fields = () => [...$("new-game").elements, ...FIELDS.map($)].filter((field) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement);

/** Returns whether a field is a box to check. @param {Element} field @returns {field is HTMLInputElement} */
const isBox = (field) => field instanceof HTMLInputElement && field.type === "checkbox";

/** Returns the values of the fields by their ids. */
const values = () => Object.fromEntries(fields().map((field) => [field.id, isBox(field) ? field.checked : field.value]));

/** Gives the fields their kept values, but none that a list does not offer, such as an engine of another server. @param {Record<string, unknown>} kept */
function refill(kept) {
  for (const field of fields()) {
    const value = kept[field.id];
    if (isBox(field)) field.checked = value === true;
    else if (typeof value === "string" && (!("options" in field) || [...field.options].some((one) => one.value === value))) field.value = value;
  }
}

/** Returns the kept tree if the line to its current position is that of the address, and seats its players; null otherwise. @param {Page} page */
export function keptTree(page) {
  try {
    /** @type {Kept} */
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    const tree = Tree.of(kept);
    if (fragment(tree.game()) !== location.hash) return null;
    refill(kept.fields ?? {});
    pause(kept.areWaiting === true);
    for (const show of page.refilled) show();
    return tree;
  } catch {
    return null;
  }
}

/** Keeps all that whenever the page is left or hidden. @param {Page} page */
export function begin(page) {
  const keep = () => {
    try {
      sessionStorage.setItem(NAME, JSON.stringify({ ...page.tree().data(), fields: values(), areWaiting: areWaiting() }));
    } catch {
      // The browser keeps nothing, or has no room: the address still has the line.
    }
  };
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
}
