// Tells what the user does in a page, step by step, in the words of Chrome's Recorder.
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

  const pressed = (type) => (event) => {
    if (!event.isTrusted) return;
    const element = target(event);
    if (element.localName === "option" || element.localName === "select") return;
    const area = element.getBoundingClientRect();
    const button = ["primary", "auxiliary", "secondary"][event.button];
    const place = { offsetX: Math.round(event.clientX - area.left), offsetY: Math.round(event.clientY - area.top) };
    told(element);
    tell({ type, selectors: selectorsOf(element), ...place, ...(button === "primary" ? {} : { button }) });
  };

  // What was typed is told when the field is left, or when a key such as Enter makes the page look at it.
  let typed = null;
  const told = (next) => {
    if (typed && typed !== next) {
      const value = typed.isContentEditable ? typed.textContent : typed.value;
      tell({ type: "change", selectors: selectorsOf(typed), value });
      typed = null;
    }
  };

  const listen = (name, listener) => window.addEventListener(name, listener, { capture: true });
  listen("click", (event) => { if (event.detail > 0) pressed("click")(event); });
  listen("auxclick", pressed("click"));
  listen("dblclick", pressed("doubleClick"));
  listen("input", (event) => {
    const element = target(event);
    if (event.isTrusted && isText(element)) { told(element); typed = element; }
  });
  listen("change", (event) => {
    const element = target(event);
    if (isText(element)) told(null);
    else if (element.localName === "select") tell({ type: "change", selectors: selectorsOf(element), value: element.value });
  });
  const key = (type) => (event) => {
    if (!event.isTrusted || event.isComposing) return;
    const typing = isText(target(event)) && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (typing || ["Shift", "Backspace", "Delete"].includes(event.key)) return;
    told(null);
    tell({ type, key: event.key });
  };
  listen("keydown", key("keyDown"));
  listen("keyup", key("keyUp"));
  listen("pagehide", () => told(null));
})();
