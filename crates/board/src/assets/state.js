// The state of the page, and the events by which its modules hear of changes.

/** @import { ClockText, PageEvents, State } from "../../types/page" */

/** The one state of the page. Its tree and its view are not read before there are any: the page begins with them. @type {State} */
export const state = /** @type {State} */ (/** @type {Partial<State>} */ ({
  count: null,
  isBegun: false,
  ruleSets: [],
  maxLevel: 1,
  exactPoints: 0,
}));

/** Listeners by their events. @type {{ [E in keyof PageEvents]?: ((news: PageEvents[E]) => void)[] }} */
const listeners = {};

/** Calls a function with the news of each event of a kind.
 * @template {keyof PageEvents} E @param {E} event @param {(news: PageEvents[E]) => void} listener */
export function on(event, listener) {
  const list = /** @type {((news: PageEvents[E]) => void)[]} */ (listeners[event] ??= []);
  list.push(listener);
}

/** Tells the listeners of an event, in the order in which they began to listen. @template {keyof PageEvents} E @param {E} event @param {PageEvents[E]} news */
export function tell(event, news) {
  for (const listener of listeners[event] ?? []) listener(news);
}

/** Functions that are asked before something is done, in the order in which they were added. */
export const hooks = {
  /** Offered a point that was chosen, its stone or not, before the game takes it; true if they took it. @type {((name: string, isStone: boolean) => boolean)[]} */
  choosers: [],
  /** Return why a move may not be made now, if they know a reason. @type {((mv: string) => string | null)[]} */
  objections: [],
  /** Return whether the engines and the clocks wait. @type {(() => boolean)[]} */
  pauses: [],
  /** Return why a person may not move now, if they know a reason. @type {(() => string | null)[]} */
  byHand: [],
  /** Return the game that waits until another one was looked at, or a position set up, if there is one. @type {(() => import("./tree.js").Tree | null)[]} */
  waiting: [],
  /** Takes the time of a move that is about to be made off the clock, and returns the clock after it; undefined if none runs, false if the move comes too late.
   * @type {() => Promise<ClockText | false | undefined>} */
  spend: async () => undefined,
};

/** Returns whether the engines and the clocks wait. */
export const isPaused = () => hooks.pauses.some((waits) => waits());
