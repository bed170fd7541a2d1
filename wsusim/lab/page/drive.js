// Plays where simulated robots drove, and what they moved, at any speed, while it is still being simulated, too.

import { ask, pause } from "./asking.js";
import { mapOf, turnTo } from "./camera.js";
import { element } from "./shared/elements.js";
import { keep, kept } from "./shared/kept.js";
import { Thinking } from "./thinking.js";

const AGAIN_MS = 400;
const TICKS_PER_S = 100;
const SPEEDS = [0.5, 1, 2, 5, 10, 50];
const KEPT = "wsusim-lab-speed";

export class DrivePlayer {
  /**
   * @param {ToldWholeJob} job
   * @param {boolean} isPlaying Whether it plays as soon as there is something.
   */
  constructor(job, isPlaying) {
    this.place = element("figure", "", { class: "camera drive" });
    this.job = job;
    this.places = [];
    this.at_s = 0;
    this.drawn_ms = 0;
    this.isOver = false;
    this.isWanted = false;
    this.play = element("button", "Play", { type: "button" });
    this.time = element("output");
    this.slider = element("input", "", { type: "range", min: "0", step: "0.1", value: "0", "aria-label": "Moment of the run" });
    this.speed = element("select", "", { "aria-label": "Speed" });
    this.thinking = new Thinking(job, () => Math.round(this.at_s * TICKS_PER_S));
    /** @type {SVGElement[]} */
    this.movers = [];
    this.take(job);
    this.begin(isPlaying).catch((refused) => this.place.replaceChildren(element("figcaption", refused.message)));
  }

  /**
   * More has become known of the run: what is looked at stays as it is.
   * @param {ToldWholeJob} job
   */
  take(job) { this.thinking.place.hidden = !job.ended_s; }

  async begin(isPlaying) {
    for (;;) {
      const told = await ask(`api/jobs/${this.job.id}/drive/${this.places.length}`);
      this.places.push(...told.places);
      this.isOver = told.is_over;
      if (told.scene && !this.map) this.build(told.scene, told.period_s, isPlaying);
      if (this.map) this.lengthen();
      if (this.isOver || (this.map && !this.place.isConnected)) return;
      await pause(AGAIN_MS);
    }
  }

  build(scene, period_s, isPlaying) {
    this.period_s = period_s;
    this.map = mapOf({ ...scene, places: [] });
    this.map.setAttribute("aria-label", "Where the robot drove");
    this.way = this.map.querySelector(".way");
    // In the order of a place's numbers.
    this.movers = [".robot", ".other-robot", ".thing"].flatMap((one) => [...this.map.querySelectorAll(one)]);
    this.speed.append(...SPEEDS.map((speed) => element("option", `${speed}×`, { value: speed })));
    this.speed.value = knownSpeed();
    this.speed.addEventListener("change", () => keep(KEPT, this.speed.value));
    const bar = element("div", "", { class: "bar" });
    bar.append(this.play, this.slider, this.time, this.speed);
    this.place.replaceChildren(this.map, bar, this.thinking.place);
    this.slider.addEventListener("input", () => { this.stop(); this.show(Number(this.slider.value)); });
    this.play.addEventListener("click", () => (this.isWanted ? this.stop() : this.start()));
    if (isPlaying) this.start();
  }

  get end_s() { return Math.max(0, this.places.length - 1) * this.period_s; }

  lengthen() {
    this.slider.max = String(this.end_s);
    this.way.setAttribute("points", this.places.map(([x, y]) => `${x},${y}`).join(" "));
    this.show(this.at_s);
  }

  start() {
    if (this.isOver && this.at_s >= this.end_s) this.at_s = 0;
    this.isWanted = true;
    this.play.textContent = "Pause";
    this.drawn_ms = performance.now();
    requestAnimationFrame(() => this.step());
  }

  stop() {
    this.isWanted = false;
    this.play.textContent = "Play";
  }

  step() {
    if (!this.isWanted || !this.map.isConnected) return;
    const now_ms = performance.now();
    this.show(Math.min(this.end_s, this.at_s + (now_ms - this.drawn_ms) / 1000 * Number(this.speed.value)));
    this.drawn_ms = now_ms;
    if (this.isOver && this.at_s >= this.end_s) return this.stop();
    requestAnimationFrame(() => this.step());
  }

  // Between two places the robot is drawn between them.
  show(at_s) {
    this.at_s = at_s;
    const number = Math.min(this.places.length - 1, Math.floor(at_s / this.period_s + 1e-9));
    const next = Math.min(this.places.length - 1, number + 1);
    const part = at_s / this.period_s - number;
    const [from, to] = [this.places[number], this.places[next]];
    if (!from) return;
    const now = from.map((value, index) => value + (to[index] - value) * Math.min(1, Math.max(0, part)));
    this.movers.forEach((mover, index) => turnTo(mover, now.slice(3 * index, 3 * index + 3)));
    this.slider.value = String(at_s);
    this.time.textContent = `${at_s.toFixed(1)} s`;
    this.thinking.look();
  }
}

function knownSpeed() {
  const known = kept(KEPT);
  return known !== null && SPEEDS.map(String).includes(known) ? known : "5";
}
