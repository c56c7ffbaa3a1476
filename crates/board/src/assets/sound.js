// The sound of a stone, made of a short noise.

import { $ } from "./elements.js";
import { remembered, remember } from "./remember.js";
import { on, state } from "./state.js";

/** Name under which the browser keeps whether there is no sound. */
const NAME = "halfpoint silent";
/** Length of the sound in seconds, and its middle frequency in hertz. */
const [SECONDS, FREQUENCY] = [0.05, 1900];

/** @type {AudioContext | null} */
let context = null;

/** Plays the sound; nothing where the browser has none or waits for a first touch. */
function play() {
  context ??= new AudioContext();
  if (context.state !== "running") return void context.resume();
  const length = Math.floor(SECONDS * context.sampleRate);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < length; index += 1) samples[index] = (2 * Math.random() - 1) * Math.exp((-7 * index) / length);
  const source = Object.assign(context.createBufferSource(), { buffer: noise });
  const filter = Object.assign(context.createBiquadFilter(), { type: "bandpass" });
  filter.frequency.value = FREQUENCY;
  source.connect(filter).connect(context.destination);
  source.start();
}

/** Plays the sound with each stone. */
export function begin() {
  const box = $("sound");
  box.checked = remembered(NAME) === null;
  box.addEventListener("change", () => remember(NAME, box.checked ? null : "1"));
  on("played", (mv) => { if (box.checked && state.board.buttons.has(mv) && "AudioContext" in window) play(); });
}
