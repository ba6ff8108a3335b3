// A robot in motion, drawn with WebGL: no library, no network. DATA is written by psiphi (view/page.py).
"use strict";

const $ = (id) => document.getElementById(id);
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const floats = (text) => new Float32Array(bytes(text).buffer);
function corners(mesh) {  // the corners of triangles one after another: places and normals, three numbers each
  const order = new Uint32Array(bytes(mesh.order).buffer);
  const laid = (data) => new data.constructor(3 * order.length).map((_, i) => data[3 * order[(i / 3) | 0] + (i % 3)]);
  return [laid(floats(mesh.places)), laid(new Int8Array(bytes(mesh.normals).buffer))];
}
const canvas = $("canvas");
const gl = canvas.getContext("webgl2", { alpha: false, antialias: true, preserveDrawingBuffer: true });
const dark = matchMedia("(prefers-color-scheme: dark)");

// Vectors and matrices (columns first)
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const add = (a, b, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a) => { const n = Math.hypot(...a) || 1; return a.map((x) => x / n); };
function times(a, b) {
  const c = new Float32Array(16);
  for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++)
    for (let k = 0; k < 4; k++) c[4 * j + i] += a[4 * k + i] * b[4 * j + k];
  return c;
}
function matrix(x, y, z, p) { return new Float32Array([...x, 0, ...y, 0, ...z, 0, ...p, 1]); }
function posed(at, i, shift) {  // from x, y, z and the quaternion x, y, z, w
  const [px, py, pz, x, y, z, w] = at.subarray(i, i + 7);
  return matrix(
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    add([px, py, pz], shift));
}

