// The tree of moves, the players, and the form of a new game, which the browser keeps for a reload: the address holds one line of the tree alone.

import { fragment } from "./address.js";
import { areWaiting, pause } from "./engine.js";
import { Tree } from "./tree.js";

const $ = (id) => document.getElementById(id);

/** Name of the kept tree among what the browser keeps for the tab until it is closed. */
const NAME = "halfpoint tree";
/** Fields that are kept beside those of the form: who plays, and how. */
const FIELDS = ["player-black", "player-white", "level-black", "level-white", "seconds", "ponder", "moves-stand", "take-backs"];

/** Returns a tree as data: its nodes with the numbers of their parents, which stand before them. */
function dataOf(tree) {
  const nodes = [tree.root];
  // The list grows meanwhile, so that the children of children follow.
  for (const node of nodes) nodes.push(...node.children);
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const data = ({ parent, next, move, dead, agreed, playsOn, wasHandedOn, ended, clock, value }) => ({ parent: numbers.get(parent), next: numbers.get(next), move, dead, agreed, playsOn, wasHandedOn, ended, clock, value });
  return { start: tree.start, nodes: nodes.map(data), current: numbers.get(tree.current), isHeld: tree.isHeld };
}

/** Takes over what is known of a node; the server checks what it is sent. */
function fill(node, { dead, agreed, playsOn, wasHandedOn, ended, clock, value }) {
  [node.playsOn, node.wasHandedOn] = [playsOn === true, wasHandedOn === true];
  [node.dead, node.ended, node.clock] = [dead ?? null, ended ?? null, clock ?? null];
  for (const color of ["black", "white"]) node.agreed[color] = agreed?.[color] === true;
  const isValue = Number.isFinite(value?.winRate) && (value.score === null || Number.isFinite(value.score));
  node.value = isValue ? value : null;
}

/** Returns the tree of some data; throws an error if it is none. */
function treeOf({ start, nodes: [root, ...others], current, isHeld }) {
  const tree = new Tree(start);
  fill(tree.root, root);
  const nodes = [tree.root];
  for (const { parent, move: [color, text], ...rest } of others) {
    tree.current = nodes[parent];
    tree.add([String(color), String(text)]);
    fill(tree.current, rest);
    nodes.push(tree.current);
  }
  [root, ...others].forEach(({ next }, number) => {
    // A way forward that goes in a circle would never end.
    if (nodes[next]?.parent === nodes[number]) nodes[number].next = nodes[next];
  });
  tree.current = nodes[current];
  tree.isHeld = isHeld === true;
  return tree;
}

const fields = () => [...$("new-game").elements, ...FIELDS.map($)].filter(({ id }) => id);

/** Returns the values of the fields by their ids. */
const values = () => Object.fromEntries(fields().map((field) => [field.id, field.type === "checkbox" ? field.checked : field.value]));

/** Gives the fields their kept values, but none that a list does not offer, such as an engine of another server. */
function refill(kept) {
  for (const field of fields()) {
    const value = kept[field.id];
    if (field.type === "checkbox") field.checked = value === true;
    else if (typeof value === "string" && (!field.options || [...field.options].some((one) => one.value === value))) field.value = value;
  }
}

/** Returns the kept tree if the line to its current position is that of the address, and seats its players; null otherwise. */
export function keptTree(page) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME));
    const tree = treeOf(kept);
    if (fragment(tree.game()) !== location.hash) return null;
    refill(kept.fields ?? {});
    pause(kept.areWaiting === true);
    for (const show of page.refilled) show();
    return tree;
  } catch {
    return null;
  }
}

/** Keeps all that whenever the page is left or hidden. */
export function begin(page) {
  const keep = () => {
    try {
      sessionStorage.setItem(NAME, JSON.stringify({ ...dataOf(page.tree()), fields: values(), areWaiting: areWaiting() }));
    } catch {
      // The browser keeps nothing, or has no room: the address still has the line.
    }
  };
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
}
