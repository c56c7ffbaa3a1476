// The tree of moves. A game is the way from its root to a node.

/** Node of the tree: a move, or the start of the game. */
class Node {
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    this.children = [];
    /** Child that the way forward leads to. */
    this.next = null;
    /** Stones agreed to be dead in this position; null if nothing was agreed on. */
    this.dead = null;
    /** Players who agree to these dead stones. */
    this.agreed = null;
    this.withdraw();
    /** Dead stones as engines judge them, by the name of the engine; null before one was asked. */
    this.judgements = null;
    /** Whether a player disagreed, so that play goes on. */
    this.playsOn = false;
    /** Whether play went on by itself, since an engine passed once more. */
    this.wasHandedOn = false;
    /** End of the game in this position that no move made: `draw`, `B+T` or `W+T`. */
    this.ended = null;
    /** Clock in this position; null for that of the position before. */
    this.clock = null;
    /** What the engine that made the move said about it, as text and as its answer; null if none did. */
    this.said = null;
    /** Black's chance and margin by a search; null if there was none. */
    this.value = null;
  }

  /** Withdraws the agreements to the dead stones. */
  withdraw() {
    this.agreed = { black: false, white: false };
  }
}

export class Tree {
  /** Creates a tree of one game, in the form in which the server sends it. `clocks` are the times after each move of a record; its clocks wait for the next move. */
  constructor(game, clocks) {
    const { moves, dead, ended, clock, ...start } = game;
    this.start = start;
    this.root = new Node(null, null);
    this.current = this.root;
    // Of earlier positions nothing is known but the system.
    if (clock) this.root.clock = { system: clock.system };
    /** Whether the clocks wait until a move is made. */
    this.isHeld = Boolean(clock && clocks);
    (moves ?? []).forEach((move, index) => {
      this.add(move);
      if (clock && clocks?.[index]) this.current.clock = { system: clock.system, left: clocks[index] };
    });
    if (clock) this.current.clock = clock;
    this.current.dead = dead ?? null;
    this.current.ended = ended ?? null;
  }

  /** Goes to the position after a move, which is added unless it is there. */
  add(move) {
    const same = ([color, text]) => color === move[0] && text === move[1];
    let child = this.current.children.find((node) => same(node.move));
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

  /** Returns the moves up to a node in the game of this tree, as the server takes it. */
  moves(last) {
    return { ...this.start, moves: this.way(last).map((node) => node.move) };
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
}
