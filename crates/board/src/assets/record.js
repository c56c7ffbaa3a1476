// Records in and out: files, the clipboard, and the address of the page, which holds the game.

import { fragment, gameOfFragment, listen } from "./address.js";
import * as api from "./api.js";

const $ = (id) => document.getElementById(id);
/** Number of pixels of a copied picture for a unit of its SVG. */
const SCALE = 2;

/** Opens the text of a record, or an address that holds a game. */
async function open(page, text) {
  const entered = /^\s*(?:https?:\/\/[^#\s]*)?#(\S+)\s*$/.exec(text);
  if (entered) {
    await page.openGame(gameOfFragment(entered[1]));
    return;
  }
  const record = await api.readRecord(text);
  await page.newGame(record.game, record.clocks);
  if (record.warnings.length > 0) page.notify(record.warnings.join(" "));
}

function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Saves the game as SGF; as its address if the server, which writes records, has ended. */
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

/** Returns the picture that is shown, as SVG. */
const picture = (page) => ($("show-count").checked && page.count() ? page.count().board : page.view().board).svg;

/** Draws an SVG as a PNG. */
async function png(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SCALE * image.width, SCALE * image.height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

/** Puts a form of the game into the clipboard. */
async function copy(page, form) {
  const clipboard = navigator.clipboard;
  if (form === "picture") {
    await clipboard.write([new ClipboardItem({ "image/png": png(picture(page)) })]);
  } else if (form === "address") {
    await clipboard.writeText(fragment(page.tree().game()));
  } else {
    await clipboard.writeText((await api.writeRecord(page.tree().record()))[form]);
  }
  page.notify(form === "address" ? "Copied. Paste it here, or give it to halfpoint board in quotes." : "Copied.");
}

export function begin(page) {
  const on = (id, event, action) => $(id).addEventListener(event, action);
  const { trying } = page;
  on("save", "click", () => trying(() => saveRecord(page)));
  on("save-picture", "click", () => save("game.svg", picture(page), "image/svg+xml"));
  on("copy", "change", (event) => {
    const form = event.target.value;
    event.target.value = "";
    if (form) trying(() => copy(page, form));
  });
  on("open", "change", (event) => trying(async () => { if (event.target.files[0]) await open(page, await event.target.files[0].text()); }));
  on("read", "click", () => trying(() => open(page, $("paste").value)));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file) trying(async () => open(page, await file.text()));
  });
  listen(page.openGame);
}
