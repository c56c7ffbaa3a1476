// Problems in which half a point decides: a list of them, moves that are tried, the reply to each, and why.

/** @import { ProblemRecord, TreeNode } from "../../types/page" */

import * as api from "./api.js";
import { $, COLORS, buttonFor, option } from "./elements.js";
import { go, goTo, trying, update } from "./game.js";
import { visit } from "./learn.js";
import { notify } from "./notice.js";
import { remember, remembered } from "./remember.js";
import { titleOf } from "./results.js";
import { areWaiting, pause, seat } from "./seats.js";
import { hooks, on, state } from "./state.js";
import { Tree } from "./tree.js";

/** Name under which the browser keeps the problems that were solved. */
const NAME = "halfpoint problems";
/** Milliseconds before the reply to a move. */
const DELAY = 700;
/** Property of the node of the best move. */
const BEST = "TE";

/** All problems; null until the tab is shown. @type {ProblemRecord[] | null} */
let problems = null;
/** The problem on the board: its number in the list, the tree that is shown, the position in it and in the record; null while none is.
 * @type {{ number: number, tree: Tree, position: TreeNode, known: TreeNode } | null} */
let current = null;
/** Who played before the problem, and whether the engines waited. @typedef {{ black: string, white: string, waits: boolean }} Seated */
/** Players who were seated before the problem. @type {Seated | null} */
let players = null;
/** Returns the players who were seated before the problem. */
export const seated = () => players;
/** Takes the players from before the problem back after a reload. @param {Seated} kept */
export const resume = (kept) => { players = kept; };
/** Forgets the players from before the problem, since others sit down. */
export const forget = () => { players = null; };

/** Returns the names of the problems that were solved. */
const solved = () => new Set((remembered(NAME) ?? "").split(" ").filter(Boolean));
/** Returns the problem that is shown, if its tree still is. */
const shown = () => (current?.tree === state.tree ? current : null);
/** Returns whether a problem is on the board. */
export const isShown = () => shown() !== null;
/** Returns the node of a record at which its problem begins: the one that a best move follows. @param {Tree} record */
const beginning = (record) => record.all().find((node) => node.children.some((child) => child.values(BEST).length > 0));

/** Fetches the problems, if they are not there yet, and shows those of the rules of the game. */
async function load() {
  if (problems) return;
  problems = await api.problems();
  const rules = [...new Set(problems.map((one) => one.rules))];
  $("problem-rules").replaceChildren(...rules.map((id) => option(titleOf(id), id)));
  if (rules.includes(state.tree.start.rules)) $("problem-rules").value = state.tree.start.rules;
  $("problems").hidden = rules.length === 0;
  list();
}

/** Lists the problems of the rules that are chosen, from easy to hard. */
function list() {
  const known = solved();
  const own = (problems ?? []).map((one, number) => ({ one, number })).filter(({ one }) => one.rules === $("problem-rules").value);
  const buttons = own.map(({ one, number }, index) => {
    const isSolved = known.has(one.name);
    const button = buttonFor(`${index + 1}${isSolved ? " ✓" : ""}`, () => trying(() => open(number)));
    button.dataset.problem = one.name;
    button.setAttribute("aria-label", `Problem ${index + 1}${isSolved ? ", solved" : ""}`);
    button.setAttribute("aria-pressed", String(shown()?.number === number));
    return button;
  });
  $("problem-list").replaceChildren(...buttons);
}

/** Opens a problem on the board. @param {number} number */
async function open(number) {
  const one = problems?.[number];
  if (!one) return;
  const record = Tree.ofRecord(one.record);
  const known = beginning(record);
  if (!known) return notify("This problem has no answer.", "error");
  const tree = new Tree({ ...record.start, moves: record.way(known).flatMap(({ move }) => (move ? [move] : [])) });
  players ??= { black: $("player-black").value, white: $("player-white").value, waits: areWaiting() };
  for (const color of COLORS) seat(color, "person");
  const before = current;
  current = { number, tree, position: tree.current, known };
  if (!await visit(tree)) {
    current = before;
    return;
  }
  $("problem-goal").textContent = known.text("C");
  say("Try a move on the board, a pass or a token.");
  list();
}

