// The board: the server's picture, with a button for each point above it.

/** @import { AnalysisReport, BoardImage, Color, PositionView } from "../../types/page" */

import { around, COLORS } from "./elements.js";

/** Letters of the columns. */
export const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
/** Distance of lines in pixels below which a touch is magnified and has to be confirmed. */
const SMALL = 24;
const SVG = "http://www.w3.org/2000/svg";
/** Steps of the arrow keys. @type {Record<string, [number, number] | undefined>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Shows a picture of the server in a place of the page. @param {Element} place @param {string} svg */
export function showPicture(place, svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  const picture = document.importNode(parsed.documentElement, true);
  picture.setAttribute("aria-hidden", "true");
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  place.replaceChildren(picture);
}

/** Sets a property unless it has the value already. @template {object} T @template {keyof T} K @param {T} object @param {K} property @param {T[K]} value */
function change(object, property, value) {
  if (object[property] !== value) object[property] = value;
}

export class BoardView {
  /** `choose` is called with the name of a point that was clicked, and the reason if it is illegal.
   * @param {HTMLElement} picture @param {HTMLElement} points @param {(name: string, isStone: boolean, reason?: string) => void} choose */
  constructor(picture, points, choose) {
    this.picture = picture;
    this.points = points;
    this.choose = choose;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {PositionView["illegal"]} */
    this.reasons = {};
    /** @type {BoardImage | null} */
    this.geometry = null;
    this.key = "";
    /** Whether the arrow keys belong to the points, and whether the mouse is pressed on one. */
    this.isSteered = this.isPointed = false;
    this.width = 0;
    this.height = 0;
    points.addEventListener("click", (event) => this.click(event));
    points.addEventListener("keydown", (event) => this.steer(event));
    // The arrow keys belong to the points only for a person who came to them without the mouse.
    points.addEventListener("pointerdown", () => { this.isSteered = false; this.isPointed = true; });
    document.addEventListener("pointerup", () => { this.isPointed = false; });
    points.addEventListener("focusin", () => { if (!this.isPointed) this.isSteered = true; });
  }

  /** Shows a picture, and what can be done at its points. @param {BoardImage} board @param {number} width @param {number} height @param {PositionView} view */
  show(board, width, height, view) {
    showPicture(this.picture, board.svg);
    this.place(board, width, height);
    this.geometry = board;
    this.own(null);
    const stones = new Map(COLORS.flatMap((color) => view.stones[color].map((point) => [point, color])));
    this.reasons = view.illegal;
    this.points.classList.remove("black", "white");
    this.points.classList.add(view.toMove);
    for (const [name, button] of this.buttons) {
      const stone = stones.get(name);
      const reason = stone ? "a stone is there" : view.illegal[name];
      const label = [name, stone ? `${stone} stone` : "", reason && !stone ? reason : ""].filter(Boolean).join(", ");
      // Most points stay as they are, and a browser takes long over what it is told again.
      change(button, "className", stone ? `stone ${stone}-stone` : "");
      change(button, "textContent", "");
      change(button, "ariaLabel", label);
      change(button, "ariaDisabled", String(Boolean(reason) && !stone));
      change(button.dataset, "last", String(view.lastMove?.move === name));
    }
  }

  /** Shows a stone at once on a point that was chosen; the picture with what it captures follows. @param {string} name */
  expect(name) {
    this.buttons.get(name)?.classList.add("placed");
  }

  /** Makes the buttons, unless the board has the size it had. @param {BoardImage} board @param {number} width @param {number} height */
  place(board, width, height) {
    const key = `${width}x${height}`;
    if (key === this.key) return;
    this.key = key;
    [this.width, this.height] = [width, height];
    this.points.parentElement?.style.setProperty("--aspect", String(board.width / board.height));
    this.buttons.clear();
    const [left, bottom] = board.origin;
    for (let row = height - 1; row >= 0; row -= 1) {
      for (let column = 0; column < width; column += 1) {
        const button = document.createElement("button");
        const name = `${LETTERS[column]}${row + 1}`;
        button.type = "button";
        button.dataset.point = name;
        button.tabIndex = -1;
        const place = {
          left: (left + (column - 0.47) * board.cell) / board.width,
          top: (bottom - (row + 0.47) * board.cell) / board.height,
          width: (0.94 * board.cell) / board.width,
          height: (0.94 * board.cell) / board.height,
        };
        for (const [side, share] of Object.entries(place)) button.style.setProperty(side, `${100 * share}%`);
        this.buttons.set(name, button);
      }
    }
    this.points.replaceChildren(...this.buttons.values());
    const middle = `${LETTERS[Math.floor(width / 2)]}${Math.ceil(height / 2)}`;
    const button = this.buttons.get(middle);
    if (button) button.tabIndex = 0;
  }

  /** Returns the name and the button of the point of an event. @param {Event} event */
  pointOf(event) {
    const name = around(event, "[data-point]")?.dataset.point ?? "";
    return { name, button: this.buttons.get(name) };
  }

  /** @param {MouseEvent} event */
  click(event) {
    const { name, button } = this.pointOf(event);
    if (!button) return;
    this.focus(button);
    const isStone = button.classList.contains("stone");
    this.choose(name, isStone, this.reasons[name]);
  }

