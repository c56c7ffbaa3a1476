// Live analysis of the position that is shown: moves, their worth, and the owners of points.

/** @import { AnalysisReport, Page } from "../../types/page" */

import * as api from "./api.js";
import { PAGE_ID } from "./engine.js";
import { $, showAnalysis } from "./panel.js";

/** Longest time of an analysis, in seconds. */
const SECONDS = 600;

/** @type {Page} */
let page;
/** @type {AbortController | null} */
let running = null;
/** @type {AnalysisReport["ownership"] | null} */
let owners = null;

const isOn = () => $("analyze").getAttribute("aria-pressed") === "true";

async function analyze() {
  running?.abort();
  const abort = new AbortController();
  running = abort;
  const node = page.tree().current;
  $("analysis").hidden = false;
  await api.analyze({ game: page.tree().game(), seconds: SECONDS, page: PAGE_ID }, abort.signal, (report) => {
    if (abort.signal.aborted) return;
    showAnalysis($("analysis"), report, page.view());
    page.board.hint(report.moves);
    node.value = report.root;
    owners = report.ownership;
    showOwners();
    for (const show of page.valued) show();
  });
}

function showOwners() {
  page.board.own($("show-ownership").checked && isOn() ? owners : null);
}

function stop() {
  running?.abort();
  running = null;
  owners = null;
}

/** Listens to the buttons. @param {Page} parts */
export function begin(parts) {
  page = parts;
  page.leaving.push(() => running?.abort());
  page.arrived.push(() => { if (isOn()) page.trying(analyze); });
  $("show-ownership").addEventListener("change", showOwners);
  $("analyze").addEventListener("click", () => {
    const wanted = !isOn();
    $("analyze").setAttribute("aria-pressed", String(wanted));
    if (wanted) {
      page.trying(analyze);
      return;
    }
    stop();
    $("analysis").hidden = true;
    page.board.hint([]);
    page.board.own(null);
  });
}
