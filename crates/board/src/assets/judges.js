// Dead stones at the end, as the engines that play judge them.

/** @import { Color, TreeNode } from "../../types/page" */

import * as api from "./api.js";
import { COLORS } from "./elements.js";
import { trying, update } from "./game.js";
import { notify } from "./notice.js";
import { called, isPerson, opponentOf } from "./seats.js";
import { on, state } from "./state.js";

/** Returns whether the game has ended by passes under rules by which the players agree on dead stones. */
export const isOverByPasses = () => state.view.over === "passes" && state.view.agrees;

/** Returns the stones that one of two lists has, and the other has not. @param {string[]} one @param {string[]} other */
export const differing = (one, other) => [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];

/** Returns the judgement of the engine that plays a color. It is asked once for each position. @param {TreeNode} node @param {Color} color */
export async function judgement(node, color) {
  const opponent = opponentOf(color);
  const key = opponent ?? "";
  const judgements = node.judgements ??= {};
  if (!judgements[key]) {
    const { dead: _, ...game } = state.tree.game();
    judgements[key] = await api.dead({ game, opponent });
  }
  return judgements[key];
}

/** Takes the dead stones of the other engines that play, and asks all engines whether they agree. */
async function judge() {
  const node = state.tree.current;
  const others = COLORS.filter(opponentOf);
  if (!isOverByPasses() || others.length === 0 || node.dead || node.next || node.playsOn) return;
  notify(`${others.map(opponentOf).join(" and ")} judges the dead stones …`);
  const judging = [...others, ...COLORS.filter((color) => !others.includes(color) && !isPerson(color))];
  const seats = () => COLORS.map((color) => opponentOf(color) ?? isPerson(color)).join();
  const seated = seats();
  const found = [];
  for (const color of judging) {
    found.push({ color, ...await judgement(node, color) });
    // Another player has sat down meanwhile: that one is asked instead.
    if (seats() !== seated) return;
  }
  if (state.tree.current !== node || node.dead) return;
  const marked = found[0].dead;
  node.dead = marked;
  const notes = [];
  for (const { color, dead, note } of found) {
    const disputed = differing(dead, marked);
    node.agreed[color] = disputed.length === 0;
    if (note) notes.push(`${note}; halfpoint judges for ${called(color)}.`);
    if (disputed.length > 0) notes.push(`${called(color)} sees these stones otherwise: ${disputed.join(" ")}.`);
  }
  await update();
  notify(notes.join(" "));
}

/** Says whose judgement some dead stones are. @param {string[]} dead */
export function judgedBy(dead) {
  const node = state.tree.current;
  const names = COLORS.flatMap((color) => {
    const judge = isPerson(color) ? undefined : node.judgements?.[opponentOf(color) ?? ""];
    return judge && node.dead && differing(judge.dead, dead).length === 0 ? [judge.judge] : [];
  });
  const judges = [...new Set(names)];
  if (node.dead && judges.length === 0) return isPerson("black") && isPerson("white") ? "the players marked them" : "you marked them";
  return `${judges.join(" and ") || "halfpoint"} ${judges.length > 1 ? "judge" : "judges"}`;
}

/** Asks when a game has ended. */
export function begin() {
  on("arrived", () => trying(judge));
}
