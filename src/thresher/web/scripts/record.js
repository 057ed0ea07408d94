// Reports what the user does in a page, step by step, in the format of Chrome's Recorder.
(() => {
  const report = window.__thresherStep;
  // Run again after document.open() has removed the listeners; where they still are, it does nothing.
  const alive = "__thresherRecords";
  if (!report || !window.dispatchEvent(new Event(alive, { cancelable: true }))) return;
  window.addEventListener(alive, (event) => event.preventDefault());

  // include elements.js
  // include described.js
  // include sight.js

  const tell = (step) => { report(step); settled(); };
  const target = (event) => meant(event.composedPath());
  const innermost = (event) => {
    const element = event.composedPath()[0];
    return element && element.nodeType === Node.ELEMENT_NODE ? element : document.body;
  };

  const isText = (element) => element.isContentEditable || element.localName === "textarea" ||
    (element.localName === "input" && !["checkbox", "radio", "button", "submit", "reset", "image", "file"].includes(element.type));

  const offsets = (element, event) => {
    const area = element.getBoundingClientRect();
    return { offsetX: Math.round(event.clientX - area.left), offsetY: Math.round(event.clientY - area.top) };
  };

  // The name of an element that shows something, but not to a script: what is in it is in a closed shadow root.
  const closedHost = (event) => {
    const host = innermost(event);
    const filled = [...host.childNodes].some((each) => each.nodeType === Node.ELEMENT_NODE || collapsed(each.data));
    return host.localName.includes("-") && !host.shadowRoot && !filled ? host.localName : "";
  };

  // How to describe a press and where it was. A label stands for its box or button, if that can be clicked as well.
  const aimed = (element, event) => {
    const control = element.localName === "label" ? element.control : null;
    if (control && ["checkbox", "radio"].includes(control.type) && canBeSeen(control)) {
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [Math.round(width / 2), Math.round(height / 2)];
      if (element.getRootNode().elementFromPoint(left + x, top + y) === control) {
        return { selectors: selectorsOf(control), place: { offsetX: x, offsetY: y } };
      }
    }
    return { selectors: selectorsOf(element), place: offsets(element, event) };
  };

  const listen = (name, listener) => window.addEventListener(name, listener, { capture: true, passive: true });

  // A click that is part of a reported step: a label passes its click on, and a drag ends with one.
  let passedOn = null;
  // What the button of the mouse was pressed on: as it was then, before the page did anything about it.
  let held = null, barHeld = false, pressedOn = null;

  const hover = (elements) => elements.forEach((each) => report({ type: "hover", selectors: selectorsOf(each) }));

  const pressed = (type) => (event) => {
    if (!event.isTrusted) return;
    if (pressedOn) pressedOn.done = true;
    const inner = innermost(event);
    if (inner.localName === "option" || inner.localName === "select") return;
    if (passedOn && (passedOn === inner || passedOn === document)) { passedOn = null; return; }
    const same = pressedOn && pressedOn.element.isConnected && pressedOn.path.includes(inner);
    const element = same ? pressedOn.element : target(event);
    if (element.localName === "label" && element.control && element.control !== inner) passedOn = element.control;
    const button = ["primary", "auxiliary", "secondary"][event.button];
    const { selectors, place, hovers } = same ? pressedOn
      : { ...aimed(element, event), hovers: [] };
    reportTyped(element);
    const editor = editorAround(element);
    if (type === "click") hover(hovers);
    const described = editor ? [...selectors, chainOf(editor)] : selectors;
    const closed = closedHost(event);
    tell({ type, selectors: described, ...place, ...(button === "primary" ? {} : { button }), ...(closed ? { closed } : {}) });
    if (same) pressedOn.hovers = [];
  };

  // A page may do its work when the button of the mouse goes down or up. If that removes the element, covers it, or moves
  // what is in it, no click may follow.
  const pressedAway = (press, covered) => {
    if (!press || press.done || (!covered && press.path[0].isConnected && isVisible(press.element))) return;
    press.done = true;
    reportTyped(null);
    hover(press.hovers);
    tell({ type: "click", selectors: press.selectors, ...press.place });
  };

  // Typed text is reported when the field loses the focus, or when a key such as Enter makes the page read it. What is
  // typed into a field that cannot be seen, or into formatted text, is reported as keys.
  let typed = null, keyed = null;
  const reportTyped = (next) => {
    if (typed && typed !== next) {
      tell({ type: "change", selectors: selectorsOf(typed), value: typed.value, typing: true });
      typed = null;
    }
  };
  const takesKeys = (element) => element.isContentEditable || element === keyed || !canBeSeen(element);
  // A page may move the focus a moment after a step, so a replay waits until it is where it was.
  const focused = (field) => field === document.body || field === document.documentElement ? {} : { focused: selectorsOf(field) };
  const typing = (text, field) => {
    reportTyped(null);
    tell({ type: "customStep", name: "thresher.type", parameters: { text }, ...focused(field) });
  };

  // The element around what was clicked and another one, hidden or formatted, that takes the keys since: an editor, if
  // nothing else in it can be used. Its lines come and go with what is typed, so the last way to describe the click is a
  // click on the editor as a whole.
  const editorAround = (element) => {
    let field = document.activeElement;
    while (field && field.shadowRoot && field.shadowRoot.activeElement) field = field.shadowRoot.activeElement;
    if (!field || !isText(field) || !takesKeys(field) || element.matches(INTERACTIVE)) return null;
    let around = field;
    while (around && !around.contains(element)) around = around.parentElement || around.getRootNode().host;
    if (!around || around === element || [document.body, document.documentElement].includes(around)) return null;
    return [...around.querySelectorAll(INTERACTIVE)].some((other) => other !== field && isVisible(other)) ? null : around;
  };

  listen("click", (event) => { if (event.detail > 0) pressed("click")(event); });
  listen("auxclick", pressed("click"));
  listen("dblclick", pressed("doubleClick"));
  listen("input", (event) => {
    const element = innermost(event);
    if (event.isTrusted && isText(element) && !takesKeys(element)) { reportTyped(element); typed = element; }
  });
  listen("compositionend", (event) => { if (takesKeys(innermost(event)) && event.data) typing(event.data, innermost(event)); });
  listen("paste", (event) => {
    const text = event.clipboardData && event.clipboardData.getData("text/plain");
    if (event.isTrusted && text && isText(innermost(event)) && takesKeys(innermost(event))) {
      report({ type: "customStep", name: "thresher.type", parameters: { text }, pasted: true });
    }
  });

  const contentOf = (file) => new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ name: file.name, content: reader.result.split(",")[1] || "" });
    reader.onerror = () => resolve({ name: file.name, content: null });
    reader.readAsDataURL(file);
  });
  listen("change", (event) => {
    const element = innermost(event);
    if (isText(element)) reportTyped(null);
    else if (element.localName === "select" && (event.isTrusted || canBeSeen(element))) {
      const values = element.multiple ? { values: [...element.selectedOptions].map((option) => option.value) } : {};
      tell({ type: "change", selectors: selectorsOf(element), value: element.value, ...values });
    }
    else if (element.type === "file") {
      const step = { type: "change", selectors: selectorsOf(element), value: element.value };
      Promise.all([...element.files].map(contentOf)).then((files) => tell({ ...step, files }));
    }
  });

  // The recorder drops a keyUp without its keyDown. A keyUp in the address bar is missed; a later mouse event shows
  // that the key is no longer held.
  const down = new Set();
  const own = ["Shift", "Backspace", "Delete"];
  let shift = false;  // held, and not reported yet: most of the time it only makes a capital letter
  listen("keydown", (event) => {
    if (!event.isTrusted || event.isComposing) return;
    const field = innermost(event), inText = isText(field);
    const letter = event.key.length === 1 && (!event.ctrlKey && !event.metaKey && !event.altKey || event.getModifierState("AltGraph"));
    if (inText && takesKeys(field)) {
      keyed = field;
      if (letter) { typing(event.key, field); return; }
      if (event.key === "Shift") { shift = true; return; }
    } else if (inText && (letter || own.includes(event.key))) return;
    reportTyped(null);
    if (shift && event.shiftKey) { down.add("Shift"); tell({ type: "keyDown", key: "Shift", ...focused(field) }); shift = false; }
    down.add(event.key);
    tell({ type: "keyDown", key: event.key, ...focused(field) });
  });
  const up = (key) => { if (key === "Shift") shift = false; if (down.delete(key)) tell({ type: "keyUp", key }); };
  listen("keyup", (event) => { if (event.isTrusted && !event.isComposing) up(event.key); });
  listen("pointerdown", (event) => {
    [...down].filter((key) => own.concat("Control", "Alt", "Meta").includes(key) && !event.getModifierState(key)).forEach(up);
  });

  // Reports the scroll position, if the wheel, a finger or a scroll bar changed it.
  let wheeled = -Infinity;
  const moved = new Set();
  const onBar = (event) => {
    const element = innermost(event);
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

  // The pointer goes over an element by moving. What appears under a pointer that rests counts when the pointer moves on it.
  let at = "", rested = null;
  const moves = (event) => {
    const before = at;
    at = `${event.clientX} ${event.clientY}`;
    return event.isTrusted && !event.buttons && at !== before;
  };
  listen("mouseover", (event) => {
    const over = target(event), moved = moves(event);
    rested = moved ? null : over;
    if (moved) wentOver(over);
  });
  listen("mousemove", (event) => {
    if (!moves(event) || !rested) return;
    wentOver(rested);
    rested = null;
  });

  // Chrome's format has no step for a drag, so it is a custom step. It ends in the element that was at that point
  // before the drag, since the page may move its elements out of the way.
  // A page that prevents the default action of `pointerdown` gets no `mousedown` and no `mouseup`.
  let mouse = false;
  listen("mousedown", () => { mouse = true; });
  listen("pointerdown", (event) => {
    if (!event.isTrusted) return;
    mouse = false;
    const inner = innermost(event), element = target(event);
    passedOn = keyed = null;
    barHeld = event.button === 0 && onBar(event);
    const path = event.composedPath();
    const { clientX: x, clientY: y } = event;
    pressedOn = { element, path, x, y, ...aimed(element, event), hovers: hoversTo(element), done: event.button !== 0 };
    const drags = event.button === 0 && !barHeld && !isText(inner) && !["select", "option"].includes(inner.localName);
    held = drags && { ...pressedOn, seen: look(), parent: element.parentNode, next: element.nextSibling };
  });
  const dropped = (event) => {
    const from = held;
    if (!from || !event.isTrusted) return;
    held = null;
    barHeld = false;
    const by = { x: event.clientX - from.x, y: event.clientY - from.y };
    if (Math.hypot(by.x, by.y) < 8) return;
    const under = from.seen && wasAt(from.seen, event.clientX, event.clientY, from.element) || innermost(event);
    const rearranged = event.type.startsWith("d") || from.element.parentNode !== from.parent || from.element.nextSibling !== from.next;
    const apart = under !== from.element && !from.element.contains(under) && (rearranged || !under.contains(from.element));
    const area = from.seen && from.seen.get(under) || under.getBoundingClientRect();
    const end = apart ? { to: selectorsOf(under), x: event.clientX - area.left, y: event.clientY - area.top }
      : { to: from.selectors, x: from.place.offsetX + by.x, y: from.place.offsetY + by.y };
    reportTyped(null);
    hover(from.hovers);
    tell({ type: "customStep", name: "thresher.drag", parameters: { selectors: from.selectors, ...from.place, to: end.to,
      toX: Math.round(end.x), toY: Math.round(end.y) } });
    if (pressedOn) pressedOn.done = true;
    passedOn = document;
  };
  listen("mouseup", dropped);
  listen("pointerup", (event) => {
    const press = pressedOn;
    if (!mouse) dropped(event);
    const still = press && Math.hypot(event.clientX - press.x, event.clientY - press.y) < 8;
    const covered = still && !press.path.includes(innermost(event));
    setTimeout(() => pressedAway(press, covered));
  });
  listen("drop", dropped);
  listen("dragend", dropped);
  listen("pagehide", () => { reportTyped(null); pressedAway(pressedOn, false); });
  const ready = () => settled();
  if (document.readyState === "complete") ready(); else listen("load", ready);
})();
