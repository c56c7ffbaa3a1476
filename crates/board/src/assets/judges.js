// Dead stones at the end, as the engines that play judge them.

/** @import { Color, Page, TreeNode } from "../../types/page" */

import * as api from "./api.js";
import { isPerson, opponentOf } from "./engine.js";
import { $, COLORS, proper } from "./panel.js";

/** @type {Page} */
let page;

/** Returns whether the game has ended by passes under rules by which the players agree on dead stones. */
export const isOverByPasses = () => page.view().over === "passes" && page.view().agrees;

/** Returns the name of a player for messages: the color, and the engine if it is another one. @param {Color} color */
export const called = (color) => (opponentOf(color) ? `${proper(color)} (${opponentOf(color)})` : proper(color));

/** Returns the stones that one of two lists has, and the other has not. @param {string[]} one @param {string[]} other */
export const differing = (one, other) => [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];

/** Returns the judgement of the engine that plays a color. It is asked once for each position. @param {TreeNode} node @param {Color} color */
export async function judgement(node, color) {
  const opponent = opponentOf(color);
  const key = opponent ?? "";
  const judgements = node.judgements ??= {};
  if (!judgements[key]) {
    const { dead: _, ...game } = page.tree().game();
    judgements[key] = await api.dead({ game, opponent });
  }
  return judgements[key];
}

/** Takes the dead stones of the other engines that play, and asks all engines whether they agree. */
async function judge() {
  const node = page.tree().current;
  const others = COLORS.filter(opponentOf);
  if (!isOverByPasses() || others.length === 0 || node.dead || node.next || node.playsOn) return;
  $("judged-by").textContent = `${others.map(opponentOf).join(" and ")} judges the dead stones …`;
  const judging = [...others, ...COLORS.filter((color) => !others.includes(color) && !isPerson(color))];
  const seats = () => COLORS.map((color) => opponentOf(color) ?? isPerson(color)).join();
  const seated = seats();
  const found = [];
  for (const color of judging) {
    found.push({ color, ...await judgement(node, color) });
    // Another player has sat down meanwhile: that one is asked instead.
    if (seats() !== seated) return;
  }
  if (page.tree().current !== node || node.dead) return;
  const marked = found[0].dead;
  node.dead = marked;
  const notes = [];
  for (const { color, dead, note } of found) {
    const disputed = differing(dead, marked);
    node.agreed[color] = disputed.length === 0;
    if (note) notes.push(`${note}; halfpoint judges for ${called(color)}.`);
    if (disputed.length > 0) notes.push(`${called(color)} sees these stones otherwise: ${disputed.join(" ")}.`);
  }
  await page.update();
  page.notify(notes.join(" "));
}

function show() {
  const node = page.tree().current;
  const marked = node.dead;
  const names = COLORS.flatMap((color) => {
    const judge = isPerson(color) ? undefined : node.judgements?.[opponentOf(color) ?? ""];
    return judge && marked && differing(judge.dead, marked).length === 0 ? [judge.judge] : [];
  });
  const judges = [...new Set(names)].join(" and ");
  const by = marked && !judges ? "Marked by the players." : `Judged by ${judges || "halfpoint"}.`;
  $("judged-by").textContent = `Dead stones: ${by[0].toLowerCase()}${by.slice(1)}`;
}

/** Asks when a game has ended. @param {Page} parts */
export function begin(parts) {
  page = parts;
  page.drawn.push(show);
  page.arrived.push(() => page.trying(judge));
}
