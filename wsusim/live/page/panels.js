// What stands beside the arena: clock, mission, readings, console.

import { by, element } from "./shared/elements.js";

const MOST_LINES = 500;
const SPEED_MS = 1000;
const SOUGHT_MS = 700;
const SPOKEN_MS = 5000;
const WHEEL = /** @type {const} */ (["left_speed", "right_speed"]);

export class Panels {
  constructor(stream, selected) {
    this.stream = stream;
    this.selected = selected;
    this.measured = null;
    this.spokenMs = 0;
    this.soughtMs = -SOUGHT_MS; // when a viewer last wound a recording
    this.printEpoch = 0;
    this.printCount = 0;
    this.hasMission = false;
    /** @type {{topic: RowName, at: number, fill: HTMLElement, number: HTMLElement}[]} */
    this.bars = [];
    /** @type {HTMLElement | null} */
    this.rest = null; // what is told of the robot below its sensors
  }

  begin() {
    this.measured = null;
    this.printCount = 0;
    by("prints").replaceChildren();
    this.choose();
  }

  // Lays out the readings of the chosen robot.
  choose() {
    const { stream } = this;
    const rows = [];
    this.bars = [];
    this.rest = null;
    if (stream.robotCount() && !stream.scene.match) {
      const kind = stream.kindOf(this.selected());
      for (const [topic, title] of /** @type {[RowName, string][]} */ ([["proximity", "Proximity"], ["ambient", "Ambient light"]])) {
        rows.push(element("div", title, { class: "wide" }));
        kind.sensors.forEach(([name], at) => {
          const bar = element("div", "", { class: "bar" });
          const fill = element("div");
          const number = element("div", 0, { class: "number" });
          bar.append(fill);
          rows.push(element("div", name.replaceAll("_", " ")), bar, number);
          this.bars.push({ topic, at, fill, number });
        });
      }
      this.rest = element("div", "", { class: "wide" });
      rows.push(this.rest);
    }
    by("readings").replaceChildren(...rows);
  }

  say(text, kind = "") {
    by("state").textContent = text;
    by("state").dataset.kind = kind;
  }

  changed(message) {
    if (message.prints) this.print();
    if (message.mission || !this.hasMission) this.showMission();
    const seen = message.eye?.[this.selected()];
    if (seen) by("eye").src = `data:image/png;base64,${seen.png}`;
  }

  showMission() {
    const { stream } = this;
    this.hasMission = true;
    const mission = stream.scene.maze.mission ?? {};
    const state = stream.state.mission;
    const goal = {
      free: "No task: drive freely.",
      reach_goal: "Reach the goal.",
      deliver_caps: "Bring caps into the goal.",
      soccer: "Soccer.",
    }[mission.kind ?? "free"];
    const lines = [goal];
    if (mission.kind === "deliver_caps") {
      const all = mission.caps_to_deliver ?? (stream.scene.maze.caps ?? []).length;
      lines.push(`${state.caps_delivered ?? 0} of ${all} delivered.`);
    }
    if (state.score) {
      const [left, right, half] = state.score;
      lines.push(`${left} : ${right}, ${half === 1 ? "first" : "second"} half.`);
    }
    if (mission.time_limit_s) lines.push(`Time limit: ${mission.time_limit_s} s.`);
    if (state.achieved) lines.push(`Done after ${(state.goal_time_s ?? 0).toFixed(2)} s.`);
    by("mission").textContent = lines.join(" ");
  }

  print() {
    const log = this.stream.state.prints.all;
    const box = by("prints");
    const isAtEnd = box.scrollTop + box.clientHeight > box.scrollHeight - 30;
    if (this.printEpoch !== log.epoch && log.first > this.printCount) {
      box.replaceChildren();
      this.printCount = log.first;
    }
    this.printEpoch = log.epoch;
    for (const [, robot, text] of log.entries.slice(Math.max(0, this.printCount - log.first))) {
      const isMany = this.stream.robotCount() > 1 && robot >= 0;
      const entry = element("span", isMany ? `${robot + 1}: ${text}` : text);
      entry.classList.toggle("note", robot < 0);
      box.append(entry);
    }
    this.printCount = log.first + log.entries.length;
    while (box.childNodes.length > MOST_LINES) box.firstChild?.remove();
    if (isAtEnd) box.scrollTop = box.scrollHeight;
  }

