// What was handed in for an assignment: who has and who hasn't, each program to read, its runs, a mark and a comment.

import { ask, moment, newKey } from "./asking.js";
import { button, openDialog } from "./dialog.js";
import { Editor } from "./editor.js";
import { lookAt, stateOf, whereOf } from "./runs.js";
import { element } from "./shared/elements.js";
import { table } from "./tables.js";

const FINISHED = { done: "ran", refused: "refused", failed: "failed", stopped: "stopped", cancelled: "cancelled", interrupted: "interrupted" };

export async function readHandIns(assignment, me) {
  const place = element("div", "", { class: "marking" });
  openDialog(assignment.title, place).classList.add("wide");
  const list = async () => showList(place, await ask(`api/lab/assignments/${assignment.id}/work`), read);
  const read = async (one) => showOne(place, await ask(`api/lab/hand-ins/${one.id}`), me, list, read);
  await list();
}

function showList(place, told, read) {
  const rows = told.hand_ins.map((one) => [
    one.who, button(one.name, () => read(one), { "aria-label": `Read ${one.name} of ${one.who}` }),
    `${moment(one.made_s)}${one.is_late ? " (late)" : ""}`, one.counts ? "counts" : "doesn't count", verdict(one), one.mark,
  ]);
  const parts = [element("p", "For each student, the last one in time counts; a late one counts if nothing was in time.", { class: "dim" }),
    rows.length ? table(["Student", "Program", "Handed in", "", "Newest run", "Mark"], rows) : element("p", "Nothing has been handed in yet.")];
  if (told.missing.length) parts.push(element("p", `Nothing yet from: ${told.missing.join(", ")}.`));
  place.replaceChildren(...parts);
}

// In a few words; of an error the message and not the way to it.
function verdict(one) {
  if (!one.state) return "never run";
  const told = element("span", FINISHED[one.state] ?? "under way", { class: `state-${one.state}`, title: one.text });
  const line = one.text.split("\n").findLast((text) => text.trim() && !text.startsWith("Hint:")) ?? "";
  const made = element("span");
  made.append(told, element("span", line && `: ${line}`, { class: "dim" }));
  return made;
}

function showOne(place, work, me, list, read) {
  const editor = element("div", "", { class: "reader" });
  const runs = element("div");
  const trouble = element("p", "", { role: "alert" });
  const say = (refused) => { trouble.textContent = refused.message; };
  const simulate = async () => {
    const { name, source, modules } = work;
    const job = await ask("api/jobs", { name, source, modules, kind: "simulation", key: newKey() });
    lookAt(job.id, me, say).addEventListener("close", () => read(work).catch(say));
  };
  const bar = element("div", "", { class: "bar" });
  bar.append(button("Back to the list", () => list().catch(say)), element("h3",
    `${work.who}: ${work.name}, ${moment(work.made_s)}${work.is_late ? " (late)" : ""}${work.counts ? "" : ". This one does not count."}`));
  const files = { [work.name]: work.source, ...work.modules };
  const tabs = element("div", "", { class: "bar", role: "group", "aria-label": "The files of this program" });
  tabs.hidden = Object.keys(files).length === 1;
  runs.append(element("h3", "Runs of exactly this program"), work.runs.length
    ? table(["Run", "By", "Where", "State", ""], work.runs.map((job) => [job.id, job.owner, whereOf(job),
      element("span", stateOf(job), { class: `state-${job.state}`, title: job.text }), button("Look", () => lookAt(job.id, me, say))]))
    : element("p", "None yet.", { class: "dim" }), button("Simulate it", () => simulate().catch(say)));
  place.replaceChildren(bar, tabs, editor, runs, saying(work, list), trouble);
  const reader = new Editor(editor, work.source, [], true);
  tabs.append(...Object.keys(files).map((name) => button(name, (event) => {
    for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab === event.currentTarget));
    reader.load(files[name], name);
  }, { "aria-pressed": String(name === work.name) })));
}

// A mark and a comment, which the student reads beside what they have handed in.
function saying(work, list) {
  const form = element("form", "", { class: "fields" });
  const [mark, comment] = [element("input", "", { maxlength: "20", size: "8" }), element("textarea", "", { rows: "3", maxlength: "4000" })];
  mark.value = work.mark;
  comment.value = work.comment;
  for (const [title, input] of /** @type {[string, HTMLElement][]} */ ([["Mark", mark], ["Comment for the student", comment]])) {
    const label = element("label");
    label.append(element("span", title), input);
    form.append(label);
  }
  const told = element("p", "", { role: "status" });
  form.append(element("button", "Save for the student", { type: "submit", class: "main" }), told);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(`api/lab/hand-ins/${work.id}`, { mark: mark.value, comment: comment.value }).then(list)
      .catch((refused) => { told.textContent = refused.message; });
  });
  return form;
}
