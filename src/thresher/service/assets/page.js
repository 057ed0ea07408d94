
"use strict";
const POLL = 1000;
const find = name => document.getElementById(name);
const count = value => value === null ? "" : value.toLocaleString("en");
const show = (element, visible) => { element.hidden = !visible; };
const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };
const [, kind, key] = location.pathname.match(/^\/(jobs|sessions)\/([^/]+)$/) || [];
const base = kind ? `/api/${kind}/${encodeURIComponent(key)}` : "";
let timer = 0, drawn = -1, removing = false, polls = Promise.resolve();

function made(tag, text, classes) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (classes) element.className = classes;
  return element;
}

async function ask(path, options) {
  const response = await fetch(path, options);
  const type = response.headers.get("content-type") || "";
  const value = type.startsWith("application/json") ? await response.json() : await response.text();
  if (!response.ok) throw Object.assign(new Error(value.error || `the server answered ${response.status}`), {status: response.status});
  return value;
}

const post = path => ask(path, {method: "POST", headers: {"content-type": "application/json"}, body: "{}"});

function stateText(record) {
  if (record.state !== "waiting") return record.state;
  return record.ahead ? `waiting, ${record.ahead} before it` : "waiting, next";
}

const sizes = record => record.after === null ? count(record.before) : `${count(record.before)} → ${count(record.after)}`;

function row(cells, address) {
  const line = made("tr");
  for (const [text, classes] of cells) {
    const cell = made("td", undefined, classes && classes.startsWith("state") ? "" : classes);
    if (classes === "name") {
      const link = made("a", text);
      link.href = address;
      cell.append(link);
    } else if (classes && classes.startsWith("state")) cell.append(made("span", text, classes));
    else cell.textContent = text;
    line.append(cell);
  }
  return line;
}

function fill(table, rows) {
  const body = table.tBodies[0];
  const text = rows.map(each => each.outerHTML).join("");
  if (body.dataset.text === text) return;
  const focused = body.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  body.dataset.text = text;
  body.replaceChildren(...rows);
  if (focused) [...body.querySelectorAll("a")].find(link => link.getAttribute("href") === focused)?.focus();
}

function refill(list, names, build) {
  const text = JSON.stringify(names);
  if (list.dataset.text === text) return;
  list.dataset.text = text;
  list.replaceChildren(...names.map(build));
}

async function showHome() {
  const [{jobs}, {sessions}] = await Promise.all([ask("/api/jobs"), ask("/api/sessions")]);
  const number = state => jobs.filter(job => job.state === state).length;
  write(find("queue-note"), jobs.length ? `${number("running") + number("stopping")} running, ${number("waiting")} waiting` : "Nothing was submitted yet.");
  show(find("jobs"), jobs.length > 0);
  fill(find("jobs"), jobs.map(job => row([[count(job.number)], [job.name, "name"], [job.command],
    [stateText(job), `state ${job.state}`], [sizes(job), "number"], [count(job.tests), "number"]], `/jobs/${job.job}`)));
  show(find("attached"), sessions.length > 0);
  fill(find("sessions"), sessions.map(each => row([[each.name || "first run", "name"], [each.state, `state ${each.state}`],
    [sizes(each), "number"], [count(each.tests), "number"]], `/sessions/${each.session}`)));
}

async function drawCurve(record) {
  const stamp = `${record.curve.length} ${record.tests} ${record.after}`;
  if (!record.curve.length || stamp === drawn) return;
  const image = new DOMParser().parseFromString(await ask(`${base}/curve.svg`), "text/html").querySelector("svg");
  find("curve").replaceChildren(document.importNode(image, true));
  drawn = stamp;
}

