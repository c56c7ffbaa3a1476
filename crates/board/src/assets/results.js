// The count of the game's own rules, and the names of rules.

/** @import { Color, CountRow } from "../../types/page" */

import { state } from "./state.js";

/** Returns the points of a color in a row; undefined if nothing was counted. @param {CountRow} row @param {Color} color */
export const sideOf = (row, color) => ("sides" in row ? row.sides?.[color] : undefined);

/** Returns the row of the game's own rules, if it has a result. @returns {Extract<CountRow, { result: string }> | undefined} */
export const ownRow = () => state.count?.table.rows.flatMap((row) => (row.rules === state.count?.table.rules && "result" in row ? [row] : []))[0];

/** Returns the name of rules. @param {string} id */
export const titleOf = (id) => state.ruleSets.find((set) => set.id === id)?.title ?? "Own rules";