// The program of the graphics card: light from above and from the eye; the floor is drawn by its own colours
const VERTEX = `#version 300 es
uniform mat4 view, model; in vec3 place, normal; out vec3 at, facing;
void main() { vec4 p = model * vec4(place, 1.0); at = p.xyz; facing = mat3(model) * normal; gl_Position = view * p; }`;
const FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 color; uniform vec3 eye, light; uniform int kind; uniform float tile; uniform vec3 floor_, line_, edge;
in vec3 at, facing; out vec4 result;
void main() {
  if (kind == 1) {
    vec2 near = abs(at.xy / tile - round(at.xy / tile)) / fwidth(at.xy / tile);
    vec3 ground = mix(line_, floor_, clamp(min(near.x, near.y) - 0.2, 0.0, 1.0));
    float far = clamp(length(at.xy - edge.xy) / edge.z, 0.0, 1.0);
    result = vec4(ground, 1.0 - far * far); return;
  }
  if (kind == 2) { result = color; return; }
  vec3 n = normalize(facing), toward = normalize(eye - at);
  if (dot(n, toward) < 0.0) n = -n;
  float shade = 0.50 + 0.38 * max(dot(n, light), 0.0) + 0.16 * max(dot(n, toward), 0.0);
  float shine = 0.16 * pow(max(dot(n, normalize(light + toward)), 0.0), 40.0);
  result = vec4(color.rgb * shade + shine, color.a);
}`;

function compiled() {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  return program;
}

function uploaded(program, places, normals) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  for (const [name, data, type] of [["place", places, gl.FLOAT], ["normal", normals, gl.BYTE]]) {
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    const where = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(where);
    gl.vertexAttribPointer(where, 3, type, type === gl.BYTE, 0, 0);
  }
  return { array, count: places.length / 3 };
}

function main() {
  const program = compiled();
  const uniform = (name) => gl.getUniformLocation(program, name);
  const at = Object.fromEntries(
    ["view", "model", "color", "eye", "light", "kind", "tile", "floor_", "line_", "edge"].map((n) => [n, uniform(n)]));
  const parts = DATA.parts.map((part) => {
    const [places, normals] = corners(part), low = [1e9, 1e9, 1e9], high = [-1e9, -1e9, -1e9];
    for (let i = 0; i < places.length; i++) {
      low[i % 3] = Math.min(low[i % 3], places[i]);
      high[i % 3] = Math.max(high[i % 3], places[i]);
    }
    return { ...part, places, low, high, ...uploaded(program, places, normals) };
  });
  const arrow = uploaded(program, ...corners(DATA.arrow));
  const poses = floats(DATA.poses), pushes = floats(DATA.pushes);
  const bodies = DATA.bodies.length + 1, rows = DATA.rows, count = DATA.time.length;
  const half = 20 * DATA.tile, [cx, cy] = DATA.center;
  const ground = uploaded(program, new Float32Array([
    [-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]].flatMap(([x, y]) => [cx + half * x, cy + half * y, DATA.floor])),
    new Int8Array(18).map((_, i) => (i % 3 === 2 ? 127 : 0)));

  const camera = { azimuth: DATA.camera[0], elevation: DATA.camera[1], distance: DATA.camera[2], target: [...DATA.center] };
  const LIGHT = unit([0.35, -0.55, 0.95]);
  let now = 0, playing = count > 1, last = performance.now(), shown = null;

  function eye() {
    const a = camera.azimuth * Math.PI / 180, e = camera.elevation * Math.PI / 180;
    return add(camera.target, [Math.cos(a) * Math.cos(e), Math.sin(a) * Math.cos(e), Math.sin(e)], camera.distance);
  }
  function looking() {
    const from = eye(), back = unit(sub(from, camera.target)), right = unit(cross([0, 0, 1], back)), up = cross(back, right);
    const f = 1 / Math.tan(DATA.angle * Math.PI / 360), near = camera.distance / 50, far = camera.distance * 50;
    const aspect = canvas.width / canvas.height;
    const wide = Math.min(1, aspect / DATA.aspect);  // a narrow window sees as much across as the picture does
    const lens = new Float32Array([wide * f / aspect, 0, 0, 0, 0, wide * f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0]);
    return times(lens, matrix(
      [right[0], up[0], back[0]], [right[1], up[1], back[1]], [right[2], up[2], back[2]],
      [-dot(right, from), -dot(up, from), -dot(back, from)]));
  }
  function frame() {
    let i = 0;
    while (i + 1 < count && DATA.time[i + 1] <= now + 1e-9) i++;
    return i;
  }
  function draw(mesh, model, color, kind) {
    gl.uniformMatrix4fv(at.model, false, model);
    gl.uniform4fv(at.color, color);
    gl.uniform1i(at.kind, kind);
    gl.bindVertexArray(mesh.array);
    gl.drawArrays(gl.TRIANGLES, 0, mesh.count);
  }
  const layout = () => (rows === 1 ? "one" : $("layout").value);
  const visible = (part) => part.layer === "shape" || $(part.layer).checked;
  const shift = (row) => DATA.apart.map((x) => (layout() === "apart" ? (row - (rows - 1) / 2) * x : 0));
  const inside = () => $("inertias").checked || $("frames").checked;  // what is to be seen within the robots
  const placed = (i, row, body) => posed(poses, 7 * ((row * count + i) * bodies + (body < 0 ? bodies - 1 : body)), shift(row));

  function render() {
    const ratio = devicePixelRatio || 1, w = Math.round(canvas.clientWidth * ratio), h = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
    const i = frame(), paper = dark.matches ? [0.09, 0.10, 0.125] : [1, 1, 1];
    gl.viewport(0, 0, w, h);
    gl.clearColor(...paper, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.uniformMatrix4fv(at.view, false, looking());
    gl.uniform3fv(at.eye, eye());
    gl.uniform3fv(at.light, LIGHT);
    gl.uniform1f(at.tile, DATA.tile);
    gl.uniform3fv(at.floor_, dark.matches ? [0.12, 0.135, 0.16] : [0.965, 0.968, 0.975]);
    gl.uniform3fv(at.line_, dark.matches ? [0.2, 0.22, 0.26] : [0.88, 0.89, 0.91]);
    gl.uniform3fv(at.edge, [cx, cy, half]);
    const still = matrix([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]);
    gl.depthMask(false);
    draw(ground, still, [1, 1, 1, 1], 1);
    const fall = DATA.floor, [lx, ly, lz] = LIGHT;
    const fallen = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, -lx / lz, -ly / lz, 0, 0, fall * lx / lz, fall * ly / lz, fall, 1]);
    const shown = layout() === "one" ? 1 : rows;
    const shadow = dark.matches ? [0.07, 0.08, 0.1, 1] : [0.845, 0.86, 0.885, 1];
    if (eye()[2] > fall)
      for (let row = 0; row < shown; row++)
        for (const part of parts)
          if (part.layer === "shape" && part.body >= 0) draw(part, times(fallen, placed(i, row, part.body)), shadow, 2);
    gl.depthMask(true);
    const clear = [];
    for (let row = 0; row < shown; row++)
      for (const part of parts) {
        if (!visible(part)) continue;
        const pale = layout() === "ghosts" && row > 0 ? 0.62 : 0;
        const through = part.layer === "shape" && inside() ? 0.35 : 1;
        const color = part.color.map((c, k) => (k < 3 ? c + (paper[k] - c) * pale : c * through));
        if (color[3] < 1) clear.push([part, row, color]);
        else draw(part, placed(i, row, part.body), color, 0);
      }
    if ($("forces").checked)
      for (let k = 0; k < DATA.loops.length; k++) {
        const o = 6 * (i * DATA.loops.length + k), push = [...pushes.subarray(o + 3, o + 6)], size = Math.hypot(...push);
        if (size < 1e-9) continue;
        const z = unit(push), x = unit(cross(Math.abs(z[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], z)), y = cross(z, x);
        const thick = DATA.reach * 0.5;
        draw(arrow, matrix(x.map((v) => v * thick), y.map((v) => v * thick), push, add([...pushes.subarray(o, o + 3)], shift(0))), [0.82, 0.28, 0.2, 1], 0);
      }
    gl.depthMask(false);
    for (const [part, row, color] of clear) draw(part, placed(i, row, part.body), color, 0);
    gl.depthMask(true);
    $("scrub").value = i;
    $("time").textContent = `${DATA.time[i].toFixed(2)} s`;
  }

  // What is under the pointer: the nearest box of a part that the ray meets
  function under(x, y) {
    const from = eye(), back = unit(sub(from, camera.target)), right = unit(cross([0, 0, 1], back)), up = cross(back, right);
    const tangent = Math.tan(DATA.angle * Math.PI / 360), aspect = canvas.clientWidth / canvas.clientHeight;
    const wide = Math.min(1, aspect / DATA.aspect);
    const u = (2 * x / canvas.clientWidth - 1) * tangent * aspect / wide, v = (1 - 2 * y / canvas.clientHeight) * tangent / wide;
    const ray = unit(add(add(right.map((r) => u * r), up, v), back, -1));
    let best = Infinity, found = null;
    for (const part of parts) {
      if (part.layer !== "shape" || part.body < 0) continue;
      const m = placed(frame(), 0, part.body), axes = [m.subarray(0, 3), m.subarray(4, 7), m.subarray(8, 11)];
      const local = sub(from, m.subarray(12, 15)), o = axes.map((a) => dot(a, local)), d = axes.map((a) => dot(a, ray));
      let enter = 0, leave = Infinity;
      for (let k = 0; k < 3; k++) {
        const one = (part.low[k] - o[k]) / d[k], two = (part.high[k] - o[k]) / d[k];
        enter = Math.max(enter, Math.min(one, two));
        leave = Math.min(leave, Math.max(one, two));
      }
      if (enter < leave && enter < best) { best = enter; found = part; }
    }
    return found && `${DATA.bodies[found.body]} · ${DATA.joints[found.body]}`;
  }

  const pointers = new Map();
  canvas.addEventListener("pointerdown", (event) => { pointers.set(event.pointerId, event); canvas.setPointerCapture(event.pointerId); });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => pointers.delete(event.pointerId));
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    const name = before ? null : under(event.offsetX, event.offsetY);
    $("hover").hidden = !name;
    if (name) {
      $("hover").textContent = name;
      $("hover").style.left = `${Math.min(event.offsetX + 14, canvas.clientWidth - 160)}px`;
      $("hover").style.top = `${event.offsetY + 10}px`;
    }
    if (!before) return;
    const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
    if (pointers.size === 1 && event.buttons & 1 && !event.shiftKey) {
      camera.azimuth -= 0.4 * dx;
      camera.elevation = Math.max(-89, Math.min(89, camera.elevation + 0.4 * dy));
    } else {
      const back = unit(sub(eye(), camera.target)), right = unit(cross([0, 0, 1], back)), up = cross(back, right);
      const scale = camera.distance * 2 * Math.tan(DATA.angle * Math.PI / 360) / canvas.clientHeight / pointers.size;
      camera.target = add(add(camera.target, right, -scale * dx), up, scale * dy);
    }
    pointers.set(event.pointerId, event);
    render();
  });
  canvas.addEventListener("wheel", (event) => { camera.distance *= Math.exp(0.001 * event.deltaY); event.preventDefault(); render(); }, { passive: false });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  const play = (on) => { playing = on; last = performance.now(); $("play").textContent = on ? "pause" : "play"; if (on) requestAnimationFrame(step); };
  $("play").addEventListener("click", () => play(!playing));
  addEventListener("keydown", (event) => { if (event.key === " " && event.target === document.body) { play(!playing); event.preventDefault(); } });
  $("scrub").max = count - 1;
  $("scrub").addEventListener("input", () => { play(false); now = DATA.time[Number($("scrub").value)]; render(); });
  $("layout").addEventListener("input", () => { camera.distance = DATA.camera[layout() === "apart" ? 3 : 2]; });
  for (const id of ["layout", "inertias", "frames", "forces"]) $(id).addEventListener("input", render);
  addEventListener("resize", render);
  $("name").textContent = DATA.name;
  $("rows").hidden = rows === 1;
  $("pushes").hidden = DATA.loops.length === 0;
  for (const id of ["play", "scrub", "time", "speed"]) $(id).hidden = count === 1;
  $("speed").parentElement.hidden = count === 1;

  function step(moment) {
    if (!playing) return;
    const end = DATA.time[count - 1], start = DATA.time[0];
    now += Number($("speed").value) * Math.min(0.1, Math.max(0, (moment - last) / 1000));
    last = moment;
    if (now > end) now = start;
    render();
    requestAnimationFrame(step);
  }
  now = DATA.time[0];
  render();
  play(playing);
  window.viewer = { seek: (t) => { play(false); now = t; render(); }, camera, render };  // for pages that embed it
}

if (gl) main();
else $("name").textContent = "This browser has no WebGL 2, with which the robot would be drawn.";