  /** Returns whether the points are smaller than a finger. */
  isSmall() {
    const [button] = this.buttons.values();
    return button !== undefined && button.getBoundingClientRect().width < SMALL;
  }

  /** @param {string} name */
  isStone(name) {
    return this.buttons.get(name)?.classList.contains("stone") ?? false;
  }

  /** Shows that a point is chosen, and no other one; null for none at all. @param {string | null} name */
  choosePoint(name) {
    this.points.querySelector(".chosen")?.classList.remove("chosen");
    if (name) this.buttons.get(name)?.classList.add("chosen");
  }

  /** Moves the focus by the arrow keys. @param {KeyboardEvent} event */
  steer(event) {
    const step = STEPS[event.key];
    const { name } = this.pointOf(event);
    if (!step || !name || !this.isSteered) return;
    event.preventDefault();
    event.stopPropagation();
    const column = LETTERS.indexOf(name[0]) + step[0];
    const row = Number(name.slice(1)) + step[1];
    const button = this.buttons.get(`${LETTERS[column]}${row}`);
    if (button) {
      this.focus(button);
      button.focus();
    }
  }

  /** Lets the tab key come back to a button. @param {HTMLElement} button */
  focus(button) {
    for (const other of this.buttons.values()) change(other, "tabIndex", -1);
    button.tabIndex = 0;
  }

  /** Marks stones with a cross, and says in their labels what the mark means. @param {Set<string>} stones @param {string} meaning */
  mark(stones, meaning) {
    for (const [name, button] of this.buttons) {
      const isMarked = stones.has(name);
      if (!isMarked && !button.classList.contains("marked")) continue;
      button.classList.toggle("marked", isMarked);
      const [label] = (button.ariaLabel ?? "").split("; ");
      button.ariaLabel = isMarked ? `${label}; ${meaning}` : label;
    }
  }

  /** Shows the owners of points as squares, from −1 (White) to 1 (Black); null for none. @param {AnalysisReport["ownership"] | null} owners */
  own(owners) {
    if (!owners || !this.geometry) return void this.picture.querySelector(".owners")?.remove();
    const { cell } = this.geometry;
    const svg = this.layer("owners");
    if (!svg) return;
    for (const [name, mean] of Object.entries(owners)) {
      const side = 0.46 * cell * Math.sqrt(Math.abs(mean));
      const { x, y } = this.middleOf(name, this.geometry);
      const square = document.createElementNS(SVG, "rect");
      for (const [key, value] of Object.entries({ x: x - side / 2, y: y - side / 2, width: side, height: side, class: mean > 0 ? "black" : "white" })) square.setAttribute(key, String(value));
      svg.append(square);
    }
  }

  /** Marks points with texts, in the colors of their kinds. @param {{ move: string, text: string, kind: string }[]} hints */
  hint(hints) {
    for (const button of this.points.querySelectorAll(".hint")) {
      button.className = "";
      button.textContent = "";
    }
    for (const { move, text, kind } of hints) {
      const button = this.buttons.get(move);
      if (!button || button.classList.contains("stone")) continue;
      button.classList.add("hint", kind);
      button.textContent = text;
    }
  }

  /** Returns the middle of a point in units of the picture. @param {string} name @param {BoardImage} board */
  middleOf(name, { origin: [left, bottom], cell }) {
    return { x: left + LETTERS.indexOf(name[0]) * cell, y: bottom - (Number(name.slice(1)) - 1) * cell };
  }

  /** Makes a drawing over the picture. @param {string} kind */
  layer(kind) {
    this.picture.querySelector(`.${kind}`)?.remove();
    if (!this.geometry) return null;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", kind);
    svg.setAttribute("viewBox", `0 0 ${this.geometry.width} ${this.geometry.height}`);
    svg.setAttribute("aria-hidden", "true");
    this.picture.append(svg);
    return svg;
  }

  /** Draws moves as numbered stones, of which `color` has the first; moves that are no points are left out, with their numbers. @param {string[]} moves @param {Color} color */
  drawLine(moves, color) {
    const svg = this.layer("line-drawn");
    if (!svg || !this.geometry) return;
    const board = this.geometry;
    moves.forEach((move, index) => {
      if (!this.buttons.has(move)) return;
      const { x, y } = this.middleOf(move, board);
      const mover = index % 2 === 0 ? color : color === "black" ? "white" : "black";
      const disc = document.createElementNS(SVG, "circle");
      for (const [key, value] of Object.entries({ cx: x, cy: y, r: 0.46 * board.cell, class: mover })) disc.setAttribute(key, String(value));
      const text = document.createElementNS(SVG, "text");
      for (const [key, value] of Object.entries({ x, y, class: mover })) text.setAttribute(key, String(value));
      text.textContent = String(index + 1);
      svg.append(disc, text);
    });
  }

  /** Shows the marks and labels of a record. @param {{ name: string, kind: string, text: string }[]} marks */
  annotate(marks) {
    for (const button of this.points.querySelectorAll(".annotated")) {
      button.classList.remove("annotated", "label", "square", "triangle", "circle", "cross");
      if (!button.classList.contains("hint")) button.textContent = "";
    }
    for (const { name, kind, text } of marks) {
      const button = this.buttons.get(name);
      if (!button || button.classList.contains("hint")) continue;
      button.classList.add("annotated", kind);
      button.textContent = text;
    }
  }
}
