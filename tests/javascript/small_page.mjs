// As much of a browser as the pages' modules need that are tried without one: elements with text, attributes and
// events, storage, and a server that answers as a test says. Import it before them.

class SmallElement {
  constructor(name) {
    this.tagName = name.toUpperCase();
    this.own = ""; // its text beside that of its children
    this.children = [];
    this.attributes = new Map();
    this.listeners = new Map();
    this.hidden = false;
    this.style = {};
    this.value = "";
    this.classList = { add: () => {}, toggle: () => {} };
  }

  get textContent() { return this.own + this.children.map((child) => child.textContent ?? child).join(""); }
  set textContent(text) {
    this.own = text;
    this.children = [];
  }

  setAttribute(name, value) { this.attributes.set(name, value); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  toggleAttribute(name, isOn) { isOn ? this.attributes.set(name, "") : this.attributes.delete(name); }
  append(...parts) { this.children.push(...parts); }
  before() {}
  remove() {}
  replaceChildren(...parts) {
    this.own = "";
    this.children = parts;
  }

  addEventListener(name, act) { this.listeners.set(name, act); }
  click() { return this.listeners.get("click")?.({ target: this, preventDefault: () => {} }); }
}

class SmallStorage {
  constructor() { this.values = new Map(); }
  getItem(key) { return this.values.get(key) ?? null; }
  setItem(key, value) { this.values.set(key, value); }
  removeItem(key) { this.values.delete(key); }
}

const elements = new Map();

// Nothing of what a test before has left.
export function newPage() {
  elements.clear();
  globalThis.document = {
    hidden: false,
    createElement: (name) => new SmallElement(name),
    getElementById: (id) => elements.get(id) ?? elements.set(id, new SmallElement("div")).get(id),
    querySelectorAll: () => [],
    addEventListener: () => {},
  };
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(globalThis, name, { value: new SmallStorage(), configurable: true });
  }
}

// Answers are functions of the request, one after the other, the last one for ever; `asked` gets the requests.
export function answering(...answers) {
  const asked = [];
  globalThis.fetch = (path, options = {}) => {
    asked.push({ path, ...options });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return Promise.resolve().then(() => answer(path, options));
  };
  return asked;
}

export const told = (value, status = 200) => () => (
  { ok: status < 400, status, json: () => Promise.resolve(value) });

export const noAnswer = () => { throw new TypeError("nobody is there"); };

newPage();
