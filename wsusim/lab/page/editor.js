// The editor: CodeMirror, with our colours, the robot's own words, and the line of an error.

import {
  basicSetup, Compartment, Decoration, defaultHighlightStyle, EditorState, EditorView, HighlightStyle, hoverTooltip,
  indentUnit, indentWithTab, keymap, MatchDecorator, Prec, StateEffect, StateField, syntaxHighlighting,
  temporarilySetTabFocusMode, ViewPlugin,
} from "./codemirror/index.js";
import { python, pythonLanguage } from "./codemirror/index--qNV_jaW.js";

const THEME = {
  "&": { height: "100%", fontSize: "14px", color: "var(--text)", backgroundColor: "var(--raised)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)" },
  ".cm-gutters": { color: "var(--dim)", backgroundColor: "var(--window)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
  ".cm-wrong": { backgroundColor: "color-mix(in srgb, var(--bad) 22%, transparent)", boxShadow: "inset 3px 0 var(--bad)" },
  ".cm-own": { color: "var(--own)" },
  ".cm-panels, .cm-tooltip": { color: "var(--text)", backgroundColor: "var(--panel)", borderColor: "var(--line)" },
  ".cm-tooltip": { border: "1px solid var(--line)", borderRadius: "8px" },
  ".cm-completionIcon": { display: "none" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { color: "var(--accent-text)", backgroundColor: "var(--accent)" },
  ".cm-tooltip.cm-completionInfo, .cm-about": { padding: "6px 10px", maxWidth: "26em", font: "14px/1.4 system-ui, sans-serif" },
  ".cm-textfield, .cm-button": {
    color: "var(--text)", background: "var(--raised)", border: "1px solid var(--line)", borderRadius: "6px", padding: "4px 8px", fontSize: "14px",
  },
  ".cm-panel.cm-search": { padding: "6px 8px", fontFamily: "system-ui, sans-serif" },
  ".cm-panel.cm-search label": { fontSize: "14px", marginRight: "8px" },
  ".cm-panel.cm-search [name=close]": { color: "inherit", fontSize: "20px", padding: "2px 8px" },
};

// The shipped colours are for light pages only; each becomes the page's own, which knows light and dark.
const OWN_COLOURS = {
  "#708": "--keyword", "#219": "--number", "#164": "--number", "#a11": "--string", "#e40": "--string", "#940": "--comment",
  "#167": "--own", "#085": "--own", "#f00": "--bad",
};
const COLOURS = HighlightStyle.define(defaultHighlightStyle.specs.map((spec) =>
  !spec.color ? spec : { ...spec, color: OWN_COLOURS[spec.color] ? `var(${OWN_COLOURS[spec.color]})` : "inherit" }));

const setWrong = StateEffect.define();
const WRONG = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    const found = change.effects.find((effect) => effect.is(setWrong));
    if (!found) return change.docChanged ? Decoration.none : marks;
    const line = found.value;
    if (!line || line > change.state.doc.lines) return Decoration.none;
    return Decoration.set([Decoration.line({ class: "cm-wrong", attributes: { "aria-label": "The error is in this line" } })
      .range(change.state.doc.line(line).from)]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const OWN_WORDS = new MatchDecorator({ regexp: /\b(?:self|Controller)\b/g, decoration: Decoration.mark({ class: "cm-own" }) });
const OWN = ViewPlugin.define((view) => ({
  marks: OWN_WORDS.createDeco(view),
  update(change) { this.marks = OWN_WORDS.updateDeco(change, this.marks); },
}), { decorations: (plugin) => plugin.marks });

// What stands before the cursor or below the mouse, if it is the robot's: self.motors.set_sp
const CHAIN = /\bself\.((?:\w+(?:\[[^\]\n]*\])?\.)*)(\w*)$/;

export class Editor {
  // words: what the lab says that a robot has, [{of, name, call, about}]
  // isFixed: only to read
  constructor(place, text, words, isFixed = false) {
    this.words = words;
    this.states = new Map();
    this.name = "";
    this.onChange = () => {};
    this.isLoading = false;
    // Behind a root of its own the editor's styles are no inline styles, which the page forbids.
    const root = place.attachShadow({ mode: "open" });
    this.darkness = new Compartment();
    const isDark = matchMedia("(prefers-color-scheme: dark)");
    this.extensions = [
      Prec.high(keymap.of([
        // Tab takes what is offered, and else indents; after Escape it leaves the editor.
        { key: "Tab", run: () => this.take() },
        { key: "Mod-Enter", run: () => true },
      ])),
      basicSetup, python(), indentUnit.of("    "), syntaxHighlighting(COLOURS), WRONG, OWN,
      keymap.of([indentWithTab, { key: "Escape", run: temporarilySetTabFocusMode }]),
      pythonLanguage.data.of({ autocomplete: (context) => this.offer(context) }),
      hoverTooltip((view, at) => this.explain(view, at)),
      EditorView.contentAttributes.of({
        "aria-label": isFixed ? "The program, in Python" : "Your program, in Python. Escape, then Tab, leaves the editor.", autocapitalize: "off", spellcheck: "false",
      }),
      EditorView.updateListener.of((change) => { if (change.docChanged && !this.isLoading) this.onChange(); }),
      EditorState.readOnly.of(isFixed), EditorView.theme(THEME), this.darkness.of(EditorView.darkTheme.of(isDark.matches)),
    ];
    this.view = new EditorView({ parent: root, root });
    isDark.addEventListener("change", () => this.view.dispatch({
      effects: this.darkness.reconfigure(EditorView.darkTheme.of(isDark.matches)),
    }));
    this.load(text);
  }

  take() {
    const offered = this.view.dom.querySelector(".cm-tooltip-autocomplete [aria-selected]");
    offered?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
    return Boolean(offered);
  }

  get text() { return this.view.state.doc.toString(); }

  // Show another file: each has a cursor and an undo of its own.
  load(text, name = "") {
    this.states.set(this.name, this.view.state);
    const before = this.states.get(name);
    this.name = name;
    this.view.setState(before?.doc.toString() === text ? before : EditorState.create({ doc: text, extensions: this.extensions }));
  }

  // Put another text in the place of this one; undo brings it back.
  replace(text) { this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } }); }

  // Mark the line of an error, and bring it into view; null: none.
  mark(line) {
    const effects = [setWrong.of(line)];
    const { doc } = this.view.state;
    if (line && line <= doc.lines) effects.push(EditorView.scrollIntoView(doc.line(line).from, { y: "center" }));
    this.view.dispatch({ effects });
  }

  offer(context) {
    const begun = context.matchBefore(CHAIN);
    if (!begun) return null;
    const [, chain, word] = begun.text.match(CHAIN);
    const of = ownerOf(chain);
    const fitting = this.words.filter((one) => one.of === of);
    // Right after "self." the parts' words are there too, so that one needn't know where they are.
    if (!chain) fitting.push(...this.words.filter((one) => one.of && !one.of.endsWith("[]")));
    return { from: context.pos - word.length, options: fitting.map((one) => option(one, chain ? "" : one.of)), validFor: /^[\w.]*$/ };
  }

  explain(view, at) {
    const { from, text } = view.state.doc.lineAt(at);
    const end = at - from + text.slice(at - from).match(/^\w*/)[0].length;
    const found = text.slice(0, end).match(CHAIN);
    const word = found && this.words.find((one) => one.of === ownerOf(found[1]) && one.name === found[2]);
    if (!word) return null;
    const about = Object.assign(document.createElement("div"), { className: "cm-about" });
    about.append(Object.assign(document.createElement("b"), { textContent: `${word.name}${word.call ?? ""}` }), `  ${word.about}`);
    return { pos: from + end - word.name.length, end: from + end, above: true, create: () => ({ dom: about }) };
  }
}

// "sensors[2]." and "sensors.left." are one of the sensors.
function ownerOf(chain) {
  return chain.slice(0, -1).replace(/\[[^\]]*\]$/, "[]").replace(/^(sensors|leds|floor)\.\w+$/, "$1[]");
}

function option(word, of) {
  const name = of ? `${of}.${word.name}` : word.name;
  const end = word.call === null ? "" : word.call === "()" ? "()" : "(";
  return { label: name, apply: name + end, detail: word.call ?? "", info: word.about, boost: of ? -1 : 1,
    type: word.call === null ? "property" : "method" };
}
