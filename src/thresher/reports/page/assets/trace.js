"use strict";
const rows = [...document.querySelectorAll("tbody tr")];
const where = document.getElementById("where");
let shown = rows.length;

function show(count) {
  shown = Math.max(1, Math.min(rows.length, count));
  rows.forEach((row, index) => { row.hidden = index >= shown; });
  where.textContent = `step ${shown} of ${rows.length}`;
  if (shown < rows.length) rows[shown - 1].scrollIntoView({ block: "nearest" });
}

const next = () => show(shown === rows.length ? 1 : shown + 1);
document.getElementById("next").onclick = next;
document.getElementById("back").onclick = () => show(shown - 1);
document.getElementById("all").onclick = () => show(rows.length);
document.onkeydown = (event) => {
  if (event.key === "ArrowRight") next();
  if (event.key === "ArrowLeft") show(shown - 1);
};
show(rows.length);
