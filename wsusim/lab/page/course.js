// What a teacher sets for a course: assignments and what was handed in for them, mazes and limits.

import { ask, moment } from "./asking.js";
import { button, openDialog } from "./dialog.js";
import { chooseLesson } from "./lessons.js";
import { readHandIns } from "./marking.js";
import { element } from "./shared/elements.js";
import { fill, section, table } from "./tables.js";

const LOOK_MS = 6000;

export class Course {
  constructor(place, me, onTrouble, onLab) {
    this.me = me;
    this.onTrouble = onTrouble;
    this.onLab = onLab;
    this.lookedMs = 0;
    this.assignments = section(place, "Assignments", 5);
    this.rules = section(place, "Mazes and limits", 6);
    this.rules.hidden = !me.is_lab_teacher;  // they are the whole lab's
  }

  // What was handed in is much to tell, and comes seldom.
  async look() {
    if (Date.now() - this.lookedMs < LOOK_MS) return;
    this.lookedMs = Date.now();
    this.showAssignments(await ask("api/assignments"));
  }

  showAssignments(assignments) {
    fill(this.assignments, assignments, () => [
      this.beginning(),
      assignments.length ? table(["Assignment", "Due", "Handed in", ""], assignments.map((one) => [
        one.title + (one.is_hidden ? " (hidden)" : ""), one.due_s === null ? "" : moment(one.due_s), this.count(one), this.acts(one),
      ])) : element("p", "None yet. Students see an assignment as soon as you have set it.", { class: "dim" }),
    ]);
  }

  beginning() {
    const bar = element("div", "", { class: "bar" });
    bar.append(button("New assignment…", () => this.edit()), button("From a lesson…", () => chooseLesson((told) => this.showAssignments(told)).catch(this.onTrouble)));
    return bar;
  }

  count(one) {
    const counting = one.hand_ins.filter((hand_in) => hand_in.counts);
    const late = counting.filter((hand_in) => hand_in.is_late).length;
    return `${counting.length}${late ? ` (${late} late)` : ""}`;
  }

  acts(one) {
    const bar = element("span", "", { class: "bar" });
    bar.append(button("Hand-ins…", () => readHandIns(one, this.me).catch(this.onTrouble)));
    if (one.hand_ins.length) {
      bar.append(element("a", "Download all", { href: `api/lab/assignments/${one.id}/hand-ins`, download: "", class: "button" }));
    }
    bar.append(button("Change…", () => this.edit(one)));
    return bar;
  }

