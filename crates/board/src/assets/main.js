// The page: one tree of moves, the board, and the cards beside it.

/** @import { CountView, Elements, GameText, Page, PositionView, RuleSetView, Times, TreeNode } from "../../types/page" */

import { keepGame, keyAtBeginning, listenForKeys, openAddress } from "./address.js";
import * as analysis from "./analysis.js";
import * as api from "./api.js";
import { BoardView } from "./board.js";
import * as clocks from "./clock.js";
import * as consent from "./consent.js";
import * as ending from "./ending.js";
import * as engine from "./engine.js";
import { $, around, element, letter, showCount, showLedger, showSum, showThings, showTokens, showWhy } from "./panel.js";
import * as graph from "./graph.js";
import { headline } from "./headline.js";
import * as keep from "./keep.js";
import * as peoplesCount from "./counting.js";
import { Lights } from "./lights.js";
import { Loupe } from "./loupe.js";
import { MoveTree } from "./movetree.js";
import * as learn from "./learn.js";
import * as record from "./record.js";
import * as seats from "./seats.js";
import * as session from "./session.js";
import * as setup from "./setup.js";
import { Tree } from "./tree.js";

/** Tree that is shown; there is one as soon as the page has begun. @type {Tree} */
let tree;
/** View that is shown; there is one when a position was drawn. @type {PositionView} */
let view;
/** Count of that position; null while it is awaited. @type {CountView | null} */
let count = null;
/** @type {RuleSetView[]} */
let ruleSets = [];
/** Aborts the count that is awaited. @type {AbortController | null} */
let counting = null;
/** Whether a move is on its way to the server. */
let isPlaying = false;
/** Number of the latest change, so that answers about earlier positions are dropped. */
let change = 0;

const board = new BoardView($("picture"), $("points"), choosePoint);
const loupe = new Loupe(board, (name) => choosePoint(name, board.isStone(name), board.reasons[name]));
const moveTree = new MoveTree($("move-tree"), (node) => goTo(node));
const lights = new Lights(board, { black: $("bowls-black"), white: $("bowls-white") }, $("lit-words"), $("count"));

/** Shows a notice, or none. @param {string} [text] */
function notify(text) {
  $("notice").textContent = text ?? "";
  $("notice").hidden = !text;
}

