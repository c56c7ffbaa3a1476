// Made of docs/schema/board.json by `scripts/check-page --write`.

/**
 * Game with which the page begins.
 */
export type BegunGame =
  | {
      game: GameText;
    }
  | RecordView;
/**
 * End of a game that no move made, by the words for it in records.
 */
export type EndWithoutMove = "draw" | "B+T" | "W+T";
/**
 * A colour by its word.
 */
export type Color = "black" | "white";
/**
 * Count of the game under a rule set, or the reason why it is no game there.
 */
export type CountRow =
  | {
      /**
       * Name of the rules.
       */
      rules: string;
      /**
       * Result as over GTP, or `Void`.
       */
      result: string;
      /**
       * Points of both sides; absent if nothing was counted.
       */
      sides?: {
        black: SidePoints;
        white: SidePoints;
      } | null;
    }
  | {
      /**
       * Name of the rules.
       */
      rules: string;
      illegal: IllegalPlay;
    };
/**
 * Answer to a move, by the engine or by another one.
 */
export type EitherMove = MoveAnswer | OpponentMove;
/**
 * Value of a position of a game, or the reason why there are no more.
 */
export type GraphLine = GraphValue | ErrorAnswer;
/**
 * A text, or null. Unlike an [`Option`] it may not be left out of a request.
 */
export type TextOrNull = string | null;

/**
 * Requests to the board page's server and their answers, by their paths; made from the types in crates/board/src/wire by `scripts/check-page --write`.
 */
export interface BoardPaths {
  "/api/session": {
    request: SessionRequest;
    answer: SessionAnswer;
  };
  "/api/ticket": {
    answer: TicketAnswer;
  };
  "/api/start": {
    answer: StartAnswer;
  };
  "/api/view": {
    request: GameText;
    answer: PositionView;
  };
  "/api/count": {
    request: GameText;
    answer: CountView;
  };
  "/api/counting": {
    request: GameText;
    answer: CountingView;
  };
  "/api/handicap": {
    request: HandicapRequest;
    answer: HandicapAnswer;
  };
  "/api/clock": {
    request: SpentTime;
    answer: ClockAnswer;
  };
  "/api/move": {
    request: ThinkRequest;
    answer: EitherMove;
  };
  "/api/analyze": {
    request: ThinkRequest;
    line: AnalysisReport;
  };
  "/api/ponder": {
    request: PonderRequest;
    answer: PonderAnswer;
  };
  "/api/draw": {
    request: DrawOffer;
    answer: DrawAnswer;
  };
  "/api/dead": {
    request: DeadRequest;
    answer: DeadAnswer;
  };
  "/api/graph": {
    request: GraphRequest;
    line: GraphLine;
  };
  "/api/exact": {
    request: ExactRequest;
    answer: ExactAnswer;
  };
  "/api/read": {
    request: RecordText;
    answer: RecordView;
  };
  "/api/write": {
    request: RecordRequest;
    answer: WrittenRecord;
  };
  "/api/card": {
    request: CardRequest;
    answer: CardAnswer;
  };
  "/api/kept": {
    answer: string | null;
  };
  "/api/keep": {
    request: KeepRequest;
    answer: KeepAnswer;
  };
  "/api/learn": {
    answer: LessonTitle[];
  };
  "/api/learn/{name}": {
    answer: Lesson;
  };
  "/api/problems": {
    answer: ProblemRecord[];
  };
  refusal: {
    answer: ErrorAnswer;
  };
}
/**
 * Request for a session.
 */
export interface SessionRequest {
  /**
   * Key of a page.
   */
  key: string;
}
/**
 * Session of a page.
 */
export interface SessionAnswer {
  session: string;
}
/**
 * Ticket for the WebSocket.
 */
export interface TicketAnswer {
  ticket: string;
}
/**
 * Game with which the page begins, and what it can ask for.
 */
export interface StartAnswer {
  begun: BegunGame;
  ruleSets: RuleSetView[];
  maxLevel: number;
  /**
   * Names of the other engines.
   */
  opponents: string[];
  /**
   * Largest number of points of a board whose moves are solved.
   */
  exactPoints: number;
  version: string;
}
/**
 * A game in JSON: rules, board, komi, starting position, moves, and agreed dead stones.
 */
