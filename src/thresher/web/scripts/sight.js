// What the user could see, and where the pointer went since the last step: an element that was visible only because of
// the pointer's way to it needs the hovers on that way.
const MOST_SEEN = 6000, LOOK_AFTER = 90, SETTLED_AFTER = [60, 150, 300];

const look = () => {
  const seen = new Map();
  for (const element of below(document)) {
    if (seen.size >= MOST_SEEN) return null;  // it would take too long whenever the pointer moves
    const area = element.getBoundingClientRect();
    const inside = area.right > 0 && area.bottom > 0 && area.left < innerWidth && area.top < innerHeight;
    if (inside && area.width > 0 && area.height > 0 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) seen.set(element, area);
  }
  return seen;
};

let before = null, trail = [], looks = [];
const lookAfter = (times, seen) => {
  looks.forEach(clearTimeout);
  looks = times.map((after) => setTimeout(() => seen(look()), after));
};

// A step was done: what is visible from now on was visible without the pointer's next way.
const settled = () => {
  before = look();
  trail = [];
  lookAfter(SETTLED_AFTER, (seen) => { before = seen; });
};

const wentOver = (element) => {
  if (!before || ["html", "body"].includes(element.localName) || (trail.length && trail[trail.length - 1].element === element)) return;
  const entry = { element, seen: null };
  trail.push(entry);
  if (trail.length > 200) trail.shift();
  lookAfter([LOOK_AFTER], (seen) => { entry.seen = seen; });
};

// The elements to hover before this one can be used, the first one first; none if it was visible all the time.
const hoversTo = (element) => {
  const needed = [];
  let wanted = element, way = trail.filter((entry) => !element.contains(entry.element) && entry.element.isConnected);
  while (before && way.length && !before.has(wanted) && needed.length < 5) {
    const first = way.findIndex((entry) => entry.seen && entry.seen.has(wanted));
    const cause = first >= 0 ? first : way.length - 1;
    wanted = way[cause].element;
    needed.unshift(wanted);
    way = way.slice(0, cause).filter((entry) => !wanted.contains(entry.element));
  }
  return before && before.has(wanted) ? needed : [];
};

// The innermost element that was at a point of the window when `seen` was looked at, other than one and its content.
const wasAt = (seen, x, y, except) => {
  let found = null, least = Infinity;
  for (const [element, area] of seen) {
    const size = area.width * area.height;
    if (has(area, x, y) && size <= least && !except.contains(element) && !cutOff(element, seen, x, y)) {
      [found, least] = [element, size];
    }
  }
  return found;
};
const has = (area, x, y) => x >= area.left && x < area.right && y >= area.top && y < area.bottom;

// Whether a point of an element is cut off by what the element is in: rows that are scrolled away, for example.
const cutOff = (element, seen, x, y) => {
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    if (getComputedStyle(at).overflow !== "visible" && seen.has(at) && !has(seen.get(at), x, y)) return true;
  }
  return false;
};

// Whether the user can see a field: not one of a few pixels, cut off by what it is in, transparent or outside the window.
const canBeSeen = (field) => {
  if (!field.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  let { left, top, right, bottom } = field.getBoundingClientRect();
  for (let at = field.parentElement; at; at = at.parentElement) {
    if (getComputedStyle(at).overflow === "visible" || at === document.body || at === document.documentElement) continue;
    const area = at.getBoundingClientRect();
    [left, top, right, bottom] = [Math.max(left, area.left), Math.max(top, area.top), Math.min(right, area.right), Math.min(bottom, area.bottom)];
  }
  return right - left >= 6 && bottom - top >= 6 && right > 0 && left < innerWidth;
};
