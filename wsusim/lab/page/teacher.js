// The teacher's page: messages, robots, everybody's runs, the course, people, and what was done.

import { ask, moment } from "./asking.js";
import { showClass } from "./class.js";
import { Course } from "./course.js";
import { Courses } from "./courses.js";
import { button } from "./dialog.js";
import { cameraNow } from "./camera.js";
import { People } from "./persons.js";
import { isUnderWay, lookAt, stateOf, whereOf } from "./runs.js";
import { by, element } from "./shared/elements.js";
import { fill, section, table } from "./tables.js";

export class Teacher {
  /**
   * @param {ToldMe} me
   * @param {(refused: any) => void} onTrouble
   */
  constructor(me, onTrouble) {
    this.me = me;
    this.onTrouble = onTrouble;
    const [left, right] = [element("div", "", { class: "column" }), element("div", "", { class: "column" })];
    by("teacher").append(left, right);
    this.robots = section(left, "Robots", 1);
    this.camera = section(left, "Camera", 2);
    this.disk = section(left, "Disk", 9);
    this.class = section(left, "Your students", 2);
    this.queue = section(left, "Waiting and running", 3);
    this.jobs = section(left, "Runs and recordings", 4);
    this.audit = section(left, "What was done", 8);
    section(right, me.is_lab_teacher ? "Message to everybody" : "Message to your course", 2).append(this.saying());
    this.course = new Course(right, me, onTrouble, (lab) => this.show(lab));
    this.people = new People(right, me, onTrouble, { onLab: (lab) => this.show(lab), look: () => this.look() });
    if (me.is_lab_teacher) this.courses = new Courses(right, onTrouble);
  }

  /**
   * @param {"api/lab/say" | `api/lab/robots/${number}/put-back`} path
   * @param {Record<string, unknown>} [body]
   */
  do(path, body = {}) {
    return ask(path, body).then((lab) => this.show(lab)).catch(this.onTrouble);
  }

  async look() {
    this.show(await ask("api/lab"));
    await this.course.look();
  }

  /** @param {ToldLab} lab */
  show(lab) {
    if (!lab.jobs) return;
    fill(this.robots, lab.robots, () => lab.robots.map((robot, index) => this.robot(robot, index)));
    fill(this.disk, lab.disk, () => [this.room(lab.disk)]);
    fill(this.camera, [lab.camera_trouble], () => [cameraNow(lab.camera_trouble)]);
    this.camera.hidden = lab.camera_trouble === null;
    const waiting = lab.jobs.filter(isUnderWay).reverse();
    const over = lab.jobs.filter((job) => !isUnderWay(job));
    // How far a run is changes all the time, and is not shown.
    const known = (jobs) => jobs.map(({ tick: _tick, ...job }) => job);
    showClass(this.class, lab, this.me, this.onTrouble);
    fill(this.queue, known(waiting), () => [waiting.length ? this.runs(waiting) : element("p", "The queue is empty.", { class: "dim" })]);
    fill(this.jobs, known(over), () => [over.length ? this.runs(over) : element("p", "None yet.", { class: "dim" })]);
    this.people.show(lab.people);
    if (this.courses) {
      this.courses.robots = lab.robots;
      this.courses.look(lab.people);
    }
    fill(this.audit, lab.audit, () => [table(["When", "Who", "What", "About"], lab.audit.map((entry) =>
      [moment(entry.at_s, true), entry.who, entry.what, entry.about]))]);
    this.course.show(lab);
  }

  /**
   * @param {ToldRobot} robot
   * @param {number} index
   */
  robot(robot, index) {
    const row = element("div", "", { class: "bar" });
    const state = robot.is_going_home ? "driving home" : robot.is_busy ? "driving"
      : robot.is_ready ? "ready" : "waits until it is put at its start";
    row.append(element("strong", robot.title), element("span", state));
    if (!robot.is_ready && !robot.is_busy) {
      row.append(button("It is at its start", () => this.do(`api/lab/robots/${index + 1}/put-back`)));
    }
    if (robot.trouble) row.append(element("span", robot.trouble, { role: "alert" }));
    return row;
  }

  /**
   * How full the disk is; the bar is what is used.
   * @param {ToldDisk} disk
   */
  room(disk) {
    this.disk.style.order = disk.state === "ok" ? "9" : "0";
    const part = element("div", "", { class: "disk" });
    const bar = element("meter", "", {
      min: 0, max: disk.total_mb, value: disk.total_mb - disk.free_mb, "aria-label": "Used room of the disk",
      high: disk.total_mb * 0.9, low: disk.total_mb * 0.8, optimum: 0,
    });
    const words = {
      ok: "", low: " Soon nothing can be recorded any more: remove what you don't need, or set a limit under Mazes and limits.",
      full: " Nothing can be run until there is room: remove what you don't need from this disk, or set a limit under Mazes and limits.",
    }[disk.state];
    part.append(bar, element("p", `${disk.text}.${words}`, disk.state === "ok" ? { class: "dim" } : { role: "alert" }));
    return part;
  }

  /** @param {ToldJob[]} jobs */
  runs(jobs) {
    return table(["No.", "Who", "Program", "Where", "State", ""], jobs.map((job) => [
      job.id, job.partner ? `${job.owner}, with ${job.partner}` : job.owner, job.name, whereOf(job),
      element("span", stateOf(job), { class: `state-${job.state}`, title: job.text }), this.acts(job),
    ]));
  }

  /** @param {ToldJob} job */
  acts(job) {
    const bar = element("span", "", { class: "bar" });
    bar.append(button("Look", () => lookAt(job.id, this.me, this.onTrouble), { "aria-label": `Look at run ${job.id}` }));
    if (isUnderWay(job)) {
      bar.append(button("Stop", () => ask(`api/jobs/${job.id}/stop`, {}).then(() => this.look()).catch(this.onTrouble)));
    }
    return bar;
  }

  saying() {
    const form = element("form", "", { class: "bar" });
    const text = element("input", "", { id: "message", "aria-label": "Message", placeholder: "The lab closes at 4 today", maxlength: "500" });
    form.append(text, element("button", this.me.is_lab_teacher ? "Show to everybody" : "Show to your course", { type: "submit" }), button("Remove it", () => {
      text.value = "";
      this.do("api/lab/say", { text: "" });
    }));
    form.addEventListener("submit", (event) => { event.preventDefault(); this.do("api/lab/say", { text: text.value }); });
    return form;
  }
}