export interface GameText {
  /**
   * Name of a rule set, or JSON as for `kata-set-rules`.
   */
  rules: string;
  /**
   * Number of columns.
   */
  width: number;
  /**
   * Number of rows.
   */
  height: number;
  /**
   * White's compensation.
   */
  komi: number;
  /**
   * Points of Black's handicap stones. White moves first after them.
   */
  handicap?: string[];
  /**
   * Points of black and white stones that are set up without a handicap.
   *
   * @minItems 2
   * @maxItems 2
   */
  setup?: [string[], string[]];
  /**
   * Player of the first move, `B` or `W`, if it is not the usual one.
   */
  first?: string | null;
  /**
   * Moves with their players: `["B", "D4"]`. A move is a vertex, `pass`, the name of a token
   * move, `resign`, or `propose` with the proposed stones after it.
   */
  moves?: [string, string][];
  /**
   * Stones that both players agree are dead; absent if nothing was agreed on.
   */
  dead?: string[] | null;
  /**
   * End of the game that no move made.
   */
  ended?: EndWithoutMove | null;
  /**
   * Time that the players have.
   */
  clock?: ClockText | null;
}
/**
 * A clock in JSON.
 */
export interface ClockText {
  /**
   * Time system in the words of `kata-time_settings`.
   */
  system: string;
  /**
   * Seconds that each side has left, and the moves or periods left in overtime, 0 in main time;
   * absent at the start.
   */
  left?: {
    /**
     * Black's value.
     *
     * @minItems 2
     * @maxItems 2
     */
    black: [number, number];
    /**
     * White's value.
     *
     * @minItems 2
     * @maxItems 2
     */
    white: [number, number];
  } | null;
}
/**
 * Game of a record, and what the record says beside it.
 */
export interface RecordView {
  game: GameText;
  /**
   * Time that each side has left after each move.
   *
   * Items: Values of both colours.
   */
  clocks: ({
    /**
     * Black's value.
     *
     * @minItems 2
     * @maxItems 2
     */
    black: [number, number];
    /**
     * White's value.
     *
     * @minItems 2
     * @maxItems 2
     */
    white: [number, number];
  } | null)[];
  /**
   * Names of the players.
   */
  players: {
    /**
     * Black's value.
     */
    black: string | null;
    /**
     * White's value.
     */
    white: string | null;
  };
  /**
   * The result as the record gives it.
   */
  result: string | null;
  warnings: string[];
  /**
   * All nodes: the root, then parents before their children, children in the order of the file.
   */
  nodes: RecordNode[];
  /**
   * Index of the node with which the game ends.
   */
  end: number;
}
/**
 * Node of a record.
 *
 * Its position is that of the nearest `start` on the way from the root to it, after the moves
 * since. The move of a node with a start follows that start.
 */
export interface RecordNode {
  /**
   * Index of the parent; absent for the root.
   */
  parent?: number | null;
  /**
   * The move with its player, as a game has it.
   *
   * @minItems 2
   * @maxItems 2
   */
  move?: [string, string] | null;
  /**
   * Start of the line from here on, if it is not that of the parent.
   */
  start?: StartText | null;
  /**
   * Reason why there is no position from here on, up to a node with a start.
   */
  problem?: string | null;
  /**
   * Time that each side has left after the move.
   */
  left?: {
    /**
     * Black's value.
     *
     * @minItems 2
     * @maxItems 2
     */
    black: [number, number];
    /**
     * White's value.
     *
     * @minItems 2
     * @maxItems 2
     */
    white: [number, number];
  } | null;
  /**
   * All properties of the node in the order of the file, with their values as they stand between
   * the brackets, escapes included. A node with a move that they do not have is written with it.
   */
  properties: [string, string[]][];
}
/**
 * Position in which a game, or the line of a record, begins. The fields are those of [`GameText`].
 */
export interface StartText {
  /**
   * Points of Black's handicap stones. White moves first after them.
   */
  handicap?: string[];
  /**
   * Points of black and white stones that are set up without a handicap.
   *
   * @minItems 2
   * @maxItems 2
   */
  setup?: [string[], string[]];
  /**
   * Player of the first move, `B` or `W`, if it is not the usual one.
   */
  first?: string | null;
}
/**
 * A rule set of the page's list.
 */
export interface RuleSetView {
  id: string;
  /**
   * Name for people.
   */
  title: string;
  /**
   * Description in one sentence.
   */
  description: string;
  komi: number;
  komiElsewhere: number;
  /**
   * Names of its token moves.
   */
  tokens: string[];
}
/**
 * Parts of the page that change with each move. Points stand for themselves by their names.
 */
