// The robots of a CiberMouse match: what each one does, its score, its lamps. Choosing one follows it.

import { LAMPS, robotColour } from "./colours.js";
import { by, element } from "./shared/elements.js";

const STATES = {
  Stopped: "waits", Running: "under way", Waiting: "on target", Returning: "going home",
  Finished: "done", Removed: "taken out",
};

export class Roster {
  constructor(stream, selected, choose) {
    this.stream = stream;
    this.selected = selected;
    this.choose = choose;
    this.rows = new Map();
  }

  begin() {
    const { match } = this.stream.scene;
    by("match-section").hidden = !match;
    by("match").textContent = match ? `Scoring: ${match.scoring}` : "";
    by("roster").tBodies[0].replaceChildren();
    this.rows.clear();
  }

  changed(message) {
    for (const [robot, one] of Object.entries(message.roster ?? {})) {
      const cells = this.rows.get(robot) ?? this.add(robot);
      const state = one.is_silent ? `${STATES[one.state] ?? one.state}, silent` : STATES[one.state];
      const texts = [`${Number(robot) + 1}  ${one.name}`, state ?? one.state, one.score,
        one.collisions];
      texts.forEach((text, at) => {
        if (cells[at].textContent !== String(text)) cells[at].textContent = text;
      });
      cells[1].dataset.kind = one.is_silent ? "bad" : "";
      if (cells[4].title !== one.lamps.join(", ")) showLamps(cells[4], one.lamps);
    }
    for (const [robot, cells] of this.rows) {
      cells[0].setAttribute("aria-pressed", String(Number(robot) === this.selected()));
    }
  }

  // A row, in the order of the robots' numbers.
  add(robot) {
    const row = element("tr");
    const button = element("button");
    const head = element("th", "", { scope: "row" });
    button.style.borderLeftColor = robotColour(this.stream.scene, Number(robot));
    button.onclick = () => {
      this.choose(Number(robot));
      this.changed({});
    };
    head.append(button);
    const cells = [0, 1, 2, 3].map(() => element("td"));
    row.append(head, ...cells);
    this.rows.set(robot, [button, ...cells]);
    const later = [...this.rows].filter(([other]) => Number(other) > Number(robot));
    later.sort(([a], [b]) => Number(a) - Number(b));
    by("roster").tBodies[0].insertBefore(row, later[0]?.[1][0].closest("tr") ?? null);
    return this.rows.get(robot);
  }
}

function showLamps(cell, lamps) {
  cell.title = lamps.join(", ");
  cell.replaceChildren(...lamps.map((name) => {
    const lamp = element("span", "", { role: "img", "aria-label": name });
    lamp.style.background = LAMPS[name];
    return lamp;
  }));
}