async function showOne() {
  const record = await ask(base);
  const own = kind === "jobs", ended = ["stopped", "complete", "failed"].includes(record.state);
  document.title = `${record.name}: ${record.state} - thresher`;
  write(find("title"), own ? `${record.number}. ${record.name}` : record.name || "first run");
  write(find("state"), stateText(record));
  find("state").className = `state ${record.state}`;
  write(find("line"), own ? `${record.command}: ${record.line}` : "a session on the server; it can be looked at only");
  write(find("message"), record.message);
  show(find("message"), record.message !== "");
  write(find("before"), `${count(record.before)} bytes`);
  write(find("after"), record.after === null ? "-" : `${count(record.after)} bytes`);
  write(find("left"), record.after === null || !record.before ? "-" : `${(100 * record.after / record.before).toPrecision(3)} %`);
  write(find("tests"), count(record.tests));
  write(find("seconds"), count(Math.round(record.seconds)));
  write(find("stage"), record.stage);
  for (const name of ["result", "report", "input"]) find(name).href = `${base}/${name}`;
  show(find("result"), record.curve.length > 1);
  show(find("report"), record.curve.length > 0);
  show(find("input"), own);
  keepFocus(() => {
    show(find("stop"), own && !ended);
    find("stop").disabled = record.state === "stopping";
    write(find("stop"), record.state === "stopping" ? "Stopping…" : "Stop");
    show(find("resume"), own && (record.state === "stopped" || record.state === "failed"));
    show(find("remove"), own && ended);
  });
  show(find("about"), record.criterion.length > 0);
  find("criterion").replaceChildren(...record.criterion.map(text => made("li", text)));
  find("notes").replaceChildren(...record.notes.map(text => made("li", text)));
  write(find("claim"), record.claim && `Shown: ${record.claim}.`);
  show(find("claim"), record.claim !== "");
  show(find("others"), record.other_failures.length > 0);
  refill(find("other-failures"), record.other_failures, name => {
    const item = made("li"), link = made("a", name);
    link.href = `${base}/other-failures/${encodeURIComponent(name)}`;
    link.download = "";
    item.append(link);
    return item;
  });
  show(find("one"), true);
  await drawCurve(record);
}

function keepFocus(change) {
  const inside = find("actions").contains(document.activeElement);
  change();
  const lost = inside && (document.activeElement === document.body || document.activeElement.hidden);
  if (lost) [...find("actions").querySelectorAll("button, a")].find(each => !each.hidden && !each.disabled)?.focus();
}

function refresh() {
  clearTimeout(timer);
  polls = polls.then(poll);
}

async function poll() {
  if (removing) return;
  try {
    await (kind ? showOne() : showHome());
    show(find("offline"), false);
  } catch (error) {
    if (error.status === 404) {
      show(find("one"), false);
      show(find("none"), true);
      return;
    }
    write(find("offline"), error.status === 401 ? "The token is missing: open the address that thresher printed" : "No answer from the server; trying again");
    show(find("offline"), true);
  }
  clearTimeout(timer);
  timer = setTimeout(refresh, document.hidden ? 10 * POLL : POLL);
}

async function act(button, what) {
  write(find("answer"), "");
  if (what === "stop") { button.disabled = true; write(button, "Stopping…"); }
  if (what === "remove" && !confirm("Remove this reduction with its input and result?")) return;
  removing = what === "remove";
  try {
    if (removing) await polls;
    await post(`${base}/${what}`);
    if (what === "remove") { location.href = "/"; return; }
  } catch (error) {
    write(find("answer"), error.message);
  }
  removing = false;
  refresh();
}

async function listCommands() {
  const {commands} = await ask("/api/commands");
  show(find("ask"), commands.length > 0);
  for (const [index, command] of commands.entries()) {
    const label = made("label", undefined, "choice"), input = made("input");
    Object.assign(input, {type: "radio", name: "command", value: command.name, checked: index === 0});
    label.append(input, command.name);
    if (command.description) label.append(made("small", command.description));
    label.append(made("code", command.test ? `${command.line} (exits 0 when the failure occurs)` : command.line));
    find("commands").append(label);
  }
}

function choose(files) {
  if (files !== undefined) find("file").files = files;
  const file = find("file").files[0];
  write(find("chosen"), file ? `${file.name}, ${count(file.size)} bytes` : "Choose a failing input, or drop it here");
  write(find("problem"), "");
}

async function submit(event) {
  event.preventDefault();
  const file = find("file").files[0], command = find("ask").elements.command;
  const problem = !file ? "Choose a file first." : file.size > Number(document.body.dataset.bytes) ? "The file is too large for this server." : "";
  write(find("problem"), problem);
  if (problem) { find("file").focus(); return; }
  find("submit").disabled = true;
  try {
    const query = new URLSearchParams({name: file.name, command: command.value});
    const job = await ask(`/api/jobs?${query}`, {method: "POST", headers: {"content-type": "application/octet-stream"}, body: file});
    location.href = `/jobs/${job.job}`;
  } catch (error) {
    write(find("problem"), error.message);
    find("submit").disabled = false;
    find("submit").focus();
  }
}

function start() {
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  if (kind) {
    for (const name of ["stop", "resume", "remove"]) find(name).addEventListener("click", () => act(find(name), name));
  } else {
    show(find("home"), true);
    find("ask").addEventListener("submit", submit);
    find("file").addEventListener("change", () => choose());
    for (const name of ["dragover", "dragleave", "drop"]) document.addEventListener(name, event => {
      event.preventDefault();
      find("drop").classList.toggle("over", name === "dragover");
      if (name === "drop" && event.dataTransfer.files.length) choose(event.dataTransfer.files);
    });
    listCommands().catch(error => write(find("problem"), error.message));
  }
  refresh();
}

start();