export interface PositionView {
  rules: string;
  /**
   * Name of the rules for people.
   */
  title: string;
  board: BoardImage;
  /**
   * Number of moves.
   */
  moves: number;
  toMove: Color;
  /**
   * Word for the end of the game.
   */
  over: string | null;
  /**
   * Whether no further move is possible.
   */
  closed: boolean;
  /**
   * Values of both colours.
   */
  stones: {
    /**
     * Black's value.
     */
    black: string[];
    /**
     * White's value.
     */
    white: string[];
  };
  /**
   * Stones in lists of those that are dead or alive together; empty while nobody marks dead
   * stones.
   */
  fates: string[][];
  /**
   * Empty points on which the side to move must not place a stone, with the reasons.
   */
  illegal: {
    [k: string]: string;
  };
  tokens: TokenMove[];
  passMeans: string | null;
  lastMove: LastMove | null;
  /**
   * Values of both colours.
   */
  captures: {
    /**
     * Black's value.
     */
    black: number;
    /**
     * White's value.
     */
    white: number;
  };
  things: TableThings;
  /**
   * Pictures of what each colour holds, Black's first.
   *
   * @minItems 2
   * @maxItems 2
   */
  held: [string, string];
  /**
   * Points that token moves gave each side.
   */
  ledger: {
    /**
     * Black's value.
     */
    black: number;
    /**
     * White's value.
     */
    white: number;
  };
  /**
   * Whether the players agree on dead stones at the end.
   */
  agrees: boolean;
  /**
   * Whether the next pass may propose dead stones.
   */
  proposes: boolean;
  proposal: ProposedDead | null;
  /**
   * Values of both colours.
   */
  clock?: {
    /**
     * Black's value.
     */
    black: ClockStage[];
    /**
     * White's value.
     */
    white: ClockStage[];
  } | null;
}
/**
 * Picture with the places of its points, in pixels.
 */
export interface BoardImage {
  svg: string;
  width: number;
  height: number;
  /**
   * The point in the lower left corner.
   *
   * @minItems 2
   * @maxItems 2
   */
  origin: [number, number];
  /**
   * Distance between two lines.
   */
  cell: number;
}
/**
 * Token move that is legal.
 */
export interface TokenMove {
  /**
   * The move to send.
   */
  move: string;
  name: string;
  deed: string;
  /**
   * Points that it gives each side.
   */
  gain: {
    /**
     * Black's value.
     */
    black: number;
    /**
     * White's value.
     */
    white: number;
  };
  /**
   * Word for the end of the game, if it ends the game.
   */
  ends: string | null;
  /**
   * Answer that it gives to a proposal of dead stones.
   */
  answer: string | null;
}
/**
 * Last move of a game.
 */
export interface LastMove {
  color: Color;
  move: string;
  /**
   * Deed of a token move in few words.
   */
  deed: string | null;
}
/**
 * Things that lie beside the board.
 */
export interface TableThings {
  buttons: ButtonView[];
  /**
   * Values of both colours.
   */
  halfPassZone: {
    /**
     * Black's value.
     */
    black: number;
    /**
     * White's value.
     */
    white: number;
  } | null;
  bowls: BowlsView | null;
}
/**
 * A button.
 */
export interface ButtonView {
  name: string;
  holder: Color | null;
  /**
   * Whether it goes back on the table with the next move.
   */
  returns: boolean;
}
/**
 * The bowls.
 */
export interface BowlsView {
  /**
   * Values of both colours.
   */
  regular: {
    /**
     * Black's value.
     */
    black: number;
    /**
     * White's value.
     */
    white: number;
  };
  ultimate: Color | null;
}
/**
 * Stones that are proposed as dead.
 */
export interface ProposedDead {
  stones: string[];
  /**
   * Whether the proposal waits for its answer.
   */
  pending: boolean;
}
/**
 * Stage through which the time of a side runs while it thinks.
 */
export interface ClockStage {
  seconds: number;
  words: string;
}
/**
 * Count of a game under every rule set.
 */
export interface CountView {
  board: BoardImage;
  lights: TableLights;
  table: CountTable;
  differences: string[];
  bothCounts: string[];
}
/**
 * Lights of the table of counts. Sets and bowls are kept once, and named by their indices.
 */
export interface TableLights {
  rows: RowLights[];
  sets: string[][];
  bowls: string[];
}
/**
 * Lights of a row; none of one that was not counted.
 */
export interface RowLights {
  black?: TermLights;
  white?: TermLights;
  /**
   * @minItems 2
   * @maxItems 2
   */
  bowls?: [number, number];
}
/**
 * Sets of points that the terms of a colour count, by the names of the terms.
 */
