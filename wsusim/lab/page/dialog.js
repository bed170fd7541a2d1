// A dialog of the page: it takes the focus, Escape closes it, and it is gone afterwards.

import { by, element } from "./shared/elements.js";

export function openDialog(title, ...parts) {
  const dialog = element("dialog", "", { "aria-label": title });
  const head = element("div", "", { class: "bar" });
  const close = element("button", "Close", { type: "button" });
  head.append(element("h2", title), close);
  dialog.append(head, ...parts);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    placeStop();
  });
  document.body.append(dialog);
  dialog.showModal();
  placeStop();
  return dialog;
}

// Nothing outside a dialog can be touched: the emergency stop is always in the topmost one, or else in the header.
const stop = [by("alarm"), by("emergency")];
const signOut = by("sign-out");

function placeStop() {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (top) top.append(...stop);
  else signOut.before(...stop);
}

export function button(text, act, attributes = {}) {
  const made = element("button", text, { type: "button", ...attributes });
  made.addEventListener("click", act);
  return made;
}
