// How finely 3D is drawn: less finely where the computer can't keep up, in steps.

const STEPS = [
  { share: 1, shadowPx: 2048 },
  { share: 1, shadowPx: 1024 },
  { share: 0.75, shadowPx: 1024 },
  { share: 0.5, shadowPx: 512 },
  { share: 0.5, shadowPx: 0 },
];
const SLOW_MS = 28; // between two frames: less than 36 a second
const ASIDE_MS = 500; // the page was hidden, or the computer did something else
const FRAMES = 24;
const HELPS = 0.9;

export class Quality {
  constructor() {
    this.step = 0;
    this.gaps = [];
    this.finestMs = 0; // the time between frames when all was drawn as finely as can be
    this.isSettled = false;
  }

  get now() {
    return STEPS[this.step];
  }

  // Takes the time between two frames that were drawn one after the other; tells whether to draw
  // otherwise from now on.
  took(gapMs) {
    if (this.isSettled || gapMs > ASIDE_MS) return false;
    this.gaps.push(gapMs);
    if (this.gaps.length < FRAMES) return false;
    const median = this.gaps.sort((a, b) => a - b)[FRAMES / 2];
    this.gaps = [];
    if (median <= SLOW_MS) return false;
    if (this.step === 0) this.finestMs = median;
    this.isSettled = this.step === STEPS.length - 1;
    // A screen that shows but 30 pictures a second shows no more of them when they are worse.
    const isInVain = this.isSettled && median > HELPS * this.finestMs;
    if (isInVain) this.step = 0;
    else if (!this.isSettled) this.step += 1;
    return isInVain || !this.isSettled;
  }
}