export interface TermLights {
  [k: string]: number;
}
/**
 * Table of counts: a row for each rule set.
 */
export interface CountTable {
  /**
   * Name of the game's own rules.
   */
  rules: string;
  /**
   * Meaning of the counts if the game is not over.
   */
  counted: string | null;
  verdict: VerdictView;
  /**
   * Dead stones, agreed on or judged.
   */
  dead: string[];
  warnings: string[];
  rows: CountRow[];
}
/**
 * Result of a game in words.
 */
export interface VerdictView {
  /**
   * Main clause without a full stop.
   */
  text: string;
  /**
   * Reason that may follow "because"; absent where the game is none under its own rules.
   */
  because: string | null;
}
/**
 * Points of a side.
 */
export interface SidePoints {
  total: number;
  /**
   * Terms of that sum which are not zero, by their names.
   */
  terms: {
    [k: string]: number;
  };
}
/**
 * Move that a rule set forbids.
 */
export interface IllegalPlay {
  play: string;
  reason: string;
}
/**
 * Steps by which people count a game; there are none if nothing is counted.
 */
export interface CountingView {
  steps: CountingStep[];
}
/**
 * A step with its pictures.
 */
export interface CountingStep {
  sentence: string;
  board: BoardImage;
  /**
   * @minItems 2
   * @maxItems 2
   */
  bowls: [string, string];
  /**
   * Black's value.
   */
  black: number;
  /**
   * White's value.
   */
  white: number;
  result: string;
}
/**
 * Request for the points of handicap stones.
 */
export interface HandicapRequest {
  /**
   * Number of columns.
   */
  width: number;
  /**
   * Number of rows.
   */
  height: number;
  /**
   * Number of stones.
   */
  number: number;
  /**
   * Whether only the points of GTP's `fixed_handicap` may be taken.
   */
  fixed: boolean;
}
/**
 * Points of handicap stones.
 */
export interface HandicapAnswer {
  points: string[];
}
/**
 * Time that a side has used for a move.
 */
export interface SpentTime {
  clock: ClockText;
  /**
   * The side.
   */
  color: string;
  /**
   * The time.
   */
  seconds: number;
}
/**
 * Clock after a move.
 */
export interface ClockAnswer {
  clock: ClockText;
  /**
   * Whether the move came too late.
   */
  late: boolean;
}
/**
 * Request for a move or an analysis.
 */
export interface ThinkRequest {
  game: GameText;
  /**
   * Time in seconds.
   */
  seconds: number;
  /**
   * Strength of a move, from 1 to [`MAX_LEVEL`].
   */
  level?: number | null;
  /**
   * Name of another engine that makes the move.
   */
  opponent?: string | null;
  /**
   * Id of the page, whose last search is gone on from.
   */
  page?: string | null;
  /**
   * Whether the engine may resign; another engine is not told.
   */
  resigns?: boolean;
}
/**
 * A move of the engine. The margin and the chance are the mover's.
 */
export interface MoveAnswer {
  move: string;
  why: string | null;
  winRate: number;
  score: number | null;
  basis: string;
  visits: number;
  /**
   * Visits of this search alone.
   */
  newVisits: number;
  moves: ConsideredMove[];
}
/**
 * Move that a search considered.
 */
export interface ConsideredMove {
  move: string;
  /**
   * Name of a token move.
   */
  token: string | null;
  visits: number;
  winRate: number;
  score: number | null;
  basis: string;
  /**
   * The move and what follows.
   */
  line: string[];
}
/**
 * A move of another engine.
 */
export interface OpponentMove {
  move: string;
  why: string;
}
/**
 * Report of an analysis.
 */
export interface AnalysisReport {
  visits: number;
  root: SearchValue;
  moves: ConsideredMove[];
  /**
   * Mean owner of each point, from −1 (White) to 1 (Black).
   */
  ownership: {
    [k: string]: number;
  };
}
/**
 * Black's chance and margin.
 */
export interface SearchValue {
  winRate: number;
  score: number | null;
  basis: string;
}
/**
 * Request for thoughts in the time of the other side.
 */
export interface PonderRequest {
  game: GameText;
  /**
   * Id of the page.
   */
  page: string;
}
/**
 * Whether the engine has pondered for the page.
 */
export interface PonderAnswer {
  pondered: boolean;
}
/**
 * Offer of a draw.
 */
export interface DrawOffer {
  game: GameText;
  /**
   * Player who is asked.
   */
  color: string;
  /**
   * Time to think, in seconds.
   */
  seconds: number;
}
/**
 * Answer to the offer of a draw.
 */
