// Driving a robot by joystick, keys or touch. What is held is told again and again: a robot whose
// driver falls silent is stopped by the server.

const AGAIN_MS = 200;
const FASTEST = 20;
const ARM_UP = 180;
const ARM_DOWN = 249;
const KEYS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, 1], ArrowRight: [0, -1] };

export class Driving {
  constructor(stick, stream, robot) {
    this.stick = stick;
    this.stream = stream;
    this.robot = robot; // returns the number of the robot that is driven
    this.ahead = 0;
    this.left = 0;
    this.keys = new Set();
    this.isMoving = false;
    this.listen();
    setInterval(() => this.isMoving && this.tell(), AGAIN_MS);
    this.draw();
  }

  order(order, values) {
    this.stream.steer("order", { robot: this.robot(), order, ...values });
  }

  button(name) {
    if (name === "arm-up") this.order("arm", { position: ARM_UP });
    if (name === "arm-down") this.order("arm", { position: ARM_DOWN });
    if (name === "jaws-open") this.order("grip", { closed: 0 });
    if (name === "jaws-close") this.order("grip", { closed: 1 });
    if (name === "halt") this.go(0, 0, true);
  }

  go(ahead, left, isUrgent = false) {
    this.ahead = ahead;
    this.left = left;
    const moves = ahead !== 0 || left !== 0;
    if (moves || this.isMoving || isUrgent) this.tell();
    this.isMoving = moves;
    this.draw();
  }

  tell() {
    const turn = 0.5 * this.left;
    const speed = (share) => Math.round(FASTEST * Math.min(Math.max(share, -1), 1));
    this.order("speeds", { left: speed(this.ahead - turn), right: speed(this.ahead + turn) });
  }

  listen() {
    const { stick } = this;
    const follow = (event) => {
      const box = stick.getBoundingClientRect();
      const half = box.width / 2;
      const x = (event.clientX - box.left - half) / (0.7 * half);
      const y = (event.clientY - box.top - half) / (0.7 * half);
      const length = Math.max(1, Math.hypot(x, y));
      this.go(-y / length, -x / length);
    };
    stick.addEventListener("pointerdown", (event) => {
      stick.setPointerCapture(event.pointerId);
      this.isHeld = true;
      follow(event);
    });
    stick.addEventListener("pointermove", (event) => this.isHeld && follow(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      stick.addEventListener(name, () => {
        if (this.isHeld) this.go(0, 0);
        this.isHeld = false;
      });
    }
    stick.addEventListener("keydown", (event) => this.key(event, true));
    stick.addEventListener("keyup", (event) => this.key(event, false));
    const letGo = () => {
      this.keys.clear();
      if (this.isMoving) this.go(0, 0);
    };
    stick.addEventListener("blur", letGo);
    window.addEventListener("blur", letGo);
    document.addEventListener("visibilitychange", () => document.hidden && letGo());
  }

  key(event, isDown) {
    if (!(event.key in KEYS)) return;
    event.preventDefault();
    if (event.repeat) return;
    if (isDown) this.keys.add(event.key);
    else this.keys.delete(event.key);
    const ways = [...this.keys].map((key) => KEYS[key]);
    const sum = (at) => ways.reduce((total, way) => total + way[at], 0);
    this.go(0.5 * sum(0), 0.5 * sum(1));
  }

  draw() {
    const { stick } = this;
    const context = stick.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    const half = stick.width / 2;
    context.clearRect(0, 0, stick.width, stick.height);
    context.fillStyle = style.getPropertyValue("--line");
    round(context, half, half, half - 2);
    context.fillStyle = style.getPropertyValue("--dim");
    for (let k = 0; k < 4; k++) {
      context.save();
      context.translate(half, half);
      context.rotate((k * Math.PI) / 2);
      context.beginPath();
      context.moveTo(0, -0.88 * half);
      context.lineTo(0.1 * half, -0.74 * half);
      context.lineTo(-0.1 * half, -0.74 * half);
      context.fill();
      context.restore();
    }
    context.fillStyle = style.getPropertyValue("--accent");
    round(context, half - 0.6 * half * this.left, half - 0.6 * half * this.ahead, 0.3 * half);
  }
}

function round(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}
