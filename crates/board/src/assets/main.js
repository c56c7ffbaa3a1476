// The beginning of the page: a session, the state, and the modules that listen to it.

import { keyAtBeginning, listenForKeys, openAddress } from "./address.js";
import * as analysis from "./analysis.js";
import * as api from "./api.js";
import { BoardView } from "./board.js";
import * as clock from "./clock.js";
import * as consent from "./consent.js";
import * as counting from "./counting.js";
import * as counts from "./counts.js";
import { $ } from "./elements.js";
import * as ending from "./ending.js";
import * as engine from "./engine.js";
import { choosePoint, newGame, openGame, openRecord, trying, use } from "./game.js";
import * as keep from "./keep.js";
import * as learn from "./learn.js";
import { Loupe } from "./loupe.js";
import * as newgame from "./newgame.js";
import { noticed, notify } from "./notice.js";
import * as notes from "./notes.js";
import * as problems from "./problems.js";
import * as record from "./record.js";
import * as report from "./report.js";
import { shownBoard } from "./results.js";
import * as seats from "./seats.js";
import * as session from "./session.js";
import * as setup from "./setup.js";
import * as sound from "./sound.js";
import { on, state } from "./state.js";
import * as steps from "./steps.js";
import * as tabs from "./tabs.js";
import * as tokens from "./tokens.js";

/** Gets a session for the key in the address, and for each that is entered later: the page begins anew then, with the game that it shows. */
async function exchangeKeys() {
  listenForKeys((key) => trying(async () => { await api.exchange(key); location.reload(); }));
  try {
    if (keyAtBeginning) await api.exchange(keyAtBeginning);
  } catch (error) {
    // A key that has served does no harm where there is a session.
    if (!await session.current()) throw error;
  }
}

/** Draws the board with each position. */
function drawBoard() {
  const { width, height } = state.tree.start;
  state.board.show(shownBoard(), width, height, state.view);
}

/** Shows the game of a reload, of the address, or with which the server begins; the last offers a game that was left. @param {import("../../types/page").StartAnswer} start */
async function beginGame(start) {
  const kept = keep.keptTree();
  if (kept && await use(kept)) return;
  if (await openAddress(openGame)) return;
  const reason = noticed();
  if ("nodes" in start.begun) await openRecord(start.begun);
  else if (await newGame(start.begun.game) && !reason) trying(keep.offer);
  if (reason) notify(reason, "error");
}

async function begin() {
  await exchangeKeys();
  const start = await api.start();
  const board = new BoardView($("picture"), $("points"), choosePoint);
  Object.assign(state, { board, ruleSets: start.ruleSets, maxLevel: start.maxLevel, exactPoints: start.exactPoints });
  const loupe = new Loupe(board, (name) => choosePoint(name, board.isStone(name), board.reasons[name]));
  tabs.begin();
  seats.begin(start.opponents);
  keep.begin();
  on("drawn", drawBoard);
  for (const module of [counts, tokens, steps, setup, ending, consent, counting, clock, analysis, engine, report, learn, problems, notes, sound, record]) module.begin();
  newgame.begin(start.begun.game);
  on("arrived", () => loupe.show());
  await beginGame(start);
}

trying(begin);
