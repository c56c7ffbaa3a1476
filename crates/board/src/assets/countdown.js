// What a clock shows while it counts down, and the words for time systems; all without the page.

/** @import { ClockStage, Color, TreeNode } from "../../types/page" */
/** @typedef {"time-main" | "time-period" | "time-count" | "time-saved" | "time-move"} TimeField */

/** Fields of the form that each time system has. @type {Record<string, TimeField[] | undefined>} */
const FIELDS = {
  none: [],
  absolute: ["time-main"],
  byoyomi: ["time-main", "time-period", "time-count"],
  canadian: ["time-main", "time-period", "time-count"],
  fischer: ["time-main", "time-period"],
  "fischer-capped": ["time-main", "time-period", "time-saved", "time-move"],
};
/** All these fields. @type {TimeField[]} */
export const ALL = ["time-main", "time-period", "time-count", "time-saved", "time-move"];

/** Returns the fields of a time system. @param {string} name */
export const fieldsOf = (name) => FIELDS[name] ?? [];

/** Returns a time system in the server's words; null for none. @param {string} name @param {(field: TimeField) => number} value */
export const systemOf = (name, value) => (name === "none" ? null : [name, ...fieldsOf(name).map(value)].join(" "));

/** Returns the name of a time system that is given in the server's words, and the values of its fields. @param {string} system */
export function formOf(system) {
  const [name, ...numbers] = system.replace(/^move /, "canadian 0 ").split(" ");
  return { name, values: fieldsOf(name).map((field, index) => ({ field, value: numbers[index] ?? "1" })) };
}

/** Says how much time is left. @param {number} seconds */
export function shown(seconds) {
  const whole = Math.ceil(Math.max(0, seconds) * 10) / 10;
  if (whole < 10) return whole.toFixed(1);
  const rest = Math.ceil(whole);
  const [minutes, second] = [Math.floor(rest / 60), String(rest % 60).padStart(2, "0")];
  return minutes < 60 ? `${minutes}:${second}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${second}`;
}

/** Says what a clock shows after some seconds of its stages. @param {ClockStage[]} stages @param {number} seconds */
export function words(stages, seconds) {
  let rest = seconds;
  for (const stage of stages) {
    if (rest < stage.seconds) return [shown(stage.seconds - rest), stage.words].filter(Boolean).join(", ");
    rest -= stage.seconds;
  }
  return "time is up";
}

/** Turn whose time runs. Instants are milliseconds of one clock. */
export class Turn {
  /** `before` are the milliseconds that passed earlier. @param {TreeNode} node @param {Color} color @param {ClockStage[]} stages @param {number} before */
  constructor(node, color, stages, before) {
    this.node = node;
    this.color = color;
    this.stages = stages;
    this.before = before;
    /** Instant since which the time runs; null while it does not. @type {number | null} */
    this.since = null;
  }

  /** Returns the milliseconds that have passed. @param {number} now */
  passed(now) {
    return this.before + (this.since === null ? 0 : now - this.since);
  }

  /** Lets the time run, or stops it. @param {boolean} runs @param {number} now */
  run(runs, now) {
    if (runs === (this.since !== null)) return;
    this.before = this.passed(now);
    this.since = runs ? now : null;
  }
}
