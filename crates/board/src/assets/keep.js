// What is kept of a game: for a reload by the browser, for a new start of the server by the server.

/** @import { Elements, TreeData } from "../../types/page" */
/** @typedef {TreeData & { fields?: Record<string, unknown>, areWaiting?: boolean, page?: string }} Kept */
/** What the browser keeps beside the game that is shown: those that wait for it, and the players of the game that waits for a problem.
 * @typedef {{ left?: TreeData | undefined, before?: TreeData | undefined, seated?: Seated | null }} Waiting */
/** @import { Seated } from "./problems.js" */

import { fragment } from "./address.js";
import * as api from "./api.js";
import { $ } from "./elements.js";
import { PAGE_ID } from "./engine.js";
import { trying, use } from "./game.js";
import * as learn from "./learn.js";
import { notify } from "./notice.js";
import * as problems from "./problems.js";
import { ask } from "./question.js";
import { titleOf } from "./results.js";
import { areWaiting, pause } from "./seats.js";
import * as setup from "./setup.js";
import { on, state, tell } from "./state.js";
import { Tree } from "./tree.js";
import { plural } from "./words.js";

/** Name of the kept tree among what the browser keeps for the tab until it is closed. */
const NAME = "halfpoint tree";
/** Milliseconds after a change until the server is told to keep the game. */
const DELAY = 1500;
/** Fields that are kept beside those of the form: who plays, and how. @type {(keyof Elements)[]} */
const FIELDS = ["player-black", "player-white", "level-black", "level-white", "seconds", "ponder", "moves-stand", "take-backs"];

let timer = 0;
/** Whether the person was told that nothing is kept. */
let isTold = false;

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
  tell("refilled", undefined);
}

/** Returns all that is kept with a tree, as text. @param {Tree} tree @param {Waiting} [waiting] */
const text = (tree, waiting) => JSON.stringify({ ...tree.data(), fields: values(), areWaiting: areWaiting(), page: PAGE_ID, waiting });

/** Returns what waits for the game that is shown. @returns {Waiting} */
const waiting = () => ({ left: learn.left()?.data(), before: setup.before()?.data(), seated: problems.seated() });

/** Takes back what waited before a reload. @param {Waiting} kept */
function wait({ left, before, seated }) {
  if (left) learn.resume(Tree.of(left));
  if (before) setup.resume(Tree.of(before));
  if (seated) problems.resume(seated);
}

/** Returns the name of the lock that a page holds as long as it is open. @param {string} page */
const lockOf = (page) => `halfpoint page ${page}`;

/** Returns whether a page is open in a tab of this browser. @param {string | undefined} page */
async function isOpen(page) {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockOf(page ?? ""));
}

/** Seats the players of what was kept. @param {Kept} kept */
function resume(kept) {
  refill(kept.fields ?? {});
  pause(kept.areWaiting === true);
}

/** Returns the tree that the browser has kept if the line to its current position is that of the address, and seats its players; null otherwise. */
export function keptTree() {
  try {
    /** @type {Kept & { waiting?: Waiting }} */
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    const tree = Tree.of(kept);
    if (fragment(tree.game()) !== location.hash) return null;
    resume(kept);
    wait(kept.waiting ?? {});
    return tree;
  } catch {
    return null;
  }
}

/** Offers to go on with the game that the server has kept, if it was not saved and did not end here. */
export async function offer() {
  const kept = await api.kept();
  if (!kept) return;
  /** @type {Kept} */
  let data;
  /** @type {Tree} */
  let tree;
  try {
    data = JSON.parse(kept);
    tree = Tree.of(data);
  } catch {
    return;
  }
  const moves = tree.moveCount();
  const result = tree.root.text("RE");
  const hasEnded = result !== "" && result === tree.ownResult;
  if (moves === 0 || !tree.isUnsaved || hasEnded || await isOpen(data.page)) return;
  const { rules, width, height } = tree.start;
  if (!await ask(`Go on with your game of ${titleOf(rules)} on ${width}×${height}, ${plural(moves, "move")}?`, "Go on", "Not now")) return;
  resume(data);
  await use(tree);
}

/** Has the server keep a tree; says once why it does not. @param {Tree} tree */
async function keepTree(tree) {
  const { kept, reason } = await api.keep({ text: text(tree) });
  if (kept || !reason || isTold) return;
  isTold = true;
  notify(`Your game is not kept for a new start: ${reason}. Save it to have it later.`, "error");
}

/** Tells the server to keep the game soon, even if the page shows another one then. */
function keepSoon() {
  const { tree } = state;
  if (!tree.isUnsaved || tree.isExample) return;
  clearTimeout(timer);
  timer = setTimeout(() => trying(() => keepTree(tree)), DELAY);
}

/** Notes that the game has changed. A problem is no game of the person's. */
function change() {
  if (problems.isShown()) return;
  state.tree.isUnsaved = true;
  keepSoon();
}

/** Notes that the game was saved. The server keeps it on, as one that it need not offer. */
function noteSaved() {
  const { tree } = state;
  if (!tree.isUnsaved) return;
  tree.isUnsaved = false;
  // The timer may be that of the game that waits for the example.
  if (tree.isExample) return;
  clearTimeout(timer);
  trying(() => keepTree(tree));
}

/** Keeps all that whenever the page is left or hidden, and the game after each change of it. */
export function begin() {
  const keep = () => {
    try {
      sessionStorage.setItem(NAME, text(state.tree, waiting()));
    } catch {
      // The browser keeps nothing, or has no room: the address still has the line.
    }
  };
  // The lock is held until the page goes.
  navigator.locks.request(lockOf(PAGE_ID), () => new Promise(() => undefined));
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
  on("played", change);
  on("noted", change);
  on("arrived", keepSoon);
  on("counted", keepSoon);
  on("saved", noteSaved);
}