export interface DrawAnswer {
  accepts: boolean;
}
/**
 * Request for the dead stones of a game. Those that the game names are not looked at.
 */
export interface DeadRequest {
  game: GameText;
  /**
   * Name of another engine that judges.
   */
  opponent?: string | null;
}
/**
 * Dead stones.
 */
export interface DeadAnswer {
  dead: string[];
  /**
   * Name of their judge.
   */
  judge: string;
  /**
   * Reason why that is not the engine that was asked for.
   */
  note: string | null;
}
/**
 * Request for the values of positions.
 */
export interface GraphRequest {
  game: GameText;
  /**
   * Numbers of moves after which the positions are wanted, in the order of the answers.
   */
  numbers: number[];
  /**
   * Time for each position, in seconds.
   */
  seconds: number;
}
/**
 * Value of a position of a game. The values of its moves are of the same search.
 */
export interface GraphValue {
  /**
   * Number of the move that led to the position.
   */
  move: number;
  value: SearchValue;
  /**
   * Best move of the position.
   */
  best: ConsideredMove | null;
  /**
   * Move that the game has next, if the search has valued it.
   */
  played: ConsideredMove | null;
}
/**
 * Reason of a refusal, or of an answer that ends early.
 */
export interface ErrorAnswer {
  error: string;
}
/**
 * Request for the exact values of the moves of a game.
 */
export interface ExactRequest {
  game: GameText;
}
/**
 * Values of all moves, the best first.
 */
export interface ExactAnswer {
  moves: ExactMove[];
  /**
   * Whether all values are exact.
   */
  finished: boolean;
  seconds: number;
  /**
   * Words about the stones that the count takes off.
   */
  count: string | null;
}
/**
 * Value of a move.
 */
export interface ExactMove {
  move: string;
  /**
   * Name of a token move.
   */
  token: string | null;
  best: boolean;
  /**
   * Black's margin in half-points, or the sign of the winner where nothing is counted.
   */
  value: number | null;
  /**
   * The value as it fits on a point.
   */
  short: string;
  text: string;
}
/**
 * Request to read a record.
 */
export interface RecordText {
  /**
   * Text of an SGF file.
   */
  sgf?: string;
  /**
   * Bytes of the file in base64 in place of the text, for files that may not be in UTF-8.
   */
  base64?: string | null;
}
/**
 * Request for the record of a game.
 */
export interface RecordRequest {
  game: GameText;
  /**
   * Time that each side has left after each move; the list may be shorter than the game.
   *
   * Items: Values of both colours.
   */
  clocks?: ({
    /**
     * Black's value.
     *
     * @minItems 2
     * @maxItems 2
     */
    black: [number, number];
    /**
     * White's value.
     *
     * @minItems 2
     * @maxItems 2
     */
    white: [number, number];
  } | null)[];
  /**
   * Nodes of the record in place of the moves of the game; the first is the root.
   */
  nodes?: RecordNode[];
  /**
   * Result in place of that of the root.
   */
  result?: string | null;
}
/**
 * Record of a game, and its board as a text.
 */
export interface WrittenRecord {
  sgf: string;
  text: string;
}
/**
 * Request for the card of a game.
 */
export interface CardRequest {
  game: GameText;
}
/**
 * Card of a game: its last position with the count.
 */
export interface CardAnswer {
  svg: string;
}
/**
 * Text to keep.
 */
export interface KeepRequest {
  text: TextOrNull;
}
/**
 * Whether the text is kept, or forgotten where none was sent.
 */
export interface KeepAnswer {
  kept: boolean;
  /**
   * Reason why not; none where the user wants nothing to be kept.
   */
  reason?: string | null;
}
/**
 * A page to learn from, in the list of all.
 */
export interface LessonTitle {
  name: string;
  title: string;
}
/**
 * A page to learn from.
 */
export interface Lesson {
  html: string;
  /**
   * Games of its sessions.
   */
  examples: LessonGame[];
}
/**
 * Game of a session, with the picture of its last position.
 */
export interface LessonGame {
  svg: string;
  rules: string;
  /**
   * Number of moves.
   */
  moves: number;
  game: GameText;
}
/**
 * A problem in which half a point decides. Its record has the best move as the main line, with
 * the property `TE`, and the other moves as variations.
 */
export interface ProblemRecord {
  name: string;
  /**
   * Id of its rule set.
   */
  rules: string;
  record: RecordView;
}
