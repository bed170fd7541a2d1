// The pairs of a course, for its teacher: who works with whom; make one, separate one.

import { ask } from "./asking.js";
import { button, openDialog } from "./dialog.js";
import { element } from "./shared/elements.js";
import { table } from "./tables.js";

// onLab: is told how the lab is afterwards.
export function showPairs(people, onLab) {
  const place = element("div");
  openDialog("Pairs", element("p", "Two students who share their work: what either of them runs or hands in is for both, with one mark. " +
    "They can also do this themselves, with a code: Partner… on their page.", { class: "dim" }), place);
  const trouble = element("p", "", { role: "alert" });
  /**
   * @param {"api/lab/pairs" | "api/lab/pairs/end"} path
   * @param {Record<string, unknown>} body
   */
  const send = (path, body) => ask(path, body).then((lab) => { onLab(lab); show(lab.people); })
    .catch((refused) => { trouble.textContent = refused.message; });
  const show = (all) => {
    const students = all.filter((one) => one.is_here && !one.is_teacher && !one.is_revoked);
    const pairs = students.filter((one) => one.partner && one.name < one.partner);
    const free = students.filter((one) => !one.partner);
    trouble.textContent = "";
    place.replaceChildren(
      pairs.length ? table(["Pair", ""], pairs.map((one) => [`${one.name} and ${one.partner}`,
        button("Separate", () => send("api/lab/pairs/end", { name: one.name }), { "aria-label": `Separate ${one.name} and ${one.partner}` })]))
        : element("p", "No pairs yet."),
      free.length > 1 ? making(free, send) : element("p", "Everyone else has a partner.", { class: "dim" }), trouble);
  };
  show(people);
}

function making(free, send) {
  const form = element("form", "", { class: "bar" });
  const choices = ["One student", "The other"].map((title, index) => {
    const choice = element("select", "", { "aria-label": title });
    choice.append(...free.map((one) => element("option", one.name)));
    choice.selectedIndex = index;
    return choice;
  });
  form.append(choices[0], element("span", "and"), choices[1], element("button", "Make them a pair", { type: "submit", class: "main" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send("api/lab/pairs", { names: choices.map((choice) => choice.value) });
  });
  return form;
}