/** Runs a function and shows why it failed. @param {() => unknown} action */
async function trying(action) {
  try {
    await action();
    return true;
  } catch (error) {
    if (!api.isAbort(error)) notify(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** Parts of the page that other modules use. @type {Page} */
const page = {
  tree: () => tree,
  view: () => view,
  isShown: () => view !== undefined,
  count: () => count,
  ruleSets: () => ruleSets,
  play: (mv) => play(mv),
  playByHand: (mv) => playByHand(mv),
  goTo: (node) => goTo(node),
  newGame: (game, clocks) => newGame(game, clocks),
  openGame: (game) => openGame(game),
  use: (other) => use(other),
  update: () => trying(update),
  draw: () => draw(),
  notify,
  trying,
  board,
  /** Functions that are called when a position has been drawn. */
  drawn: [],
  /** Functions that are offered a point that was chosen, its stone or not, before the game takes it; true if they took it. */
  choosers: [],
  /** Functions that return why no move may be made now, if they know a reason. */
  objections: [],
  /** Functions that are called when the fields have the values from before a reload. */
  refilled: [],
  /** Functions that return whether the engines wait. */
  pauses: [],
  /** Functions that are called when a position has been counted. */
  counted: [],
  /** Functions that are called when a position is left, and when another one has been drawn. */
  leaving: [],
  arrived: [() => loupe.show()],
  /** Functions that are called when a node has got a value. */
  valued: [],
};

/** Shows the current position, and asks for what depends on it. A notice about the state before it goes. */
async function update() {
  change += 1;
  const mine = change;
  notify();
  for (const leave of page.leaving) leave();
  counting?.abort();
  const game = tree.game();
  const answer = await api.view(game);
  if (mine !== change) return;
  view = ending.asPlayed(answer, tree.current);
  count = null;
  lights.drop();
  $("count").setAttribute("aria-busy", "true");
  draw();
  keepGame(game);
  // Both may be on their way for long, and are replaced by the next change.
  trying(() => askCount(game, mine));
  for (const arrive of page.arrived) arrive();
}

function draw() {
  const { width, height } = tree.start;
  const { board: picture } = ($("show-count").checked && count) || view;
  board.show(picture, width, height, view);
  lights.hold(view.held);
  showTokens($("tokens"), view, (mv) => trying(() => playByHand(mv)), !engine.isPerson(view.toMove));
  $("pass-means").textContent = view.passMeans && !view.over ? `${view.passMeans[0].toUpperCase()}${view.passMeans.slice(1)}.` : "";
  showThings($("things"), view);
  showLedger($("ledger"), view);
  $("move-number").textContent = `move ${view.moves}`;
  $("undo").disabled = $("first").disabled = !tree.current.parent;
  $("redo").disabled = $("last").disabled = !tree.current.next;
  $("delete").disabled = !tree.current.parent;
  const line = tree.line();
  $("go-to").max = String(line.length - 1);
  $("go-to").value = String(line.indexOf(tree.current));
  moveTree.show(tree);
  $("resign").disabled = Boolean(view.over);
  for (const show of page.drawn) show();
  showStatus();
  showVariations();
}

function showStatus() {
  const own = count?.table.rows.find((row) => row.rules === view.rules);
  const words = headline(view, tree.current, own && "result" in own ? own.result : undefined, consent.isSettled(tree.current));
  $("status").textContent = `${view.rules}, komi ${tree.start.komi}: ${words}`;
  $("status").dataset.over = view.over ?? "";
}

function showVariations() {
  const children = tree.current.children;
  const buttons = children.length < 2 ? [] : children.map((node) => {
    const button = element("button", node.move?.join(" "));
    button.addEventListener("click", () => goTo(node));
    return button;
  });
  $("variations").replaceChildren(...buttons);
}

/** @param {GameText} game @param {number} mine */
async function askCount(game, mine) {
  const abort = new AbortController();
  counting = abort;
  const answer = await api.count(game, abort.signal);
  if (mine !== change) return;
  count = answer;
  showCount($("count"), count, (rules) => trying(() => changeRules(rules)), (row, index, term, text) => lights.button(row, index, term, text));
  lights.take(count.lights, count.table.counted);
  showWhy($("why-title"), $("why"), count);
  showSum($("sum"), count);
  $("count").setAttribute("aria-busy", "false");
  for (const take of page.counted) take();
  if ($("show-count").checked) draw();
  else showStatus();
}

/** Plays a move that a person has chosen, unless an engine is to move. @param {string} mv */
async function playByHand(mv) {
  const reason = engine.objection();
  if (reason) notify(reason);
  else await play(mv);
}

/** Plays a move of the side to move. @param {string} mv */
async function play(mv) {
  if (isPlaying) return;
  for (const objects of page.objections) {
    const reason = objects(mv);
    if (reason) return notify(reason);
  }
  const before = tree.current;
  isPlaying = true;
  board.expect(mv);
  try {
    const clock = await clocks.spend();
    if (clock === false || tree.current !== before) return void draw();
    tree.add([letter(view.toMove), mv]);
    if (clock) tree.current.clock = clock;
    await update();
  } catch (error) {
    const isNew = tree.current !== before && tree.current.children.length === 0;
    if (isNew) tree.remove();
    tree.current = before;
    draw();
    throw error;
  } finally {
    isPlaying = false;
  }
}

/** @param {string} name @param {boolean} isStone @param {string} [reason] */
function choosePoint(name, isStone, reason) {
  if (page.choosers.some((takes) => takes(name, isStone))) return;
  if (isStone) notify(`${name}: a stone is there.`);
  else if (reason) notify(`${name}: ${reason}.`);
  else trying(() => playByHand(name));
}

/** @param {string} rules */
async function changeRules(rules) {
  const before = tree.start.rules;
  tree.start.rules = rules;
  try {
    await update();
  } catch (error) {
    tree.start.rules = before;
    throw error;
  }
}

/** Shows another position; the one before if that cannot be shown. @param {() => boolean} move */
async function show(move) {
  const before = tree.current;
  const moved = move();
  if (moved && !await trying(update) && tree.current !== before) tree.goTo(before);
}

/** @param {TreeNode} node */
const goTo = (node) => show(() => { tree.goTo(node); return true; });

const toFirst = () => { let moved = false; while (tree.back()) moved = true; return moved; };
const toLast = () => { let moved = false; while (tree.forward()) moved = true; return moved; };

/** Shows another tree, and returns whether it can be shown; if not, the one before stays. @param {Tree} other */
async function use(other) {
  const before = tree;
  tree = other;
  if (await trying(update)) return true;
  const reason = $("notice").textContent ?? "";
  tree = before;
  if (before) await trying(update);
  notify(reason);
  return false;
}

/** @param {GameText} game @param {Times} [clocks] */
function newGame(game, clocks) {
  $("analysis").tBodies[0].replaceChildren();
  return use(new Tree(game, clocks));
}

/** Begins with the game of an address; says so if it holds none. @param {GameText | null} game */
async function openGame(game) {
  if (game) return newGame(game);
  notify("This address holds no game.");
  return false;
}

/** Ways through the moves, by their keys. @type {Record<string, (() => boolean) | undefined>} */
const KEYS = { ArrowLeft: () => tree.back(), ArrowRight: () => tree.forward(), Home: toFirst, End: toLast };

function listen() {
  /** @param {keyof Elements} id @param {string} event @param {() => unknown} action */
  const on = (id, event, action) => $(id).addEventListener(event, action);
  on("first", "click", () => show(toFirst));
  on("undo", "click", () => show(() => tree.back()));
  on("redo", "click", () => show(() => tree.forward()));
  on("last", "click", () => show(toLast));
  on("go-to", "input", () => goTo(tree.line()[Number($("go-to").value)]));
  on("delete", "click", () => { tree.remove(); trying(update); });
  on("show-count", "change", draw);
  document.addEventListener("keydown", (event) => {
    if (around(event, "input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = KEYS[event.key];
    if (action) {
      event.preventDefault();
      show(action);
    }
  });
}

/** Gets a session for the key in the address, and for each that is entered later: the page begins anew then, with the game that it shows. */
async function exchangeKeys() {
  listenForKeys((key) => trying(async () => { await api.exchange(key); location.reload(); }));
  try {
    if (keyAtBeginning) await api.exchange(keyAtBeginning);
  } catch (error) {
    // A key that has served does no harm where there is a session.
    if (!await session.current()) throw error;
  }
}

async function begin() {
  await exchangeKeys();
  const start = await api.start();
  ruleSets = start.ruleSets;
  const { game } = start.begun;
  const times = "clocks" in start.begun ? start.begun.clocks : undefined;
  listen();
  setup.begin(page, game);
  // Who plays on is known before engines are asked for dead stones.
  ending.begin(page, consent.isSettled);
  consent.begin(page);
  peoplesCount.begin(page, lights, api.counting);
  clocks.begin(page);
  analysis.begin(page);
  engine.begin(page, start);
  seats.begin(page);
  graph.begin(page);
  learn.begin(page, start);
  record.begin(page);
  const kept = keep.keptTree(page);
  const isShown = kept ? await page.use(kept) : false;
  if (!isShown && !await openAddress(openGame)) {
    const reason = $("notice").textContent ?? "";
    if (await newGame(game, times)) notify(reason);
  }
  keep.begin(page);
}

trying(begin);
