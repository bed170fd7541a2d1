// The course's assignments: what to do by when, and handing in.

import { ask, moment, pause } from "./asking.js";
import { button, openDialog } from "./dialog.js";
import { Lesson } from "./lesson.js";
import { by, element } from "./shared/elements.js";

const LOOK_MS = 30000;

export class Handing {
  constructor(drafts, me, onTrouble) {
    this.drafts = drafts;
    this.lesson = new Lesson(drafts, me, onTrouble);
    this.onTrouble = onTrouble;
    this.place = by("due");
    this.lookedMs = 0;
  }

  // Say on the page what to hand in next.
  async look() {
    if (Date.now() - this.lookedMs < LOOK_MS) return;
    this.lookedMs = Date.now();
    const assignments = await ask("api/assignments");
    this.show(assignments);
    this.lesson.begin(assignments);
  }

  show(assignments) {
    const next = assignments.find((one) => !one.hand_ins.length && (one.due_s === null || 1000 * one.due_s > Date.now()));
    this.place.hidden = !next;
    if (next) this.place.textContent = `To hand in: ${next.title}${next.due_s === null ? "" : `, by ${moment(next.due_s)}`}`;
  }

  async open() {
    const list = element("div", "", { class: "assignments", role: "status" });
    openDialog("Hand in", list);
    const fill = (assignments) => {
      this.show(assignments);
      const isOver = (one) => one.due_s !== null && 1000 * one.due_s < Date.now();
      const sorted = [...assignments.filter((one) => !isOver(one)), ...assignments.filter(isOver)];
      list.replaceChildren(...sorted.map((one) => this.assignment(one, fill)));
      if (!assignments.length) list.append(element("p", "Your teacher has set no assignments yet.", { class: "dim" }));
    };
    fill(await ask("api/assignments"));
  }

  // What the teacher's check says of the program; it may wait for others' first.
  async check(one, pressed, place) {
    pressed.disabled = true;
    place.hidden = false;
    place.textContent = "Waiting for the check…";
    try {
      let told = await ask(`api/assignments/${one.id}/check`, this.drafts.program);
      while (told.state !== "done") {
        place.textContent = told.state === "running" ? "Checking: your program is run as your teacher will run it…" : "Waiting for the check…";
        await pause(700);
        told = await ask(`api/checks/${told.id}`);
      }
      place.textContent = told.text;
      place.classList.toggle("wrong", !told.is_good);
    } catch (refused) {
      place.textContent = refused.message;
    } finally {
      pressed.disabled = false;
    }
  }

  // A lesson is read beside the program, so the dialog goes.
  opening(one) {
    return button("Open the lesson", (event) => this.lesson.open(one).then(() => {
      event.target.closest("dialog").close();
      by("lesson").scrollIntoView({ block: "nearest" });
    }).catch(this.onTrouble), { class: "main" });
  }

  assignment(one, fill) {
    const made = element("article", "", { class: "card" });
    const isOver = one.due_s !== null && 1000 * one.due_s < Date.now();
    made.append(element("h3", one.title));
    if (one.due_s !== null) made.append(element("p", isOver ? `It was due by ${moment(one.due_s)}. You can still hand in, but late.` : `Due by ${moment(one.due_s)}`, { class: isOver ? "late" : "dim" }));
    if (one.text) made.append(element("p", one.text, { class: "task" }));
    if (one.has_picture) made.append(element("img", "", { src: `api/assignments/${one.id}/picture`, alt: `Picture of ${one.title}`, class: "task-picture" }));
    if (one.mazes.length) made.append(element("p", `Try it in: ${one.mazes.join(", ")}`, { class: "dim" }));
    const checked = element("pre", "", { class: "told", hidden: "", role: "status" });
    const begun = element("div", "", { class: "bar" });
    if (one.has_lesson) begun.append(this.opening(one));
    if (one.starter) {
      begun.append(button(`Start from ${one.starter.name}`, (event) => {
        this.drafts.add(this.drafts.freeName(one.starter.name.replace(/\.py$/, "")), one.starter.source);
        if (one.mazes.length) by("maze").value = one.mazes[0];
        event.target.closest("dialog").close();
      }));
    }
    if (one.has_check) begun.append(button(`Check ${this.drafts.name}`, (event) => this.check(one, event.target, checked)));
    made.append(begun, checked);
    const arrived = element("ul", "", { class: "arrived" });
    arrived.append(...one.hand_ins.map((mine) => element("li", `${mine.name} arrived ${moment(mine.made_s)}` +
      `${mine.is_late ? ", late" : ""}${mine.counts ? ": this one counts" : ""}${mine.mark ? `. Mark: ${mine.mark}` : ""}` +
      `${mine.comment ? `\n${mine.comment}` : ""}`, { class: mine.counts ? "counts" : "dim" })));
    if (one.never_ran) {
      made.append(element("p", "You have never run what you have handed in. Simulate it to be sure that it works, and hand in again if you change it.", { role: "alert" }));
    }
    made.append(arrived, button(`Hand in ${this.drafts.name}${one.hand_ins.length ? " again" : ""}`, async (event) => {
      const { target } = event;
      target.disabled = true;
      try {
        fill(await ask(`api/assignments/${one.id}/hand-in`, this.drafts.program));
      } catch (refused) {
        target.disabled = false;
        target.after(element("p", refused.message, { role: "alert" }));
      }
    }, { class: "main" }));
    return made;
  }
}
