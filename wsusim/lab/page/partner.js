// Working in pairs: one shows a code, the other types it; what either sends or hands in is then both's.

import { ask, clock } from "./asking.js";
import { button, openDialog } from "./dialog.js";
import { element } from "./shared/elements.js";

export async function showPartner() {
  const place = element("div", "", { class: "partner" });
  const dialog = openDialog("Partner", place);
  const trouble = element("p", "", { role: "alert" });
  const say = (refused) => { trouble.textContent = refused.message; };
  const show = ({ partner }) => {
    trouble.textContent = "";
    place.replaceChildren(...(partner ? together(partner, show, say) : alone(show, say)), trouble);
  };
  show(await ask("api/partner"));
  return dialog;
}

function together(partner, show, say) {
  return [
    element("p", `You work with ${partner}. What either of you runs or hands in from now on is for both of you: ` +
      "you see each other's runs, and the mark is the same."),
    button(`Stop working with ${partner}`, () => {
      if (confirm(`Stop working with ${partner}? What you have done together stays for both of you.`)) ask("api/partner/part", {}).then(show).catch(say);
    }),
  ];
}

function alone(show, say) {
  const shown = element("p", "", { role: "status" });
  const form = element("form", "", { class: "bar" });
  const label = element("label", "Your partner's code ");
  const code = element("input", "", { size: "9", autocapitalize: "characters", autocomplete: "off", spellcheck: "false", required: "" });
  label.append(code);
  form.append(label, element("button", "Work together", { type: "submit", class: "main" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask("api/partner/join", { code: code.value }).then(show).catch(say);
  });
  return [
    element("p", "Two of you can share your work. One makes a code, the other types it."),
    button("Make a code", () => ask("api/partner/code", {}).then((made) => {
      shown.replaceChildren("Your code: ", element("code", made.code, { class: "short-code" }), ` Your partner types it here, before ${clock(made.until_s)}.`);
      wait(show);
    }).catch(say)),
    shown, form,
  ];
}

// The person who shows the code sees it as soon as the other one has typed it.
function wait(show) {
  const timer = setInterval(async () => {
    if (!document.querySelector("dialog .partner")) return clearInterval(timer);
    const told = await ask("api/partner").catch(() => ({ partner: "" }));
    if (!told.partner) return;
    clearInterval(timer);
    show(told);
  }, 2000);
}
