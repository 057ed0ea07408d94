// Knows the timers that typing has started, and those that these start: a page may look at what is typed a moment later.
(() => {
  if ("__thresherTimers" in window) return;  // the first page of a tab may keep the window of the empty one before it
  const LONGEST = 1000, POLL = 10, TYPING = ["keydown", "keypress", "beforeinput", "input", "change", "keyup", "compositionend"];
  const { setTimeout: start, clearTimeout: stop } = window;
  const pending = new Map();  // with their delays
  let inTimer = false;
  const byTyping = () => inTimer || (window.event && TYPING.includes(window.event.type));
  window.setTimeout = function setTimeout(handler, delay, ...given) {
    if (typeof handler !== "function" || !(delay > 0 && delay <= LONGEST) || !byTyping()) {
      return start.call(window, handler, delay, ...given);
    }
    const timer = start.call(window, () => {
      pending.delete(timer);
      inTimer = true;
      try { handler.apply(window, given); } finally { inTimer = false; }
    }, delay);
    pending.set(timer, delay);
    return timer;
  };
  window.clearTimeout = function clearTimeout(timer) {
    pending.delete(timer);
    stop.call(window, timer);
  };
  // Resolves to the longest delay of those that were pending, once none is, but after LONGEST milliseconds at most.
  const settled = () => new Promise((done) => {
    const until = performance.now() + LONGEST;
    let longest = 0;
    const look = () => {
      longest = Math.max(longest, ...pending.values());
      if (pending.size && performance.now() < until) start.call(window, look, POLL); else done(Math.round(longest));
    };
    look();
  });
  Object.defineProperty(window, "__thresherTimers", { value: settled });
})();
