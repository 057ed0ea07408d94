
"use strict";
const $ = (id) => document.getElementById(id);
const made = (tag, values = {}, ...children) => { const node = Object.assign(document.createElement(tag), values); node.append(...children); return node; };
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
for (const mark of document.querySelectorAll("[data-colour]")) mark.style.background = `var(--${mark.dataset.colour})`;
const LINES = 300, NEWS_EVERY = 5000, LOOK_EVERY = 2000;  // rows of the log, milliseconds
const offer = JSON.parse(document.body.dataset.offer);
let chosen = null, job = null, source = null, trial = null, announced = 0;
const seen = { attempts: [], curve: [], steps: [], best: [], stuck: null };

// The form

function problem(text) { $("problem").textContent = text; $("problem").hidden = !text; }

document.querySelector(`[name=algorithm][value=${offer.algorithm}]`).checked = true;
$("setup").append(made("option", { value: "", textContent: offer.setup || "none" }));
for (const [name, line] of Object.entries(offer.setups)) $("setup").append(made("option", { value: name, textContent: `${name}: ${line}` }));
if (offer.step_timeout) $("timeout").value = offer.step_timeout;
$("checks").value = offer.checks;
$("checks").max = offer.most_checks;

async function take(file) {
  problem("");
  if (file.size > offer.bytes) { problem("This file is too large for a recording."); return; }
  chosen = { name: file.name, recording: await file.text() };
  let steps = null;
  try { steps = JSON.parse(chosen.recording).steps; } catch { /* the server says what is wrong */ }
  $("chosen").textContent = file.name + (Array.isArray(steps) ? `, ${steps.length} steps` : "");
  $("start").disabled = false;
}

const drop = $("drop");
$("file").onchange = () => { if ($("file").files[0]) take($("file").files[0]); };
drop.ondragover = (event) => { event.preventDefault(); drop.classList.add("over"); };
drop.ondragleave = () => drop.classList.remove("over");
drop.ondrop = (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
};
$("kind").onchange = () => { $("value").disabled = !$("kind").value; };

async function posted(path, body) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })
    .catch(() => null);
  if (!response) return { error: "The server does not answer." };
  const answer = await response.json().catch(() => ({}));
  return response.ok ? answer : { error: answer.error || `The server says ${response.status}.` };
}

$("ask").onsubmit = async (event) => {
  event.preventDefault();
  problem("");
  const failure = $("kind").value ? { [$("kind").value]: $("value").value } : {};
  const algorithm = document.querySelector("[name=algorithm]:checked").value;
  const limit = $("timeout").value, settings = { setup: $("setup").value, checks: Number($("checks").value), step_timeout: limit ? Number(limit) : null };
  $("start").disabled = true;
  const answer = await posted("jobs", { ...chosen, algorithm, failure, ...settings });
  $("start").disabled = false;
  if (answer.error) { problem(answer.error); return; }
  show(answer.job);
};

// The queue

const STATES = { waiting: "waiting", running: "running", stopping: "stopping", finished: "done", stopped: "stopped", failed: "not reduced" };

async function look() {
  const response = await fetch("jobs").catch(() => null);
  if (!response || !response.ok) return;
  const { jobs } = await response.json();
  $("queue").hidden = !jobs.length;
  $("queue-note").hidden = Boolean(jobs.length);
  const focused = document.activeElement && document.activeElement.closest("#queue a");
  $("queue").tBodies[0].replaceChildren(...jobs.map(({ job: id, title, state, before, steps, left }) => {
    const link = made("a", { href: `#${id}`, textContent: title });
    if (id === job) link.setAttribute("aria-current", "true");
    const words = state === "waiting" ? `waiting, ${before} before it` : STATES[state];
    return made("tr", {}, made("td", {}, link), made("td", { textContent: words }),
      made("td", { className: "number", textContent: state === "waiting" ? "" : left }),
      made("td", { className: "number", textContent: steps }));
  }));
  if (focused) (document.querySelector(`#queue a[href="${focused.getAttribute("href")}"]`) || $("main")).focus();
  const mine = jobs.find((each) => each.job === job);
  if (mine && !seen.steps.length) $("title").textContent = mine.title;
  if (mine && mine.state === "waiting") state(`waiting, ${mine.before} before it`, true);
}
setInterval(() => { if (!document.hidden) look(); }, LOOK_EVERY);
look();

// One job

function show(id) { location.hash = id; watch(id); $("title").focus(); }

