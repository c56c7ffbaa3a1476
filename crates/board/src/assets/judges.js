// Dead stones at the end, as the engines that play judge them.

import * as api from "./api.js";
import { isPerson, opponentOf } from "./engine.js";
import { proper } from "./panel.js";

const $ = (id) => document.getElementById(id);

let page;

/** Returns whether the game has ended by passes under rules by which the players agree on dead stones. */
export const isOverByPasses = () => page.view().over === "passes" && page.view().agrees;

/** Returns the name of a player for messages: the color, and the engine if it is another one. */
export const called = (color) => (opponentOf(color) ? `${proper(color)} (${opponentOf(color)})` : proper(color));

/** Returns the stones that one of two lists has, and the other has not. */
export const differing = (one, other) => [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];

/** Returns the judgement of the engine that plays a color. It is asked once for each position. */
export async function judgement(node, color) {
  const opponent = opponentOf(color);
  const key = opponent ?? "";
  node.judgements ??= {};
  if (!node.judgements[key]) {
    const { dead: _, ...game } = page.tree().game();
    node.judgements[key] = await api.dead({ game, opponent });
  }
  return node.judgements[key];
}

/** Takes the dead stones of the other engines that play, and asks all engines whether they agree. */
async function judge() {
  const node = page.tree().current;
  const others = ["black", "white"].filter(opponentOf);
  if (!isOverByPasses() || others.length === 0 || node.dead || node.next || node.playsOn) return;
  $("judged-by").textContent = `${others.map(opponentOf).join(" and ")} judges the dead stones …`;
  const judging = [...others, ...["black", "white"].filter((color) => !others.includes(color) && !isPerson(color))];
  const seats = () => ["black", "white"].map((color) => opponentOf(color) ?? isPerson(color)).join();
  const seated = seats();
  const found = [];
  for (const color of judging) {
    found.push({ color, ...await judgement(node, color) });
    // Another player has sat down meanwhile: that one is asked instead.
    if (seats() !== seated) return;
  }
  if (page.tree().current !== node || node.dead) return;
  node.dead = found[0].dead;
  const notes = [];
  for (const { color, dead, note } of found) {
    const disputed = differing(dead, node.dead);
    node.agreed[color] = disputed.length === 0;
    if (note) notes.push(`${note}; halfpoint judges for ${called(color)}.`);
    if (disputed.length > 0) notes.push(`${called(color)} sees these stones otherwise: ${disputed.join(" ")}.`);
  }
  await page.update();
  page.notify(notes.join(" "));
}

function show() {
  const node = page.tree().current;
  const judges = ["black", "white"].map((color) => node.judgements?.[opponentOf(color) ?? (isPerson(color) ? null : "")]).filter(Boolean);
  const agreeing = node.dead ? judges.filter(({ dead }) => differing(dead, node.dead).length === 0) : [];
  const names = [...new Set(agreeing.map(({ judge }) => judge))].join(" and ");
  const by = node.dead && !names ? "Marked by the players." : `Judged by ${names || "halfpoint"}.`;
  $("judged-by").textContent = `Dead stones: ${by[0].toLowerCase()}${by.slice(1)}`;
}

/** Asks when a game has ended. */
export function begin(parts) {
  page = parts;
  page.drawn.push(show);
  page.arrived.push(() => page.trying(judge));
}
