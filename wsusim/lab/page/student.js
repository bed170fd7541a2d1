// The page on which a program is written, tried in a simulation and sent to the robot.

import { ask, element, newKey, Refused, wait } from "./asking.js";
import { beginFile } from "./beginning.js";
import { liveCamera, startQuestion, video } from "./camera.js";
import { drawCurves } from "./curves.js";
import { button } from "./dialog.js";
import { Drafts } from "./drafts.js";
import { Editor } from "./editor.js";
import { Handing } from "./handing.js";
import { fill } from "./tables.js";
import { showVersions } from "./versions.js";

const STATES = {
  uploaded: "will be checked", checking: "being checked", refused: "refused", waiting: "waiting",
  running: "on the robot", done: "done", failed: "failed", cancelled: "cancelled", interrupted: "interrupted",
};

const $ = (id) => document.getElementById(id);

export class Student {
  constructor(me, words, onTrouble) {
    this.me = me;
    this.onTrouble = onTrouble;
    this.chosen = null;
    this.shown = "";
    this.rules = "";
    this.editor = new Editor($("editor"), "", words);
    this.drafts = new Drafts(me, this.editor);
    this.handing = new Handing(this.drafts, onTrouble);
    $("time").value = Math.min(60, me.time_limit_s);
    const on = (id, act) => $(id).addEventListener("click", () => Promise.resolve(act()).catch((refused) => this.say(refused.message)));
    on("simulate", () => this.submit("simulation"));
    on("send", () => this.submit("robot"));
    on("new", () => beginFile(this.drafts));
    on("versions", () => showVersions(this.drafts));
    on("hand-in", () => this.handing.open());
    on("download", () => this.download());
    on("delete", () => { if (confirm(`Delete ${this.drafts.name}? Its versions are kept.`)) return this.drafts.remove(); });
    $("open").addEventListener("change", (event) => this.open(event.target.files[0]));
    $("write").addEventListener("dragover", (event) => event.preventDefault());
    $("write").addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      this.open(event.dataTransfer.files[0]);
    });
    document.querySelector(".menu").addEventListener("click", (event) => {
      if (event.target.closest("div")) event.currentTarget.open = false;
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !$("student").hidden) this.submit("simulation");
    });
  }

  // What a teacher can change: mazes and limits.
  showRules(rules) {
    if (this.rules === JSON.stringify(rules)) return;
    this.rules = JSON.stringify(rules);
    const chosen = $("maze").value;
    $("maze").replaceChildren(...rules.mazes.map((maze) => element("option", maze, { value: maze })));
    if (rules.mazes.includes(chosen)) $("maze").value = chosen;
    $("time").max = rules.time_limit_s;
    $("limits").textContent = `A run may take ${rules.time_limit_s} s. You can have ${rules.most_open} simulations and ` +
      `${rules.most_open} programs for the robot under way. The lab simulates ${rules.simulations} programs at once, ` +
      "one for each student in turn; while yours waits, you see its place.";
  }

  async open(file) {
    if (!file) return;
    if (file.size > 200000) return this.say("That file is too large to be a program.");
    const name = this.drafts.freeName(file.name.replace(/\.py$/, "").replace(/\W/g, "_").replace(/^(?=\d)/, "_"));
    this.drafts.add(name, await file.text());
    $("open").value = "";
  }

  download() {
    const address = URL.createObjectURL(new Blob([this.drafts.text], { type: "text/x-python" }));
    element("a", "", { href: address, download: this.drafts.name }).click();
    URL.revokeObjectURL(address);
  }

  say(text) { $("write-trouble").textContent = text; }

  async submit(kind) {
    this.say("");
    const buttons = [$("simulate"), $("send")];
    buttons.forEach((button) => { button.disabled = true; });
    const wish = {
      name: this.drafts.name, source: this.drafts.text, kind, maze: $("maze").value,
      seed: Number($("seed").value), time_s: Number($("time").value), key: newKey(),
    };
    try {
      const job = await this.sendSafely(wish);
      this.chosen = job.id;
      this.editor.mark(null);
      await this.look();
    } catch (refused) {
      this.say(refused.message);
    } finally {
      buttons.forEach((button) => { button.disabled = false; });
    }
  }

  // A lost answer is asked for again; the key makes it the same job.
  async sendSafely(wish) {
    try {
      return await ask("api/jobs", wish);
    } catch (refused) {
      if (!(refused instanceof Refused) || refused.status !== 0) throw refused;
      return ask("api/jobs", wish);
    }
  }

  async look() {
    await this.handing.look();
    const jobs = await ask("api/jobs");
    $("no-jobs").hidden = jobs.length > 0;
    this.chosen ??= jobs[0]?.id ?? null;
    const focused = document.activeElement.dataset.job;
    fill($("jobs"), [this.chosen, jobs.map(({ tick, ...job }) => job)], () => jobs.map((job) => this.row(job)));
    if (focused) document.querySelector(`[data-job="${focused}"]`)?.focus();
    const chosen = jobs.find((job) => job.id === this.chosen);
    if (chosen) this.show(chosen.state in { done: 1, failed: 1, refused: 1, cancelled: 1, interrupted: 1 } && this.shown === this.mark(chosen)
      ? null : await ask(`api/jobs/${chosen.id}`));
  }

  row(job) {
    const row = element("tr", "", { "aria-selected": String(job.id === this.chosen), tabindex: "0", "data-job": job.id });
    const where = job.kind === "robot" ? job.robot ?? "robot" : `simulation, ${job.maze}`;
    row.append(element("td", job.id), element("td", job.name), element("td", where),
      element("td", stateOf(job), { class: `state-${job.state}` }));
    const choose = () => { this.chosen = job.id; this.shown = ""; this.look().catch(this.onTrouble); };
    row.addEventListener("click", choose);
    row.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(); });
    return row;
  }

  mark(job) { return `${job.id} ${job.state} ${job.can_watch} ${job.is_compared} ${job.put_back}`; }

  show(job) {
    if (!job) return;
    const place = $("job");
    place.hidden = false;
    if (this.shown !== this.mark(job)) {
      const hadCurves = this.shown.startsWith(`${job.id} `) && place.querySelector(".curves")?.open;
      this.shown = this.mark(job);
      place.replaceChildren(...this.parts(job));
      if (hadCurves && place.querySelector(".curves")) place.querySelector(".curves").open = true;
      if (job.line && job.source === this.editor.text) this.editor.mark(job.line);
    }
    const told = place.querySelector("pre.printed");
    const text = job.printed.join("");
    if (told && text && told.textContent !== text) {
      told.hidden = false;
      told.textContent = text;
      told.scrollTop = told.scrollHeight;
    }
  }

  *parts(job) {
    yield element("h2", `Run ${job.id}: ${job.name}, ${stateOf(job)}`);
    if (job.can_watch) {
      yield element("iframe", "", { src: `live/${job.id}/`, title: `Run ${job.id}, live` });
      const alone = element("p");
      alone.append(element("a", "Watch on a separate page", { href: `live/${job.id}/`, target: "_blank" }));
      yield alone;
    }
    if (job.has_camera) yield liveCamera();
    const question = startQuestion(job, this.me.has_camera, (said) => said.then(() => this.look()).catch(this.onTrouble));
    if (question) yield question;
    if (job.text) yield element("pre", job.text, { class: "told" });
    yield element("pre", "", { class: "told printed", hidden: "", "aria-label": "What the program prints" });
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
    if (job.can_watch || ["uploaded", "checking", "waiting", "running"].includes(job.state)) {
      const stop = element("button", job.state === "running" || job.can_watch ? "Stop" : "Cancel");
      stop.addEventListener("click", () => ask(`api/jobs/${job.id}/stop`, {}).then(() => this.look()).catch(this.onTrouble));
      bar.append(stop);
    }
    for (const kind of job.recordings) {
      bar.append(element("a", `Recording (${kind})`, { class: "button", href: `api/jobs/${job.id}/recording/${kind}`, download: "" }));
    }
    bar.append(button("Edit this version", () => this.edit(job).catch((refused) => this.say(refused.message))));
    yield bar;
    if (job.recordings.length && job.ended_s) yield this.curves(job);
  }

  // Bring the program of a run back into the editor; what is there now stays as a version.
  async edit(job) {
    if (!this.drafts.files.has(job.name)) this.drafts.add(job.name, job.source);
    else if (this.drafts.name !== job.name) this.drafts.show(job.name);
    if (this.drafts.text !== job.source) {
      if (this.drafts.text.trim()) await ask("api/files/keep", { name: job.name, source: this.drafts.text });
      this.editor.replace(job.source);
    }
    this.editor.mark(job.line);
  }

  curves(job) {
    const made = element("details", "", { class: "curves" });
    const place = element("div", "One moment…");
    made.append(element("summary", "Curves"), place);
    made.addEventListener("toggle", () => {
      ask(`api/jobs/${job.id}/curves`).then((plots) => drawCurves(place, plots)).catch((refused) => { place.textContent = refused.message; });
    }, { once: true });
    return made;
  }
}

export function stateOf(job) {
  if (job.awaits_start) return "next, as soon as the robot stands at its start";
  if (job.kind === "simulation" && job.place) return `waiting: place ${job.place}, at most ${wait(job.wait_s)}`;
  if (job.state === "waiting" && job.place) return `waiting: place ${job.place}, about ${wait(job.wait_s)}`;
  if (job.kind === "remote" && job.state === "running") return "driven from outside";
  if (job.kind === "simulation" && job.state === "checking") return "running";
  if (job.kind === "simulation" && job.state === "uploaded") return "waiting";
  return STATES[job.state] ?? job.state;
}
