// The tree of moves. A game is the way from its root to a node.

/** @import { ClockText, DeadAnswer, EndWithoutMove, Found, GameText, NodeData, PlayedMove, Property, RecordView, Said, SearchValue, Start, StartText, TreeData } from "../../types/page" */

import { textOf, valueOf } from "./sgftext.js";
import { isPoint } from "./words.js";

/** Node of the tree: a move, or the start of the game. */
class Node {
  /** @param {Node | null} parent @param {PlayedMove | null} move */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    /** Rules under which the move was made; null for those of the tree. @type {string | null} */
    this.rules = null;
    /** Position that was set up here, from which the line begins anew; null for none. @type {StartText | null} */
    this.start = null;
    /** Properties in the record, with values as they stand there. @type {Property[]} */
    this.properties = [];
    /** Why the record has no position from here on; null where it has. @type {string | null} */
    this.problem = null;
    /** @type {Node[]} */
    this.children = [];
    /** Child that the way forward leads to. @type {Node | null} */
    this.next = null;
    /** Stones agreed to be dead in this position; null if nothing was agreed on. @type {string[] | null} */
    this.dead = null;
    /** Players who agree to these dead stones. */
    this.agreed = { black: false, white: false };
    /** Dead stones as engines judge them, by the name of the engine; null before one was asked. @type {Record<string, DeadAnswer> | null} */
    this.judgements = null;
    /** Whether a player disagreed, so that play goes on. */
    this.playsOn = false;
    /** Whether play went on by itself, since an engine passed once more. */
    this.wasHandedOn = false;
    /** Whether the move that followed was taken back: the next one comes first, on the main line. */
    this.isRetaken = false;
    /** End of the game in this position that no move made: `draw`, `B+T` or `W+T`. @type {EndWithoutMove | null} */
    this.ended = null;
    /** Clock in this position; null for that of the position before. @type {ClockText | null} */
    this.clock = null;
    /** Milliseconds that the player to move has thought about this position. */
    this.passed = 0;
    /** What the engine that made the move said about it, as text and as its answer; null if none did. @type {Said | null} */
    this.said = null;
    /** Black's chance and margin by a search; null if there was none. @type {SearchValue | null} */
    this.value = null;
    /** The best move here and the one that follows, as the report of the game found them; null before. @type {Found | null} */
    this.found = null;
  }

  /** Returns the text of a property; an empty text if there is none. @param {string} name */
  text(name) {
    const values = this.values(name);
    return values.length > 0 ? textOf(values[0]) : "";
  }

  /** Returns the values of a property as they stand in the record. @param {string} name */
  values(name) {
    return this.properties.find(([own]) => own === name)?.[1] ?? [];
  }

  /** Gives a property a text; an empty one removes it. @param {string} name @param {string} text */
  setText(name, text) {
    const property = this.properties.find(([own]) => own === name);
    if (!text) this.properties = this.properties.filter((one) => one !== property);
    else if (property) property[1] = [valueOf(text)];
    else this.properties.push([name, [valueOf(text)]]);
  }

  /** Withdraws the agreements to the dead stones. */
  withdraw() {
    this.agreed = { black: false, white: false };
  }
}

/** Takes over what is known of a node; the server checks what it is sent. @param {Node} node @param {Omit<NodeData, "move">} known */
function fill(node, { rules, passed, dead, agreed, playsOn, wasHandedOn, isRetaken, ended, clock, value, start, properties, problem }) {
  [node.playsOn, node.wasHandedOn, node.isRetaken] = [playsOn === true, wasHandedOn === true, isRetaken === true];
  [node.dead, node.ended, node.clock] = [dead ?? null, ended ?? null, clock ?? null];
  [node.start, node.problem] = [start ?? null, problem ?? null];
  node.passed = passed && passed > 0 ? passed : 0;
  node.rules = typeof rules === "string" ? rules : null;
  node.properties = Array.isArray(properties) ? properties.filter(isProperty) : [];
  node.agreed = { black: agreed?.black === true, white: agreed?.white === true };
  node.value = value && Number.isFinite(value.winRate) && (value.score === null || Number.isFinite(value.score)) ? value : null;
}

/** @param {unknown} one @returns {one is Property} */
const isProperty = (one) => Array.isArray(one) && typeof one[0] === "string" && Array.isArray(one[1]) && one[1].every((value) => typeof value === "string");

export class Tree {
  /** Creates a tree of one game, in the form in which the server sends it. @param {GameText} game */
  constructor(game) {
    const { moves, dead, ended, clock, ...start } = game;
    /** @type {Start} */
    this.start = start;
    this.root = new Node(null, null);
    this.current = this.root;
    // Of earlier positions nothing is known but the system.
    if (clock) this.root.clock = { system: clock.system };
    /** Whether the clocks wait until a move is made. */
    this.isHeld = false;
    /** Whether the engine was asked not to resign any more. */
    this.playsToTheEnd = false;
    /** Whether moves or comments were added since the game was begun, opened or saved. */
    this.isUnsaved = false;
    /** Whether the tree is an example or a problem, for which the game of the person waits. */
    this.isExample = false;
    /** Result that the page has written into the record; empty if it has written none. */
    this.ownResult = "";
    /** Counted results of the record by the rules under which it was shown. @type {Map<string, string>} */
    this.results = new Map();
    for (const move of moves ?? []) this.add(move);
    if (clock) this.current.clock = clock;
    this.current.dead = dead ?? null;
    this.current.ended = ended ?? null;
  }

