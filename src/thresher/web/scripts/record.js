// Reports what the user does in a page, step by step, in the format of Chrome's Recorder.
(() => {
  const tell = window.__thresherStep;
  if (!tell || window.__thresherRecords) return;
  window.__thresherRecords = true;

  const collapsed = (text) => (text || "").replace(/\s+/g, " ").trim();

  const cssOf = (element) => {
    const root = element.getRootNode();
    const alone = (selector) => root.querySelectorAll(selector).length === 1;
    const parts = [];
    for (let at = element; at && at.nodeType === Node.ELEMENT_NODE; at = at.parentElement) {
      const named = ["data-testid", "data-test", "data-qa", "data-cy"].find((name) => at.hasAttribute(name));
      if (named) parts.unshift(`[${named}="${CSS.escape(at.getAttribute(named))}"]`);
      else if (at.id) parts.unshift("#" + CSS.escape(at.id));
      else {
        const alike = at.parentNode ? [...at.parentNode.children].filter((other) => other.localName === at.localName) : [];
        const place = alike.length > 1 ? `:nth-of-type(${alike.indexOf(at) + 1})` : "";
        parts.unshift(CSS.escape(at.localName) + place);
      }
      const selector = parts.join(" > ");
      if (alone(selector)) return selector;
    }
    return parts.join(" > ");
  };

  const chainOf = (element) => {
    const chain = [];
    for (let at = element; at; at = at.getRootNode().host) chain.unshift(cssOf(at));
    return chain;
  };

  const xpathOf = (element) => {
    const parts = [];
    for (let at = element; at && at.nodeType === Node.ELEMENT_NODE; at = at.parentElement) {
      if (at.id && !at.id.includes('"')) return `//*[@id="${at.id}"]` + parts.map((part) => "/" + part).join("");
      const alike = at.parentElement ? [...at.parentElement.children].filter((other) => other.localName === at.localName) : [];
      parts.unshift(at.localName + (alike.length > 1 ? `[${alike.indexOf(at) + 1}]` : ""));
    }
    return "/" + parts.join("/");
  };

  const nameOf = (element) => {
    const label = element.getAttribute("aria-label") ||
      (element.labels && element.labels.length ? element.labels[0].textContent : "");
    const shown = element.matches("button, a, summary, [role=button], [role=tab]") ? element.textContent : "";
    const name = collapsed(label || shown || element.getAttribute("placeholder") || element.getAttribute("title"));
    return name.length <= 64 ? name : "";
  };

  const selectorsOf = (element) => {
    const chain = chainOf(element);
    const found = [chain];
    if (chain.length === 1) found.push(["xpath/" + xpathOf(element)]);
    found.push(["pierce/" + chain[chain.length - 1]]);
    const name = nameOf(element);
    if (name) found.push(["aria/" + name]);
    return found;
  };

  const target = (event) => {
    const element = event.composedPath()[0];
    return element && element.nodeType === Node.ELEMENT_NODE ? element : document.body;
  };

  const isText = (element) => element.isContentEditable || element.localName === "textarea" ||
    (element.localName === "input" && !["checkbox", "radio", "button", "submit", "reset", "image", "file"].includes(element.type));

  const offsets = (element, event) => {
    const area = element.getBoundingClientRect();
    return { offsetX: Math.round(event.clientX - area.left), offsetY: Math.round(event.clientY - area.top) };
  };

  // A click that is part of a reported step: a label passes its click on, and a drag ends with one.
  let passedOn = null;

  const pressed = (type) => (event) => {
    if (!event.isTrusted) return;
    const element = target(event);
    if (element.localName === "option" || element.localName === "select") return;
    if (passedOn && (passedOn === element || passedOn === document)) { passedOn = null; return; }
    const label = element.closest("label");
    if (label && label.control && label.control !== element) passedOn = label.control;
    const button = ["primary", "auxiliary", "secondary"][event.button];
    reportTyped(element);
    tell({ type, selectors: selectorsOf(element), ...offsets(element, event), ...(button === "primary" ? {} : { button }) });
  };

  // Typed text is reported when the field loses the focus, or when a key such as Enter makes the page read it.
  let typed = null;
  const reportTyped = (next) => {
    if (typed && typed !== next) {
      const value = typed.isContentEditable ? typed.textContent : typed.value;
      tell({ type: "change", selectors: selectorsOf(typed), value, typing: true });
      typed = null;
    }
  };

  const listen = (name, listener) => window.addEventListener(name, listener, { capture: true, passive: true });
  listen("click", (event) => { if (event.detail > 0) pressed("click")(event); });
  listen("auxclick", pressed("click"));
  listen("dblclick", pressed("doubleClick"));
  listen("input", (event) => {
    const element = target(event);
    if (event.isTrusted && isText(element)) { reportTyped(element); typed = element; }
  });
  listen("change", (event) => {
    const element = target(event);
    if (isText(element)) reportTyped(null);
    else if (["select", "file"].includes(element.localName === "select" ? "select" : element.type)) {
      tell({ type: "change", selectors: selectorsOf(element), value: element.value });
    }
  });

  // The recorder drops a keyUp without its keyDown. A keyUp in the address bar is missed; a later mouse event shows
  // that the key is no longer held.
  const down = new Set();
  const own = ["Shift", "Backspace", "Delete"];
  listen("keydown", (event) => {
    if (!event.isTrusted || event.isComposing) return;
    const letter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isText(target(event)) && (letter || own.includes(event.key))) return;
    reportTyped(null);
    down.add(event.key);
    tell({ type: "keyDown", key: event.key });
  });
  const up = (key) => { down.delete(key); tell({ type: "keyUp", key }); };
  listen("keyup", (event) => { if (event.isTrusted && !event.isComposing) up(event.key); });
  listen("mousedown", (event) => {
    [...down].filter((key) => own.concat("Control", "Alt", "Meta").includes(key) && !event.getModifierState(key)).forEach(up);
  });

  // Reports the scroll position, if the wheel, a finger or a scroll bar changed it.
  let wheeled = -Infinity;
  const moved = new Set();
  const onBar = (event) => {
    const element = target(event);
    return event.offsetX >= element.clientWidth + element.clientLeft && element.scrollHeight > element.clientHeight ||
      event.offsetY >= element.clientHeight + element.clientTop && element.scrollWidth > element.clientWidth;
  };
  const wheel = () => { wheeled = performance.now(); };
  listen("wheel", wheel);
  listen("touchmove", wheel);
  listen("scroll", (event) => {
    if (barHeld || performance.now() - wheeled < 500) moved.add(event.composedPath()[0]);
  });
  listen("scrollend", (event) => {
    const where = event.composedPath()[0];
    if (!moved.delete(where)) return;
    const whole = where === document || where === document.scrollingElement;
    reportTyped(null);
    tell(whole ? { type: "scroll", x: Math.round(scrollX), y: Math.round(scrollY) }
      : { type: "scroll", selectors: selectorsOf(where), x: Math.round(where.scrollLeft), y: Math.round(where.scrollTop) });
  });

  // Chrome's format has no step for a drag, so it is a custom step.
  let held = null, barHeld = false;
  listen("mousedown", (event) => {
    const element = target(event);
    passedOn = null;
    barHeld = event.isTrusted && event.button === 0 && onBar(event);
    const drags = event.isTrusted && event.button === 0 && !barHeld && !isText(element) &&
      !["select", "option"].includes(element.localName);
    held = drags && { element, x: event.clientX, y: event.clientY, selectors: selectorsOf(element), ...offsets(element, event) };
  });
  const dropped = (event) => {
    const from = held;
    held = null;
    barHeld = false;
    if (!from || !event.isTrusted) return;
    const by = { x: event.clientX - from.x, y: event.clientY - from.y };
    if (Math.hypot(by.x, by.y) < 8) return;
    const under = target(event);
    const apart = !under.contains(from.element) && !from.element.contains(under);
    const end = apart ? { to: selectorsOf(under), place: offsets(under, event) }
      : { to: from.selectors, place: { offsetX: from.offsetX + by.x, offsetY: from.offsetY + by.y } };
    const { selectors, offsetX, offsetY } = from;
    reportTyped(null);
    tell({ type: "customStep", name: "thresher.drag",
      parameters: { selectors, offsetX, offsetY, to: end.to, toX: end.place.offsetX, toY: end.place.offsetY } });
    passedOn = document;
  };
  listen("mouseup", dropped);
  listen("drop", dropped);
  listen("pagehide", () => reportTyped(null));
})();
