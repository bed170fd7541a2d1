// The dialog for a new file: one of the ready controllers to begin with, or a copy of what is there.

import { ask } from "./asking.js";
import { openDialog } from "./dialog.js";
import { element } from "./shared/elements.js";

export async function beginFile(drafts) {
  const starts = await ask("api/starts");
  // After the three templates, which most want.
  starts.splice(3, 0,
    { name: drafts.open, about: "A copy of the file that is open now.", source: drafts.text },
    { name: "my_module.py", about: "An empty file for functions of your own. Import them in a program, and the file goes along " +
      "when you run it or hand it in: up to 20 files, together 200,000 bytes.", source: "" });
  const form = element("form", "", { class: "starts" });
  const trouble = element("p", "", { role: "alert" });
  const name = element("input", "", { id: "new-name", size: "24", required: "", spellcheck: "false" });
  const choices = element("fieldset");
  choices.append(element("legend", "Start from"));
  starts.forEach((start, index) => {
    const label = element("label");
    const radio = element("input", "", { type: "radio", name: "start", value: index });
    const words = element("span");
    words.append(element("strong", start.name.replace(/\.py$/, "")), ` ${start.about}`);
    label.append(radio, words);
    choices.append(label);
    radio.addEventListener("change", () => { name.value = drafts.freeName(start.name); });
    if (!index) { radio.checked = radio.autofocus = true; name.value = drafts.freeName(start.name); }
  });
  const bar = element("div", "", { class: "bar" });
  const label = element("label", "Name ");
  label.append(name);
  bar.append(label, element("button", "Create", { type: "submit", class: "main" }));
  form.append(choices, bar, trouble);
  const dialog = openDialog("New file", form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = name.value.trim().replace(/(\.py)?$/, ".py");
    if (!/^[A-Za-z_]\w*\.py$/.test(chosen)) trouble.textContent = "Use letters, digits and _, and don't begin with a digit: my_robot.py";
    else if (drafts.files.has(chosen)) trouble.textContent = `You have a file ${chosen} already. Choose another name.`;
    else {
      drafts.add(chosen, starts[Number(new FormData(form).get("start"))].source);
      dialog.close();
    }
  });
}
