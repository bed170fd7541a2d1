// Sections and tables that are renewed all the time.

import { element } from "./shared/elements.js";

// order: where it stands on a phone, which has no two columns.
export function section(place, title, order) {
  const made = element("section");
  made.style.order = order;
  made.append(element("h2", title));
  place.append(made);
  return made;
}

const shown = new WeakMap();

// Put new content into a place, below its heading, unless it is the same: a button that has the focus must stay.
export function fill(place, known, parts) {
  const now = JSON.stringify(known);
  if (shown.get(place) === now) return;
  shown.set(place, now);
  const heading = [...place.children].filter((child) => child.tagName === "H2");
  place.replaceChildren(...heading, ...parts());
}

export function table(headings, rows) {
  const made = element("table");
  const head = element("tr");
  head.append(...headings.map((text) => element("th", text, { scope: "col" })));
  made.append(head, ...rows.map((cells) => {
    const row = element("tr");
    row.append(...cells.map((cell) => {
      const made = element("td", cell instanceof Node ? "" : cell);
      if (cell instanceof Node) made.append(cell);
      return made;
    }));
    return row;
  }));
  const scroll = element("div", "", { class: "scroll", tabindex: "0" });
  scroll.append(made);
  return scroll;
}