  /** Returns the tree of a record, at the end of the line that its game has. Its clocks wait for the next move. @param {RecordView} record */
  static ofRecord({ game, nodes, end }) {
    const { handicap: _handicap, setup: _setup, first: _first, moves: _moves, dead, ended, clock, ...start } = game;
    const [root, ...others] = nodes;
    const tree = new Tree({ ...start, ...root.start, moves: [] });
    const made = [tree.root];
    tree.root.properties = root.properties;
    tree.root.problem = root.problem ?? null;
    tree.isHeld = Boolean(clock);
    if (clock) tree.root.clock = { system: clock.system };
    for (const { parent, move, start: own, problem, left, properties } of others) {
      const before = made[parent ?? 0];
      const node = new Node(before, move ?? null);
      [node.start, node.problem, node.properties] = [own ?? null, problem ?? null, properties];
      if (clock && left) node.clock = { system: clock.system, left };
      before.children.push(node);
      before.next ??= node;
      made.push(node);
    }
    tree.goTo(made[end] ?? tree.root);
    // A resignation is the last move of the game, and no node of the record.
    const resigned = game.moves?.at(-1);
    if (resigned?.[1] === "resign" && tree.current.move?.[1] !== "resign") tree.add(resigned);
    if (clock) tree.current.clock = clock;
    [tree.current.dead, tree.current.ended] = [dead ?? null, ended ?? null];
    return tree;
  }

  /** Goes to the position after a move, which is added unless it is there. In place of one that was taken back it comes first, and the result of that line goes. @param {PlayedMove} move */
  add(move) {
    const { current } = this;
    let child = current.children.find((node) => this.moveOf(node)?.join() === move.join());
    if (!child) {
      child = new Node(current, move);
      current.children.push(child);
    }
    if (current.isRetaken && current.children[0] !== child) {
      if (this.isMain(current)) this.clearResult();
      current.children = [child, ...current.children.filter((node) => node !== child)];
    }
    current.isRetaken = false;
    current.next = child;
    this.current = child;
  }

  /** Takes the last moves back. A resignation is forgotten. @param {number} steps */
  takeBack(steps) {
    this.withdrawResult();
    for (let step = 0; step < steps; step += 1) {
      if (this.current.move?.[1] === "resign") this.remove();
      else this.back();
    }
    this.current.next = null;
    this.current.passed = 0;
    this.current.isRetaken = true;
  }

  /** Removes the result that the page has written: the game goes on, or is counted anew. */
  withdrawResult() {
    if (this.root.text("RE") === this.ownResult) this.clearResult();
  }

  /** Removes the result of the record, which has become another game. */
  clearResult() {
    this.root.setText("RE", "");
    this.results.clear();
  }

  /** Goes on under other rules, under which nothing was searched or judged yet. The result that the page has written goes, since it is found anew; one that the record had by a count is set aside for the rules before. @param {string} rules */
  changeRules(rules) {
    const told = this.root.text("RE");
    const isCounted = /^(?:0|Draw|[BW]\+[\d.]+)$/i.test(told);
    if (isCounted && told !== this.ownResult) this.results.set(this.start.rules, told);
    if (isCounted || !told) this.root.setText("RE", this.results.get(rules) ?? "");
    if (rules === this.start.rules) return;
    for (const node of this.all()) {
      node.rules ??= this.start.rules;
      [node.value, node.found, node.judgements] = [null, null, null];
    }
    this.start.rules = rules;
  }

  /** Returns the move of a node under the rules of the tree: tokens of other rules are plain passes. @param {Node} node @returns {PlayedMove | null} */
  moveOf({ move, rules }) {
    const isOwn = rules === null || rules === this.start.rules;
    return !move || isOwn || isPoint(move[1]) || move[1] === "resign" ? move : [move[0], "pass"];
  }

