// The end of a game: who has won and why, what both are to agree on, and what can be done then.

/** @import { Color, TreeNode } from "../../types/page" */

import { isThinking, offersToResign } from "./engine.js";
import { $, COLORS, element, other, proper } from "./elements.js";
import { trying, update } from "./game.js";
import { deedWords, turnWords } from "./headline.js";
import { isOverByPasses, judgedBy } from "./judges.js";
import { ownRow, titleOf } from "./results.js";
import { areWaiting, called, isPerson, pause } from "./seats.js";
import { isActive as isSettingUp } from "./setup.js";
import { hooks, on, state } from "./state.js";
import { leadTo, showTab } from "./tabs.js";
import { amount, plain, resultWords } from "./words.js";

/** Whether the dead stones are shown because the game has ended, not because somebody asked for them. */
let isShownByEnd = false;

const isOver = () => state.view.over === "passes";
/** Returns whether the end is one that is counted. */
const isCounted = () => isOver() || state.view.over === "draw";
/** Returns whether both players agree to the dead stones of a node. @param {TreeNode} node */
export const isSettled = (node) => node.agreed.black && node.agreed.white;
/** Returns whether the result of the position is known: the game has ended, and nothing is left to agree on. */
const isFinal = () => Boolean(state.view.over) && !(isOverByPasses() && !isSettled(state.tree.current));

/** Goes on after the end of the game, or goes back to the end. After an end by words alone the game goes on where it was. */
async function playOn() {
  const { tree, view } = state;
  const node = tree.current;
  if (isOver() || node.playsOn) {
    node.playsOn = !node.playsOn;
    node.dead = null;
    node.withdraw();
  } else if (view.over === "resign") {
    tree.playsToTheEnd = true;
    tree.takeBack(1);
    pause(false);
  } else {
    // After a loss on time the player gets the time of the turn back.
    if (node.ended !== "draw") node.passed = 0;
    node.ended = null;
  }
  if (tree.isMain(tree.current)) tree.clearResult();
  await update();
}

/** Lets the player move who disagreed, if the engine has passed once more. */
function handOn() {
  const node = state.tree.current;
  const { toMove } = state.view;
  if (!isOver() || node.wasHandedOn || !node.parent?.playsOn || !isPerson(toMove) || isPerson(other(toMove))) return;
  node.wasHandedOn = true;
  node.playsOn = true;
  update();
}

/** Writes the result of the game into its record, once it is final. */
function record() {
  const { tree, view } = state;
  if (!isFinal() || !tree.isMain(tree.current) || tree.current.children.length > 0) return;
  const own = ownRow()?.result;
  const result = view.over === "resign" ? `${view.toMove === "black" ? "B" : "W"}+R` : tree.current.ended === "draw" ? "0" : tree.current.ended ?? own;
  const told = tree.root.text("RE");
  if (!result || (told && told !== tree.ownResult)) return;
  tree.root.setText("RE", result);
  tree.ownResult = result;
}

/** Says who has won, or how the count stands, and the one thing that decided it. */
function showVerdict() {
  const { view, tree } = state;
  const own = ownRow();
  const verdict = state.count?.table.verdict;
  const loser = other(view.toMove);
  if (view.over === "resign") {
    $("verdict").textContent = `${proper(view.toMove)} wins`;
    $("because").textContent = `${proper(loser)} has resigned.`;
  } else if (tree.current.ended === "draw") {
    $("verdict").textContent = "A draw";
    $("because").textContent = "Both players have agreed on it.";
  } else if (tree.current.ended) {
    $("verdict").textContent = resultWords(tree.current.ended);
    $("because").textContent = "The time of the other player was up.";
  } else {
    const words = verdict?.text ?? (own ? resultWords(own.result) : "The board is being counted …");
    const dead = state.count?.table.dead ?? [];
    const condition = isFinal() || !own ? "" : dead.length === 0 ? "If all stones live: " : "If the marked stones are dead: ";
    $("verdict").textContent = condition + words;
    $("because").textContent = verdict?.because ? `${verdict.because}.` : "";
  }
}

/** Returns the question whether the other stones are dead, for the persons who play. @param {Color[]} persons */
function question(persons) {
  const dead = state.count?.table.dead ?? state.tree.current.dead;
  if (!dead) return "";
  const you = ["Both find", "Do you agree", "Do both agree"][persons.length];
  const stones = dead.length === 0 ? "that no stone is dead" : `that the ${dead.length === 1 ? "marked stone is" : "marked stones are"} dead`;
  const end = persons.length === 0 ? "." : "?";
  return `${you} ${stones}, as ${judgedBy(dead)}${end} Click a stone to change that.`;
}

