// The page on which a program is written, tried in a simulation and sent to the robot.

import { ask, element, newKey, Refused, wait } from "./asking.js";
import { Editor } from "./editor.js";

const BEGINNING = `from wsusim import Controller


class MyRobot(Controller):
    def run(self):
        while self.active:
            if max(self.sensors.proximities[1:5]) > 400:
                self.motors.set_speeds(4, -4)
            else:
                self.motors.set_speeds(6, 6)
            self.sleep(0.02)
`;

const DRAFT = "wsusim-lab-draft";
const STATES = {
  uploaded: "will be checked", checking: "being checked", refused: "refused", waiting: "waiting",
  running: "on the robot", done: "done", failed: "failed", cancelled: "cancelled", interrupted: "interrupted",
};

const $ = (id) => document.getElementById(id);

export class Student {
  constructor(me, words, onTrouble) {
    this.onTrouble = onTrouble;
    this.chosen = null;
    this.shown = "";
    // By person: several may use this computer.
    this.draft = `${DRAFT}-${me.name}`;
    const draft = JSON.parse(localStorage.getItem(this.draft) ?? "null");
    this.editor = new Editor($("editor"), draft?.text ?? BEGINNING, words);
    if (draft?.name) $("name").value = draft.name;
    this.editor.onChange = () => this.keep();
    $("name").addEventListener("input", () => this.keep());
    $("maze").replaceChildren(...me.mazes.map((maze) => element("option", maze, { value: maze })));
    $("time").max = me.time_limit_s;
    $("time").value = Math.min(60, me.time_limit_s);
    $("simulate").addEventListener("click", () => this.submit("simulation"));
    $("send").addEventListener("click", () => this.submit("robot"));
    $("open").addEventListener("change", (event) => this.open(event.target.files[0]));
    $("write").addEventListener("dragover", (event) => event.preventDefault());
    $("write").addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      this.open(event.dataTransfer.files[0]);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !$("student").hidden) this.submit("simulation");
    });
  }

  keep() {
    localStorage.setItem(this.draft, JSON.stringify({ name: $("name").value, text: this.editor.text }));
  }

  async open(file) {
    if (!file) return;
    if (file.size > 200000) return this.say("That file is too large to be a program.");
    $("name").value = file.name;
    this.editor.load(await file.text());
    this.keep();
  }

  say(text) { $("write-trouble").textContent = text; }

  async submit(kind) {
    this.say("");
    const buttons = [$("simulate"), $("send")];
    buttons.forEach((button) => { button.disabled = true; });
    const wish = {
      name: $("name").value, source: this.editor.text, kind, maze: $("maze").value,
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
    const jobs = await ask("api/jobs");
    $("no-jobs").hidden = jobs.length > 0;
    this.chosen ??= jobs[0]?.id ?? null;
    $("jobs").replaceChildren(...jobs.map((job) => this.row(job)));
    const chosen = jobs.find((job) => job.id === this.chosen);
    if (chosen) this.show(chosen.state in { done: 1, failed: 1, refused: 1, cancelled: 1, interrupted: 1 } && this.shown === this.mark(chosen)
      ? null : await ask(`api/jobs/${chosen.id}`));
  }

  row(job) {
    const row = element("tr", "", { "aria-selected": String(job.id === this.chosen), tabindex: "0" });
    const where = job.kind === "robot" ? job.robot ?? "robot" : `simulation, ${job.maze}`;
    row.append(element("td", job.id), element("td", job.name), element("td", where),
      element("td", stateOf(job), { class: `state-${job.state}` }));
    const choose = () => { this.chosen = job.id; this.shown = ""; this.look().catch(this.onTrouble); };
    row.addEventListener("click", choose);
    row.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(); });
    return row;
  }

  mark(job) { return `${job.id} ${job.state} ${job.can_watch} ${job.is_compared}`; }

  show(job) {
    if (!job) return;
    const place = $("job");
    place.hidden = false;
    if (this.shown !== this.mark(job)) {
      this.shown = this.mark(job);
      place.replaceChildren(...this.parts(job));
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
      alone.append(element("a", "Watch in a page of its own", { href: `live/${job.id}/`, target: "_blank" }));
      yield alone;
    }
    if (job.text) yield element("pre", job.text, { class: "told" });
    yield element("pre", "", { class: "told printed", hidden: "", "aria-label": "What the program prints" });
    if (job.is_compared) {
      yield element("h3", "The robot and the simulation");
      yield element("img", "", { src: `api/jobs/${job.id}/comparison`, class: "ways",
        alt: "Both paths in the maze, and how far apart they were over time" });
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
    const again = element("button", "Edit this version");
    again.addEventListener("click", () => {
      $("name").value = job.name;
      this.editor.replace(job.source);
      this.editor.mark(job.line);
      this.keep();
    });
    bar.append(again);
    yield bar;
  }
}

export function stateOf(job) {
  if (job.state === "waiting" && job.place) return `waiting: place ${job.place}, about ${wait(job.wait_s)}`;
  if (job.kind === "remote" && job.state === "running") return "driven from outside";
  if (job.kind === "simulation" && job.state === "checking") return "running";
  if (job.kind === "simulation" && job.state === "uploaded") return "waiting";
  return STATES[job.state] ?? job.state;
}
