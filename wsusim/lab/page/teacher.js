// The teacher's page: messages, robots, everybody's runs, the course, people, and what was done.

import { ask, element, moment } from "./asking.js";
import { showClass } from "./class.js";
import { Course } from "./course.js";
import { button, openDialog } from "./dialog.js";
import { cameraNow } from "./camera.js";
import { printCards } from "./cards.js";
import { isUnderWay, lookAt, stateOf, whereOf } from "./runs.js";
import { fill, section, table } from "./tables.js";

// Spreadsheets save several encodings.
function textOf(content) {
  const start = new Uint8Array(content.slice(0, 2)).join(" ");
  if (start === "255 254" || start === "254 255") return new TextDecoder(start === "255 254" ? "utf-16le" : "utf-16be").decode(content);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1252").decode(content);
  }
}

export class Teacher {
  constructor(me, onTrouble) {
    this.me = me;
    this.onTrouble = onTrouble;
    const [left, right] = [element("div", "", { class: "column" }), element("div", "", { class: "column" })];
    document.getElementById("teacher").append(left, right);
    this.robots = section(left, "Robots", 1);
    this.camera = section(left, "Camera", 2);
    this.disk = section(left, "Disk", 9);
    this.class = section(left, "Your students", 2);
    this.queue = section(left, "Waiting and running", 3);
    this.jobs = section(left, "Runs and recordings", 4);
    this.audit = section(left, "What was done", 8);
    section(right, "Message to everybody", 2).append(this.saying());
    this.course = new Course(right, me, onTrouble, (lab) => this.show(lab));
    const people = section(right, "People", 7);
    this.people = element("div");
    people.append(this.inviting(), this.people);
  }

  do(path, body = {}) {
    return ask(path, body).then((lab) => this.show(lab)).catch(this.onTrouble);
  }

  async look() {
    this.show(await ask("api/lab"));
    await this.course.look();
  }

  show(lab) {
    if (!lab.jobs) return;
    fill(this.robots, lab.robots, () => lab.robots.map((robot, index) => this.robot(robot, index)));
    fill(this.disk, lab.disk, () => [this.gauge(lab.disk)]);
    fill(this.camera, [lab.camera_trouble], () => [cameraNow(lab.camera_trouble)]);
    this.camera.hidden = lab.camera_trouble === null;
    const waiting = lab.jobs.filter(isUnderWay).reverse();
    const over = lab.jobs.filter((job) => !isUnderWay(job));
    // How far a run is changes all the time, and is not shown.
    const known = (jobs) => jobs.map(({ tick, ...job }) => job);
    showClass(this.class, lab, this.me, this.onTrouble);
    fill(this.queue, known(waiting), () => [waiting.length ? this.runs(waiting) : element("p", "Nobody is waiting.", { class: "dim" })]);
    fill(this.jobs, known(over), () => [over.length ? this.runs(over) : element("p", "None yet.", { class: "dim" })]);
    fill(this.people, lab.people, () => [this.persons(lab.people)]);
    fill(this.audit, lab.audit, () => [table(["When", "Who", "What", "About"], lab.audit.map((deed) =>
      [moment(deed.at_s, true), deed.who, deed.what, deed.about]))]);
    this.course.show(lab);
  }

  robot(robot, index) {
    const row = element("div", "", { class: "bar" });
    const state = robot.is_going_home ? "driving home" : robot.is_busy ? "driving"
      : robot.is_ready ? "ready" : "waits for somebody to put it at its start";
    row.append(element("strong", robot.title), element("span", state));
    if (!robot.is_ready && !robot.is_busy) {
      row.append(button("It stands at its start", () => this.do(`api/lab/robots/${index + 1}/put-back`)));
    }
    if (robot.trouble) row.append(element("span", robot.trouble, { role: "alert" }));
    return row;
  }

