#!/usr/bin/env node
// An external reducer for patches: removes lines of a hunk and corrects the numbers in its header, which have to agree.
//
// usage: thresher reduce bug.patch --reduce-with 'node hunks.js' -- git apply --check {}
//
// The protocol has one JSON object per line: {"reduce": base64} asks for candidates, {"content": base64} is one, the
// answer is {"content": base64, "interesting": true or false}, and {"idle": true} says that there are no more.
"use strict";
const lines = require("node:readline").createInterface({ input: process.stdin });
const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const HEADER = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

// The patch with the numbers of every hunk as its lines say.
function corrected(patch) {
  const starts = patch.flatMap((line, at) => (HEADER.test(line) ? [at] : []));
  return patch.map((line, at) => {
    const header = HEADER.exec(line);
    if (!header) return line;
    let stop = at + 1;
    while (stop < patch.length - 1 && /^([ +-]|$)/.test(patch[stop]) && !starts.includes(stop)) stop += 1;
    const hunk = patch.slice(at + 1, stop);
    const before = hunk.filter((each) => each[0] !== "+").length, after = hunk.filter((each) => each[0] !== "-").length;
    return `@@ -${header[1]},${before} +${header[2]},${after} @@`;
  });
}

// Candidates: ever smaller blocks of lines are left out, from the end to the beginning.
function* candidates(patch) {
  for (let size = Math.max(1, Math.floor(patch.length / 2)); size >= 1; size = Math.floor(size / 2)) {
    for (let start = patch.length - size; start >= 0; start -= size) {
      const left = [...patch.slice(0, start), ...patch.slice(start + size)];
      yield corrected(left).join("\n");
    }
  }
}

let search = null, asked = null;
const text = (base64) => Buffer.from(base64, "base64").toString("latin1");
const base64 = (content) => Buffer.from(content, "latin1").toString("base64");

function next() {
  const { value, done } = search.next();
  asked = done ? null : base64(value);
  send(done ? { idle: true } : { content: asked });
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.reduce === undefined && message.content === asked && !message.interesting) return next();
  search = candidates(text(message.reduce ?? message.content).split("\n"));  // a new content, or one that was interesting
  next();
});
