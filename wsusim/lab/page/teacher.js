// The teacher's page: robots, everybody's runs, people, messages, and what was done.

import { ask, clock, element } from "./asking.js";
import { stateOf } from "./student.js";

export class Teacher {
  constructor(onTrouble) {
    this.onTrouble = onTrouble;
    this.place = document.getElementById("teacher");
    this.robots = this.section("Robots");
    this.jobs = this.section("All runs");
    const people = this.section("People");
    this.people = element("div");
    people.append(this.inviting(), this.people);
    const saying = this.section("Message to everybody");
    saying.append(this.saying());
    this.audit = this.section("What was done");
  }

  section(title) {
    const made = element("section");
    made.append(element("h2", title));
    this.place.append(made);
    return made;
  }

  do(path, body = {}) {
    return ask(path, body).then((lab) => this.show(lab)).catch(this.onTrouble);
  }

  async look() { this.show(await ask("api/lab")); }

  show(lab) {
    if (!lab.jobs) return;
    fill(this.robots, lab.robots.map((robot, index) => {
      const row = element("div", "", { class: "bar" });
      const state = robot.is_busy ? "driving" : robot.is_ready ? "ready" : "waits to be put back to its start";
      row.append(element("strong", robot.title), element("span", state));
      if (!robot.is_ready && !robot.is_busy) {
        row.append(this.button("It stands at its start", () => this.do(`api/lab/robots/${index + 1}/put-back`)));
      }
      if (robot.trouble) row.append(element("span", robot.trouble, { role: "alert" }));
      return row;
    }));
    fill(this.jobs, [table(["No.", "Who", "Program", "Where", "State", ""], lab.jobs.map((job) => [
      job.id, job.owner, job.name, job.kind === "robot" ? job.robot ?? "robot" : "simulation",
      element("span", stateOf(job), { class: `state-${job.state}`, title: job.text }), this.acts(job),
    ]))]);
    this.people.replaceChildren(table(["Name", "", "Last seen", ""], lab.people.map((one) => [
      one.name, one.is_teacher ? "teacher" : "", one.seen_s ? new Date(1000 * one.seen_s).toLocaleString() : "never",
      one.is_revoked ? "revoked" : this.button("Revoke", () => {
        if (confirm(`End the token of ${one.name}?`)) this.do("api/lab/people/revoke", { name: one.name });
      }),
    ])));
    fill(this.audit, [table(["When", "Who", "What", ""], lab.audit.map((deed) =>
      [clock(deed.at_s), deed.who, deed.what, deed.about]))]);
  }

  acts(job) {
    const bar = element("span", "", { class: "bar" });
    if (job.can_watch) bar.append(element("a", "Watch", { href: `live/${job.id}/`, target: "_blank" }));
    if (["uploaded", "checking", "waiting", "running"].includes(job.state)) {
      bar.append(this.button("Stop", () => ask(`api/jobs/${job.id}/stop`, {}).then(() => this.look()).catch(this.onTrouble)));
    }
    for (const kind of job.recordings) {
      bar.append(element("a", kind, { href: `api/jobs/${job.id}/recording/${kind}`, download: "" }));
    }
    return bar;
  }

  button(text, act) {
    const made = element("button", text);
    made.addEventListener("click", act);
    return made;
  }

  inviting() {
    const form = element("form");
    const names = element("textarea", "", { "aria-label": "Names, one a line", placeholder: "Names, one a line, or paste a class list (CSV)" });
    const teacher = element("input", "", { type: "checkbox", id: "as-teacher" });
    const told = element("pre", "", { class: "told", hidden: "" });
    const bar = element("div", "", { class: "bar" });
    const label = element("label", "As teachers");
    label.prepend(teacher);
    bar.append(element("button", "Invite", { type: "submit" }), label);
    form.append(names, bar, told);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      ask("api/lab/people", { names: names.value, is_teacher: teacher.checked }).then((made) => {
        told.hidden = false;
        told.textContent = "Give each person their own address. It is shown only once.\n" +
          made.map((one) => `${one.name}\t${location.origin}${location.pathname}#token=${one.token}`).join("\n");
        names.value = "";
        return this.look();
      }).catch(this.onTrouble);
    });
    return form;
  }

  saying() {
    const form = element("form", "", { class: "bar" });
    const text = element("input", "", { "aria-label": "Message", placeholder: "The lab closes at 4 today", size: "40", maxlength: "500" });
    form.append(text, element("button", "Show", { type: "submit" }), this.button("Take it away", () => { text.value = ""; }));
    form.addEventListener("submit", (event) => { event.preventDefault(); this.do("api/lab/say", { text: text.value }); });
    return form;
  }
}

// Put new content below a section's heading, unless it is the same.
function fill(section, parts) {
  const [heading] = section.children;
  section.replaceChildren(heading, ...parts);
}

function table(headings, rows) {
  const made = element("table");
  const head = element("tr");
  head.append(...headings.map((text) => element("th", text)));
  const body = rows.map((cells) => {
    const row = element("tr");
    row.append(...cells.map((cell) => {
      const made = element("td", cell instanceof Node ? "" : cell);
      if (cell instanceof Node) made.append(cell);
      return made;
    }));
    return row;
  });
  made.append(head, ...body);
  return made;
}
