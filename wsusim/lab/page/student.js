// The page on which a program is written, tried in a simulation and sent to the robot.

import { ask, count, newKey, Refused } from "./asking.js";
import { beginFile } from "./beginning.js";
import { button } from "./dialog.js";
import { Drafts } from "./drafts.js";
import { Editor } from "./editor.js";
import { Handing } from "./handing.js";
import { showPartner } from "./partner.js";
import { Run, stateOf, whereOf } from "./runs.js";
import { by, element } from "./shared/elements.js";
import { keep, kept } from "./shared/kept.js";
import { fill } from "./tables.js";
import { showVersions } from "./versions.js";

// A text of a file; one in another encoding is refused at its line.
function textOf(name, content) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    const text = new TextDecoder().decode(content);
    const line = text.slice(0, text.indexOf("\ufffd")).split("\n").length;
    throw new Refused(0, `${name}, line ${line}: this isn't text in UTF-8. Save the file as UTF-8 in your editor.`);
  }
}

export class Student {
  /**
   * @param {ToldMe} me
   * @param {Word[]} words
   * @param {(refused: any) => void} onTrouble
   */
  constructor(me, words, onTrouble) {
    this.me = me;
    this.onTrouble = onTrouble;
    /** @type {number | null} */
    this.chosen = null;
    this.run = new Run(by("job"), { hasCamera: me.has_camera, onTrouble, onChange: () => this.look(), more: (job) => this.more(job) });
    this.rules = "";
    this.editor = new Editor(by("editor"), "", words);
    this.drafts = new Drafts(me, this.editor);
    this.handing = new Handing(this.drafts, me, onTrouble);
    by("time").value = String(Math.min(60, me.time_limit_s));
    this.setUpKey = `wsusim-lab-run-${me.name}`;
    this.setUp = JSON.parse(kept(this.setUpKey) ?? "{}");
    for (const id of /** @type {const} */ (["maze", "seed", "time"])) by(id).value = this.setUp[id] ?? by(id).value;
    const on = (id, act) => by(id).addEventListener("click", () => Promise.resolve(act()).catch((refused) => this.say(refused.message)));
    on("simulate", () => this.submit("simulation"));
    on("send", () => this.submit("robot"));
    on("new", () => beginFile(this.drafts));
    on("versions", () => showVersions(this.drafts));
    on("hand-in", () => this.handing.open());
    on("partner", () => showPartner());
    on("download", () => this.download());
    on("delete", () => { if (confirm(`Delete ${this.drafts.open}? Its versions are kept.`)) return this.drafts.remove(); });
    const open = (files) => this.open(files).catch((refused) => this.say(refused.message));
    by("open").addEventListener("change", () => open(by("open").files));
    by("write").addEventListener("dragover", (event) => event.preventDefault());
    by("write").addEventListener("drop", (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      open(event.dataTransfer.files);
    });
    const menu = by("more");
    // It closes when something in it was chosen, or something else.
    document.addEventListener("click", ({ target }) => {
      if (target instanceof Element && (!menu.contains(target) || target.closest(".menu > div"))) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !by("student").hidden) this.submit("simulation");
    });
  }

  /**
   * What a teacher can change: mazes and limits.
   * @param {ToldRules} rules
   */
  showRules(rules) {
    if (this.rules === JSON.stringify(rules)) return;
    this.rules = JSON.stringify(rules);
    const chosen = by("maze").value || this.setUp.maze;
    by("maze").replaceChildren(...rules.mazes.map((maze) => element("option", maze, { value: maze })));
    if (rules.mazes.includes(chosen)) by("maze").value = chosen;
    by("time").max = String(rules.time_limit_s);
    by("limits").textContent = `A run may take up to ${rules.time_limit_s} s. You can have ` +
      `${count(rules.most_open, "simulation")} and ${count(rules.most_open, "program")} for the robot under way. The lab ` +
      `simulates ${count(rules.simulations, "program")} at once, each student's in turn; while yours waits, you see its place.`;
  }

  // A program and its modules may come together: the program is shown in the end.
  async open(files) {
    const large = [...files].find((file) => file.size > 200000);
    if (large) return this.say(`${large.name} is too large to be a program.`);
    const read = await Promise.all([...files].map(async (file) => ({ name: file.name, text: textOf(file.name, await file.arrayBuffer()) })));
    read.sort((one, other) => Number(one.text.includes("Controller")) - Number(other.text.includes("Controller")));
    for (const { name, text } of read) {
      this.drafts.add(this.drafts.freeName(name.replace(/\.py$/, "").replace(/\W/g, "_").replace(/^(?=\d)/, "_")), text);
    }
    by("open").value = "";
  }

  download() {
    const address = URL.createObjectURL(new Blob([this.drafts.text], { type: "text/x-python" }));
    element("a", "", { href: address, download: this.drafts.open }).click();
    URL.revokeObjectURL(address);
  }

  say(text) { by("write-trouble").textContent = text; }

  async submit(kind) {
    this.say("");
    const buttons = [by("simulate"), by("send")];
    buttons.forEach((button) => { button.disabled = true; });
    const request = {
      ...this.drafts.program, kind, maze: by("maze").value,
      seed: Number(by("seed").value), time_s: Number(by("time").value), key: newKey(),
      ...(kind === "simulation" ? { pace: by("live").checked ? "live" : "fast" } : {}),
    };
    try {
      const job = await this.sendSafely(request);
      keep(this.setUpKey, JSON.stringify({ maze: request.maze, seed: request.seed, time: request.time_s }));
      this.chosen = job.id;
      this.drafts.markError(this.drafts.name, null);
      await this.look();
    } catch (refused) {
      this.say(refused.message);
    } finally {
      buttons.forEach((button) => { button.disabled = false; });
    }
  }

  /**
   * A lost answer is asked for again; the key makes it the same job.
   * @param {Record<string, unknown>} request
   */
  async sendSafely(request) {
    try {
      return await ask("api/jobs", request);
    } catch (refused) {
      if (!(refused instanceof Refused) || refused.status !== 0) throw refused;
      return ask("api/jobs", request);
    }
  }

  async look() {
    await this.handing.look();
    const { course } = this.me;
    const jobs = (await ask("api/jobs")).filter((job) => job.course === null || job.course === course);
    by("no-jobs").hidden = jobs.length > 0;
    this.chosen ??= jobs[0]?.id ?? null;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.job;
    fill(by("jobs"), [this.chosen, jobs.map(({ tick: _tick, ...job }) => job)], () => jobs.map((job) => this.row(job)));
    if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-job="${focused}"]`))?.focus();
    const chosen = jobs.find((job) => job.id === this.chosen);
    if (!chosen || this.run.isShown(chosen)) return;
    const job = await ask(`api/jobs/${chosen.id}`);
    if (this.run.show(job)) this.showError(job);
  }

  /** @param {ToldJob} job */
  row(job) {
    const row = element("tr", "", { "aria-selected": String(job.id === this.chosen), tabindex: "0", "data-job": job.id });
    row.append(element("td", job.id), element("td", job.owner === this.me.name ? job.name : `${job.name} (${job.owner})`), element("td", whereOf(job)),
      element("td", stateOf(job), { class: `state-${job.state}` }));
    const choose = () => { this.chosen = job.id; this.run.shown = ""; this.look().catch(this.onTrouble); };
    row.addEventListener("click", choose);
    row.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(); });
    return row;
  }

  // What belongs to a run beside what all see of it.
  more(job) { return [button("Edit this version", () => this.edit(job).catch((refused) => this.say(refused.message)))]; }

  // Mark the line of an error, if its file is still as it was.
  showError(job) {
    const sources = { [job.name]: job.source, ...job.modules };
    const isSame = this.drafts.name === job.name && this.drafts.files.get(job.file)?.source === sources[job.file];
    if (job.line && isSame) this.drafts.markError(job.file, job.line);
  }

  // Bring the program of a run back into the editor; what is there now stays as a version.
  async edit(job) {
    const { drafts } = this;
    if (drafts.files.has(job.name)) {
      drafts.show(job.name);
      const { program } = drafts;
      if (program.source.trim()) await ask("api/files/keep", program);
    } else {
      drafts.add(job.name, job.source);
    }
    drafts.replace({ [job.name]: job.source, ...job.modules });
    this.showError(job);
  }
}