  // How full the disk is; the bar is what is used.
  gauge(disk) {
    this.disk.style.order = disk.state === "ok" ? 9 : 0;
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

  runs(jobs) {
    return table(["No.", "Who", "Program", "Where", "State", ""], jobs.map((job) => [
      job.id, job.owner, job.name, whereOf(job),
      element("span", stateOf(job), { class: `state-${job.state}`, title: job.text }), this.acts(job),
    ]));
  }

  acts(job) {
    const bar = element("span", "", { class: "bar" });
    bar.append(button("Look", () => lookAt(job.id, this.me, this.onTrouble), { "aria-label": `Look at run ${job.id}` }));
    if (isUnderWay(job)) {
      bar.append(button("Stop", () => ask(`api/jobs/${job.id}/stop`, {}).then(() => this.look()).catch(this.onTrouble)));
    }
    return bar;
  }

  persons(people) {
    return table(["Name", "", "Last seen", "Recordings", ""], people.map((one) => [
      one.name, one.is_teacher ? "teacher" : "", one.seen_s ? new Date(1000 * one.seen_s).toLocaleString() : "never",
      one.recordings_mb ? `${one.recordings_mb} MB` : "",
      this.personActs(one)]));
  }

  personActs(one) {
    const bar = element("span", "", { class: "bar" });
    bar.append(one.is_revoked ? "revoked" : button("Revoke", () => {
        if (confirm(`Revoke the invitation of ${one.name}? They are signed out at once; what they have sent stays.`)) this.do("api/lab/people/revoke", { name: one.name });
    }), element("a", "Export", { class: "button", href: `api/lab/people/${encodeURIComponent(one.name)}/export`, download: "", title: "Save all that is kept of this person" }));
    if (one.name !== this.me.name) {
      bar.append(button("Remove", () => {
        if (confirm(`Remove ${one.name} with all programs, runs, recordings, hand-ins and marks? This can't be undone.`)) this.do("api/lab/people/remove", { name: one.name });
      }));
    }
    return bar;
  }

  inviting() {
    const form = element("form");
    const names = element("textarea", "", { "aria-label": "Names, one per line", placeholder: "Names, one per line, or paste a class list (CSV)" });
    const teacher = element("input", "", { type: "checkbox", id: "as-teacher" });
    const told = element("div", "", { role: "status" });
    const bar = element("div", "", { class: "bar" });
    const label = element("label", "As teachers");
    label.prepend(teacher);
    const choice = element("label", "Class list from a file", { class: "button" });
    const file = element("input", "", { type: "file", accept: ".csv,.txt", class: "unseen" });
    choice.append(file);
    file.addEventListener("change", async () => {
      names.value = textOf(await file.files[0].arrayBuffer());
      file.value = "";
    });
    bar.append(element("button", "Invite", { type: "submit" }), label, choice, button("Short codes…", () => this.codes().catch(this.onTrouble)));
    form.append(names, bar, told);
    const invite = (wanted, only_new) => ask("api/lab/people", {
      names: wanted, is_teacher: teacher.checked, only_new, address: `${location.origin}${location.pathname}`,
    }).then((made) => {
      told.replaceChildren(...this.invitations(made, (known) => invite(known, false)));
      names.value = "";
      return this.look();
    }).catch((refused) => told.replaceChildren(element("p", refused.message, { role: "alert" })));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      invite(names.value, true);
    });
    return form;
  }

  // New people's addresses; whoever had one keeps it, unless the teacher wants otherwise.
  *invitations(made, renew) {
    const [fresh, known] = [made.filter((one) => one.token), made.filter((one) => !one.token).map((one) => one.name)];
    const twice = made.filter((one) => one.is_twice).map((one) => one.name);
    if (twice.length) {
      yield element("p", `Twice in the list, and invited once: ${twice.join(", ")}. If these are two people, write something after a name: ${twice[0]} 5b.`, { role: "alert" });
    }
    if (fresh.length) {
      yield button("Print them as cards…", () => printCards(fresh));
      yield element("p", "Give each person their own address. It is shown only once.");
      yield element("pre", fresh.map((one) => `${one.name}\t${location.origin}${location.pathname}#token=${one.token}`).join("\n"),
        { class: "told", tabindex: "0" });
    }
    if (known.length) {
      yield element("p", `Invited before, and still welcome: ${known.join(", ")}.`);
      yield button("Give them new addresses; the old ones end", () => renew(["name", ...known.map((name) => `"${name.replaceAll('"', '""')}"`)].join("\n")));
    }
  }

  // A code for each student, to be typed on a tablet within an hour, once.
  async codes() {
    const { people } = await ask("api/lab");
    const names = people.filter((one) => !one.is_teacher && !one.is_revoked).map((one) => one.name);
    const made = await ask("api/lab/people/codes", { names });
    openDialog("Short codes", element("p", "Each signs one student in, once, within an hour. They type it on the lab's page in the place of a token."),
      table(["Name", "Code"], made.map((one) => [one.name, element("code", one.code, { class: "short-code" })])));
  }

  saying() {
    const form = element("form", "", { class: "bar" });
    const text = element("input", "", { id: "message", "aria-label": "Message", placeholder: "The lab closes at 4 today", maxlength: "500" });
    form.append(text, element("button", "Show to everybody", { type: "submit" }), button("Remove it", () => {
      text.value = "";
      this.do("api/lab/say", { text: "" });
    }));
    form.addEventListener("submit", (event) => { event.preventDefault(); this.do("api/lab/say", { text: text.value }); });
    return form;
  }
}
