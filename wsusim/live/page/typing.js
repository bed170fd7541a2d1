// The Khepera's own console: a viewer who may drive types its commands, and reads what it answers.

import { by, element } from "./shared/elements.js";

const MOST_LINES = 300;

export class Typing {
  constructor(stream, robot) {
    this.stream = stream;
    this.robot = robot; // returns the number of the robot that is typed to
    this.past = [];
    this.at = 0;
    by("typing-form").onsubmit = (event) => {
      event.preventDefault();
      this.send(by("command").value.trim());
    };
    by("command").onkeydown = (event) => this.recall(event);
  }

  begin() {
    by("typed").replaceChildren();
  }

  send(line) {
    if (!line) return;
    this.stream.steer("type", { robot: this.robot(), line });
    this.past = [...this.past.filter((other) => other !== line), line];
    this.at = this.past.length;
    by("command").value = "";
  }

  // What was typed before, by the arrow keys, as in a terminal.
  recall(event) {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    this.at = Math.min(Math.max(this.at + way, 0), this.past.length);
    by("command").value = this.past[this.at] ?? "";
  }

  replied({ robot, line, lines }) {
    const box = by("typed");
    const whose = this.stream.robotCount() > 1 ? `${robot + 1}` : "";
    box.append(element("b", `${whose}> ${line}\n`), ...lines.map((text) => element("span", `${text}\n`)));
    while (box.childNodes.length > MOST_LINES) box.firstChild?.remove();
    box.scrollTop = box.scrollHeight;
  }
}
