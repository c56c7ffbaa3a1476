// The drawing of the move tree: time runs to the right, variations lie below each other.

/** @import { TreeNode } from "../../types/page" */
/** @import { Tree } from "./tree.js" */

import { isPoint, moveWord } from "./words.js";

/** Distance of columns and of lanes, in pixels. */
const STEP = 24;
/** Number of columns and of lanes on each side of the current node that are drawn. */
const [COLUMNS, LANES] = [60, 12];
const SVG = "http://www.w3.org/2000/svg";

/** Names of the colors, and their classes. @type {Record<string, string | undefined>} */
const NAMES = { B: "Black", W: "White" };
/** @type {Record<string, string | undefined>} */
const CLASSES = { B: "black", W: "white" };

/** Returns the column and the lane of each node. The first children of a node stay in its lane; other branches take the highest lane below it that is free there. @param {TreeNode} root */
export function laidOut(root) {
  /** @type {Map<TreeNode, { column: number, lane: number }>} */
  const places = new Map();
  /** For each lane, the columns that are taken, as pairs. @type {[number, number][][]} */
  const taken = [];
  const waiting = [{ node: root, column: 0, lane: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, column, lane: least } = next;
    const line = [node];
    while (line[line.length - 1].children[0]) line.push(line[line.length - 1].children[0]);
    const [from, to] = [Math.max(0, column - 1), column + line.length];
    let lane = least;
    while (taken[lane]?.some(([start, end]) => from < end && start < to)) lane += 1;
    (taken[lane] ??= []).push([from, to]);
    line.forEach((one, index) => {
      places.set(one, { column: column + index, lane });
      // What is pushed last is placed first: branches far to the right lie nearest.
      for (const child of one.children.slice(1).reverse()) waiting.push({ node: child, column: column + index + 1, lane: lane + 1 });
    });
  }
  return places;
}

export class MoveTree {
  /** `goTo` is called with a node that was chosen. @param {HTMLElement} place @param {(node: TreeNode) => void} goTo */
  constructor(place, goTo) {
    this.place = place;
    this.goTo = goTo;
    /** @type {Map<EventTarget | null, TreeNode>} */
    this.nodes = new Map();
    /** @type {Tree | null} */
    this.tree = null;
    place.addEventListener("click", (event) => {
      const node = this.nodes.get(event.target);
      if (node) goTo(node);
    });
    place.addEventListener("keydown", (event) => this.steer(event));
  }

  /** Goes to the variation above or below by the arrow keys. @param {KeyboardEvent} event */
  steer(event) {
    const step = Number(event.key === "ArrowDown") - Number(event.key === "ArrowUp");
    const current = this.tree?.current;
    if (!step || !current?.parent) return;
    event.preventDefault();
    const { children } = current.parent;
    const sibling = children[children.indexOf(current) + step];
    if (sibling) this.goTo(sibling);
  }

  /** Shows the part of a tree around its current node. @param {Tree} tree */
  show(tree) {
    const hadFocus = this.place.contains(document.activeElement);
    this.tree = tree;
    const places = laidOut(tree.root);
    const here = places.get(tree.current) ?? { column: 0, lane: 0 };
    /** @param {{ column: number, lane: number }} at */
    const isShown = ({ column, lane }) => Math.abs(column - here.column) <= COLUMNS && Math.abs(lane - here.lane) <= LANES;
    const first = { column: Math.max(0, here.column - COLUMNS), lane: Math.max(0, here.lane - LANES) };
    /** @param {{ column: number, lane: number }} at */
    const middle = ({ column, lane }) => [(column - first.column + 0.5) * STEP, (lane - first.lane + 0.5) * STEP];
    const way = new Set(tree.way());
    const buttons = [];
    const lines = [];
    let [width, height] = [0, 0];
    this.nodes.clear();
    for (const [node, at] of places) {
      if (!isShown(at)) continue;
      const [x, y] = middle(at);
      [width, height] = [Math.max(width, x + STEP / 2), Math.max(height, y + STEP / 2)];
      const from = node.parent && places.get(node.parent);
      if (from && isShown(from)) {
        const [px, py] = middle(from);
        lines.push(y === py ? `M${px} ${py}H${x}` : `M${px} ${py}V${y - STEP / 2}L${Math.min(px + STEP / 2, x)} ${y}H${x}`);
      }
      const button = this.button(node, at.column, node === tree.current || way.has(node));
      [button.style.left, button.style.top] = [`${x - 10}px`, `${y - 10}px`];
      button.tabIndex = node === tree.current ? 0 : -1;
      if (node === tree.current) button.setAttribute("aria-current", "step");
      this.nodes.set(button, node);
      buttons.push(button);
    }
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("width", String(width));
    svg.setAttribute("height", String(height));
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", lines.join(""));
    svg.append(path);
    this.place.replaceChildren(svg, ...buttons);
    const current = buttons.find((button) => button.tabIndex === 0);
    const [x, y] = middle(here);
    this.place.scrollTo(x - this.place.clientWidth / 2, y - this.place.clientHeight / 2);
    if (hadFocus) current?.focus({ preventScroll: true });
  }

  /** @param {TreeNode} node @param {number} number @param {boolean} isOnWay */
  button(node, number, isOnWay) {
    const button = document.createElement("button");
    button.type = "button";
    const [color, move] = node.move ?? ["", "start"];
    button.className = [CLASSES[color] ?? "root", isPoint(move) ? "" : "token", isOnWay ? "way" : ""].join(" ");
    button.textContent = node.parent ? String(number) : "";
    button.title = node.parent ? `${number}. ${NAMES[color]} ${moveWord(move)}` : "Start of the game";
    const variations = node.children.length > 1 ? `, ${node.children.length} variations follow` : "";
    button.setAttribute("aria-label", button.title + variations);
    return button;
  }
}
