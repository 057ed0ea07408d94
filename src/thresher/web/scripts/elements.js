// Names, roles and selectors of elements, shared by the scripts that record and find them.
const collapsed = (text) => (text || "").replace(/\s+/g, " ").trim();
const sameText = (one, other) => one.replace(/\s/g, "") === other.replace(/\s/g, "");

const below = function* (root) {
  for (const element of root.querySelectorAll("*")) {
    yield element;
    if (element.shadowRoot) yield* below(element.shadowRoot);
  }
};

// The text as it is shown: with what fills a slot, and without scripts and what assistive technology does not see.
const BLOCKS = /^(address|article|br|dd|div|dl|dt|figure|footer|form|h[1-6]|header|li|ol|p|pre|section|table|td|th|tr|ul)$/;
const textOf = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.DOCUMENT_FRAGMENT_NODE) return "";
  if (node.nodeType === Node.ELEMENT_NODE) {
    if (["script", "style", "noscript", "template", "select", "textarea"].includes(node.localName)) return "";
    if (node.getAttribute("aria-hidden") === "true" || node.hidden) return "";
  }
  const filled = node.localName === "slot" ? node.assignedNodes({ flatten: true }) : [];
  const children = filled.length ? filled : [...(node.shadowRoot || node).childNodes];
  const text = children.map(textOf).join("");
  return BLOCKS.test(node.localName || "") ? ` ${text} ` : text;
};

const labelled = (element) => {
  const ids = element.getAttribute("aria-labelledby");
  if (ids) {
    const root = element.getRootNode();
    const parts = ids.split(/\s+/).map((id) => root.getElementById && root.getElementById(id));
    const named = collapsed(parts.map((part) => part && textOf(part)).join(" "));
    if (named) return named;
  }
  const label = collapsed(element.getAttribute("aria-label"));
  if (label) return label;
  if (element.labels && element.labels.length) {
    return collapsed([...element.labels].map((each) => textOf(each)).join(" "));
  }
  return "";
};

const FROM_CONTENT = "button,a,summary,option,h1,h2,h3,h4,h5,h6,th,td,li,legend,caption," +
  "[role=button],[role=link],[role=tab],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=option]," +
  "[role=checkbox],[role=switch],[role=radio],[role=treeitem]";

const nameOf = (element) => {
  const given = labelled(element);
  if (given) return given;
  const tag = element.localName;
  if (tag === "input" && ["button", "submit", "reset"].includes(element.type)) return collapsed(element.value);
  if ((tag === "img" || element.type === "image") && element.alt) return collapsed(element.alt);
  if (element.matches(FROM_CONTENT)) {
    const shown = collapsed(textOf(element));
    if (shown) return shown;
    const picture = element.querySelector("img[alt]");
    if (picture) return collapsed(picture.alt);
  }
  return collapsed(element.getAttribute("title") || element.getAttribute("placeholder"));
};

const ROLES = { a: "link", button: "button", select: "combobox", textarea: "textbox", img: "image", option: "option",
  div: "generic", span: "generic", p: "paragraph", ul: "list", ol: "list", li: "listitem", nav: "navigation", main: "main",
  form: "form", table: "table", tr: "row", td: "cell", th: "columnheader", header: "banner", footer: "contentinfo" };
const INPUT_ROLES = { checkbox: "checkbox", radio: "radio", button: "button", submit: "button", reset: "button",
  image: "button", file: "", range: "slider", number: "spinbutton", search: "searchbox" };
const roleOf = (element) => {
  const given = element.getAttribute("role");
  if (given) return given;
  if (element.localName === "input") return INPUT_ROLES[element.type] ?? "textbox";
  if (/^h[1-6]$/.test(element.localName)) return "heading";
  return ROLES[element.localName] || "";
};

const aria = (root, text) => {
  const asked = /^(.*?)(?:\[\s*role\s*=\s*"?([\w-]+)"?\s*\])?$/s.exec(text);
  const [name, role] = [collapsed(asked[1]), asked[2]];
  return [...below(root)].filter((element) =>
    (!role || roleOf(element) === role || (role === "img" && roleOf(element) === "image")) &&
    (!name || sameText(nameOf(element), name)));
};

const hasText = (element, wanted) => {
  const shown = element.localName === "input" && ["button", "submit"].includes(element.type) ? element.value : element.textContent;
  return collapsed(shown).includes(wanted);
};
// The innermost elements with the text; what is inside an element without it need not be looked at.
const text = (root, given) => {
  const wanted = collapsed(given), found = [];
  const visit = (parent) => {
    for (const element of parent.children) {
      if (["script", "style", "head", "title"].includes(element.localName) || !hasText(element, wanted)) continue;
      const before = found.length;
      visit(element);
      if (found.length === before && element.localName !== "html") found.push(element);
    }
  };
  visit(root);
  for (const host of below(root)) if (host.shadowRoot) visit(host.shadowRoot);
  return found;
};

const xpath = (root, path) => {
  const found = document.evaluate(path, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  return Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index))
    .filter((node) => node.nodeType === Node.ELEMENT_NODE);
};

const ENGINES = {
  css: (root, selector) => [...root.querySelectorAll(selector)],
  pierce: (root, selector) => [...below(root)].filter((element) => element.matches(selector)),
  xpath, text, aria,
  playwright: (root, elements) => Array.isArray(elements) ? elements : [],  // found by Playwright
};

const chained = (chain) => chain.reduce(
  (roots, [kind, wanted]) => [...new Set(roots.flatMap((root) => ENGINES[kind](root.shadowRoot || root, wanted)))],
  [document]);

const isVisible = (element) => {
  const area = element.getBoundingClientRect();
  return area.width > 0 && area.height > 0 && getComputedStyle(element).visibility !== "hidden";
};
