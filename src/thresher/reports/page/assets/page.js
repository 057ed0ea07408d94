"use strict";
// Buttons that copy, and the slider through the successful steps. Contents are strings with one character per byte; a step is a list of
// [start, stop, text] on the content before it.
(() => {
  for (const shown of document.querySelectorAll("pre.before")) {
    const kept = shown.querySelector("mark");
    if (kept) shown.scrollTop = Math.max(0, kept.offsetTop - shown.offsetTop - 60);
  }
  for (const button of document.querySelectorAll("button.copy")) {
    const text = button.parentElement.querySelector("pre").textContent;
    const say = (word) => {
      button.textContent = word;
      setTimeout(() => { button.textContent = "copy"; }, 1500);
    };
    const select = () => {  // for browsers that keep the clipboard from pages
      getSelection().selectAllChildren(button.parentElement.querySelector("pre"));
      say("selected");
    };
    button.addEventListener("click", () => {
      if (!navigator.clipboard) return select();
      navigator.clipboard.writeText(text).then(() => say("copied"), select);
    });
  }
  const history = JSON.parse(document.getElementById("history").textContent);
  const slider = document.getElementById("step");
  if (!slider) return;
  const text = document.getElementById("text");
  const description = document.getElementById("description");
  const play = document.getElementById("play");
  const bytes = (base64) => atob(base64);
  const contents = [bytes(history.base)];
  const CONTEXT = 1200;

  function content(number) {
    while (contents.length <= number) {
      const before = contents[contents.length - 1];
      let after = "", done = 0;
      for (const [start, stop, added] of history.steps[contents.length - 1].changes) {
        after += before.slice(done, start) + bytes(added);
        done = stop;
      }
      contents.push(after + before.slice(done));
    }
    return contents[number];
  }

  // Bytes as text: bytes that are not UTF-8 and invisible characters are shown by number or symbol.
  const CHARACTER = new RegExp("[\\xc2-\\xdf][\\x80-\\xbf]|\\xe0[\\xa0-\\xbf][\\x80-\\xbf]"
    + "|[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]{2}|\\xed[\\x80-\\x9f][\\x80-\\xbf]|\\xf0[\\x90-\\xbf][\\x80-\\xbf]{2}"
    + "|[\\xf1-\\xf3][\\x80-\\xbf]{3}|\\xf4[\\x80-\\x8f][\\x80-\\xbf]{2}|[\\x80-\\xff]", "g");
  const INVISIBLE = /[\x80-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const hex = (sign, width) => sign.charCodeAt(0).toString(16).padStart(width, "0");
  const character = (found) => found.length === 1 ? "\\x" + hex(found, 2)
    : decoder.decode(Uint8Array.from(found, (sign) => sign.charCodeAt(0))).replace(INVISIBLE, (sign) => "\\u" + hex(sign, 4));
  const picture = (sign) => sign === "\x7f" ? "\u2421" : String.fromCharCode(0x2400 + sign.charCodeAt(0));

  function readable(raw) {
    return raw.replace(/\r\n/g, "\n").replace(CHARACTER, character)
      .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, picture);
  }

  function add(tag, raw, context) {
    if (!raw) return;
    const parts = raw.length <= 2 * context + 200 ? [raw]
      : [raw.slice(0, context), null, raw.slice(raw.length - context)];
    for (const part of parts) {
      const element = document.createElement(part === null ? "span" : tag);
      if (part === null) {
        const hidden = raw.length - 2 * context;
        element.className = "out";
        element.textContent = `⋯ ${hidden.toLocaleString("en")} bytes ⋯`;
      } else {
        element.textContent = readable(part);
      }
      text.append(element);
    }
  }

  function show(number) {
    text.replaceChildren();
    const before = content(Math.max(number - 1, 0));
    let done = 0;
    for (const [start, stop, added] of number ? history.steps[number - 1].changes : []) {
      add("span", before.slice(done, start), CONTEXT);
      add("del", before.slice(start, stop), CONTEXT);
      add("ins", bytes(added), CONTEXT);
      done = stop;
    }
    add("span", before.slice(done), CONTEXT * 4);
    const sentence = number ? history.steps[number - 1].description : history.first;
    description.textContent = sentence;
    slider.value = number;
    slider.setAttribute("aria-valuetext", sentence);
    const point = history.shown_from + number;
    for (const chart of document.querySelectorAll("[data-points]")) {
      const [x, y] = history.places[chart.dataset.points][point];
      const here = chart.querySelector(".here");
      here.setAttribute("cx", x);
      here.setAttribute("cy", y);
    }
    const first = text.querySelector("del, ins");
    if (first) {
      text.scrollTop = Math.max(0, first.offsetTop - text.offsetTop - 60);
    } else {
      text.scrollTop = 0;
    }
  }

  const last = history.steps.length;
  const now = () => Number(slider.value);
  slider.addEventListener("input", () => show(now()));
  document.getElementById("back").addEventListener("click", () => show(Math.max(0, now() - 1)));
  document.getElementById("on").addEventListener("click", () => show(Math.min(last, now() + 1)));
  let timer = 0;
  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶";
    play.setAttribute("aria-label", "play all steps");
  }
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (now() >= last) show(0);
    play.textContent = "❚❚";
    play.setAttribute("aria-label", "pause");
    timer = setInterval(() => { if (now() >= last) stop(); else show(now() + 1); }, Math.max(120, Math.min(900, 20000 / last)));
  });
  show(last);
})();
