// Types that the scripts of the page share: the messages of the server, and the state of the page.

import type { BoardView } from "../src/assets/board.js";
import type { Tree } from "../src/assets/tree.js";
import type {
  BoardPaths, ConsideredMove, CountView, EitherMove, GameText, PositionView, RecordNode, RuleSetView,
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

/** Rules, board, komi and starting position of a game. */
export type Start = Omit<GameText, "moves" | "dead" | "ended" | "clock">;
/** A move with its player. */
export type PlayedMove = [color: string, move: string];
/** A property of a record: its name, and its values as they stand there. */
export type Property = RecordNode["properties"][number];
/** Node of the tree of moves. */
export type TreeNode = Tree["root"];
/** Position of something in pixels or in units of a picture. */
export type Place = [x: number, y: number];
/** What was said about a move, as text and as the engine's answer. */
export type Said = { text: string; answer: EitherMove };
/** What an engine says about its move. */
export type Reasons = { why?: string | null; moves?: ConsideredMove[] };
/** The best move of a position, as a report found it. */
export type Found = ConsideredMove;

/** A node as data. Its numbers are those of other nodes. */
export type NodeData = Pick<
  TreeNode,
  "move" | "rules" | "passed" | "dead" | "agreed" | "playsOn" | "wasHandedOn" | "isRetaken" | "ended" | "clock" | "value" | "start" | "properties" | "problem"
> & { parent?: number | undefined; next?: number | undefined };
/** A tree as data. */
export interface TreeData {
  start: Start;
  nodes: NodeData[];
  current: number;
  isHeld: boolean;
  playsToTheEnd: boolean;
  isUnsaved: boolean;
  isExample: boolean;
  ownResult: string;
}

/** The state of the page. */
export interface State {
  /** Tree that is shown. */
  tree: Tree;
  /** View of its position. */
  view: PositionView;
  /** Count of that position; null while it is awaited. */
  count: CountView | null;
  /** The board. */
  board: BoardView;
  /** Whether there is a view yet. */
  isBegun: boolean;
  ruleSets: RuleSetView[];
  maxLevel: number;
  /** Largest number of points of a board whose moves are solved. */
  exactPoints: number;
}

/** News of the page, by their names. */
export interface PageEvents {
  /** A position is left. */
  leaving: undefined;
  /** The server has given the view of a position, whose change has this number. */
  shown: { game: GameText; number: number };
  /** A position has been drawn. */
  drawn: undefined;
  /** Another position has been drawn for the first time. */
  arrived: undefined;
  /** A position has been counted. */
  counted: undefined;
  /** A move was made here. */
  played: string;
  /** A comment was changed. */
  noted: undefined;
  /** Another tree is shown. */
  begun: undefined;
  /** The tree was saved. */
  saved: undefined;
  /** A node has got a value. */
  valued: undefined;
  /** The fields have the values from before a reload. */
  refilled: undefined;
  /** The engines wait, or go on. */
  paused: boolean;
  /** Another tab is shown, by its name. */
  turned: string;
  /** Another player plays a color. */
  seated: undefined;
  /** An engine began or ended to think about its move. */
  thought: undefined;
}
