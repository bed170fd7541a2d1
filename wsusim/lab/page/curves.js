// Curves of a run that is over: one plot at a time, drawn as SVG, with a line that tells the values at a time.

import { element } from "./shared/elements.js";

const NS = "http://www.w3.org/2000/svg";
const SIZE = { width: 640, height: 260, left: 48, right: 8, top: 8, bottom: 26 };
const COLOURS = 8;

export function drawCurves(place, plots) {
  const choice = element("select", "", { "aria-label": "Which curves" });
  choice.append(...plots.map((plot, index) => element("option", plot.title, { value: index })));
  const drawn = element("div");
  const show = () => drawn.replaceChildren(...plotOf(plots[choice.value]));
  choice.addEventListener("change", show);
  place.replaceChildren(choice, drawn);
  show();
}

function plotOf(plot) {
  const times = plot.curves.flatMap((curve) => [curve.times_s[0], curve.times_s.at(-1)]);
  if (!times.length) return [element("p", "There is nothing to draw.")];
  const all = plot.curves.flatMap((curve) => curve.values);
  const [low, high] = [Math.min(0, ...all), 1.04 * Math.max(1, ...all)];
  const end_s = Math.max(...times, 0.1);
  const [step, step_s] = [stepOf(high - low), stepOf(end_s)];
  const x = (time_s) => SIZE.left + (SIZE.width - SIZE.left - SIZE.right) * time_s / end_s;
  const y = (value) => SIZE.top + (SIZE.height - SIZE.top - SIZE.bottom) * (high - value) / (high - low);
  const svg = shape("svg", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img", class: "plot",
    "aria-label": `${plot.title} from 0 to ${Math.max(...times)} s` });
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    svg.append(shape("line", { x1: SIZE.left, x2: SIZE.width - SIZE.right, y1: y(value), y2: y(value), class: "grid" }),
      text(SIZE.left - 6, y(value) + 4, number(value), "end"));
  }
  for (let time_s = 0; time_s <= end_s + 1e-9; time_s += step_s) {
    svg.append(text(x(time_s), SIZE.height - 8, `${number(time_s)} s`, time_s + step_s / 4 > end_s ? "end" : "middle"));
  }
  plot.curves.forEach((curve, index) => svg.append(shape("polyline", { class: `curve colour-${index % COLOURS}`,
    points: curve.times_s.map((time_s, at) => `${x(time_s).toFixed(1)},${y(curve.values[at]).toFixed(1)}`).join(" ") })));
  const cursor = shape("line", { y1: SIZE.top, y2: SIZE.height - SIZE.bottom, class: "cursor", visibility: "hidden" });
  svg.append(cursor);
  const key = element("p", "", { class: "key" });
  const told = plot.curves.map((curve, index) => {
    const item = element("span", curve.name, { class: `colour-${index % COLOURS}` });
    key.append(item, " ");
    return item;
  });
  svg.addEventListener("pointermove", (event) => {
    const place = svg.getBoundingClientRect();
    const time_s = ((event.clientX - place.left) / place.width * SIZE.width - SIZE.left) / (SIZE.width - SIZE.left - SIZE.right) * end_s;
    if (time_s < 0) return;
    cursor.setAttribute("x1", x(time_s));
    cursor.setAttribute("x2", x(time_s));
    cursor.setAttribute("visibility", "visible");
    plot.curves.forEach((curve, index) => {
      const at = Math.max(0, curve.times_s.findLastIndex((one) => one <= time_s));
      told[index].textContent = `${curve.name} ${number(curve.values[at])}`;
    });
  });
  return [svg, key];
}

// A round step for an axis: five of them or a little less.
function stepOf(length) {
  const power = 10 ** Math.floor(Math.log10(length / 5));
  return power * ([1, 2, 5].find((factor) => factor * power >= length / 5) ?? 10);
}

const number = (value) => String(Math.round(100 * value) / 100);

function shape(name, attributes) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function text(x, y, words, anchor) {
  const made = shape("text", { x, y, "text-anchor": anchor });
  made.textContent = words;
  return made;
}
