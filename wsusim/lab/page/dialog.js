// A dialog of the page: it takes the focus, Escape closes it, and it is gone afterwards.

import { element } from "./asking.js";

export function openDialog(title, ...parts) {
  const dialog = element("dialog", "", { "aria-label": title });
  const head = element("div", "", { class: "bar" });
  const close = element("button", "Close", { type: "button" });
  head.append(element("h2", title), close);
  dialog.append(head, ...parts);
  close.addEventListener("click", () => dialog.close());
  // Nothing outside a dialog can be touched: the emergency stop comes along, and goes back afterwards.
  const stop = document.getElementById("emergency");
  const after = stop.nextSibling;
  const header = stop.parentNode;
  dialog.append(stop);
  dialog.addEventListener("close", () => {
    header.insertBefore(stop, after);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function button(text, act, attributes = {}) {
  const made = element("button", text, { type: "button", ...attributes });
  made.addEventListener("click", act);
  return made;
}
