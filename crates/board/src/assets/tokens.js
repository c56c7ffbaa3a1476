// Passes and tokens: the moves that are no stones, what lies on the table, and the ledger.

/** @import { Color, PositionView, TokenMove } from "../../types/page" */

import { $, COLORS, element, other, proper } from "./elements.js";
import { playByHand, trying } from "./game.js";
import { noticed } from "./notice.js";
import { remember, remembered } from "./remember.js";
import { ruleSetOf } from "./results.js";
import { isPerson } from "./seats.js";
import { on, state } from "./state.js";
import { amount, capitalised, worth } from "./words.js";

/** Number of moves of a game before which new tokens are explained. */
const EARLY = 4;
/** Name under which the browser keeps the tokens that were explained. */
const NAME = "halfpoint explained";

/** Move whose button had the focus when the buttons were made anew, and none may be pressed; null while there is none. @type {string | null} */
let focused = null;

/** Returns the rule sets whose tokens were explained. @returns {string[]} */
const explained = () => (remembered(NAME) ?? "").split(" ");

/** Shows the token moves that are legal, as buttons, which are disabled while an engine is to move. @param {PositionView} view */
function showMoves(view) {
  // After the end there is no pass, until somebody plays on.
  const tokens = view.over ? [] : view.tokens;
  const buttons = tokens.map((token) => {
    const { net, parts, isCost } = worth(token, view);
    const balance = element("span", net);
    if (net !== "costs you nothing") balance.className = isCost ? "cost" : "gain";
    const button = element("button", undefined, element("span", undefined, element("strong", capitalised(token.name)), " ", balance), element("small", parts));
    button.type = "button";
    button.dataset.move = token.move;
    button.disabled = !isPerson(view.toMove);
    button.addEventListener("click", () => trying(() => playByHand(token.move)));
    return button;
  });
  const active = document.activeElement;
  // A button that was pressed with the mouse hands no focus on: the next key would press another one.
  if (active instanceof HTMLElement && $("tokens").contains(active)) focused = active.matches(":focus-visible") ? active.dataset.move ?? null : null;
  else if (active !== document.body) focused = null;
  $("tokens").replaceChildren(...buttons);
  if (focused === null) return;
  const open = buttons.filter((button) => !button.disabled);
  const next = open.find((button) => button.dataset.move === focused) ?? open[0];
  if (!next) return;
  next.focus({ preventScroll: true });
  focused = null;
}

/** Says in a sentence what a token move is. @param {TokenMove} token @param {PositionView} view */
function describe(token, view) {
  const { net, parts } = worth(token, view);
  return `${capitalised(token.name)}: ${parts}, ${net}.`;
}

/** Shows a sentence about the first token move that was not explained yet, until the person has understood it. @param {PositionView} view */
function showHint(view) {
  const isNew = view.moves < EARLY && !view.lastMove?.deed && view.passMeans && view.tokens.some((token) => token.name !== "pass") && !view.over && !explained().includes(view.rules);
  $("hint").hidden = !isNew || Boolean(noticed());
  if (isNew) $("hint-text").textContent = `New in these rules: ${view.tokens.map((token) => describe(token, view)).join(" ")}`;
}

function understood() {
  remember(NAME, [...explained(), state.view.rules].join(" "));
  $("hint").hidden = true;
}

/** Shows what lies beside the board. Where play goes on after the end, the next move takes the last button away. @param {PositionView} view */
function showThings(view) {
  const items = [];
  // Where buttons ride on passes, they wait for these.
  const ride = !view.tokens.some((token) => token.name === "button");
  /** @type {Record<string, string | undefined>} */
  const waiting = ride ? { "first button": ", for the first pass", "last button": ", for the last pass" } : {};
  for (const button of view.things.buttons) {
    const disc = element("span");
    disc.className = `disc ${button.holder ?? ""}`;
    const until = button.returns && !view.over ? " until the next move" : "";
    const holder = button.holder ? `with ${proper(button.holder)}${until}` : `on the table${waiting[button.name] ?? ""}`;
    items.push(element("li", undefined, disc, `${button.name}: ${holder}`));
  }
  const { halfPassZone, bowls } = view.things;
  if (halfPassZone) {
    for (const color of COLORS.filter((one) => halfPassZone[one] > 0)) items.push(element("li", `half-passes of ${proper(color)}: ${halfPassZone[color]}, worth ${amount(halfPassZone[color] / 2)} to ${proper(other(color))}`));
  }
  if (bowls) {
    /** @param {Color} color */
    const of = (color) => `${proper(color)} ${bowls.regular[color]}`;
    items.push(element("li", `prisoners, each good for one delay: ${of("black")}, ${of("white")}`));
    if (bowls.ultimate) items.push(element("li", `ultimate stone: with ${proper(bowls.ultimate)}, who gives it back last`));
  }
  $("things").replaceChildren(...items);
}

/** @param {PositionView} view */
function showLedger(view) {
  /** @param {string} name @param {Record<Color, number>} pair */
  const row = (name, pair) => {
    const head = element("th", name);
    head.scope = "row";
    return element("tr", undefined, head, ...COLORS.map((color) => element("td", amount(pair[color]))));
  };
  // Prisoners in bowls are moves, not points.
  $("ledger").hidden = view.things.bowls !== null;
  $("ledger").tBodies[0].replaceChildren(row("from token moves", view.ledger), row("captured stones", view.captures));
}

function show() {
  const { view } = state;
  showMoves(view);
  const means = view.passMeans?.replace(/\b(black|white)\b/g, capitalised);
  $("pass-means").textContent = means && !view.over ? `${capitalised(means)}.` : "";
  showThings(view);
  showLedger(view);
  showHint(view);
  // Room for all token moves that the rules have, so that nothing jumps when their number changes.
  const most = ruleSetOf(view.rules)?.tokens.length ?? 1;
  $("deck").style.setProperty("--deck", `${Math.max(10.2, 3.2 * Math.ceil(Math.max(most, 1) / 2) + 2.6)}rem`);
}

/** Shows all that with each position. */
export function begin() {
  on("drawn", show);
  on("seated", () => { if (state.isBegun) showMoves(state.view); });
  $("hint-close").addEventListener("click", understood);
}