function watch(id) {
  for (const each of [source, trial]) if (each) each.close();
  job = id;
  Object.assign(seen, { attempts: [], curve: [], steps: [], best: [], stuck: null });
  for (const part of ["log", "steps", "downloads", "pictures", "curve", "stuck-lines", "stuck-files"]) $(part).replaceChildren();
  for (const part of ["result", "failure", "stuck", "message", "note", "step-list", "replays", "charts"]) $(part).hidden = true;
  for (const part of ["tried", "title", "news"]) $(part).textContent = "";
  $("work").hidden = false;
  $("stop").hidden = $("stop").disabled = false;
  $("size").textContent = $("from").textContent = "–";
  for (const part of ["tests", "cached", "seconds"]) $(part).textContent = 0;
  $("title").textContent = "Reduction";
  state("waiting for its turn", true);
  source = listened(id, heard);
  look();
}

function listened(id, hear) {
  const stream = new EventSource(`jobs/${id}/events`);
  stream.onmessage = (message) => hear(JSON.parse(message.data));
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) hear({ type: "failed", error: "This server does not have that reduction any more." });
  };
  return stream;
}

function state(text, busy) {
  if ($("state").textContent !== text) $("state").textContent = text;
  $("state").className = busy ? "busy" : "";
  document.title = `${text}: ${$("title").textContent} - thresher`;
}

const heard = (event) => ({ begun, looking, attempt, progress, stopping, writing, finished, failed, tried }[event.type] || (() => {}))(event);

function begun({ name, steps, numbers }) {
  seen.steps = steps;
  seen.best = steps.map((_, index) => index);
  $("title").textContent = name;
  $("step-list").hidden = false;
  $("from").textContent = $("size").textContent = steps.length;
  $("steps").replaceChildren(...steps.map((text, index) => {
    const box = made("input", { type: "checkbox", checked: true });
    return made("li", { value: numbers[index] }, made("label", {}, box, text, made("span", { className: "out" })));
  }));
  state("first replay", true);
  look();
}

function looking({ criterion }) {
  $("failure").hidden = false;
  $("criterion").textContent = criterion.join("; ");
  state("reducing", true);
}

function attempt(event) {
  seen.attempts.push(event);
  $("replays").hidden = $("charts").hidden = false;
  if (event.outcome === "fail" && event.kept.length < seen.best.length) {
    seen.best = event.kept;
    if (Date.now() - announced > NEWS_EVERY) { announced = Date.now(); $("news").textContent = `${seen.best.length} steps left`; }
  }
  seen.curve.push(seen.best.length);
  $("tests").textContent = seen.attempts.length;
  $("seconds").textContent = event.at.toFixed(0);
  $("size").textContent = seen.best.length;
  const row = made("tr");
  for (const [text, kind] of [[event.number], [event.kept.length], [event.outcome, event.outcome], [event.reason, "reason"]]) {
    row.append(made("td", { textContent: text, className: kind || "" }));
  }
  $("log").prepend(row);
  if ($("log").rows.length > LINES) $("log").lastChild.remove();
  mark(event.kept);
  draw();
}

function progress({ cached }) { $("cached").textContent = cached; }

function stopping() { state("stopping after this replay", true); $("stop").disabled = true; }

function writing() { state("writing tests and pictures", true); $("stop").hidden = true; }

function mark(tried) {
  const best = new Set(seen.best), now = new Set(tried);
  [...$("steps").children].forEach((line, index) => {
    line.className = (best.has(index) ? "kept" : "dropped") + (now.has(index) ? " tried" : "");
  });
}

function draw() {
  const canvas = $("map"), rows = seen.attempts.slice(-400);
  canvas.width = Math.max(1, seen.steps.length) * 4;
  canvas.height = Math.max(40, rows.length) * 2;
  const paint = canvas.getContext("2d");
  rows.forEach((each, index) => {
    paint.fillStyle = colour(each.outcome);
    for (const step of each.kept) paint.fillRect(step * 4, index * 2, 4, 2);
  });
  const box = $("curve").getBoundingClientRect(), left = 34, low = box.height - 22, wide = box.width - left - 10, high = low - 10;
  const most = Math.max(1, seen.steps.length), count = Math.max(1, seen.curve.length - 1);
  const x = (index) => left + (wide * index) / count, y = (value) => low - (high * value) / most;
  const path = seen.curve.map((value, index) =>
    (index ? `H${x(index).toFixed(1)}V` : `M${x(0)},`) + y(value).toFixed(1)).join("");
  $("curve").innerHTML = `<line class="axis" x1="${left}" y1="${low}" x2="${left + wide}" y2="${low}"></line>
    <line class="axis" x1="${left}" y1="10" x2="${left}" y2="${low}"></line>
    <text x="${left - 6}" y="16" text-anchor="end">${most}</text><text x="${left - 6}" y="${low}" text-anchor="end">0</text>
    <text x="${left + wide}" y="${low + 16}" text-anchor="end">${seen.curve.length} replays</text><path d="${path}"></path>`;
}

