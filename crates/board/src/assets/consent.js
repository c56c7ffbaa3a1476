// Agreements of the two players: take-backs, draws, resignation, dead stones at the end, and proposals of dead stones.

/** @import { Color } from "../../types/page" */

import * as api from "./api.js";
import { $, COLORS, other, proper } from "./elements.js";
import { isSettled } from "./ending.js";
import { draw, play, playByHand, trying, update } from "./game.js";
import * as judges from "./judges.js";
import { notify } from "./notice.js";
import { ask } from "./question.js";
import { called, isPerson, opponentOf } from "./seats.js";
import { hooks, on, state } from "./state.js";

/** Time in which the engine makes up its mind about a draw, in seconds. */
const DRAW_SECONDS = 1;
/** Answer to somebody who is faster than the judgement of the dead stones. */
const JUDGING = "The stones are still being judged.";

/** Stones that are marked for a proposal. @type {Set<string>} */
let marked = new Set();

/** Returns the player who asks: the person to move, or else the other one if that is a person. */
function asking() {
  const { toMove } = state.view;
  if (isPerson(toMove)) return toMove;
  return isPerson(other(toMove)) ? other(toMove) : null;
}

async function offerDraw() {
  const color = asking();
  if (!color) return;
  const answering = other(color);
  const node = state.tree.current;
  let accepts = false;
  if (isPerson(answering)) {
    accepts = await ask(`${proper(color)} offers a draw. ${proper(answering)}, do you accept?`, "Accept", "Decline");
  } else {
    notify(`${called(answering)} thinks about the draw …`);
    accepts = (await api.draw({ game: state.tree.game(), color: answering, seconds: DRAW_SECONDS })).accepts;
  }
  // The time may be up meanwhile.
  if (state.tree.current !== node || state.view.over) return;
  // GTP has no such question, so halfpoint answers it.
  const judge = opponentOf(answering) ? ", as halfpoint judges for it" : "";
  if (!accepts) return notify(`${called(answering)} declines the draw${judge}.`);
  node.ended = "draw";
  if (await update() && judge) notify(`${called(answering)} accepts the draw${judge}.`);
}

async function resign() {
  const { toMove } = state.view;
  if (await ask(`Does ${proper(toMove)} resign?`, "Resign", "Play on")) await play("resign");
}

/** Takes the last move back: the own one and its answer against an engine, else the last one if the other player agrees. */
async function takeBack() {
  const tree = state.tree;
  const { toMove } = state.view;
  const twoPeople = isPerson("black") && isPerson("white");
  // Of two people it is the one who made the last move.
  const color = twoPeople ? other(toMove) : asking();
  if (!color) return;
  const steps = !twoPeople && color === toMove ? 2 : 1;
  if ($("moves-stand").checked) {
    const consents = twoPeople
      ? await ask(`${proper(color)} asks to take the last move back. ${proper(toMove)}, do you agree?`, "Agree", "Refuse")
      : $("take-backs").value === "allows";
    const asked = other(color);
    const setting = opponentOf(asked) ? ", as it is set here" : "";
    if (!consents) return notify(`${called(asked)} does not agree${setting}: the move stands.`);
  }
  tree.takeBack(steps);
  await update();
}

/** Returns the stones that are marked dead at the end: those of the players, else those of the judgement; null as long as they are judged. */
const deadNow = () => state.tree.current.dead ?? state.count?.table.dead ?? null;

/** Returns the stones that are dead or alive together with one. @param {string} name */
const group = (name) => new Set(state.view.fates.find((stones) => stones.includes(name)));

/** Returns a list of stones with those added that share the fate of one, or without them if it is in the list. @param {string[]} stones @param {string} name */
function toggled(stones, name) {
  const own = group(name);
  const others = stones.filter((point) => !own.has(point));
  return stones.includes(name) ? others : [...others, ...own];
}

/** @param {string} name */
async function toggleDead(name) {
  const node = state.tree.current;
  // The count has the stones that were marked along with others.
  const dead = state.count?.table.dead ?? deadNow();
  if (!dead) return notify(JUDGING);
  node.dead = toggled(dead, name);
  node.withdraw();
  $("show-count").checked = true;
  await update();
}

/** Notes that a player agrees to the dead stones, or withdraws it. The engine is asked at once. @param {Color} color */
async function agree(color) {
  const node = state.tree.current;
  const notes = [];
  if (node.agreed[color]) {
    node.withdraw();
    state.tree.withdrawResult();
  } else {
    const marked = deadNow();
    if (!marked) return notify(JUDGING);
    node.dead = marked;
    node.agreed[color] = true;
    const opponent = other(color);
    if (!isPerson(opponent) && !node.agreed[opponent]) {
      const { dead, note } = await judges.judgement(node, opponent);
      const disputed = judges.differing(dead, node.dead);
      if (note) notes.push(`${note}; halfpoint judges for ${called(opponent)}.`);
      if (disputed.length > 0) notes.push(`${called(opponent)} sees these stones otherwise: ${disputed.join(" ")}. Mark them as it does, or play on.`);
      else node.agreed[opponent] = true;
    }
  }
  if (await update() && notes.length > 0) notify(notes.join(" "));
}