  /** Returns the nodes from the root to a node, without the root. */
  way(last = this.current) {
    const nodes = [];
    for (let node = last; node.parent; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  /** Returns the nodes from the root through the current one to the end of its line. */
  line() {
    const nodes = [this.root, ...this.way()];
    for (let node = this.current.next; node; node = node.next) nodes.push(node);
    return nodes;
  }

  /** Returns the number of moves of that line. */
  moveCount() {
    return this.line().filter(({ move }) => move).length;
  }

  /** Returns the moves up to a node in the game of this tree, as the server takes it: those after the last position that was set up. @param {Node} last @returns {GameText} */
  moves(last) {
    const way = this.way(last);
    const from = way.findLastIndex((node) => node.start);
    const moves = way.slice(Math.max(0, from)).flatMap((node) => { const move = this.moveOf(node); return move ? [move] : []; });
    if (from < 0) return { ...this.start, moves };
    const { handicap: _handicap, setup: _setup, first: _first, ...start } = this.start;
    return { ...start, ...way[from].start, moves };
  }

  /** Returns why the record has no position at the current node; null where it has one. */
  problem() {
    /** @type {Node | null} */
    let node = this.current;
    while (node && !node.problem && !node.start) node = node.parent;
    return node?.problem ?? null;
  }

  /** Returns the nodes of the line through the current one that are positions of one game with the last of them, by the numbers of their moves. */
  positions() {
    const line = this.line();
    const from = Math.max(0, line.findLastIndex((node) => node.start));
    const until = line.findIndex((node, index) => index >= from && node.problem);
    const own = line.slice(from, until < 0 ? undefined : until);
    return own.filter((node, index) => index === 0 || node.move);
  }

  /** Returns the game up to the current node, as the server takes it. */
  game() {
    const game = this.moves(this.current);
    if (this.current.dead) game.dead = this.current.dead;
    if (this.current.ended) game.ended = this.current.ended;
    const clock = this.clock();
    if (clock) game.clock = clock;
    return game;
  }

  /** Returns the clock of the current position; null if there is none. */
  clock() {
    /** @type {Node | null} */
    let node = this.current;
    while (node && !node.clock) node = node.parent;
    return node?.clock ?? null;
  }

  /** Returns the whole tree with the game up to the current node, as the server takes it for a record. */
  record() {
    const nodes = this.all();
    const numbers = new Map(nodes.map((node, number) => [node, number]));
    return {
      game: this.game(),
      nodes: nodes.map((node) => ({ parent: (node.parent && numbers.get(node.parent)) ?? null, move: this.moveOf(node), start: node.start, left: node.clock?.left ?? null, properties: node.properties })),
      result: this.root.text("RE") || null,
    };
  }

  /** Returns all nodes, each after its parent. */
  all() {
    const nodes = [this.root];
    // The list grows meanwhile, so that the children of children follow.
    for (const node of nodes) nodes.push(...node.children);
    return nodes;
  }

  /** Returns whether a node is on the main line, that of the first children. @param {Node} node */
  isMain(node) {
    return this.way(node).every((one) => one.parent?.children[0] === one);
  }

  back() {
    if (!this.current.parent) return false;
    this.current = this.current.parent;
    return true;
  }

  forward() {
    if (!this.current.next) return false;
    this.current = this.current.next;
    return true;
  }

  /** @param {Node} node */
  goTo(node) {
    this.current = node;
    for (let child = node; child.parent; child = child.parent) child.parent.next = child;
  }

  /** Removes the current move and all that follow it. */
  remove() {
    const { parent } = this.current;
    if (!parent) return;
    parent.children = parent.children.filter((node) => node !== this.current);
    parent.next = parent.children[0] ?? null;
    parent.passed = 0;
    this.current = parent;
  }

  /** Returns the tree as data: its nodes with the numbers of their parents, which stand before them. @returns {TreeData} */
  data() {
    const nodes = this.all();
    const numbers = new Map(nodes.map((node, number) => [node, number]));
    /** @param {Node | null} node */
    const number = (node) => (node ? numbers.get(node) : undefined);
    return {
      start: this.start,
      nodes: nodes.map(({ parent, next, move, rules, passed, dead, agreed, playsOn, wasHandedOn, isRetaken, ended, clock, value, start, properties, problem }) => ({ parent: number(parent), next: number(next), move, rules, passed, dead, agreed, playsOn, wasHandedOn, isRetaken, ended, clock, value, start, properties, problem })),
      current: nodes.indexOf(this.current),
      isHeld: this.isHeld,
      playsToTheEnd: this.playsToTheEnd,
      isUnsaved: this.isUnsaved,
      isExample: this.isExample,
      ownResult: this.ownResult,
    };
  }

  /** Returns the tree of some data; throws an error if it is none. @param {TreeData} data */
  static of({ start, nodes: [root, ...others], current, isHeld, playsToTheEnd, isUnsaved, isExample, ownResult }) {
    const tree = new Tree(start);
    fill(tree.root, root);
    const nodes = [tree.root];
    for (const { parent, move, ...rest } of others) {
      if (parent === undefined || !nodes[parent]) throw new TypeError("no node");
      const node = new Node(nodes[parent], move ? [String(move[0]), String(move[1])] : null);
      nodes[parent].children.push(node);
      nodes[parent].next = node;
      fill(node, rest);
      nodes.push(node);
    }
    [root, ...others].forEach(({ next }, number) => {
      // A way forward that goes in a circle would never end.
      if (next !== undefined && nodes[next]?.parent === nodes[number]) nodes[number].next = nodes[next];
    });
    tree.current = nodes[current] ?? tree.root;
    tree.isHeld = isHeld === true;
    tree.playsToTheEnd = playsToTheEnd === true;
    tree.isUnsaved = isUnsaved !== false;
    tree.isExample = isExample === true;
    tree.ownResult = String(ownResult ?? "");
    return tree;
  }
}
