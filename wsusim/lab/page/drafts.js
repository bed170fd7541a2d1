// A student's own files. Whatever is typed is in the browser's storage at once and in the lab two seconds later; what
// the lab could not take is sent again, also after the browser was closed.

import { ask } from "./asking.js";
import { button } from "./dialog.js";
import { by, element } from "./shared/elements.js";
import { fill } from "./tables.js";

const SAVE_MS = 2000;
const AGAIN_MS = 4000;
const SAVED = "Saved";
const FIRST = "my_robot.py";
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

// The modules that a program imports, one line each.
const IMPORTS = /^[ \t]*(?:from[ \t]+(\w+)|import[ \t]+([^#\n;]+))/gm;

const importedBy = (source) => [...source.matchAll(IMPORTS)].flatMap(([, from, names]) =>
  from ? [from] : names.split(",").map((one) => one.trim().split(/[\s.]/)[0]));

export class Drafts {
  constructor(me, editor) {
    this.editor = editor;
    // By person: several may use this computer.
    this.before = `wsusim-lab-file-${me.name}-`;
    this.lastKey = `wsusim-lab-last-${me.name}`;
    this.files = new Map();
    // The program, and the one of its files that is in the editor.
    this.name = "";
    this.open = "";
    /** @type {{name: string, line: number} | null} */
    this.wrong = null;
    this.timer = null;
    editor.onChange = () => this.typed();
    by("file").addEventListener("change", () => this.show(by("file").value));
    document.addEventListener("visibilitychange", () => (document.hidden ? this.save() : this.refresh()).catch(() => {}));
  }

  get text() { return this.editor.text; }

  // The file that was changed last, rather a program than a module.
  get newest() {
    const files = [...this.files.values()];
    return (files.find((file) => file.source.includes("Controller")) ?? files[0]).name;
  }

  // The program's own files beside its first one: what it imports, and what they import.
  get modules() {
    const found = new Set([this.name]);
    for (const name of found) {
      const { source } = this.files.get(name);
      for (const module of importedBy(source)) if (this.files.has(`${module}.py`)) found.add(`${module}.py`);
    }
    found.delete(this.name);
    return [...found].sort();
  }

  // What is run, kept and handed in.
  get program() {
    const modules = Object.fromEntries(this.modules.map((name) => [name, this.files.get(name).source]));
    return { name: this.name, source: this.files.get(this.name).source, modules };
  }

  // Fetch all files, and send what was typed when the lab could not be reached.
  async begin() {
    for (const file of await ask("api/files")) this.files.set(file.name, file);
    for (const key of Object.keys(localStorage).filter((key) => key.startsWith(this.before))) {
      const name = key.slice(this.before.length);
      const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
      this.files.set(name, { name, source: kept.source, revision: kept.revision, isDirty: true });
    }
    if (!this.files.size) this.files.set(FIRST, { name: FIRST, source: BEGINNING, revision: 0 });
    const last = localStorage.getItem(this.lastKey);
    this.show(this.files.has(last) ? last : this.newest);
    await this.save();
  }

  show(name) {
    this.name = name;
    localStorage.setItem(this.lastKey, name);
    this.showFile(name);
    this.list();
  }

  // Show another file of the program.
  showFile(name) {
    this.open = name;
    this.editor.load(this.files.get(name).source, name);
    if (this.wrong && this.wrong.name === name) this.editor.mark(this.wrong.line);
    this.listModules();
  }

  // Mark the line of an error; a person who is typing in another file isn't taken away from there. Line null: no error.
  markError(name, line) {
    this.wrong = line ? { name, line } : null;
    if (name === this.open || !line) this.editor.mark(line);
    else if (document.activeElement !== by("editor")) this.showFile(name);
    this.listModules();
  }

  list() {
    const names = [...this.files.keys()].sort();
    by("file").replaceChildren(...names.map((name) => element("option", name, { value: name })));
    by("file").value = this.name;
  }

  // The program's files, if it has several; the one with an error in it is marked.
  listModules() {
    const wrong = this.wrong?.name;
    const names = [this.name, ...this.modules];
    by("modules").hidden = names.length === 1 && this.open === this.name;
    fill(by("modules"), [names, this.open, wrong], () => names.map((name) => {
      const tab = button(name, () => this.showFile(name), { "aria-pressed": String(name === this.open) });
      if (name === wrong) tab.classList.add("wrong");
      return tab;
    }));
  }

  typed() {
    const file = this.files.get(this.open);
    file.source = this.text;
    if (this.wrong?.name === this.open) this.wrong = null;
    this.mark(file);
    this.listModules();
  }

  mark(file) {
    file.isDirty = true;
    try {
      localStorage.setItem(this.before + file.name, JSON.stringify({ source: file.source, revision: file.revision }));
    } catch {
      // The browser's storage is full, or switched off; the lab has it in two seconds.
    }
    this.say("");
    this.timer ??= setTimeout(() => this.save(), SAVE_MS);
  }

  // Add a file, or open the one that is there if nothing of it would be lost.
  add(name, source) {
    this.files.set(name, { name, source, revision: 0 });
    this.mark(this.files.get(name));
    this.show(name);
  }

  // A name that no file has yet.
  freeName(wanted) {
    const stem = wanted.replace(/\.py$/, "");
    let name = `${stem}.py`;
    for (let number = 2; this.files.has(name); number += 1) name = `${stem}_${number}.py`;
    return name;
  }

  // Put texts in the place of what is there; undo brings back the one that is in the editor.
  replace(texts) {
    for (const [name, source] of Object.entries(texts)) {
      if (name === this.open) this.editor.replace(source);
      else if (!this.files.has(name)) this.files.set(name, { name, source, revision: 0 });
      this.files.get(name).source = source;
      this.mark(this.files.get(name));
    }
    this.list();
    this.listModules();
  }

  async remove() {
    const name = this.open;
    await ask("api/files/remove", { name }).catch(() => {});
    this.files.delete(name);
    localStorage.removeItem(this.before + name);
    if (name !== this.name) return this.show(this.name);
    if (!this.files.size) this.files.set(FIRST, { name: FIRST, source: BEGINNING, revision: 0 });
    this.show(this.newest);
  }

  async save() {
    clearTimeout(this.timer);
    this.timer = null;
    for (const file of [...this.files.values()].filter((one) => one.isDirty)) {
      const { name, source, revision } = file;
      try {
        const told = await ask("api/files/save", { name, source, revision });
        file.revision = told.revision;
        if (file.source === source) {
          file.isDirty = false;
          localStorage.removeItem(this.before + name);
        } else {
          this.mark(file);
        }
        this.say(told.is_conflict ? `${name} was changed in another window too. That text is under Versions.` : SAVED);
      } catch (refused) {
        this.say(refused.status === 0
          ? "The lab can't be reached. What you type is kept in this browser, and saved as soon as it can be."
          : `Not saved: ${refused.message}`);
        if (refused.status === 0) this.timer ??= setTimeout(() => this.save(), AGAIN_MS);
      }
    }
  }

  // Take over what was changed on another computer meanwhile.
  async refresh() {
    for (const file of await ask("api/files")) {
      const known = this.files.get(file.name);
      if (known?.isDirty || known?.revision === file.revision) continue;
      this.files.set(file.name, file);
      if (file.name === this.open) this.editor.load(file.source, file.name);
    }
    this.list();
    this.listModules();
  }

  // Trouble is said aloud by a screen reader; that all is well, every two seconds, is not.
  say(text) {
    by("saved").setAttribute("role", ["", SAVED].includes(text) ? "none" : "alert");
    by("saved").textContent = text;
  }
}
