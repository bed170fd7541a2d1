// A small editor for Python: colours, line numbers, the line of an error, and the robot's own words.

const KEYWORDS = new Set(("False None True and as assert async await break class continue def del elif else " +
  "except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield").split(" "));

const TOKEN = /(#[^\n]*)|("""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|(\b\d[\w.]*)|([A-Za-z_]\w*)/g;

// What stands after "self." in the manual's page on the controller API; a test holds them together.
export const WORDS = [
  "active", "camera.brightest", "camera.pixels", "data", "draw.clear()", "draw.dots(", "draw.line(", "draw.text(",
  "eye.picture", "finish()", "floor.brightnesses", "gripper.close()", "gripper.is_closed", "gripper.lower_arm()",
  "gripper.object_present", "gripper.open()", "gripper.raise_arm()", "leds.frontal", "leds.lateral",
  "motors.drive_mm(", "motors.left_position", "motors.reset_positions()", "motors.right_position",
  "motors.set_speeds(", "motors.set_speeds_mm_s(", "motors.stop()", "motors.turn_deg(", "radio.receive()",
  "radio.send(", "random.choice(", "random.randint(", "say(", "sensors.ambients", "sensors.front_left.proximity",
  "sensors.front_right.proximity", "sensors.left.proximity", "sensors.proximities", "sensors.right.proximity",
  "sensors.toward(", "sleep(0.02)", "start_pose", "time",
];

const INDENT = "    ";

export class Editor {
  constructor(place, text) {
    this.numbers = Object.assign(document.createElement("div"), { className: "numbers" });
    this.numbers.setAttribute("aria-hidden", "true");
    const box = Object.assign(document.createElement("div"), { className: "text" });
    this.coloured = document.createElement("pre");
    this.coloured.setAttribute("aria-hidden", "true");
    this.area = document.createElement("textarea");
    Object.assign(this.area, { spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off" });
    this.area.setAttribute("aria-label", "Your program, in Python");
    this.words = Object.assign(document.createElement("ul"), { id: "words", hidden: true });
    this.words.setAttribute("role", "listbox");
    box.append(this.coloured, this.area, this.words);
    place.append(this.numbers, box);
    this.errorLine = null;
    this.onChange = () => {};
    this.area.addEventListener("input", () => { this.errorLine = null; this.show(); this.offer(); this.onChange(); });
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => this.press(event));
    this.area.addEventListener("blur", () => { this.words.hidden = true; });
    this.words.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (event.target.dataset.word) this.take(event.target.dataset.word);
    });
    this.text = text;
  }

  get text() { return this.area.value; }

  set text(value) {
    this.area.value = value;
    this.errorLine = null;
    this.show();
  }

  // Mark the line of an error, and bring it into view.
  mark(line) {
    this.errorLine = line;
    this.show();
    if (line) this.area.scrollTop = Math.max(0, (line - 6) * 21);
  }

  show() {
    const text = this.area.value;
    this.coloured.replaceChildren(...coloured(text), document.createTextNode("\n"));
    const lines = text.split("\n").length;
    this.numbers.replaceChildren(...Array.from({ length: lines }, (_, index) => {
      const isWrong = index + 1 === this.errorLine;
      const number = document.createElement(isWrong ? "b" : "span");
      number.textContent = index + 1;
      const line = document.createElement("div");
      line.append(number);
      return line;
    }));
    this.follow();
  }

  follow() {
    this.coloured.scrollTop = this.numbers.scrollTop = this.area.scrollTop;
    this.coloured.scrollLeft = this.area.scrollLeft;
  }

  insert(text, from = this.area.selectionStart) {
    this.area.setSelectionRange(from, this.area.selectionEnd);
    // Unlike a new value, this can be undone.
    document.execCommand("insertText", false, text);
  }

  press(event) {
    const chosen = this.words.querySelector('[aria-selected="true"]');
    if (!this.words.hidden) {
      if (event.key === "Escape") this.words.hidden = true;
      else if (event.key === "ArrowDown" || event.key === "ArrowUp") this.step(event.key === "ArrowDown" ? 1 : -1);
      else if (event.key === "Enter" || event.key === "Tab") this.take(chosen.dataset.word);
      else return;
      event.preventDefault();
      return;
    }
    const { selectionStart: start, selectionEnd: end } = this.area;
    const before = this.area.value.slice(0, start);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      const indent = line.match(/^ */)[0] + (line.trimEnd().endsWith(":") ? INDENT : "");
      this.insert(`\n${indent}`);
    } else if (event.key === "Backspace" && start === end && line && !line.trim() && line.length % 4 === 0) {
      this.insert("", start - 4);
    } else return;
    event.preventDefault();
  }

  // Offer the robot's words after "self."; Tab is left alone otherwise, so that the keyboard can leave.
  offer() {
    const before = this.area.value.slice(0, this.area.selectionStart);
    const begun = before.match(/\bself\.([\w.]*)$/);
    const fitting = begun ? WORDS.filter((word) => word.startsWith(begun[1]) && word !== begun[1]) : [];
    this.words.hidden = !fitting.length;
    if (!fitting.length) return;
    this.begun = begun[1].length;
    this.words.replaceChildren(...fitting.map((word, index) => {
      const item = document.createElement("li");
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", String(index === 0));
      item.dataset.word = word;
      item.textContent = `self.${word}`;
      return item;
    }));
    const line = before.split("\n").length;
    const column = before.length - before.lastIndexOf("\n") - 1;
    this.words.style.top = `${8 + line * 21 - this.area.scrollTop}px`;
    this.words.style.left = `${Math.min(8 + column * 8.4 - this.area.scrollLeft, this.area.clientWidth - 260)}px`;
  }

  step(by) {
    const items = [...this.words.children];
    const now = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
    items[now].setAttribute("aria-selected", "false");
    const next = items[(now + by + items.length) % items.length];
    next.setAttribute("aria-selected", "true");
    next.scrollIntoView({ block: "nearest" });
  }

  take(word) {
    this.insert(word, this.area.selectionStart - this.begun);
    this.words.hidden = true;
  }
}

function* coloured(text) {
  let at = 0;
  for (const found of text.matchAll(TOKEN)) {
    const [whole, comment, string, number, word] = found;
    const kind = comment ? "comment" : string ? "string" : number ? "number"
      : KEYWORDS.has(word) ? "keyword" : word === "self" || word === "Controller" ? "own" : "";
    if (!kind) continue;
    yield document.createTextNode(text.slice(at, found.index));
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = whole;
    yield span;
    at = found.index + whole.length;
  }
  yield document.createTextNode(text.slice(at));
}
