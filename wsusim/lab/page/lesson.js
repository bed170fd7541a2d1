// A lesson beside the program: its text with pictures, hints one after the other, and the program to begin with.

import { ask } from "./asking.js";
import { button } from "./dialog.js";
import { by, element } from "./shared/elements.js";
import { keep, kept } from "./shared/kept.js";

export class Lesson {
  constructor(drafts, me, onTrouble) {
    this.drafts = drafts;
    this.onTrouble = onTrouble;
    this.place = by("lesson");
    this.key = `wsusim-lab-lesson-${me.name}`;
  }

  // Show again what was open when the page was left.
  begin(assignments) {
    const one = assignments.find(({ id, has_lesson }) => has_lesson && String(id) === kept(this.key));
    if (one && this.place.hidden) this.open(one).catch(this.onTrouble);
  }

  async open(one) {
    const told = await ask(`api/assignments/${one.id}/lesson`);
    keep(this.key, String(one.id));
    const head = element("div", "", { class: "bar" });
    head.append(element("h2", one.title), button("Close", () => this.close(), { "aria-label": `Close ${one.title}` }));
    const about = element("p", `${told.minutes} minutes, ${told.level}. Maze ${told.maze}, ${told.time_limit_s} s.`, { class: "dim" });
    const acts = element("div", "", { class: "bar" });
    acts.append(button("Start", () => this.start(told), { class: "main", title: "Open your own copy of the program" }),
      element("a", "Save the lesson", { class: "button", href: `api/assignments/${one.id}/lesson/file`, download: told.file, title: "Open it at home with wsusim" }));
    const text = element("div", "", { class: "lesson-text" });
    text.append(...nodes(told.text));
    this.place.replaceChildren(head, about, acts, text, this.hints(one, told.hints));
    this.place.hidden = false;
    this.place.scrollTop = 0;
  }

  close() {
    localStorage.removeItem(this.key);
    this.place.hidden = true;
    this.place.replaceChildren();
  }

  // The student's copy: what is written already stays.
  start({ starter, maze, time_limit_s }) {
    for (const { name, source } of starter) if (!this.drafts.files.has(name)) this.drafts.add(name, source);
    this.drafts.show(starter[0].name);
    by("maze").value = maze;
    by("time").value = String(Math.min(time_limit_s, Number(by("time").max) || time_limit_s));
  }

  hints(one, hints) {
    const place = element("div", "", { class: "hints" });
    if (!hints.length) return place;
    const key = `${this.key}-${one.id}-hints`;
    const list = element("ol");
    const more = button("", () => {
      keep(key, String(shown() + 1));
      fill();
    });
    const shown = () => Math.min(hints.length, Number(kept(key)) || 0);
    const fill = () => {
      list.replaceChildren(...hints.slice(0, shown()).map((hint) => {
        const item = element("li");
        item.append(...nodes(hint));
        return item;
      }));
      more.textContent = shown() ? "Another hint" : "Give me a hint";
      more.hidden = shown() === hints.length;
    };
    fill();
    place.append(element("h3", "Hints"), list, more);
    return place;
  }
}

// HTML that the lab has made of a lesson's text; nothing in it can be a script.
const nodes = (html) => [...new DOMParser().parseFromString(html, "text/html").body.childNodes].map((node) => document.importNode(node, true));
