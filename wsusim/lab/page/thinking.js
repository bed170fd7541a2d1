// What a program thought in a simulation that is over: its variables at the moment that is shown, and where it was.

import { ask, pause } from "./asking.js";
import { button } from "./dialog.js";
import { element } from "./shared/elements.js";

const REST_MS = 250;
const LOOK_MS = 500;
const TICKS_PER_S = 100;

export class Thinking {
  /**
   * @param {ToldJob} job
   * @param {() => number} atTick Of the moment that is shown.
   */
  constructor(job, atTick) {
    this.job = job;
    this.atTick = atTick;
    /** @type {number | null} */
    this.timer = null;
    /** @type {number | null} */
    this.shownTick = null;
    this.place = element("details", "", { class: "thinking" });
    this.values = element("div", "", { class: "moment" });
    this.stood = element("div", "", { role: "status" });
    const bar = element("div", "", { class: "bar" });
    this.stopping = button("Stop here in my program", () => this.stopHere(), { title: "Run the program again, up to this moment, and see its line" });
    bar.append(this.stopping);
    this.place.append(element("summary", "What the program thinks"), bar, this.stood, this.values);
    this.place.addEventListener("toggle", () => this.look());
  }

  // Another moment is shown; the player isn't told of each.
  look() {
    if (!this.place.open || this.timer !== null) return;
    this.timer = setTimeout(async () => {
      this.timer = null;
      const tick = this.atTick();
      if (tick === this.shownTick || !this.place.isConnected) return;
      this.shownTick = tick;
      try {
        const told = await ask(`api/jobs/${this.job.id}/values/${tick}`);
        this.show(told);
      } catch (refused) {
        this.values.textContent = refused.message;
      }
      if (this.atTick() !== tick) this.look();
    }, REST_MS);
  }

  show({ tick, values, left_out }) {
    this.values.replaceChildren(element("p", values.length ? `Variables ${seconds(tick)} after the start` : "No variables are known of this moment.", { class: "dim" }), tableOf(values));
    if (left_out) this.values.append(element("p", `${left_out} more variables are not shown.`, { class: "dim" }));
  }

  async stopHere() {
    this.stopping.disabled = true;
    this.stood.textContent = "Running the program again, up to this moment…";
    try {
      let told = await ask(`api/jobs/${this.job.id}/stop-here`, { tick: this.atTick() });
      while (told.state !== "done") {
        await pause(LOOK_MS);
        told = await ask(`api/looks/${told.id}`);
      }
      this.showStood(told);
    } catch (refused) {
      this.stood.textContent = refused.message;
    } finally {
      this.stopping.disabled = false;
    }
  }

  showStood({ tick, frames, text }) {
    if (!frames.length) {
      this.stood.textContent = text;
      return;
    }
    this.stood.replaceChildren(element("p", `${seconds(tick)} after the start the program stands in ${frames[0].file}, line ${frames[0].line}.`));
    for (const { file, line, function: name, variables } of frames) {
      this.stood.append(element("h3", `${name}(), ${file}, line ${line}`), tableOf(variables));
    }
  }
}

const seconds = (tick) => `${(tick / TICKS_PER_S).toFixed(2)} s`;

function tableOf(values) {
  const table = element("table", "", { class: "values" });
  const body = element("tbody");
  body.append(...values.map(([name, value]) => {
    const row = element("tr");
    row.append(element("th", name, { scope: "row" }), element("td", String(value)));
    return row;
  }));
  table.append(body);
  return table;
}