  edit(one) {
    const form = element("form", "", { class: "fields" });
    const title = field(form, "Title", element("input", "", { required: "", maxlength: "80", autofocus: "" }));
    const text = field(form, "What to do", element("textarea", "", { rows: "6", maxlength: "10000" }));
    const due = field(form, "Due by (empty: no deadline)", element("input", "", { type: "datetime-local" }));
    const hidden = field(form, "Hide it from students", element("input", "", { type: "checkbox" }));
    if (one) {
      title.value = one.title;
      text.value = one.text;
      hidden.checked = one.is_hidden;
      if (one.due_s !== null) due.value = localTime(one.due_s);
    }
    const files = field(form, "Files: a lesson (.lesson), or an assignment file for check (.toml), its mazes, a program to start from (.py), a picture",
      element("input", "", { type: "file", multiple: "", accept: ".lesson,.toml,.json,.txt,.maz,.map,.num,.maze,.py,.png,.jpg,.jpeg,.gif,.webp" }));
    const folder = field(form, "Or a lesson's folder", element("input", "", { type: "file", webkitdirectory: "" }));
    if (one && (one.has_check || one.starter || one.has_picture)) {
      form.append(element("p", `It has: ${[one.has_lesson ? "a lesson" : one.has_check && "a check", one.mazes.length && `mazes (${one.mazes.join(", ")})`,
        one.starter && one.starter.name, one.has_picture && "a picture"].filter(Boolean).join(", ")}. New files take the place of all of these.`, { class: "dim" }));
    }
    const trouble = element("p", "", { role: "alert" });
    form.append(element("button", one ? "Save" : "Set it", { type: "submit", class: "main" }), trouble);
    const dialog = openDialog(one ? `Change ${one.title}` : "New assignment", form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const due_s = due.value ? new Date(due.value).getTime() / 1000 : null;
      ask(one ? `api/lab/assignments/${one.id}` : "api/lab/assignments",
        { title: title.value, text: text.value, due_s, is_hidden: hidden.checked })
        .then((told) => this.furnish(one ?? told.reduce((best, other) => other.id > best.id ? other : best), [...files.files, ...folder.files], told))
        .then((told) => { this.showAssignments(told); dialog.close(); })
        .catch((refused) => { trouble.textContent = refused.message; });
    });
  }

  // The files of an assignment go after it, since they are put beside its number.
  async furnish(one, files, told) {
    if (!files.length) return told;
    const contents = {};
    for (const file of files) if (!/(^|\/)(\.|__pycache__)/.test(nameOf(file))) contents[nameOf(file)] = base64(new Uint8Array(await file.arrayBuffer()));
    return ask(`api/lab/assignments/${one.id}/files`, { files: contents });
  }

  show(lab) {
    fill(this.rules, [lab.rules, lab.maze_choice], () => [this.form(lab)]);
  }

  // A maze that was drawn in the window: choose its file.
  bringing() {
    const label = element("label", "Add a maze file ", { class: "button" });
    const file = element("input", "", { type: "file", accept: ".json,.txt,.maz,.map,.num,.maze", class: "unseen" });
    label.append(file);
    file.addEventListener("change", async () => {
      const [chosen] = file.files ?? [];
      ask("api/lab/mazes", { name: chosen.name, content: await chosen.text() }).then(this.onLab)
        .catch((refused) => { label.after(element("p", refused.message, { role: "alert" })); file.value = ""; });
    });
    return label;
  }

  form(lab) {
    const form = element("form", "", { class: "fields" });
    const mazes = element("fieldset", "", { class: "mazes" });
    mazes.append(element("legend", "Mazes for simulations"));
    const boxes = lab.maze_choice.map((maze) => {
      const label = element("label", ` ${maze}${maze === lab.maze ? " (the robots' own)" : ""}`);
      const box = element("input", "", { type: "checkbox", value: maze });
      box.checked = lab.rules.mazes.includes(maze);
      box.disabled = maze === lab.maze;
      label.prepend(box);
      mazes.append(label);
      return box;
    });
    mazes.append(this.bringing());
    form.append(mazes);
    const { rules } = lab;
    const time = field(form, "Longest run, in seconds", numberField(rules.time_limit_s, 1, 3600));
    const open = field(form, "Programs of a kind that one student may have under way", numberField(rules.most_open, 1, 50));
    const at_once = field(form, `Simulations at once (at most ${lab.most_simulations})`, numberField(rules.simulations, 1, lab.most_simulations));
    const recordings = field(form, "MB of recordings that are kept for each person; the oldest go first", numberField(rules.recordings_mb, 10, 1000000));
    const days = field(form, "Days after which runs and recordings are removed (0: never); what was handed in stays", numberField(rules.keep_days, 0, 3650));
    const hours = field(form, "When robots may drive (empty: always)", element("input", "", { value: rules.hours, placeholder: "mon-fri 8:00-18:00" }));
    const told = element("span", "", { role: "status" });
    const bar = element("div", "", { class: "bar" });
    bar.append(element("button", "Save", { type: "submit", class: "main" }), told);
    form.append(bar);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      ask("api/lab/rules", {
        mazes: boxes.filter((box) => box.checked).map((box) => box.value), time_limit_s: Number(time.value),
        most_open: Number(open.value), simulations: Number(at_once.value), hours: hours.value,
        recordings_mb: Number(recordings.value), keep_days: Number(days.value),
      }).then((now) => { told.textContent = "Saved. It takes effect at once."; this.onLab(now); })
        .catch((refused) => { told.textContent = refused.message; });
    });
    return form;
  }
}

function field(form, title, input) {
  const label = element("label");
  label.append(element("span", title), input);
  form.append(label);
  return input;
}

function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

// Of a folder's file: its way from there.
const nameOf = (file) => file.webkitRelativePath || file.name;

const numberField = (value, min, max) => element("input", "", { type: "number", value, min, max, required: "" });

// What an input for a date and a time wants: this place's time.
function localTime(at_s) {
  const at = new Date(1000 * at_s);
  return new Date(at.getTime() - 60000 * at.getTimezoneOffset()).toISOString().slice(0, 16);
}