const address = (name) => `jobs/${job}/files/${encodeURIComponent(name)}`;

function ended(text) {
  state(text, false);
  $("stop").hidden = true;
  source.close();
  const best = new Set(seen.best);
  [...$("steps").children].forEach((line, index) => { line.querySelector(".out").textContent = best.has(index) ? "(left)" : "(removed)"; });
  look();
}

function pictured(pictures) {
  $("pictures").className = pictures.some((each) => each.recording) ? "pairs" : "";
  const one = (label, name, words) => name ? [made("figure", {},
    made("a", { href: address(name), target: "_blank", rel: "noopener" }, made("img", { src: address(name), alt: `${label}, ${words}`, loading: "lazy" })),
    made("figcaption", { textContent: words }))] : [];
  $("pictures").replaceChildren(...pictures.map(({ label, recording, result }) => made("li", {}, made("p", { textContent: label }),
    made("div", { className: "pair" }, ...one(label, recording, "in the recording"), ...one(label, result, "in these steps alone")))));
}

function finished(event) {
  seen.best = event.kept;
  $("size").textContent = event.kept.length;
  $("cached").textContent = event.cached;
  mark([]);
  $("result").hidden = false;
  $("downloads").replaceChildren(...event.files.map(({ name, label }) => made("a", {
    className: "button", href: address(name), download: name, textContent: label,
  })));
  $("note").textContent = event.note;
  $("note").hidden = !event.note;
  pictured(event.pictures);
  ended(event.complete ? "done: no step can be removed" : `stopped: ${event.why}`);
}

function failed({ error, stuck }) {
  $("message").textContent = error;
  $("message").hidden = false;
  if (stuck) showStuck(stuck);
  ended("not reduced");
}

function showStuck({ index, reason, lines, files }) {
  seen.stuck = index;
  $("stuck").hidden = false;
  $("stuck-reason").textContent = reason;
  $("stuck-lines").replaceChildren(...lines.map((text) => made("li", { textContent: text })));
  $("stuck-files").replaceChildren(...files.map((name) => name.endsWith(".png")
    ? made("img", { src: address(name), alt: "The page when the replay got stuck" })
    : made("p", {}, made("a", { href: address(name), download: name, textContent: "The part of the page where the element should be" }))));
}

// Steps switched off by hand

const OUTCOMES = { fail: "fails", pass: "passes", unresolved: "cannot be replayed" };
const boxes = () => [...$("steps").querySelectorAll("input")];
const kept = () => boxes().flatMap((box, index) => box.checked ? [index] : []);
const choose = (wanted) => boxes().forEach((box, index) => { box.checked = wanted(index); });

function tried(event) {  // on the page of the trial itself
  seen.best = event.kept;
  choose((index) => event.kept.includes(index));
  $("size").textContent = event.kept.length;
  $("tests").textContent = 1;
  mark([]);
  if (event.stuck) showStuck(event.stuck);
  $("result").hidden = !event.pictures.length;
  pictured(event.pictures);
  ended(`${OUTCOMES[event.outcome]}: ${event.reason}`);
}

async function again(action) {
  const answer = await posted(`jobs/${job}/${action}`, { kept: kept() });
  if (answer.error) $("tried").textContent = answer.error;
  look();
  return answer.job;
}

$("try").onclick = async () => {
  const count = kept().length, id = await again("try");
  if (!id) return;
  if (trial) trial.close();
  $("tried").textContent = `trying ${count} steps`;
  trial = listened(id, (event) => {
    if (event.type !== "tried" && event.type !== "failed") return;
    trial.close();
    const words = event.type === "tried" ? `${OUTCOMES[event.outcome]}: ${event.reason}` : event.error;
    $("tried").replaceChildren(`with ${count} steps it ${words} `, made("a", { href: `#${id}`, textContent: "pictures of it" }));
    look();
  });
};
$("reduce").onclick = async () => { const id = await again("reduce"); if (id) show(id); };
$("all").onclick = () => choose(() => true);
$("left").onclick = () => { const best = new Set(seen.best); choose((index) => best.has(index)); };
$("stuck-off").onclick = () => { const box = boxes()[seen.stuck]; box.checked = false; box.scrollIntoView({ block: "nearest" }); box.focus(); };

$("stop").onclick = () => { stopping(); posted(`jobs/${job}/stop`, {}); };
const addressed = () => { const id = location.hash.slice(1); if (/^[0-9a-f]{16}$/.test(id) && id !== job) watch(id); };
addEventListener("hashchange", () => { addressed(); if (location.hash.slice(1) === job) $("title").focus(); });
addressed();
if (job) $("title").focus();
document.querySelector(".skip").onclick = (event) => { event.preventDefault(); $("main").focus(); };  // the hash is the job's
addEventListener("resize", draw);
