// The colours of wsusim's window: robots by number (Okabe and Ito's, safe for the colour-blind),
// and the arena's, light and dark.

export const ROBOTS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442"];

export const DRAWN = {
  blue: "#0072b2", orange: "#e69f00", green: "#009e73", red: "#d55e00", purple: "#cc79a7",
  yellow: "#f0e442", sky: "#56b4e9", black: "#14161b", white: "#ffffff", grey: "#8d97a8",
};

export const LIGHT = {
  outside: "#dfe3e9", floor: "#fdfdfb", grid: "#eceef1", coarse: "#dadee5", wall: "#5b6472",
  edge: "#3d4450", glow: "#f5b301", foot: "#ffe08a", cap: "#d8443c", capEdge: "#8f241f",
  ball: "#f4f4f0", ballEdge: "#4a5160", block: "#c9a26b", blockEdge: "#7a5c31", body: "#2c3342",
  bodyEdge: "#141922", part: "#8d97a8",
  goal: "#009e73", paper: "#fff6cf", ink: "#4f4520", ray: "#0072b266", hit: "#d55e00",
  text: "#1f2430", bubble: "#ffffff",
};

export const DARK = {
  outside: "#15181d", floor: "#262b34", grid: "#2c323c", coarse: "#39404c", wall: "#9aa5b8",
  edge: "#c4ccda", glow: "#ffc83d", foot: "#ffe9ad", cap: "#ef6a60", capEdge: "#ffb0a8",
  ball: "#e9e9e4", ballEdge: "#9aa3b2", block: "#c9a26b", blockEdge: "#e0c493", body: "#10141b",
  bodyEdge: "#aab4c6", part: "#8d97a8",
  goal: "#2fc498", paper: "#4b4526", ink: "#fff0b8", ray: "#56b4e970", hit: "#ff9466",
  text: "#e6e9ef", bubble: "#2c313b",
};

// A thing's look as a hex colour: its own, or the usual one of its kind, darker if it reflects less.
export const shownColour = (thing, usual) => (
  thing.colour ? DRAWN[thing.colour] ?? thing.colour : darker(usual, thing.reflectivity));

function darker(hex, share) {
  const black = [20, 22, 27];
  const parts = [1, 3, 5].map((at, k) => {
    const value = parseInt(hex.slice(at, at + 2), 16);
    return Math.round(black[k] + (share ?? 1) * (value - black[k])).toString(16).padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

// The lamps by which an agent of the contest says what it thinks.
export const LAMPS = { visiting: "#009e73", returning: "#f0e442", end: "#d55e00" };

// A robot's own colour, if the maze gives it one; else by its number.
export function robotColour(scene, number) {
  const own = scene.maze.robots[number]?.colour;
  return own ? DRAWN[own] ?? own : ROBOTS[number % ROBOTS.length];
}

// A hex colour as three numbers from 0 to 1.
export function rgb(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
}