/** Says what is known of the move that was tried. @param {string} text @param {"right" | "wrong" | ""} kind */
function say(text, kind = "") {
  $("problem-verdict").textContent = text;
  $("problem-verdict").dataset.kind = kind;
}

/** Adds the line of the record that follows a move to the tree, and stays at the move. @param {TreeNode} known */
function addLine(known) {
  const { tree } = state;
  const tried = tree.current;
  for (let next = known.children[0]; next?.move; next = next.children[0]) tree.add(next.move);
  tree.goTo(tried);
}

/** Judges a move that was made in the position of the problem, and shows the reply to it. @param {string} mv */
async function judge(mv) {
  const one = shown();
  if (!one) return;
  const { tree } = state;
  const tried = tree.current;
  if (tried.parent !== one.position) return;
  const known = one.known.children.find(({ move }) => move?.[1] === mv);
  if (!known) return say("The record does not know this move.");
  const isRight = known.values(BEST).length > 0;
  say(known.text("C"), isRight ? "right" : "wrong");
  if (isRight) solve(one.number);
  addLine(known);
  if (known.children.length === 0) return;
  await new Promise((resolve) => { setTimeout(resolve, DELAY); });
  if (state.tree !== tree || tree.current !== tried || !tree.forward()) return;
  await update();
  const { move } = tree.current;
  // The verdict may be out of sight: its first sentence is said beside the board.
  const [verdict] = /^.*?\.(?= |$)/.exec(known.text("C")) ?? [isRight ? "Right." : "Wrong."];
  notify(`${verdict} The reply: ${move?.[0] === "B" ? "Black" : "White"} ${move?.[1]}. → shows how it goes on.`);
}

/** Remembers that a problem was solved. @param {number} number */
function solve(number) {
  const name = problems?.[number]?.name;
  if (!name) return;
  remember(NAME, [...solved().add(name)].join(" "));
  list();
}

/** Goes back to the position of the problem. */
async function again() {
  const one = shown();
  if (!one) return;
  await goTo(one.position);
  say("Try a move on the board, a pass or a token.");
}

/** Plays the best move. */
async function answer() {
  const one = shown();
  const known = one?.known.children.find((child) => child.values(BEST).length > 0);
  if (!one || !known?.move) return;
  const { move } = known;
  await go(() => {
    one.tree.goTo(one.position);
    one.tree.add(move);
    addLine(known);
    return true;
  });
  say(known.text("C"), "right");
}

/** Opens the problem that follows in the list. */
async function next() {
  const one = shown();
  if (!one || !problems) return;
  const number = (one.number + 1) % problems.length;
  $("problem-rules").value = problems[number].rules;
  await open(number);
}

/** Shows the part about the problem while it is on the board; the players of the game before sit down again after it. */
function begun() {
  $("problem").hidden = !isShown();
  // After a reload a problem is an example.
  if (isShown() || (!current && state.tree.isExample)) return;
  current = null;
  const before = players;
  players = null;
  list();
  if (!before) return;
  for (const color of COLORS) seat(color, before[color]);
  pause(before.waits);
  trying(update);
}

/** Listens to the list and to moves. */
export function begin() {
  on("turned", (tab) => { if (tab === "learn") trying(load); });
  on("begun", begun);
  on("played", (mv) => { trying(() => judge(mv)); });
  hooks.pauses.push(isShown);
  $("problem-rules").addEventListener("change", list);
  $("problem-again").addEventListener("click", () => trying(again));
  $("problem-answer").addEventListener("click", () => trying(answer));
  $("problem-next").addEventListener("click", () => trying(next));
}
