// Colours: the arena's come with the scene, light and dark; here are those of what lies over it.

export const DRAWN = {
  blue: "#0072b2", orange: "#e69f00", green: "#009e73", red: "#d55e00", purple: "#cc79a7",
  yellow: "#f0e442", sky: "#56b4e9", black: "#14161b", white: "#ffffff", grey: "#8d97a8",
};

const OVER = {
  light: { ray: "#0072b266", hit: "#d55e00", text: "#1f2430", bubble: "#ffffff" },
  dark: { ray: "#56b4e970", hit: "#ff9466", text: "#e6e9ef", bubble: "#2c313b" },
};

// All colours of a theme; a shape of the scene has its own under the theme's name.
export const coloursOf = (scene, theme) => (
  { theme, ...OVER[theme], ...scene?.drawing.palettes[theme] });

// The lamps by which an agent of the contest says what it thinks.
export const LAMPS = { visiting: "#009e73", returning: "#f0e442", end: "#d55e00" };

// The colour by which people tell a robot from others.
export const robotColour = (scene, number) => scene.drawing.robots[number];

// A hex colour as three numbers from 0 to 1.
export function rgb(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
}
