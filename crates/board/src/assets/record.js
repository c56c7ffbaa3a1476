// Records in and out: files, the clipboard, and the address of the page, which holds the game.

/** @import { Page } from "../../types/page" */

import { fragment, gameOfFragment, listen } from "./address.js";
import * as api from "./api.js";
import { $ } from "./panel.js";

/** Number of pixels of a copied picture for a unit of its SVG. */
const SCALE = 2;

/** Opens the text of a record, or an address that holds a game. @param {Page} page @param {string} text */
async function open(page, text) {
  const entered = /^\s*(?:https?:\/\/[^#\s]*)?#(\S+)\s*$/.exec(text);
  if (entered) {
    await page.openGame(gameOfFragment(entered[1]));
    return;
  }
  const record = await api.readRecord({ sgf: text });
  await page.newGame(record.game, record.clocks);
  if (record.warnings.length > 0) page.notify(record.warnings.join(" "));
}

/** @param {string} name @param {string} text @param {string} type */
function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Saves the game as SGF; as its address if the server, which writes records, has ended. @param {Page} page */
async function saveRecord(page) {
  const game = page.tree().game();
  try {
    save("game.sgf", (await api.writeRecord(page.tree().record())).sgf, "application/x-go-sgf");
  } catch (error) {
    if (!(error instanceof api.Ended)) throw error;
    save("game.txt", fragment(game), "text/plain");
    page.notify("halfpoint has ended, so the game was saved as its address. The page opens it as it opens a record.");
  }
}

/** Returns the picture that is shown, as SVG. @param {Page} page */
const picture = (page) => (($("show-count").checked && page.count()) || page.view()).board.svg;

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

/** Puts a form of the game into the clipboard. @param {Page} page @param {string} form */
async function copy(page, form) {
  const clipboard = navigator.clipboard;
  if (form === "picture") {
    await clipboard.write([new ClipboardItem({ "image/png": png(picture(page)) })]);
  } else if (form === "address") {
    await clipboard.writeText(fragment(page.tree().game()));
  } else {
    const { sgf, text } = await api.writeRecord(page.tree().record());
    await clipboard.writeText(form === "sgf" ? sgf : text);
  }
  page.notify(form === "address" ? "Copied. Paste it here, or give it to halfpoint board in quotes." : "Copied.");
}

/** Listens to the buttons. @param {Page} page */
export function begin(page) {
  const { trying } = page;
  $("save").addEventListener("click", () => trying(() => saveRecord(page)));
  $("save-picture").addEventListener("click", () => save("game.svg", picture(page), "image/svg+xml"));
  $("copy").addEventListener("change", () => {
    const form = $("copy").value;
    $("copy").value = "";
    if (form) trying(() => copy(page, form));
  });
  /** @param {FileList | null | undefined} files */
  const openFirst = async (files) => { if (files?.[0]) await open(page, await files[0].text()); };
  $("open").addEventListener("change", () => trying(() => openFirst($("open").files)));
  $("read").addEventListener("click", () => trying(() => open(page, $("paste").value)));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    trying(() => openFirst(event.dataTransfer?.files));
  });
  listen(page.openGame);
}
