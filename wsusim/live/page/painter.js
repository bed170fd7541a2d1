// Draws meshes with WebGL 2: one sun with shadows, lamps, lines. Knows nothing of robots.

import { chain, lookAt, parallel } from "./matrices.js";
import { WIDTH } from "./solids.js";

const SHADOW_PX = 2048; // of a shadow map of full quality
export const MOST_LAMPS = 8;

const SHARED = `#version 300 es
precision highp float; precision highp sampler2DShadow;
`;

const SOLID_VERTEX = `${SHARED}
layout(location=0) in vec3 place; layout(location=1) in vec3 normal; layout(location=2) in vec3 colour;
layout(location=3) in float glow;
uniform mat4 model, view, sun;
out vec3 v_place, v_normal, v_colour; out vec4 v_sun; out float v_glow;
void main() {
  vec4 world = model * vec4(place, 1.0);
  v_place = world.xyz; v_normal = mat3(model) * normal; v_colour = colour; v_glow = glow;
  v_sun = sun * vec4(world.xyz + 1.5 * normalize(v_normal), 1.0);
  gl_Position = view * world;
}`;

const SOLID_FRAGMENT = `${SHARED}
in vec3 v_place, v_normal, v_colour; in vec4 v_sun; in float v_glow;
uniform vec3 tint, sunway, eye; uniform vec4 lamps[${MOST_LAMPS}]; uniform int lampCount;
uniform float ambient, shadowPixel; uniform sampler2DShadow shadow;
out vec4 paint;
float lit() {
  vec3 at = v_sun.xyz / v_sun.w * 0.5 + 0.5;
  if (at.z > 1.0) return 1.0;
  // Four looks half a pixel and more apart, of four pixels each: soft, and half as dear as nine.
  float sum = 0.0;
  for (int k = 0; k < 4; k++) {
    vec2 by = vec2(k & 1, k >> 1) * 1.7 - 0.85;
    sum += texture(shadow, vec3(at.xy + by * shadowPixel, at.z - 0.0006));
  }
  return sum / 4.0;
}
void main() {
  vec3 n = normalize(v_normal), colour = v_colour * tint;
  float sky = ambient * (0.78 + 0.22 * n.z);
  float day = max(dot(n, sunway), 0.0) * (1.05 - ambient);
  if (day > 0.0 && shadowPixel > 0.0) day *= lit();
  vec3 light = vec3(sky + day);
  for (int k = 0; k < lampCount; k++) {
    vec3 way = lamps[k].xyz - v_place;
    float d = length(way);
    light += vec3(1.0, 0.82, 0.45) * lamps[k].w * max(dot(n, way / d), 0.0) * 0.9
      / (1.0 + d * d / 12000.0);
  }
  vec3 half_way = normalize(sunway + normalize(eye - v_place));
  float shine = pow(max(dot(n, half_way), 0.0), 40.0) * 0.12;
  paint = vec4(mix(colour * light + shine, colour, v_glow), 1.0);
}`;

const SHADOW_VERTEX = `${SHARED}
layout(location=0) in vec3 place; uniform mat4 model, sun;
void main() { gl_Position = sun * model * vec4(place, 1.0); }`;
const SHADOW_FRAGMENT = `${SHARED} void main() {}`;

const LINE_VERTEX = `${SHARED}
layout(location=0) in vec3 place; uniform mat4 view;
void main() { gl_Position = view * vec4(place, 1.0); }`;
const LINE_FRAGMENT = `${SHARED} uniform vec4 colour; out vec4 paint; void main() { paint = colour; }`;

