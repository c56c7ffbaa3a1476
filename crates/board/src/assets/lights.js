// Lights of the table of counts: a term that is pointed at, focused or pressed lights up the points
// of the board that it counts, and the piles in the bowls. The server says which they are.

/** @import { Color, CountRow, CountView } from "../../types/page" */
/** @import { BoardView } from "./board.js" */

import { showPicture } from "./board.js";
import { around, COLORS, element, proper } from "./elements.js";
import { sideOf, titleOf } from "./results.js";

/** Steps of the arrow keys from cell to cell: rows, columns. @type {Record<string, [number, number] | undefined>} */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const TERM = "[data-term]";

export class Lights {
  /** `bowls` has a place for each color, `words` one for the sentence, `table` the terms.
   * @param {BoardView} board @param {Record<Color, HTMLElement>} bowls @param {HTMLElement} words @param {HTMLElement} table */
  constructor(board, bowls, words, table) {
    this.board = board;
    this.bowls = bowls;
    this.words = words;
    this.table = table;
    /** @type {CountView["lights"] | null} */
    this.lights = null;
    /** Button that was pressed. @type {HTMLElement | null} */
    this.pinned = null;
    /** Pictures of what the players hold now, Black's first. @type {string[]} */
    this.held = [];
    /** Condition of the count in words; null if the game is over. @type {string | null} */
    this.condition = null;
    /** Pictures that the bowls show. @type {Record<Color, string | null>} */
    this.shown = { black: null, white: null };
    this.isPaused = false;
    table.addEventListener("pointerover", (event) => this.point(around(event, TERM)));
    table.addEventListener("pointerleave", () => this.point(null));
    table.addEventListener("focusin", (event) => this.point(around(event, TERM)));
    table.addEventListener("focusout", () => this.point(null));
    table.addEventListener("click", (event) => this.pin(around(event, TERM)));
    table.addEventListener("keydown", (event) => this.steer(event));
  }

  /** Takes the lights of a new count and its condition. @param {CountView["lights"]} lights @param {string | null} condition */
  take(lights, condition) {
    this.lights = lights;
    this.condition = condition;
    this.pinned = null;
    this.show(null);
    /** @type {HTMLElement | null} */
    const first = this.table.querySelector("tr.own [data-term]") ?? this.table.querySelector(TERM);
    if (first) first.tabIndex = 0;
  }

  /** Takes pictures of what the players hold now, Black's first. @param {string[]} held */
  hold(held) {
    this.held = held;
    this.show(this.pinned);
  }

  /** Forgets the lights: another position has no count yet. */
  drop() {
    this.lights = this.pinned = null;
    this.show(null);
  }

  /** Makes the button of a term in a row of the table. @param {CountRow} row @param {number} index @param {string} term @param {string} text */
  button(row, index, term, text) {
    const button = element("button", text);
    /** @param {Color} color */
    const part = (color) => `${proper(color)} ${sideOf(row, color)?.terms[term] ?? 0}`;
    Object.assign(button, { type: "button", tabIndex: -1 });
    Object.assign(button.dataset, { term, row: String(index) });
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", `${text}, ${term.replaceAll("_", " ")} under ${titleOf(row.rules)}: ${part("black")}, ${part("white")}`);
    return button;
  }

  /** Leaves the bowls to a count until `resume` is called. */
  pause() {
    this.show(null);
    this.isPaused = true;
  }

  resume() {
    this.isPaused = false;
    this.shown = { black: null, white: null };
    this.show(this.pinned);
  }

  /** @param {HTMLElement | null} button */
  point(button) {
    this.show(button ?? this.pinned);
  }

  /** Puts the light of the term out that was pressed. */
  unpin() {
    if (this.pinned) this.pin(this.pinned);
  }

  /** Keeps a term lit until it is pressed again. @param {HTMLElement | null} button */
  pin(button) {
    if (!button) return;
    this.pinned?.setAttribute("aria-pressed", "false");
    this.pinned = this.pinned === button ? null : button;
    this.pinned?.setAttribute("aria-pressed", "true");
    this.show(this.pinned);
  }

  /** Goes from term to term by the arrow keys. @param {KeyboardEvent} event */
  steer(event) {
    if (event.key === "Escape" && this.pinned) this.pin(this.pinned);
    const step = STEPS[event.key];
    const from = around(event, TERM);
    const [row, cell] = [from?.closest("tr"), from?.closest("td")];
    if (!step || !from || !row || !cell) return;
    event.preventDefault();
    event.stopPropagation();
    /** @type {NodeListOf<HTMLTableRowElement>} */
    const rows = this.table.querySelectorAll("tbody tr");
    let [y, x] = [[...rows].indexOf(row), cell.cellIndex];
    /** @type {HTMLElement | null} */
    let to = null;
    while (!to) {
      [y, x] = [y + step[0], x + step[1]];
      const next = rows[y]?.cells[x];
      if (!next) return;
      to = next.querySelector(TERM);
    }
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  /** Lights what a term counts, with the bowls of its row; or nothing, with the bowls as they are now. @param {HTMLElement | null} button */
  show(button) {
    if (this.isPaused) return;
    const term = button?.dataset.term ?? "";
    const { lights } = this;
    const row = button && lights ? lights.rows[Number(button.dataset.row)] : null;
    /** @type {NodeListOf<HTMLElement>} */
    const lit = this.board.points.querySelectorAll("[data-lit]");
    for (const point of lit) delete point.dataset.lit;
    COLORS.forEach((color, index) => {
      const bowl = this.bowls[color];
      const picture = row?.bowls?.[index];
      const svg = row ? picture !== undefined && lights?.bowls[picture] : this.held[index];
      if (!svg) bowl.replaceChildren();
      else if (this.shown[color] !== svg || !bowl.firstChild) showPicture(bowl, svg);
      this.shown[color] = svg || null;
      /** @type {NodeListOf<SVGElement>} */
      const piles = bowl.querySelectorAll(".pile");
      for (const pile of piles) pile.classList.toggle("lit", pile.dataset.term === term);
      const set = row?.[color]?.[term];
      for (const name of (set === undefined ? null : lights?.sets[set]) ?? []) {
        const point = this.board.buttons.get(name);
        if (point) point.dataset.lit = color;
      }
    });
    const counted = this.condition ? `, counted ${this.condition}` : "";
    this.words.textContent = button ? `${button.getAttribute("aria-label")}${counted}` : "What each player holds now";
  }
}