/** Takes a click on a stone: a mark for a proposal, or dead and alive at the end. @param {string} name @param {boolean} isStone */
function choose(name, isStone) {
  if (!isStone) return false;
  if ($("mark-proposal").getAttribute("aria-pressed") === "true" && state.view.proposes) {
    marked = new Set(toggled([...marked], name));
    show();
    return true;
  }
  if (!judges.isOverByPasses()) return false;
  if (isSettled(state.tree.current)) notify("Both players have agreed. Withdraw one agreement to change it.");
  else trying(() => toggleDead(name));
  return true;
}

/** Marks the dead stones of the players, until the picture of the count has them. */
function showDead() {
  state.board.mark(new Set(state.tree.current.dead), "marked dead");
  $("points").classList.toggle("counted", Boolean($("show-count").checked && state.count));
}

function showProposal() {
  $("points").classList.remove("counted");
  const { proposes, proposal, toMove, over } = state.view;
  const mayPropose = Boolean(proposes) && !over && isPerson(toMove);
  const isMarking = mayPropose && $("mark-proposal").getAttribute("aria-pressed") === "true";
  if (!isMarking) {
    marked = new Set();
    $("mark-proposal").setAttribute("aria-pressed", "false");
  }
  $("proposal").hidden = !isMarking && !proposal;
  $("mark-proposal").hidden = !mayPropose;
  $("propose").hidden = !isMarking;
  $("propose").textContent = marked.size > 0 ? `Half-pass, and propose ${[...marked].join(" ")}` : "Half-pass, and propose that no stone is dead";
  const stones = proposal?.stones.join(" ") || "no stone";
  const texts = { none: "The first pass may propose dead stones, which are alive otherwise: click their groups on the board.", pending: `${proper(other(toMove))} proposes as dead: ${stones}. A half-pass accepts and ends the game; a full pass or a stone declines.`, accepted: `Dead by the accepted proposal: ${stones}.` };
  $("proposal-text").textContent = texts[proposal ? (proposal.pending ? "pending" : "accepted") : "none"];
  if (isMarking) state.board.mark(marked, "marked for the proposal");
  else if (judges.isOverByPasses()) showDead();
  else state.board.mark(new Set(proposal?.stones ?? []), proposal?.pending ? "proposed as dead" : "dead");
}

function show() {
  const { over, toMove } = state.view;
  const node = state.tree.current;
  // An earlier position is only looked at.
  const isOver = Boolean(over) || node.next !== null;
  $("take-back").disabled = !node.parent || node.next !== null || !asking();
  $("offer-draw").disabled = isOver || !asking();
  $("resign").disabled = isOver || !isPerson(toMove);
  for (const color of COLORS) $(`agree-${color}`).setAttribute("aria-pressed", String(node.agreed[color]));
  $("judge").hidden = !node.dead || isSettled(node);
  showProposal();
}

/** Says why no move may be made, where moves stand. @param {string} mv */
function objection(mv) {
  const node = state.tree.current;
  if (node.ended) return "The game is over. Go back to play on from an earlier position.";
  if (!$("moves-stand").checked || state.tree.isExample) return null;
  if (node.next && state.tree.moveOf(node.next)?.[1] !== mv) return "Moves stand: this is an earlier position. Go to the last move, or ask to take it back.";
  return null;
}

/** Listens to the buttons. */
export function begin() {
  judges.begin();
  on("drawn", show);
  // A move, or another game, begins without marks.
  on("leaving", () => $("mark-proposal").setAttribute("aria-pressed", "false"));
  hooks.choosers.push(choose);
  hooks.objections.push(objection);
  /** @param {"take-back" | "offer-draw" | "resign" | "agree-black" | "agree-white" | "judge" | "propose"} id @param {() => unknown} action */
  const heard = (id, action) => $(id).addEventListener("click", () => trying(action));
  heard("take-back", takeBack);
  heard("offer-draw", offerDraw);
  heard("resign", resign);
  heard("agree-black", () => agree("black"));
  heard("agree-white", () => agree("white"));
  heard("judge", () => {
    const node = state.tree.current;
    [node.dead, node.playsOn] = [null, false];
    node.withdraw();
    return update();
  });
  heard("propose", () => playByHand(["propose", ...marked].join(" ")));
  $("mark-proposal").addEventListener("click", () => {
    const isOn = $("mark-proposal").getAttribute("aria-pressed") === "true";
    $("mark-proposal").setAttribute("aria-pressed", String(!isOn));
    show();
  });
  $("moves-stand").addEventListener("change", draw);
}
