// The stream: connects (again and again), and keeps what it tells. See the manual's page about it.

const PROTOCOL = 1;
const LOGS = ["trails", "drawings", "prints"];
const LONGEST_WAIT_MS = 5000;
const WRONG_KEY = 4403;
const FULL = 4429;

/** @returns {Topics} */
function emptyState() {
  const logs = Object.fromEntries(LOGS.map((topic) => [topic, {}]));
  return /** @type {Topics} */ ({ run: {}, robots: {}, readings: {}, rays: {}, things: {}, mission: {}, says: {},
    match: {}, roster: {}, thoughts: {}, eye: {}, ...logs });
}

export class Stream {
  // `told` is called with "scene", "changes", "connection", "reply" or "refused", and details.
  constructor(told) {
    this.told = told;
    /** @type {Scene} */
    this.scene = /** @type {any} */ (null); // until the first one comes; then there is always one
    this.maySteer = false;
    this.tick = 0;
    this.state = emptyState();
    this.index = /** @type {Record<string, Record<string, number>>} */ ({});
    /** @type {{topics: string[], rate: number, robot?: number}} */
    this.look = { topics: [], rate: 60 };
    this.waitMs = 250;
    this.socket = this.connect();
  }

  connect() {
    const key = new URLSearchParams(location.hash.slice(1)).get("key");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = key ? `?key=${encodeURIComponent(key)}` : "";
    const socket = new WebSocket(`${scheme}//${location.host}${location.pathname.replace(/[^/]*$/, "")}stream${query}`);
    socket.onopen = () => {
      this.waitMs = 250;
      this.send({ type: "look", ...this.look });
      this.told("connection", "open");
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      if (event.code === WRONG_KEY) return this.told("connection", "wrong key");
      this.told("connection", event.code === FULL ? "full" : "closed");
      setTimeout(() => { this.socket = this.connect(); }, this.waitMs);
      this.waitMs = Math.min(2 * this.waitMs, LONGEST_WAIT_MS);
    };
    return socket;
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // What to be told, how often, and of which robot the rays.
  want(topics, rate, robot) {
    this.look = { topics, rate, robot };
    this.send({ type: "look", ...this.look });
  }

  steer(action, values = {}) {
    this.send({ type: "steer", wish: action, ...values });
  }

  take(message) {
    if (message.type === "scene") {
      if (message.protocol !== PROTOCOL) return this.told("connection", "other version");
      this.scene = message;
      this.maySteer = message.may_steer;
      this.state = emptyState();
      this.index = {};
      for (const [topic, fields] of Object.entries(message.fields)) {
        this.index[topic] = Object.fromEntries(fields.map((field, at) => [field.name, at]));
      }
      this.told("scene");
    } else if (message.type === "changes") {
      this.tick = message.tick;
      for (const topic of Object.keys(this.state)) {
        if (!(topic in message)) continue;
        if (LOGS.includes(topic)) this.takeLogs(topic, message[topic]);
        else Object.assign(this.state[topic], message[topic]);
      }
      this.told("changes", message);
    } else if (message.type === "reply") {
      this.told("reply", message);
    } else if (message.type === "refused") {
      this.told("refused", message.text);
    }
  }

  takeLogs(topic, logs) {
    for (const [key, news] of Object.entries(logs)) {
      const log = (this.state[topic][key] ??= { first: news.first, entries: [], epoch: 0 });
      if (news.first > log.first) {
        log.entries.splice(0, news.first - log.first);
        log.epoch += 1;
        log.first = news.first;
      }
      const known = log.first + log.entries.length - news.from;
      log.entries.push(...(known > 0 ? news.add.slice(known) : news.add));
    }
  }

  /**
   * A value of a robot's row by its field's name.
   * @param {"robots" | "readings"} topic
   * @param {number} robot
   * @param {RowName} name
   * @returns {any}
   */
  of(topic, robot, name) {
    const row = this.state[topic][robot];
    return row ? row[this.index[topic][name]] : undefined;
  }

  robotCount() {
    return this.scene ? (this.scene.maze.robots ?? []).length : 0;
  }

  /** @param {number} robot */
  kindOf(robot) {
    return this.scene.kinds[this.scene.maze.robots[robot].kind];
  }
}
