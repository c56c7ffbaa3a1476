// The tree of moves. A game is the way from its root to a node.

/** @import { ClockText, DeadAnswer, EndWithoutMove, GameText, NodeData, PlayedMove, Said, SearchValue, Start, Times, TreeData } from "../../types/page" */

/** Node of the tree: a move, or the start of the game. */
class Node {
  /** @param {Node | null} parent @param {PlayedMove | null} move */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
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
    /** End of the game in this position that no move made: `draw`, `B+T` or `W+T`. @type {EndWithoutMove | null} */
    this.ended = null;
    /** Clock in this position; null for that of the position before. @type {ClockText | null} */
    this.clock = null;
    /** What the engine that made the move said about it, as text and as its answer; null if none did. @type {Said | null} */
    this.said = null;
    /** Black's chance and margin by a search; null if there was none. @type {SearchValue | null} */
    this.value = null;
  }

  /** Withdraws the agreements to the dead stones. */
  withdraw() {
    this.agreed = { black: false, white: false };
  }
}

/** Takes over what is known of a node; the server checks what it is sent. @param {Node} node @param {Omit<NodeData, "move">} known */
function fill(node, { dead, agreed, playsOn, wasHandedOn, ended, clock, value }) {
  [node.playsOn, node.wasHandedOn] = [playsOn === true, wasHandedOn === true];
  [node.dead, node.ended, node.clock] = [dead ?? null, ended ?? null, clock ?? null];
  node.agreed = { black: agreed?.black === true, white: agreed?.white === true };
  node.value = value && Number.isFinite(value.winRate) && (value.score === null || Number.isFinite(value.score)) ? value : null;
}

export class Tree {
  /** Creates a tree of one game, in the form in which the server sends it. `clocks` are the times after each move of a record; its clocks wait for the next move. @param {GameText} game @param {Times} [clocks] */
  constructor(game, clocks) {
    const { moves, dead, ended, clock, ...start } = game;
    /** @type {Start} */
    this.start = start;
    this.root = new Node(null, null);
    this.current = this.root;
    // Of earlier positions nothing is known but the system.
    if (clock) this.root.clock = { system: clock.system };
    /** Whether the clocks wait until a move is made. */
    this.isHeld = Boolean(clock && clocks);
    (moves ?? []).forEach((move, index) => {
      this.add(move);
      const left = clocks?.[index];
      if (clock && left) this.current.clock = { system: clock.system, left };
    });
    if (clock) this.current.clock = clock;
    this.current.dead = dead ?? null;
    this.current.ended = ended ?? null;
  }

  /** Goes to the position after a move, which is added unless it is there. @param {PlayedMove} move */
  add(move) {
    let child = this.current.children.find((node) => node.move?.[0] === move[0] && node.move[1] === move[1]);
    if (!child) {
      child = new Node(this.current, move);
      this.current.children.push(child);
    }
    this.current.next = child;
    this.current = child;
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

  /** Returns the moves up to a node in the game of this tree, as the server takes it. @param {Node} last @returns {GameText} */
  moves(last) {
    return { ...this.start, moves: this.way(last).flatMap(({ move }) => (move ? [move] : [])) };
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

  /** Returns the game up to the current node with the time left after each move, as the server takes it for a record. */
  record() {
    return { game: this.game(), clocks: this.way().map((node) => node.clock?.left ?? null) };
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
    this.current = parent;
  }

  /** Returns the tree as data: its nodes with the numbers of their parents, which stand before them. @returns {TreeData} */
  data() {
    const nodes = [this.root];
    // The list grows meanwhile, so that the children of children follow.
    for (const node of nodes) nodes.push(...node.children);
    const numbers = new Map(nodes.map((node, number) => [node, number]));
    /** @param {Node | null} node */
    const number = (node) => (node ? numbers.get(node) : undefined);
    return {
      start: this.start,
      nodes: nodes.map(({ parent, next, move, dead, agreed, playsOn, wasHandedOn, ended, clock, value }) => ({ parent: number(parent), next: number(next), move, dead, agreed, playsOn, wasHandedOn, ended, clock, value })),
      current: nodes.indexOf(this.current),
      isHeld: this.isHeld,
    };
  }

  /** Returns the tree of some data; throws an error if it is none. @param {TreeData} data */
  static of({ start, nodes: [root, ...others], current, isHeld }) {
    const tree = new Tree(start);
    fill(tree.root, root);
    const nodes = [tree.root];
    for (const { parent, move, ...rest } of others) {
      if (!move || parent === undefined) throw new TypeError("no node");
      const [color, text] = move;
      tree.current = nodes[parent];
      tree.add([String(color), String(text)]);
      fill(tree.current, rest);
      nodes.push(tree.current);
    }
    [root, ...others].forEach(({ next }, number) => {
      // A way forward that goes in a circle would never end.
      if (next !== undefined && nodes[next]?.parent === nodes[number]) nodes[number].next = nodes[next];
    });
    tree.current = nodes[current];
    tree.isHeld = isHeld === true;
    return tree;
  }
}
