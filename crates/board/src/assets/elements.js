// Elements of the page, and the names of the colors.

/** @import { Color, Elements } from "../../types/page" */

/** Both colors, Black first. @type {Color[]} */
export const COLORS = ["black", "white"];

/** Returns an element of the page by its id. @template {keyof Elements} K @param {K} id @returns {Elements[K]} */
export const $ = (id) => /** @type {Elements[K]} */ (document.getElementById(id));

/** Returns the element around the target of an event that a selector matches; null if there is none.
 * @param {Event} event @param {string} selector @returns {HTMLElement | null} */
export const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/** Makes an element with a text and children.
 * @template {keyof HTMLElementTagNameMap} K @param {K} name @param {string | number | null} [text] @param {(Node | string)[]} children */
export function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = String(text);
  made.append(...children);
  return made;
}

/** Makes a button that does something. @param {string} text @param {() => unknown} action */
export function buttonFor(text, action) {
  const made = element("button", text);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

/** Makes a choice of a list. @param {string} text */
export function option(text, value = text, title = "") {
  return Object.assign(element("option", text), { value, title });
}

/** Returns the letter of a color in a game. @param {Color} color */
export const letter = (color) => (color === "black" ? "B" : "W");
/** Returns the other color. @param {Color} color @returns {Color} */
export const other = (color) => (color === "black" ? "white" : "black");
/** Returns the name of a color. @param {Color} color */
export const proper = (color) => (color === "black" ? "Black" : "White");
