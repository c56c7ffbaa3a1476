// The count of the game's own rules, and the names of rules.

/** @import { Color, CountRow } from "../../types/page" */

import { $ } from "./elements.js";
import { state } from "./state.js";

/** Returns the points of a color in a row; undefined if nothing was counted. @param {CountRow} row @param {Color} color */
export const sideOf = (row, color) => ("sides" in row ? row.sides?.[color] : undefined);

/** Returns the row of the game's own rules, if it has a result. @returns {Extract<CountRow, { result: string }> | undefined} */
export const ownRow = () => state.count?.table.rows.flatMap((row) => (row.rules === state.count?.table.rules && "result" in row ? [row] : []))[0];

/** Returns what the server says of a rule set; undefined for rules of one's own. @param {string} id */
export const ruleSetOf = (id) => state.ruleSets.find((set) => set.id === id);

/** Returns the name of rules. @param {string} id */
export const titleOf = (id) => ruleSetOf(id)?.title ?? "Own rules";

/** Returns the picture of the board that is shown: that of the count, if it is wanted and there. */
export const shownBoard = () => (($("show-count").checked && state.count) || state.view).board;
