// Lights of the table of counts: a term that is pointed at, focused or pressed lights up the points
// of the board that it counts, and the piles in the bowls. The server says which they are.

import { showPicture } from "./board.js";
import { element, proper } from "./panel.js";

const COLORS = ["black", "white"];

export class Lights {
  /** `bowls` has a place for each color, `words` one for the sentence, `table` the terms. */
  constructor(board, bowls, words, table) {
    Object.assign(this, { board, bowls, words, table });
    this.lights = null;
    this.pinned = null;
    table.addEventListener("pointerover", (event) => this.point(event.target.closest?.("[data-term]")));
    table.addEventListener("pointerleave", () => this.point(null));
    table.addEventListener("focusin", (event) => this.point(event.target.closest("[data-term]")));
    table.addEventListener("focusout", () => this.point(null));
    table.addEventListener("click", (event) => this.pin(event.target.closest("[data-term]")));
    table.addEventListener("keydown", (event) => this.steer(event));
  }

  /** Takes the lights of a new count. `own` is the index of the row of the game's own rules, `condition` that of the count. */
  take(lights, own, condition) {
    Object.assign(this, { lights, own, condition, pinned: null });
    this.show(null);
    const first = this.table.querySelector("tr.own [data-term]") ?? this.table.querySelector("[data-term]");
    if (first) first.tabIndex = 0;
  }

  /** Takes pictures of what the players hold now, Black's first. */
  hold(held) {
    this.held = held;
    this.show(this.pinned);
  }

  /** Forgets the lights: another position has no count yet. */
  drop() {
    this.lights = this.pinned = null;
    this.show(null);
  }

  /** Makes the button of a term in a row of the table. */
  button(row, index, term, text) {
    const button = element("button", text);
    const part = (color) => `${proper(color)} ${row[color]?.[term] ?? 0}`;
    Object.assign(button, { type: "button", tabIndex: -1 });
    Object.assign(button.dataset, { term, row: index });
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", `${text}, ${term.replaceAll("_", " ")} under ${row.rules}: ${part("black")}, ${part("white")}`);
    return button;
  }

  /** Leaves the bowls to a count until `resume` is called. */
  pause() {
    this.show(null);
    this.isPaused = true;
  }

  resume() {
    this.isPaused = false;
    for (const color of COLORS) this.bowls[color].shown = null;
    this.show(this.pinned);
  }

  point(button) {
    this.show(button ?? this.pinned);
  }

  /** Keeps a term lit until it is pressed again. */
  pin(button) {
    if (!button) return;
    this.pinned?.setAttribute("aria-pressed", "false");
    this.pinned = this.pinned === button ? null : button;
    this.pinned?.setAttribute("aria-pressed", "true");
    this.show(this.pinned);
  }

  /** Goes from term to term by the arrow keys. */
  steer(event) {
    if (event.key === "Escape" && this.pinned) this.pin(this.pinned);
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const from = event.target.closest("[data-term]");
    if (!step || !from) return;
    event.preventDefault();
    event.stopPropagation();
    const rows = [...this.table.querySelectorAll("tbody tr")];
    let [y, x] = [rows.indexOf(from.closest("tr")), from.closest("td").cellIndex];
    let to = null;
    while (!to) {
      [y, x] = [y + step[0], x + step[1]];
      const cell = rows[y]?.cells[x];
      if (!cell) return;
      to = cell.querySelector("[data-term]");
    }
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  /** Lights what a term counts, with the bowls of its row; or nothing, with the bowls as they are now. */
  show(button) {
    if (this.isPaused) return;
    const term = button?.dataset.term;
    const row = button && this.lights?.rows[button.dataset.row];
    for (const lit of this.board.points.querySelectorAll("[data-lit]")) delete lit.dataset.lit;
    COLORS.forEach((color, index) => {
      const svg = row ? this.lights.bowls[row.bowls?.[index]] : this.held?.[index];
      if (!svg) this.bowls[color].replaceChildren();
      else if (this.bowls[color].shown !== svg || !this.bowls[color].firstChild) showPicture(this.bowls[color], svg);
      this.bowls[color].shown = svg;
      for (const pile of this.bowls[color].querySelectorAll(".pile")) pile.classList.toggle("lit", pile.dataset.term === term);
      for (const name of this.lights?.sets[row?.[color]?.[term]] ?? []) {
        const point = this.board.buttons.get(name);
        if (point) point.dataset.lit = color;
      }
    });
    const counted = this.condition ? `, counted ${this.condition}` : "";
    this.words.textContent = button ? `${button.getAttribute("aria-label")}${counted}` : "Held now";
  }
}
