// Records in and out: files, the clipboard, and the address of the page, which holds the game.

import { fragment, gameOfFragment, listen } from "./address.js";
import * as api from "./api.js";
import { $, COLORS, letter } from "./elements.js";
import { openGame, openRecord, trying } from "./game.js";
import { notify } from "./notice.js";
import { mayLeave } from "./question.js";
import { shownBoard } from "./results.js";
import { isPerson, levelOf, opponentOf } from "./seats.js";
import { cancel, resume } from "./setup.js";
import { state, tell } from "./state.js";

/** Number of pixels of a copied picture for a unit of its SVG. */
const SCALE = 2;
const LEAVE = "for the other one";

/** Opens a record that the server reads. @param {import("../../types/page").RecordText} sent */
async function openSent(sent) {
  const record = await api.readRecord(sent);
  if (await mayLeave(LEAVE)) await inPlace(() => openRecord(record));
}

/** Opens the game of an address. @param {import("../../types/page").GameText | null} game */
async function openEntered(game) {
  if (!game || await mayLeave(LEAVE)) await inPlace(() => openGame(game));
}

/** Opens a game that ends a set-up; if it cannot be shown, the set-up goes on. @param {() => Promise<boolean>} shows opens the game, and returns whether it is shown */
async function inPlace(shows) {
  const before = cancel();
  if (!await shows() && before) resume(before);
}

/** Opens the text of a record, or an address that holds a game. @param {string} text */
async function open(text) {
  const entered = /^\s*(?:https?:\/\/[^#\s]*)?#(\S+)\s*$/.exec(text);
  if (entered) {
    await openEntered(gameOfFragment(entered[1]));
    return;
  }
  await openSent({ sgf: text });
}

/** Opens a file: an address that was saved, or a record, whose bytes the server decodes by what they say of themselves. @param {File} file */
async function openFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const letters = [...bytes].map((byte) => String.fromCharCode(byte)).join("");
  if (letters.trimStart().startsWith("#")) await open(letters);
  else await openSent({ base64: btoa(letters) });
}

/** @param {string} name @param {string} text @param {string} type */
function download(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Returns a name for files of the game: its rules, its board and the day. */
function nameOf() {
  const { width, height } = state.tree.start;
  return `${state.view.rules}-${width}x${height}-${new Date().toISOString().slice(0, 10)}`;
}

/** Returns the whole tree as the server takes it, with the names of engines that play where the record names nobody. */
function written() {
  const { root } = state.tree;
  for (const color of COLORS) {
    const name = `P${letter(color)}`;
    if (!root.text(name) && !isPerson(color)) root.setText(name, opponentOf(color) ?? `halfpoint, level ${levelOf(color)}`);
  }
  return api.writeRecord(state.tree.record());
}

/** Saves the game as SGF; as its address if the server, which writes records, has ended. */
async function saveRecord() {
  const game = state.tree.game();
  try {
    const name = `${nameOf()}.sgf`;
    download(name, (await written()).sgf, "application/x-go-sgf");
    tell("saved", undefined);
    notify(`Saved as ${name}, among your downloads.`);
  } catch (error) {
    if (!(error instanceof api.Ended)) throw error;
    download("game.txt", fragment(game), "text/plain");
    notify("halfpoint has ended, so the game was saved as its address. The page opens it as it opens a record.");
  }
}

/** Draws an SVG as a PNG. @param {string} svg @returns {Promise<Blob>} */
async function png(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SCALE * image.width, SCALE * image.height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture cannot be drawn."))), "image/png");
  });
}

/** Puts a form of the game into the clipboard. @param {string} form */
async function copy(form) {
  const { clipboard } = navigator;
  if (form === "picture") {
    await clipboard.write([new ClipboardItem({ "image/png": png(shownBoard().svg) })]);
  } else if (form === "address") {
    await clipboard.writeText(fragment(state.tree.game()));
  } else {
    const { sgf, text } = await written();
    await clipboard.writeText(form === "sgf" ? sgf : text);
  }
  notify(form === "address" ? "Copied. Paste it here, or give it to halfpoint board in quotes." : "Copied.");
}

/** Opens the first of some files. @param {FileList | null | undefined} files */
const openFirst = async (files) => { if (files?.[0]) await openFile(files[0]); };

/** Opens a record or an address that is pasted outside of a field. @param {ClipboardEvent} event */
function paste(event) {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const isInField = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (isInField || !/^\s*(\(\s*;|#|https?:)/.test(text)) return;
  event.preventDefault();
  trying(() => open(text));
}

/** Listens to the buttons. */
export function begin() {
  $("save").addEventListener("click", () => trying(saveRecord));
  $("save-picture").addEventListener("click", () => trying(async () => download(`${nameOf()}.svg`, (await api.card({ game: state.tree.game() })).svg, "image/svg+xml")));
  $("copy").addEventListener("change", () => {
    const form = $("copy").value;
    $("copy").value = "";
    if (form) trying(() => copy(form));
  });
  $("open-record").addEventListener("click", () => $("open").click());
  $("open").addEventListener("change", () => trying(async () => {
    await openFirst($("open").files);
    // The same file may be opened again.
    $("open").value = "";
  }));
  $("read").addEventListener("click", () => trying(() => open($("paste").value)));
  document.addEventListener("paste", paste);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    trying(() => openFirst(event.dataTransfer?.files));
  });
  listen(openEntered);
}