/** @param {Color} color @param {Color[]} persons */
function agreement(color, persons) {
  const node = state.tree.current;
  if (node.agreed[color]) return `${persons.length === 1 ? "You have" : `${proper(color)} has`} agreed`;
  return persons.length === 1 ? "Yes, I agree" : `${proper(color)} agrees`;
}

function show() {
  const { view, tree } = state;
  const node = tree.current;
  const hasDead = isOverByPasses();
  if (hasDead !== isShownByEnd) $("show-count").checked = hasDead;
  isShownByEnd = hasDead;
  const isEnd = Boolean(view.over) || node.playsOn;
  $("ending").hidden = !isEnd || isSettingUp();
  $("tokens").hidden = Boolean(view.over);
  $("agreements").hidden = Boolean(view.over) || offersToResign() || isSettingUp();
  $("dead-hint").hidden = !hasDead || isSettled(node);
  $("ending-warnings").hidden = $("dead-hint").hidden;
  $("verdict").hidden = !view.over;
  $("because").hidden = !isFinal();
  $("play-on").setAttribute("aria-pressed", String(node.playsOn));
  $("play-on").textContent = node.playsOn ? "Back to the end" : hasDead && !isSettled(node) ? "No: play on" : "Play on";
  for (const id of /** @type {const} */ (["mistakes", "save-ended", "new-after"])) $(id).hidden = !isFinal();
  $("count-it").hidden = !isFinal() || !isCounted();
  $("count-people").disabled = Boolean(view.over) && !isCounted();
  $("play-on").hidden = !node.playsOn && ["no_move", "draw", "void"].includes(view.over ?? "");
  const persons = COLORS.filter(isPerson);
  $("dead-question").textContent = question(persons);
  for (const color of COLORS) {
    // An engine is asked when the other player agrees.
    $(`agree-${color}`).hidden = !isPerson(color) && isPerson(other(color));
    $(`agree-${color}`).textContent = agreement(color, persons);
  }
  showVerdict();
  if (!state.count) $("ending-warnings").replaceChildren();
  showTurn();
}

/** Shows whose turn it is, and the game. */
function showTurn() {
  if (!state.isBegun) return;
  const { view, tree } = state;
  const { toMove } = view;
  const facts = { isSettingUp: isSettingUp(), isPerson: isPerson(toMove), isAlone: !isPerson(other(toMove)), isThinking: isThinking(), isWaiting: areWaiting(), called: called(toMove), isSettled: isSettled(tree.current), last: tree.current.next ? view.moves + tree.line().length - 1 - tree.line().indexOf(tree.current) : null };
  const words = turnWords(view, facts);
  if ($("status").textContent !== words) $("status").textContent = words;
  Object.assign($("status").dataset, { over: view.over ?? "", turn: view.over ? "" : toMove, rules: view.rules });
  $("deed").textContent = deedWords(view, tree.current);
  const { width, height, komi } = tree.start;
  $("game-rules").textContent = `${titleOf(view.rules)} · ${width}×${height} · komi ${amount(komi)}`;
}

/** Shows what may be wrong with the count, and what a count means after an end without passes. */
function showCount() {
  const { over } = state.view;
  const table = state.count?.table;
  if (!table) return;
  const { counted, warnings } = table;
  const note = over && !isCounted() ? "The game was decided without a count. The table counts the unfinished board, so it may show another winner." : "";
  $("count-note").textContent = note || (counted ? `Counted ${counted}.` : "");
  if (isOver()) $("ending-warnings").replaceChildren(...warnings.map((text) => element("li", plain(text))));
  showVerdict();
  $("dead-question").textContent = question(COLORS.filter(isPerson));
  record();
}

/** Says why no move may be made after the end. */
function objection() {
  const node = state.tree.current;
  if (!isOver()) return null;
  if (isSettled(node)) return "Both players have agreed on the result. Take a move back, or press Play on, to go on.";
  return `The game has ended. Press “${$("play-on").textContent}” to go on: ${proper(state.view.toMove)} would move.`;
}

/** Listens to the buttons. */
export function begin() {
  on("drawn", show);
  on("counted", showCount);
  on("thought", showTurn);
  on("paused", showTurn);
  on("seated", showTurn);
  hooks.objections.push(objection);
  on("arrived", handOn);
  $("play-on").addEventListener("click", () => trying(playOn));
  $("count-it").addEventListener("click", () => { showTab("count"); $("count-people").click(); });
  $("mistakes").addEventListener("click", () => { leadTo("analyse"); if ($("graph").getAttribute("aria-pressed") !== "true") $("graph").click(); });
  $("save-ended").addEventListener("click", () => $("save").click());
  $("new-after").addEventListener("click", () => $("new-game-open").click());
}
