// Tabs beside the board, one of which is shown.

import { $, around } from "./elements.js";
import { tell } from "./state.js";

/** @typedef {"play" | "analyse" | "count" | "learn" | "record"} TabName */
/** Names of the tabs, from left to right. @type {TabName[]} */
const NAMES = ["play", "analyse", "count", "learn", "record"];
/** Returns the button of a tab. @param {TabName} name */
const tabOf = (name) => $(/** @type {"tab-play"} */ (`tab-${name}`));
/** Returns what a tab shows. @param {TabName} name */
const panelOf = (name) => $(/** @type {"panel-play"} */ (`panel-${name}`));

/** Returns the name of the tab that is shown. */
const shown = () => NAMES.find((name) => !panelOf(name).hidden) ?? "play";

/** Shows a tab. @param {TabName} name */
export function showTab(name) {
  for (const one of NAMES) {
    const tab = tabOf(one);
    const isShown = one === name;
    panelOf(one).hidden = !isShown;
    tab.setAttribute("aria-selected", String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
  }
  $("panels").scrollTop = 0;
  tell("turned", name);
}

/** Shows a tab to which another part of the page leads, and scrolls to it if it is out of sight. @param {TabName} name */
export function leadTo(name) {
  showTab(name);
  $("panels").scrollIntoView({ block: "nearest" });
}

/** Goes to the tab beside by the arrow keys. @param {KeyboardEvent} event */
function steer(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const next = step && NAMES[NAMES.indexOf(shown()) + step];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  showTab(next);
  tabOf(next).focus();
}

/** Listens to the tabs. */
export function begin() {
  $("tabs").addEventListener("click", (event) => {
    const name = NAMES.find((one) => around(event, "button")?.id === `tab-${one}`);
    if (name) showTab(name);
  });
  $("tabs").addEventListener("keydown", steer);
  showTab("play");
}