  draw() {
    const { stream } = this;
    if (!stream.scene) return;
    by("clock").textContent = stream.scene.match ? cycles(stream)
      : `${(stream.tick / 100).toFixed(2)} s`;
    if (stream.scene.span_ticks) this.showTime();
    this.measure();
    const robot = this.selected();
    for (const { topic, at, fill, number } of this.bars) {
      const values = stream.of("readings", robot, topic);
      if (!values) continue;
      const share = topic === "proximity" ? values[at] / 1023 : (500 - values[at]) / 450;
      fill.style.width = `${(100 * Math.min(Math.max(share, 0), 1)).toFixed(1)}%`;
      number.textContent = values[at];
    }
    if (this.rest && stream.state.robots[robot]) this.showRest(robot, this.rest);
    this.describe(robot);
  }

  // Where a recording is; while a viewer winds it, the slider is theirs.
  showTime() {
    const { stream } = this;
    const slider = by("seek");
    if (performance.now() - this.soughtMs > SOUGHT_MS) slider.value = stream.tick;
    const [at, end] = [slider.value, stream.scene.span_ticks[1]].map((ticks) => (
      (ticks / 100).toFixed(1)));
    by("seek-time").textContent = `${at} of ${end} s`;
    slider.setAttribute("aria-valuetext", `${at} seconds`);
  }

  /**
   * @param {number} robot
   * @param {HTMLElement} place
   */
  showRest(robot, place) {
    const { stream } = this;
    const value = (name) => stream.of("robots", robot, name);
    const [left, right] = WHEEL.map((name) => value(name).toFixed(1));
    const parts = [`Wheels: ${left} and ${right} pulses per 10 ms`];
    const distance = stream.of("readings", robot, "distance_mm");
    const contacts = stream.of("readings", robot, "contacts");
    if (distance !== undefined) {
      const times = { 1: "once", 2: "twice" }[contacts] ?? `${contacts} times`;
      const touches = contacts ? `touched something ${times}` : "never touched anything";
      parts.push(`Driven: ${(distance / 1000).toFixed(2)} m, ${touches}`);
    }
    if (value("held_object_id") >= 0) parts.push("Holding something");
    place.textContent = parts.join(". ");
  }

  // Simulated seconds a second, over the last second.
  measure() {
    const nowMs = performance.now();
    const { tick } = this.stream;
    if (this.measured === null || tick < this.measured.tick) this.measured = { nowMs, tick };
    const spanMs = nowMs - this.measured.nowMs;
    if (spanMs < SPEED_MS) return;
    const speed = (tick - this.measured.tick) * 10 / spanMs;
    by("speed").textContent = speed > 0.005 ? `${speed.toFixed(speed < 9.95 ? 1 : 0)} ×` : "";
    this.measured = { nowMs, tick };
  }

  // For those who can't see the arena: where the robot is, now and then.
  describe(robot) {
    const nowMs = performance.now();
    if (nowMs - this.spokenMs < SPOKEN_MS || !this.stream.state.robots[robot]) return;
    this.spokenMs = nowMs;
    const value = (name) => this.stream.of("robots", robot, name);
    const turned = Math.round((value("heading_rad") * 180) / Math.PI);
    const text = `Robot ${robot + 1} at ${Math.round(value("x_mm"))}, ${Math.round(value("y_mm"))} mm, `
      + `looking ${turned} degrees from the right, counter-clockwise`;
    for (const id of /** @type {const} */ (["flat", "deep"])) by(id).setAttribute("aria-label", `Arena. ${text}`);
  }
}

function cycles(stream) {
  const all = stream.scene.match.cycles;
  return `cycle ${stream.state.match.time ?? 0}${all ? ` of ${all}` : ""}`;
}
