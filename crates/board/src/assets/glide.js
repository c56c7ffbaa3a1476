// Stones and buttons that glide from where they lay before a step of a count to where they lie after it.

/** @import { Color, Place } from "../../types/page" */
/** @typedef {{ name: string, number: number, at: Place }} Pile */
/** @typedef {{ onBoard: SVGCircleElement[], points: Place[], piles: Pile[] }} Places */

import { $, COLORS } from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";
/** Kinds of things, by the fill of their first circle. */
const KINDS = ["black", "white", "button"];
/** Time of a glide, in milliseconds. */
const DURATION = 600;

/** Returns the picture of the board. There is one while a count is shown. */
const picture = () => /** @type {SVGSVGElement} */ ($("picture").querySelector("svg"));
/** Returns the circles of a kind. @param {Element} place @param {string} kind @returns {SVGCircleElement[]} */
const circles = (place, kind) => {
  /** @type {NodeListOf<SVGCircleElement>} */
  const found = place.querySelectorAll(`circle[fill="url(#${kind})"]:not(.leaving)`);
  return [...found];
};
/** @param {Element} circle @returns {Place} */
const at = (circle) => [Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy"))];

/** Returns the middle of an element in the units of the board's picture. @param {Element} element @returns {Place} */
function inPicture(element) {
  const [box, frame] = [element.getBoundingClientRect(), picture().getBoundingClientRect()];
  const scale = picture().viewBox.baseVal.width / frame.width;
  return [scale * (box.left + box.width / 2 - frame.left), scale * (box.top + box.height / 2 - frame.top)];
}

/** Returns the piles in the bowls of a color. @param {Color} color @returns {NodeListOf<SVGElement>} */
const pilesOf = (color) => $(`bowls-${color}`).querySelectorAll(".pile");

/** Returns where the things of a kind lie on the board, and the piles of them with their numbers. @param {string} kind @returns {Places} */
function placesOf(kind) {
  const onBoard = circles(picture(), kind);
  const piles = COLORS.flatMap((color) => [...pilesOf(color)].flatMap((pile) => {
    const [first] = circles(pile, kind);
    return first ? [{ name: `${color} ${pile.dataset.term}`, number: Number(pile.dataset.number), at: inPicture(first) }] : [];
  }));
  return { onBoard, points: onBoard.map(at), piles };
}

/** Returns where everything lies that is shown now. */
export const places = () => new Map(KINDS.map((kind) => [kind, placesOf(kind)]));

/** Returns the pile of a list that is larger than it is in another list: things came from there, or went there. @param {Pile[]} piles @param {Pile[]} others */
const larger = (piles, others) => piles.find(({ name, number }) => number > (others.find((other) => other.name === name)?.number ?? 0));

/** Returns the place of a player's name, where stones of that color come from. @param {string} kind */
function home(kind) {
  const color = COLORS.find((one) => one === kind);
  const stone = color && circles($(`bowls-${color}`), kind)[0];
  return stone ? inPicture(stone) : null;
}

/** Takes the nearest of some places out of their list. @param {Place[]} list @param {Place} from */
function takeNearest(list, [x, y]) {
  if (list.length === 0) return null;
  /** @param {Place} place */
  const far = ([a, b]) => (a - x) ** 2 + (b - y) ** 2;
  const best = list.reduce((best, place, index) => (far(place) < far(list[best]) ? index : best), 0);
  return list.splice(best, 1)[0];
}

/** Lets shapes glide between their places and an offset: from it, or to it. @param {Element[]} shapes @param {Place} offset @param {boolean} isLeaving */
function move(shapes, [dx, dy], isLeaving) {
  const way = [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }];
  for (const shape of shapes) shape.animate(isLeaving ? way.reverse() : way, { duration: DURATION, easing: "ease-in-out" });
}

/** Returns the shapes of a thing: a button has several, and a stone on the board a shadow. @param {SVGCircleElement} circle */
function shapesOf(circle) {
  const button = circle.closest(".button");
  if (button) return [button];
  const [x, y] = at(circle);
  const radius = Number(circle.getAttribute("r"));
  /** @param {Element} other */
  const isShadow = (other) => other.getAttribute("fill") === "#000" && Math.hypot(at(other)[0] - x, at(other)[1] - y) < radius / 3;
  return [circle, ...[...picture().querySelectorAll('circle[fill="#000"]')].filter(isShadow)];
}

/** Lets the things of a kind glide from the places where they were. @param {string} kind @param {Places} before */
function glideKind(kind, before) {
  const now = placesOf(kind);
  /** @param {Place} place */
  const key = ([x, y]) => `${x} ${y}`;
  const [was, is] = [before, now].map(({ points }) => new Set(points.map(key)));
  const gone = before.points.filter((point) => !is.has(key(point)));
  const came = now.onBoard.filter((circle) => !was.has(key(at(circle))));
  const source = larger(before.piles, now.piles)?.at ?? home(kind);
  for (const circle of came) {
    const [x, y] = at(circle);
    const from = takeNearest(gone, [x, y]) ?? source;
    if (from) move(shapesOf(circle), [from[0] - x, from[1] - y], false);
  }
  const target = larger(now.piles, before.piles)?.at ?? home(kind);
  if (!target || kind === "button") return;
  for (const [x, y] of gone) {
    const ghost = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: before.onBoard[0].getAttribute("r"), fill: `url(#${kind})`, class: "leaving" })) ghost.setAttribute(name, String(value));
    picture().append(ghost);
    move([ghost], [target[0] - x, target[1] - y], true);
    setTimeout(() => ghost.remove(), DURATION - 20);
  }
}

/** Lets everything glide from the places where it lay before. @param {Map<string, Places>} before */
export function glide(before) {
  for (const [kind, places] of before) glideKind(kind, places);
}
