// Touch on a board whose points are smaller than a finger: a magnifier shows where the stone would go, and a button confirms it.

/** @import { BoardView } from "./board.js" */

import { LETTERS } from "./board.js";
import { $ } from "./elements.js";

/** Side of the magnifier in pixels, and how many times larger it shows the board. */
const [SIDE, FACTOR] = [140, 2.6];

export class Loupe {
  /** `choose` is called with a point once it has been confirmed. @param {BoardView} board @param {(name: string) => void} choose */
  constructor(board, choose) {
    this.board = board;
    this.choose = choose;
    /** Point that was chosen last; null for none. @type {string | null} */
    this.chosen = null;
    /** Point that was chosen before the touch. @type {string | null} */
    this.before = null;
    /** Id of the finger. @type {number | null} */
    this.pointer = null;
    const { points } = board;
    points.addEventListener("pointerdown", (event) => this.down(event));
    points.addEventListener("pointermove", (event) => this.move(event));
    points.addEventListener("pointerup", (event) => this.up(event));
    points.addEventListener("pointercancel", () => this.end());
    // A touch that ends is no click.
    points.addEventListener("touchend", (event) => { if (this.board.isSmall() && event.cancelable) event.preventDefault(); });
    this.press($("place"), () => this.confirm());
    this.press($("place-not"), () => this.clear());
  }

  /** Calls a function when a button is clicked or touched. A browser may make no click of a touch that soon follows another. @param {HTMLButtonElement} button @param {() => void} action */
  press(button, action) {
    button.addEventListener("click", action);
    button.addEventListener("pointerup", (event) => {
      const isThere = document.elementFromPoint(event.clientX, event.clientY) === button;
      if (event.pointerType === "touch" && isThere && !button.disabled) action();
    });
  }

  /** Forgets the point: another position is shown, whose points may have another size. */
  show() {
    const isSmall = this.board.isSmall();
    this.board.points.classList.toggle("small", isSmall);
    $("confirm").classList.toggle("wanted", isSmall && matchMedia("(pointer: coarse)").matches);
    this.clear();
  }

  clear() {
    this.chosen = null;
    this.pointer = null;
    this.board.choosePoint(null);
    $("loupe").hidden = true;
    $("place").disabled = $("place-not").disabled = true;
    $("place").textContent = "Touch a point";
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType !== "touch" || !this.board.isSmall() || !event.isPrimary) return;
    this.pointer = event.pointerId;
    this.before = this.chosen;
    // Without the capture the buttons would take the touch as a click.
    this.board.points.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.look(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.pointerId === this.pointer) this.look(event);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (event.pointerId !== this.pointer) return;
    const { chosen } = this;
    this.end();
    // Stones are marked as groups, for which a finger is precise enough; a second touch confirms a point.
    if (chosen && (this.board.isStone(chosen) || chosen === this.before)) this.confirm();
  }

  end() {
    this.pointer = null;
    $("loupe").hidden = true;
  }

  confirm() {
    const { chosen } = this;
    this.clear();
    if (chosen) this.choose(chosen);
  }

  /** Chooses the point under the finger, and shows it in the corner that the finger does not cover. @param {PointerEvent} event */
  look(event) {
    const { geometry } = this.board;
    const svg = this.board.picture.querySelector("svg")?.cloneNode(true);
    if (!geometry || !(svg instanceof SVGElement)) return;
    const frame = this.board.points.getBoundingClientRect();
    const { origin: [left, bottom], cell, width } = geometry;
    const scale = frame.width / width;
    const [x, y] = [(event.clientX - frame.left) / scale, (event.clientY - frame.top) / scale];
    /** @param {number} value @param {number} count */
    const within = (value, count) => Math.min(count - 1, Math.max(0, Math.round(value)));
    const column = within((x - left) / cell, this.board.width);
    const row = within((bottom - y) / cell, this.board.height);
    const name = `${LETTERS[column]}${row + 1}`;
    this.chosen = name;
    this.board.choosePoint(name);
    const reason = this.board.isStone(name) ? null : this.board.reasons[name];
    $("place").textContent = reason ? `${name}: ${reason}` : `Place ${name}`;
    $("place").disabled = Boolean(reason);
    $("place-not").disabled = false;
    const loupe = $("loupe");
    loupe.hidden = false;
    loupe.style.left = x * scale > frame.width / 2 ? "0" : `${frame.width - SIDE}px`;
    loupe.style.top = y * scale > frame.height / 2 ? "0" : `${frame.height - SIDE}px`;
    svg.style.width = `${frame.width * FACTOR}px`;
    const [px, py] = [(left + column * cell) * scale, (bottom - row * cell) * scale];
    svg.style.left = `${SIDE / 2 - px * FACTOR}px`;
    svg.style.top = `${SIDE / 2 - py * FACTOR}px`;
    const ghost = document.createElement("span");
    ghost.className = this.board.points.classList.contains("white") ? "white" : "black";
    ghost.style.width = ghost.style.height = `${0.9 * cell * scale * FACTOR}px`;
    ghost.hidden = this.board.isStone(name);
    loupe.replaceChildren(svg, ghost);
  }
}
