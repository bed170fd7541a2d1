// A run as it is shown: its state in words, and all that there is to see of it.

import { ask, wait } from "./asking.js";
import { liveCamera, startQuestion, video } from "./camera.js";
import { drawCurves } from "./curves.js";
import { button, openDialog } from "./dialog.js";
import { DrivePlayer } from "./drive.js";
import { element } from "./shared/elements.js";

const STATES = {
  uploaded: "will be checked", checking: "being checked", refused: "refused", waiting: "waiting",
  running: "on the robot", done: "done", failed: "failed", stopped: "stopped", cancelled: "cancelled", interrupted: "interrupted",
};
const UNDER_WAY = ["uploaded", "checking", "waiting", "running"];

/** @param {ToldJob} job */
export const isUnderWay = (job) => UNDER_WAY.includes(job.state);

/** @param {ToldJob} job */
export function stateOf(job) {
  if (job.held) return `waiting: place ${job.place}. ${job.held}`;
  if (job.awaits_start) return "next, as soon as the robot is at its start";
  if (job.kind === "simulation" && job.place) return `waiting: place ${job.place}, at most ${wait(job.wait_s)}`;
  if (job.state === "waiting" && job.place) return `waiting: place ${job.place}, about ${wait(job.wait_s)}`;
  if (job.kind === "remote" && job.state === "running") return "driven from outside";
  if (job.kind === "simulation" && job.state === "checking") return "running";
  if (job.kind === "simulation" && job.state === "uploaded") return "waiting";
  return STATES[job.state] ?? job.state;
}

/** @param {ToldJob} job */
export const whereOf = (job) => job.kind === "simulation" ? `simulation, ${job.maze}` : job.robot ?? "robot";

// Shows one job at a place, and redraws only what has changed.
export class Run {
  // more: what stands beside its buttons; onChange: somebody has stopped it, or put the robot back.
  /**
   * @param {HTMLElement} place
   * @param {{hasCamera: boolean, onChange: () => unknown, onTrouble: (refused: any) => void,
   *   more?: (job: ToldWholeJob) => HTMLElement[]}} around
   */
  constructor(place, { hasCamera, onChange, onTrouble, more = () => [] }) {
    this.place = place;
    this.hasCamera = hasCamera;
    this.onChange = onChange;
    this.onTrouble = onTrouble;
    this.more = more;
    this.shown = "";
    /** @type {DrivePlayer | null} */
    this.player = null;
  }

  /**
   * Whether all of it is there, so that it needn't be asked for again.
   * @param {ToldJob} job
   */
  isShown(job) { return !isUnderWay(job) && this.shown === mark(job); }

  /**
   * Returns whether it was drawn again.
   * @param {ToldWholeJob} job
   */
  show(job) {
    this.place.hidden = false;
    const isSame = this.shown.startsWith(`${job.id} `);
    // A person who looks at a replay isn't disturbed by what has become known meanwhile.
    const isNew = this.shown !== mark(job) && !(isSame && this.place.querySelector("iframe[src^=replay]"));
    if (isNew) {
      const hadCurves = isSame && this.curves?.open;
      this.shown = mark(job);
      this.place.replaceChildren(...this.parts(job));
      if (hadCurves && this.curves) this.curves.open = true;
    }
    head(this.place, headingOf(job));
    const told = /** @type {HTMLPreElement | null} */ (this.place.querySelector("pre.printed"));
    const text = job.printed.join("");
    if (text && told && told.textContent !== text) {
      told.hidden = false;
      told.textContent = text;
      told.scrollTop = told.scrollHeight;
    }
    return isNew;
  }

  get curves() { return /** @type {HTMLDetailsElement | null} */ (this.place.querySelector(".curves")); }

  then(said) { return said.then(this.onChange).catch(this.onTrouble); }

