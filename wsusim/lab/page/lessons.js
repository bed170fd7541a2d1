// A teacher makes an assignment of a lesson that comes with wsusim.

import { ask } from "./asking.js";
import { button, openDialog } from "./dialog.js";
import { element } from "./shared/elements.js";

export async function chooseLesson(onSet) {
  const lessons = await ask("api/lab/lessons");
  const list = element("div", "", { class: "assignments" });
  const dialog = openDialog("Set a lesson", element("p", "Students get its text, program, mazes and hints, and check their work with it. A lesson of your own is set as a new assignment, with its file.", { class: "dim" }), list);
  list.append(...lessons.map((one) => {
    const made = element("article", "", { class: "card" });
    made.append(element("h3", one.title), element("p", one.about), button("Set it", (event) => {
      event.target.disabled = true;
      ask("api/lab/lessons/set", { name: one.name }).then((told) => {
        onSet(told);
        dialog.close();
      }).catch((refused) => {
        event.target.disabled = false;
        event.target.after(element("p", refused.message, { role: "alert" }));
      });
    }, { "aria-label": `Set ${one.title}` }));
    return made;
  }));
}
