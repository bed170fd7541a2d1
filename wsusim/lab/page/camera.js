// What the lab's camera sees: now, beside a run; and afterwards, in step with it.

import { ask } from "./asking.js";
import { element } from "./shared/elements.js";

const LIVE_MS = 200;
const AGAIN_MS = 2000;
const TICKS_PER_S = 100;
const UNKNOWN = "The camera's own delay isn't known: what you see happened a little earlier.";

// A picture that is asked for again as soon as the last one has come, for as long as it is on the page.
export function liveCamera() {
  const place = element("figure", "", { class: "camera" });
  const image = element("img", "", { alt: "What the lab's camera sees now" });
  const words = element("figcaption", "The lab's camera. " + UNKNOWN);
  place.append(image, words);
  let number = 0;
  const next = () => {
    // Not for a hidden tab, nor for an image that was taken off the page.
    const isSeen = !number || (place.offsetParent && !document.hidden);
    if (isSeen) image.src = `api/camera?${++number}`;
    else if (place.isConnected) setTimeout(next, AGAIN_MS);
  };
  const told = (isThere) => {
    image.hidden = !isThere;
    words.textContent = isThere ? `The lab's camera. ${UNKNOWN}` : "The camera shows nothing at the moment.";
    setTimeout(next, isThere ? LIVE_MS : AGAIN_MS);
  };
  image.addEventListener("load", () => told(true));
  image.addEventListener("error", () => told(false));
  next();
  return place;
}

// The camera, or what is wrong with it; null: there is none.
export const cameraNow = (trouble) => trouble ? element("p", `It shows nothing. ${trouble}`, { role: "alert" })
  : trouble === null ? "" : liveCamera();

// The video of a run that is over, and where the robot was, as it reckoned.
export function video(job) {
  const place = element("figure", "", { class: "camera" });
  ask(`api/jobs/${job.id}/video`).then((told) => new Player(place, job, told))
    .catch((refused) => place.append(element("figcaption", refused.message)));
  return place;
}

class Player {
  constructor(place, job, told) {
    this.job = job;
    this.told = told;
    this.number = 0;
    this.begun = null;
    this.image = element("img", "", { alt: "What the lab's camera saw" });
    this.map = mapOf(told);
    this.robot = this.map.querySelector(".robot");
    this.play = element("button", "Play");
    this.time = element("output", "");
    this.slider = element("input", "", { type: "range", min: "0", max: String(told.ticks.length - 1), value: "0", "aria-label": "Moment of the video" });
    const both = element("div", "", { class: "both" });
    both.append(this.image, this.map);
    const bar = element("div", "", { class: "bar" });
    bar.append(this.play, this.slider, this.time);
    place.append(both, bar, element("figcaption", "The lab's camera, and where the robot believed it was at that moment. " + UNKNOWN));
    this.slider.addEventListener("input", () => { this.stop(); this.show(Number(this.slider.value)); });
    this.play.addEventListener("click", () => (this.begun === null ? this.start() : this.stop()));
    this.show(0);
  }

  start() {
    if (this.number === this.told.ticks.length - 1) this.show(0);
    this.play.textContent = "Pause";
    this.begun = performance.now() - 1000 * this.told.ticks[this.number] / TICKS_PER_S;
    this.step();
  }

  stop() {
    this.play.textContent = "Play";
    this.begun = null;
  }

  // By the run's clock: a picture that comes late is left out, the rest stays in step.
  step() {
    if (this.begun === null || !this.map.isConnected) return;
    const tick = (performance.now() - this.begun) / 1000 * TICKS_PER_S;
    let number = this.number;
    while (number + 1 < this.told.ticks.length && this.told.ticks[number + 1] <= tick) number++;
    if (number !== this.number && this.image.complete) this.show(number);
    if (this.number === this.told.ticks.length - 1) return this.stop();
    requestAnimationFrame(() => this.step());
  }

  show(number) {
    this.number = number;
    this.slider.value = String(number);
    this.time.textContent = `${(this.told.ticks[number] / TICKS_PER_S).toFixed(1)} s`;
    this.image.src = `api/jobs/${this.job.id}/video/${this.told.ticks[number]}`;
    const [x, y, heading] = this.told.places[number];
    turnTo(this.robot, [x, y, heading]);
  }
}

export function turnTo(robot, [x, y, heading]) {
  robot.setAttribute("transform", `translate(${x} ${y}) rotate(${heading * 180 / Math.PI})`);
}

// The maze from above; y points up in it, and down in drawings.
export function mapOf(told) {
  const svg = (name, attributes, ...inside) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  };
  const [width, height] = told.size_mm;
  const drawn = (text) => [...new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, "image/svg+xml").documentElement.children];
  const way = svg("polyline", { points: told.places.map(([x, y]) => `${x},${y}`).join(" "), class: "way" });
  const robotOf = (radius_mm, name, colour = {}) => svg("g", { class: name }, svg("circle", { r: radius_mm, ...colour }), svg("line", { x2: radius_mm }));
  const others = (told.others ?? []).map(({ radius_mm, fill }) => robotOf(radius_mm, "other-robot", { fill }));
  const things = (told.things ?? []).map((text) => svg("g", { class: "thing" }, ...drawn(text)));
  const upright = svg("g", { transform: `translate(0 ${height}) scale(1 -1)` },
    ...drawn(told.drawing), way, ...things, ...others, robotOf(told.radius_mm, "robot"));
  return svg("svg", { viewBox: `-10 -10 ${width + 20} ${height + 20}`, role: "img", "aria-label": "Where the robot was" }, upright);
}

// Asks a person who may say so whether robots stand at their start; null: no one has to.
export function startQuestion(job, hasCamera, then) {
  if (!job.put_back.length) return null;
  const place = element("div", "", { class: "start" });
  place.append(element("p", "You are next. Put the robot at its start, or make sure that it stands there. Then say so:"));
  if (hasCamera) place.append(liveCamera());
  const bar = element("div", "", { class: "bar" });
  for (const number of job.put_back) {
    const made = element("button", job.put_back.length > 1 ? `Robot ${number} is at its start` : "It is at its start", { class: "main" });
    made.addEventListener("click", () => then(ask(`api/robots/${number}/put-back`, {})));
    bar.append(made);
  }
  place.append(bar);
  return place;
}