export class Painter {
  // Throws when the browser can't draw in 3D.
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: true });
    if (!gl) throw new Error("no WebGL 2");
    this.gl = gl;
    this.canvas = canvas;
    this.solid = new Program(gl, SOLID_VERTEX, SOLID_FRAGMENT);
    this.shade = new Program(gl, SHADOW_VERTEX, SHADOW_FRAGMENT);
    this.lines = new Program(gl, LINE_VERTEX, LINE_FRAGMENT);
    this.frame = gl.createFramebuffer();
    this.lineBuffer = gl.createBuffer();
    this.setShadow(SHADOW_PX);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  }

  // Makes the map of what the sun sees, so many pixels wide; 0: there are no shadows.
  setShadow(pixels) {
    if (pixels === this.shadowPx) return;
    const { gl } = this;
    this.shadowPx = pixels;
    gl.deleteTexture(this.shadow ?? null);
    this.shadow = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.shadow);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, pixels || 1, pixels || 1);
    for (const [name, value] of [
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE], [gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL],
    ]) gl.texParameteri(gl.TEXTURE_2D, name, value);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.shadow, 0);
  }

  upload(mesh) {
    const { gl } = this;
    const array = gl.createVertexArray();
    const buffer = gl.createBuffer();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(mesh.data), gl.STATIC_DRAW);
    [[0, 3, 0], [1, 3, 3], [2, 3, 6], [3, 1, 9]].forEach(([location, size, from]) => {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, 4 * WIDTH, 4 * from);
    });
    gl.bindVertexArray(null);
    return { array, buffer, count: mesh.data.length / WIDTH };
  }

  free(solid) {
    this.gl.deleteVertexArray(solid.array);
    this.gl.deleteBuffer(solid.buffer);
  }

  // Draws solids [{solid, model, tint, isFlat: throws no shadow}] and lines [{points: Float32Array, colour, isStrip}];
  // a strip is one of triangles.
  draw({ solids, lines, view, eye, sky, centre, radius, lamps, ambient }) {
    const { gl, canvas } = this;
    const sunway = [0.36, -0.48, 0.8];
    const sun = chain(parallel(radius, 0, 4 * radius),
      lookAt(centre.map((c, k) => c + 2 * radius * sunway[k]), centre, [0, 1, 0]));
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.viewport(0, 0, this.shadowPx, this.shadowPx);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.shade.use({ sun });
    if (this.shadowPx) this.drawSolids(solids.filter(({ isFlat }) => !isFlat), this.shade);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(...sky, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.bindTexture(gl.TEXTURE_2D, this.shadow);
    const shadowPixel = this.shadowPx && 1 / this.shadowPx;
    this.solid.use({ sun, view, sunway, eye, ambient, shadowPixel, lampCount: lamps.length / 4, lamps });
    this.drawSolids(solids, this.solid);
    this.drawLines(lines, view);
  }

  drawSolids(solids, program) {
    const { gl } = this;
    for (const { solid, model, tint } of solids) {
      program.set("model", model);
      program.set("tint", tint ?? [1, 1, 1]);
      gl.bindVertexArray(solid.array);
      gl.drawArrays(gl.TRIANGLES, 0, solid.count);
    }
    gl.bindVertexArray(null);
  }

  drawLines(lines, view) {
    const { gl } = this;
    gl.enable(gl.BLEND);
    gl.disable(gl.CULL_FACE);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.lineBuffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    this.lines.use({ view });
    for (const { points, colour, isStrip } of lines) {
      this.lines.set("colour", colour);
      gl.bufferData(gl.ARRAY_BUFFER, points, gl.STREAM_DRAW);
      gl.drawArrays(isStrip ? gl.TRIANGLE_STRIP : gl.LINES, 0, points.length / 3);
    }
    gl.disableVertexAttribArray(0);
    gl.disable(gl.BLEND);
    gl.enable(gl.CULL_FACE);
  }
}

class Program {
  constructor(gl, vertex, fragment) {
    this.gl = gl;
    this.program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
        throw new Error(gl.getShaderInfoLog(shader));
      }
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    this.uniforms = {};
    const count = gl.getProgramParameter(this.program, gl.ACTIVE_UNIFORMS);
    for (let at = 0; at < count; at++) {
      const { name, type } = gl.getActiveUniform(this.program, at);
      const short = name.replace("[0]", "");
      this.uniforms[short] = { place: gl.getUniformLocation(this.program, name), type };
    }
  }

  use(values) {
    this.gl.useProgram(this.program);
    for (const [name, value] of Object.entries(values)) this.set(name, value);
  }

  set(name, value) {
    const { gl } = this;
    const uniform = this.uniforms[name];
    if (!uniform) return;
    if (uniform.type === gl.FLOAT_MAT4) gl.uniformMatrix4fv(uniform.place, false, value);
    else if (uniform.type === gl.FLOAT_VEC4) value.length && gl.uniform4fv(uniform.place, value);
    else if (uniform.type === gl.FLOAT_VEC3) gl.uniform3fv(uniform.place, value);
    else if (uniform.type === gl.INT) gl.uniform1i(uniform.place, value);
    else if (uniform.type === gl.FLOAT) gl.uniform1f(uniform.place, value);
  }
}
