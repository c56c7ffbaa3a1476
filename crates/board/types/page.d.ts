// Types that the scripts of the page share: the messages of the server, and the page itself.

import type { BoardView } from "../src/assets/board.js";
import type { Tree } from "../src/assets/tree.js";
import type {
  AnalysisReport, BoardPaths, Color, ConsideredMove, CountView, EitherMove, GameText, PositionView, RecordView, RuleSetView,
} from "./messages";

export type * from "./elements";
export type * from "./messages";

/** Path of a request. */
export type Path = keyof BoardPaths;
/** What is sent to a path; undefined where nothing is. */
export type Sent<P extends Path> = BoardPaths[P] extends { request: infer Q } ? Q : undefined;
/** What a path answers as a whole. */
export type Answer<P extends Path> = BoardPaths[P] extends { answer: infer A } ? A : never;
/** What a path answers line by line. */
export type Line<P extends Path> = BoardPaths[P] extends { line: infer A } ? A : never;

/** Time that each side has left after each move of a record. */
export type Times = RecordView["clocks"];
/** Rules, board, komi and starting position of a game. */
export type Start = Omit<GameText, "moves" | "dead" | "ended" | "clock">;
/** A move with its player. */
export type PlayedMove = [color: string, move: string];
/** Node of the tree of moves. */
export type TreeNode = Tree["root"];
/** Position of something in pixels or in units of a picture. */
export type Place = [x: number, y: number];
/** What was said about a move, as text and as the engine's answer. */
export type Said = { text: string; answer: EitherMove };
/** What an engine says about its move. */
export type Reasons = { why?: string | null; moves?: ConsideredMove[] };

/** A node as data. Its numbers are those of other nodes. */
export type NodeData = Pick<
  TreeNode,
  "move" | "dead" | "agreed" | "playsOn" | "wasHandedOn" | "ended" | "clock" | "value"
> & { parent?: number | undefined; next?: number | undefined };
/** A tree as data. */
export interface TreeData {
  start: Start;
  nodes: NodeData[];
  current: number;
  isHeld: boolean;
}

/** Parts of the page that modules use. */
export interface Page {
  /** Returns the tree that is shown. It is not asked before there is one. */
  tree(): Tree;
  /** Returns the view that is shown. It is not asked before there is one. */
  view(): PositionView;
  /** Returns whether there is a view yet. */
  isShown(): boolean;
  count(): CountView | null;
  ruleSets(): RuleSetView[];
  play(mv: string): Promise<void>;
  playByHand(mv: string): Promise<void>;
  goTo(node: TreeNode): Promise<void>;
  newGame(game: GameText, clocks?: Times): Promise<boolean>;
  openGame(game: GameText | null): Promise<boolean>;
  use(other: Tree): Promise<boolean>;
  update(): Promise<boolean>;
  draw(): void;
  notify(text?: string): void;
  trying(action: () => unknown): Promise<boolean>;
  board: BoardView;
  drawn: (() => void)[];
  choosers: ((name: string, isStone: boolean) => boolean)[];
  objections: ((mv: string) => string | null)[];
  refilled: (() => void)[];
  pauses: (() => boolean)[];
  counted: (() => void)[];
  leaving: (() => void)[];
  arrived: (() => void)[];
  valued: (() => void)[];
}
