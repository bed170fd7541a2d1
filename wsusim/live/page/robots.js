// Robots from above: body, wheels, gripper, what the sensors read, lamps, numbers.

import { armAngle } from "./arena.js";
import { LAMPS, robotColour } from "./colours.js";
import { arrow, disc, polygon } from "./shapes.js";

// Draws one. The context counts millimetres, `s` pixels each.
export function drawRobot(context, stream, robot, colours, s, isSelected) {
  if (!stream.state.robots[robot]) return;
  const value = (name) => stream.of("robots", robot, name);
  const kind = stream.kindOf(robot);
  const radius = kind.radius_mm;
  const colour = robotColour(stream.scene, robot);
  context.save();
  context.translate(value("x_mm"), value("y_mm"));
  if (isSelected && stream.robotCount() > 1) {
    context.strokeStyle = colour;
    context.lineWidth = 2 / s;
    disc(context, 0, 0, radius + 7);
    context.stroke();
  }
  context.rotate(value("heading_rad"));
  const [arm, gap] = [value("arm_position"), value("jaw_gap_mm")];
  if (kind.arm_mm.length) drawGripper(context, kind, arm, gap, colours, s);
  context.fillStyle = colours.robot_body;
  context.strokeStyle = colours.robot_edge;
  context.lineWidth = 1.2 / s;
  disc(context, 0, 0, radius);
  context.fill();
  context.stroke();
  context.fillStyle = "#05070a";
  for (const side of [-1, 1]) {
    const y = side * (kind.wheel_base_mm / 2 - 4.5) - 2.25;
    context.fillRect((kind.axle_x_mm ?? 0) - 8.5, y, 17, 4.5);
  }
  drawSensors(context, stream.of("readings", robot, "proximity"), kind);
  context.fillStyle = colour;
  context.strokeStyle = "#ffffff99";
  context.fill(arrow(radius));
  context.stroke(arrow(radius));
  const [lateral, frontal] = value("leds") ?? [0, 0];
  context.fillStyle = "#ff3b30";
  if (lateral) { disc(context, 0, radius * 0.72, 2.5); context.fill(); }
  if (frontal) { disc(context, radius * 0.72, 0, 2.5); context.fill(); }
  context.restore();
  /** @type {[number, number]} */
  const place = [value("x_mm"), value("y_mm")];
  if (stream.robotCount() > 1) drawNumber(context, robot, place, radius, s);
  drawLamps(context, stream.state.roster[robot], place, radius, colours, s);
}

// Of a robot in a match: whether it runs into something, its beacon and its lamps, above it.
function drawLamps(context, one, [x, y], radius, colours, s) {
  if (!one) return;
  context.lineWidth = 3 / s;
  context.strokeStyle = "#d55e00";
  disc(context, x, y, radius + 3);
  if (one.is_colliding) context.stroke();
  context.lineWidth = 1 / s;
  context.strokeStyle = colours.robot_edge;
  const lamps = one.lamps.map((name) => LAMPS[name]);
  if (one.has_beacon) lamps.push(colours.light_glow);
  lamps.forEach((colour, at) => {
    context.fillStyle = colour;
    disc(context, x + (at - (lamps.length - 1) / 2) * 17, y + radius + 12, 7);
    context.fill();
    context.stroke();
  });
}

// Its number, upright: the context's y points up.
function drawNumber(context, robot, [x, y], radius, s) {
  context.save();
  context.translate(x, y);
  context.scale(1 / s, -1 / s);
  context.font = `700 ${Math.max(0.72 * radius * s, 11)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = Math.max(0.2 * radius * s, 3);
  context.strokeStyle = "#000";
  context.strokeText(robot + 1, 0, 0);
  context.fillStyle = "#fff";
  context.fillText(robot + 1, 0, 0);
  context.restore();
}

// What each sensor reads, as a fan that grows before it.
function drawSensors(context, readings, kind) {
  if (!readings) return;
  kind.sensors.forEach(([, x, y, bearing], at) => {
    const share = readings[at] / 1023;
    if (share < 0.03) return;
    const angle = (bearing * Math.PI) / 180;
    context.fillStyle = `rgba(213, 94, 0, ${0.25 + 0.6 * share})`;
    context.beginPath();
    context.moveTo(x, y);
    context.arc(x, y, 8 + 16 * share, angle - 0.4, angle + 0.4);
    context.fill();
  });
}

function drawGripper(context, kind, arm, gap, colours, s) {
  // Seen from above an arm that is turned up looks shorter.
  const turned = Math.max(Math.cos(armAngle(kind, arm)), 0.5);
  context.save();
  context.scale(turned, 1);
  context.fillStyle = colours.robot_part;
  context.strokeStyle = colours.robot_edge;
  context.lineWidth = 1 / s;
  const jaw = kind.jaw_mm.map(([x, y]) => [x, y + gap / 2]);
  for (const shape of [jaw, jaw.map(([x, y]) => [x, -y]), kind.arm_mm]) {
    const path = polygon(shape);
    context.fill(path);
    context.stroke(path);
  }
  context.restore();
}
