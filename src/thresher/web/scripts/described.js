// How the recorder describes an element: by its test id, role and name, text, then by its place, in Playwright's order.
const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"];
const NAMED_ROLES = ["button", "link", "textbox", "searchbox", "checkbox", "radio", "switch", "combobox", "listbox", "option",
  "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "treeitem", "slider", "spinbutton", "heading", "listitem", "row"];
const LONGEST_NAME = 64;

const cssOf = (element) => {
  const root = element.getRootNode();
  const alone = (selector) => root.querySelectorAll(selector).length === 1;
  const parts = [];
  for (let at = element; at && at.nodeType === Node.ELEMENT_NODE; at = at.parentElement) {
    const named = TEST_IDS.find((name) => at.hasAttribute(name));
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

// Whether exactly this element is found, and no other that can be seen.
const finds = (kind, wanted, element) => {
  const found = chained([[kind, wanted]]).filter(isVisible);
  return found.length === 1 && found[0] === element;
};

const roleAndName = (element) => {
  const [role, name] = [roleOf(element), nameOf(element)];
  return NAMED_ROLES.includes(role) && name && name.length <= LONGEST_NAME && !/[\[\]]/.test(name) ? `${name}[role="${role}"]` : "";
};

const ownText = (element) => {
  const plain = !element.isContentEditable && (!element.children.length || element.localName === "label");
  const shown = plain ? collapsed(element.textContent) : "";
  return shown.length <= LONGEST_NAME ? shown : "";
};

const selectorsOf = (element) => {
  const found = [];
  const id = TEST_IDS.find((name) => element.hasAttribute(name));
  const marked = id ? `[${id}="${CSS.escape(element.getAttribute(id))}"]` : "";
  if (marked && element.getRootNode() === document && finds("css", marked, element)) found.push([marked]);
  const named = roleAndName(element);
  if (named && finds("aria", named, element)) found.push(["aria/" + named]);
  const shown = ownText(element);
  if (!named && shown && finds("text", shown, element)) found.push(["text/" + shown]);
  const chain = chainOf(element);
  if (chain.length > 1 || chain[0] !== marked) found.push(chain);
  if (chain.length === 1) found.push(["xpath/" + xpathOf(element)]);
  else if (finds("pierce", chain[chain.length - 1], element)) found.push(["pierce/" + chain[chain.length - 1]]);
  return found;
};

// The element that a user means: the button or link around an icon, the label around a word, and nothing without a box.
const INTERACTIVE = "button, a[href], summary, input, select, textarea, [role=button], [role=link], [role=tab], [role=menuitem]," +
  "[role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=checkbox], [role=switch], [role=radio], [role=treeitem]";
const meant = (path) => {
  const elements = path.filter((each) => each.nodeType === Node.ELEMENT_NODE);
  const control = elements.find((each) => each.matches(INTERACTIVE) || (each.localName === "label" && each.control));
  const inner = elements.slice(0, control ? elements.indexOf(control) : elements.length);
  if (control && isVisible(control) && !inner.some((each) => each.isContentEditable || each.localName === "canvas")) return control;
  return elements.find(isVisible) || document.body;
};