  /** @param {ToldWholeJob} job */
  *parts(job) {
    yield element("h2", headingOf(job));
    if (job.can_watch || isUnderWay(job)) {
      const ending = element("div", "", { class: "bar ending" });
      ending.append(button(job.state === "running" || job.can_watch ? "Stop" : "Cancel", () => this.then(ask(`api/jobs/${job.id}/stop`, {}))));
      yield ending;
    }
    if (job.can_watch) {
      yield element("iframe", "", { src: `live/${job.id}/`, title: `Run ${job.id}, live` });
      const alone = element("p");
      alone.append(element("a", "Watch on a separate page", { href: `live/${job.id}/`, target: "_blank" }));
      yield alone;
    }
    if (job.has_drive && !job.can_watch) {
      if (job.text) yield element("pre", job.text, { class: "told" });
      if (this.player?.job.id === job.id) this.player.take(job);
      else this.player = new DrivePlayer(job, isSeen(job));
      yield this.player.place;
    }
    const stage = element("div");
    yield stage;
    if (job.has_camera) yield liveCamera();
    const question = startQuestion(job, this.hasCamera, (said) => this.then(said));
    if (question) yield question;
    if (job.text && !(job.has_drive && !job.can_watch)) yield element("pre", job.text, { class: "told" });
    yield element("pre", "", { class: "told printed", hidden: "", tabindex: "0", "aria-label": "What the program prints" });
    if (job.is_compared) {
      yield element("h3", "The robot and the simulation");
      yield element("img", "", { src: `api/jobs/${job.id}/comparison`, class: "ways",
        alt: "Both paths in the maze, and how far apart they were over time" });
    }
    if (job.has_video) {
      yield element("h3", "Video");
      yield video(job);
    }
    const bar = element("div", "", { class: "bar" });
    for (const kind of job.recordings) {
      bar.append(replayButton(job, kind, stage));
    }
    for (const kind of job.recordings) {
      bar.append(element("a", `Recording (${kind})`, { class: "button", href: `api/jobs/${job.id}/recording/${kind}`, download: "" }));
    }
    bar.append(...this.more(job));
    yield bar;
    if (job.recordings.length && job.ended_s) yield curves(job);
  }
}

// The heading of a place that has one.
function head(place, text) {
  const heading = place.querySelector("h2");
  if (heading) heading.textContent = text;
}

/** @param {ToldJob} job */
const headingOf = (job) => `Run ${job.id}: ${job.name}, ${stateOf(job)}`;

// What has just begun or ended is played; what was looked up stands still.
const NEW_S = 20;
/** @param {ToldJob} job */
const isSeen = (job) => job.ended_s === null || Date.now() / 1000 - job.ended_s < NEW_S;

/** @param {ToldJob} job */
const mark = (job) => `${job.id} ${job.state} ${job.has_drive} ${job.can_watch} ${job.is_compared} ${job.put_back}`;

// Shows the replay of a recording on a stage, or takes it away again.
function replayButton(job, kind, stage) {
  const made = button(job.recordings.length > 1 ? `Replay (${kind})` : "Replay", () => {
    const isOn = made.getAttribute("aria-pressed") === "true";
    for (const other of made.parentElement?.querySelectorAll("[aria-pressed]") ?? []) other.setAttribute("aria-pressed", "false");
    made.setAttribute("aria-pressed", String(!isOn));
    stage.replaceChildren(...isOn ? [] : [element("iframe", "", { src: `replay/${job.id}/${kind}/`, title: `Run ${job.id}, replayed` })]);
  }, { "aria-pressed": "false" });
  return made;
}

function curves(job) {
  const made = element("details", "", { class: "curves" });
  const place = element("div", "One moment…");
  made.append(element("summary", "Curves"), place);
  made.addEventListener("toggle", () => {
    ask(`api/jobs/${job.id}/curves`).then((plots) => drawCurves(place, plots)).catch((refused) => { place.textContent = refused.message; });
  }, { once: true });
  return made;
}

const LOOK_MS = 1500;

// A dialog that shows a job, kept up to date for as long as it is open.
export function lookAt(number, me, onTrouble) {
  const place = element("article");
  const dialog = openDialog("One moment…", place);
  dialog.classList.add("wide");
  const look = async () => {
    const job = await ask(`api/jobs/${number}`);
    head(dialog, job.owner);
    run.show(job);
    if (isUnderWay(job) && dialog.open) setTimeout(() => look().catch(onTrouble), LOOK_MS);
  };
  const run = new Run(place, { hasCamera: me.has_camera, onTrouble, onChange: look });
  look().catch(onTrouble);
  return dialog;
}
