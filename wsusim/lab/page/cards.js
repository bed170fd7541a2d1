// Invitations to print and to cut: a card for each person, with a code that a tablet's camera reads.

import { button, openDialog } from "./dialog.js";
import { element } from "./shared/elements.js";

export function printCards(invitations) {
  const cards = element("div", "", { class: "cards" });
  cards.append(...invitations.map((one) => {
    const card = element("div", "", { class: "invitation" });
    const code = new DOMParser().parseFromString(one.code, "image/svg+xml").documentElement;
    code.setAttribute("role", "img");
    code.setAttribute("aria-label", `Code of ${one.name}`);
    const words = element("div");
    words.append(element("h3", one.name), element("p", "Scan the code, or open this address. It is yours alone: don't show it to anybody."),
      element("code", `${location.origin}${location.pathname}#token=${one.token}`));
    card.append(document.importNode(code, true), words);
    return card;
  }));
  const dialog = openDialog("Invitations", button("Print", () => print(), { class: "main" }), cards);
  dialog.classList.add("wide", "printed-alone");
}
