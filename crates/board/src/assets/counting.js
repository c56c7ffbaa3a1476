// Counting as people do it: steps that the server makes on a model of board and bowls.

/** @import { CountingStep } from "../../types/page" */

import * as api from "./api.js";
import { showPicture } from "./board.js";
import { lights } from "./counts.js";
import { $ } from "./elements.js";
import { draw, trying } from "./game.js";
import { glide, places } from "./glide.js";
import { notify } from "./notice.js";
import { on, state } from "./state.js";
import { showTab } from "./tabs.js";
import { amount, plain, resultWords } from "./words.js";

/** Time that a step is shown while they follow by themselves, in milliseconds. */
const SHOWN = 2500;

/** @type {CountingStep[]} */
let steps = [];
let index = 0;
/** Timer of the steps that follow by themselves; 0 for none. */
let timer = 0;
/** Number of the latest request, so that late answers are dropped. */
let asked = 0;

const isActive = () => steps.length > 0;
const wantsCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function show() {
  const step = steps[index];
  showPicture($("picture"), step.board.svg);
  step.bowls.forEach((svg, color) => showPicture($(color === 0 ? "bowls-black" : "bowls-white"), svg));
  const isLast = index === steps.length - 1;
  $("counting-sentence").textContent = plain(step.sentence);
  $("counting-numbers").textContent = `${isLast ? "Result" : "So far"}: Black ${amount(step.black)}, White ${amount(step.white)}. `;
  $("counting-result").textContent = isLast ? `${resultWords(step.result)}.` : "";
  $("counting-result").dataset.result = step.result;
  $("counting-step").textContent = `step ${index + 1} of ${steps.length}`;
  // A button that is disabled would lose the focus.
  $("counting-back").setAttribute("aria-disabled", String(index === 0));
  $("counting-next").setAttribute("aria-disabled", String(isLast));
  if (isLast) pause();
}

/** @param {number} number */
function go(number) {
  if (!isActive()) return;
  const next = Math.min(Math.max(number, 0), steps.length - 1);
  const isStep = Math.abs(next - index) === 1 && !wantsCalm();
  const before = isStep ? places() : null;
  index = next;
  show();
  if (before) glide(before);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  $("counting-play").setAttribute("aria-pressed", "false");
}

function playOn() {
  if (timer) return pause();
  if (index === steps.length - 1) go(0);
  else go(index + 1);
  timer = setInterval(() => go(index + 1), SHOWN);
  $("counting-play").setAttribute("aria-pressed", "true");
}

/** Shows the position again. */
function close() {
  asked += 1;
  if (!isActive()) return;
  const hadFocus = $("counting").contains(document.activeElement);
  steps = [];
  pause();
  $("counting").hidden = true;
  $("points").inert = false;
  lights.resume();
  if (hadFocus) $("count-people").focus();
}

async function open() {
  asked += 1;
  const mine = asked;
  const answer = await api.counting(state.tree.game());
  if (mine !== asked) return;
  if (answer.steps.length === 0) {
    notify("The game was decided without a count.");
    return;
  }
  steps = answer.steps;
  showTab("count");
  $("points").inert = true;
  $("counting").hidden = false;
  $("counting-play").hidden = wantsCalm();
  lights.pause();
  go(0);
  // In a small window the steps or the board may be out of sight.
  for (const id of /** @type {const} */ (["counting", "board-frame"])) $(id).scrollIntoView({ block: "nearest" });
  $("counting-next").focus({ preventScroll: true });
}

/** @type {Record<string, (() => void) | undefined>} */
const KEYS = { ArrowLeft: () => go(index - 1), ArrowRight: () => go(index + 1), Home: () => go(0), End: () => go(steps.length - 1), Escape: () => { close(); draw(); } };

/** Listens to the buttons. */
export function begin() {
  $("count-people").addEventListener("click", () => trying(open));
  $("counting-back").addEventListener("click", () => { pause(); go(index - 1); });
  $("counting-next").addEventListener("click", () => { pause(); go(index + 1); });
  $("counting-play").addEventListener("click", playOn);
  $("counting-close").addEventListener("click", () => { close(); draw(); });
  $("counting").addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    pause();
    action();
  });
  on("leaving", close);
  on("drawn", () => { if (isActive()) show(); });
}
