// The courses of a lab, for teachers of the whole lab: begin one, call it otherwise, choose its robots, close it.

import { ask, count } from "./asking.js";
import { button, openDialog } from "./dialog.js";
import { element } from "./shared/elements.js";
import { section, table } from "./tables.js";

export class Courses {
  constructor(place, onTrouble) {
    this.onTrouble = onTrouble;
    this.robots = [];
    this.place = section(place, "Courses", 8);
    this.here = null;
  }

  // Who is in the course that is shown has changed, or isn't known yet.
  look(people) {
    const here = people.filter((one) => one.is_here).map((one) => `${one.name} ${one.is_teacher}`).join();
    if (here === this.here) return;
    this.here = here;
    ask("api/lab/courses").then((told) => this.show(told)).catch(this.onTrouble);
  }

  show(courses) {
    const heading = this.place.querySelector("h2");
    this.place.replaceChildren(...[heading ?? []].flat(), button("New course…", () => this.begin()),
      table(["Course", "Students", "Teachers", "Robots", ""], courses.map((one) => [
        one.is_closed ? `${one.title} (closed)` : one.title, count(one.students, "student"), one.teachers.join(", "),
        one.robots.length ? one.robots.map((number) => `robot ${number}`).join(", ") : "all robots", button("Change…", () => this.change(one), { "aria-label": `Change ${one.title}` }),
      ])),
      element("p", "Teachers of the whole lab belong to every course.", { class: "dim" }));
  }

  begin() {
    const form = element("form", "", { class: "fields" });
    const title = field(form, "Title");
    form.append(element("p", "It has nobody in it yet. Choose it at the top of the page, then invite its students and its teacher.", { class: "dim" }));
    this.submit(form, "Begin it", "New course", () => ask("api/lab/courses", { title: title.value }), () => location.reload());
  }

  change(one) {
    const form = element("form", "", { class: "fields" });
    const title = field(form, "Title");
    title.value = one.title;
    const robots = element("fieldset", "", { class: "mazes" });
    robots.append(element("legend", "Robots that its programs may drive"));
    const boxes = this.robots.map((robot, index) => {
      const label = element("label", ` ${robot.title}`);
      const box = element("input", "", { type: "checkbox", value: index + 1 });
      box.checked = !one.robots.length || one.robots.includes(index + 1);
      label.prepend(box);
      robots.append(label);
      return box;
    });
    const closed = element("input", "", { type: "checkbox" });
    closed.checked = one.is_closed;
    const label = element("label", "", { class: "wide" });
    label.append(element("span", "Close it: its students don't see it any more, all of it is kept"), closed);
    form.append(robots, label);
    this.submit(form, "Save", `Change ${one.title}`, () => {
      const chosen = boxes.filter((box) => box.checked).map((box) => Number(box.value));
      if (!chosen.length) throw new Error(`Choose at least one of the ${count(boxes.length, "robot")}.`);
      return ask(`api/lab/courses/${one.id}`, { title: title.value, is_closed: closed.checked, robots: chosen.length === boxes.length ? [] : chosen });
    }, (told) => this.show(told));
  }

  submit(form, words, heading, send, then) {
    const trouble = element("p", "", { role: "alert" });
    form.append(element("button", words, { type: "submit", class: "main" }), trouble);
    const dialog = openDialog(heading, form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const told = await send();
        dialog.close();
        then(told);
      } catch (refused) {
        trouble.textContent = refused.message;
      }
    });
  }
}

function field(form, title) {
  const label = element("label");
  const input = element("input", "", { required: "", maxlength: "80", autofocus: "" });
  label.append(element("span", title), input);
  form.append(label);
  return input;
}
