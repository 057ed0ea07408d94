// Finds the element of a recorded step. Given alternatives, each a chain of [kind, text] through shadow roots, returns
// which alternative matched, how many elements, and the path of the one to act on.
({ alternatives, demand }) => {
  const collapsed = (text) => (text || "").replace(/\s+/g, " ").trim();

  const below = function* (root) {
    for (const element of root.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* below(element.shadowRoot);
    }
  };

  const labelled = (element) => {
    const ids = element.getAttribute("aria-labelledby");
    if (ids) {
      const root = element.getRootNode();
      const parts = ids.split(/\s+/).map((id) => root.getElementById && root.getElementById(id));
      const named = collapsed(parts.map((part) => part && part.textContent).join(" "));
      if (named) return named;
    }
    const label = collapsed(element.getAttribute("aria-label"));
    if (label) return label;
    if (element.labels && element.labels.length) {
      return collapsed([...element.labels].map((each) => each.textContent).join(" "));
    }
    return "";
  };

  const fromContent = "button,a,summary,option,label,h1,h2,h3,h4,h5,h6,th,td,li,legend,caption," +
    "[role=button],[role=link],[role=tab],[role=menuitem],[role=option],[role=checkbox],[role=switch],[role=radio]";

  const nameOf = (element) => {
    const given = labelled(element);
    if (given) return given;
    const tag = element.localName;
    if (tag === "input" && ["button", "submit", "reset"].includes(element.type)) return collapsed(element.value);
    if ((tag === "img" || element.type === "image") && element.alt) return collapsed(element.alt);
    if (element.matches(fromContent)) {
      const shown = collapsed(element.textContent);
      if (shown) return shown;
      const picture = element.querySelector("img[alt]");
      if (picture) return collapsed(picture.alt);
    }
    return collapsed(element.getAttribute("title") || element.getAttribute("placeholder"));
  };

  const roles = { a: "link", button: "button", select: "combobox", textarea: "textbox", img: "image", option: "option",
    div: "generic", span: "generic", p: "paragraph", ul: "list", ol: "list", li: "listitem", nav: "navigation", main: "main",
    form: "form", table: "table", tr: "row", td: "cell", th: "columnheader", header: "banner", footer: "contentinfo" };
  const inputRoles = { checkbox: "checkbox", radio: "radio", button: "button", submit: "button", range: "slider",
    number: "spinbutton", search: "searchbox" };
  const roleOf = (element) => {
    const given = element.getAttribute("role");
    if (given) return given;
    if (element.localName === "input") return inputRoles[element.type] || "textbox";
    if (/^h[1-6]$/.test(element.localName)) return "heading";
    return roles[element.localName] || "";
  };

  const aria = (root, text) => {
    const asked = /^(.*?)(?:\[\s*role\s*=\s*"?([\w-]+)"?\s*\])?$/s.exec(text);
    const [name, role] = [collapsed(asked[1]), asked[2]];
    return [...below(root)].filter((element) =>
      (!role || roleOf(element) === role || (role === "img" && roleOf(element) === "image")) &&
      (!name || nameOf(element) === name));
  };

  const text = (root, wanted) => {
    const found = [...below(root)].filter((element) => {
      if (["script", "style", "head", "html", "title"].includes(element.localName)) return false;
      const shown = element.localName === "input" && ["button", "submit"].includes(element.type)
        ? element.value : element.textContent;
      return collapsed(shown).includes(collapsed(wanted));
    });
    return found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
  };

  const xpath = (root, path) => {
    const found = document.evaluate(path, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    return Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index))
      .filter((node) => node.nodeType === Node.ELEMENT_NODE);
  };

  const engines = {
    css: (root, selector) => [...root.querySelectorAll(selector)],
    pierce: (root, selector) => [...below(root)].filter((element) => element.matches(selector)),
    xpath, text, aria,
  };

  const chained = (chain) => chain.reduce(
    (roots, [kind, wanted]) => [...new Set(roots.flatMap((root) => engines[kind](root.shadowRoot || root, wanted)))],
    [document]);

  const isVisible = (element) => {
    const area = element.getBoundingClientRect();
    return area.width > 0 && area.height > 0 && getComputedStyle(element).visibility !== "hidden";
  };

  const steps = (element) => {
    const parts = [];
    for (let at = element; at && at.nodeType === Node.ELEMENT_NODE; at = at.parentElement) {
      const root = at.getRootNode();
      if (at.id && root.querySelectorAll("#" + CSS.escape(at.id)).length === 1) {
        parts.unshift("#" + CSS.escape(at.id));
        break;
      }
      const place = at.parentNode ? [...at.parentNode.children].indexOf(at) + 1 : 1;
      parts.unshift(`${CSS.escape(at.localName)}:nth-child(${place})`);
    }
    return parts.join(" > ");
  };

  const pathOf = (element) => {
    const parts = [];
    for (let at = element; at; at = at.getRootNode().host) parts.unshift("css=" + steps(at));
    return parts.join(" >> ");
  };

  const kindOf = (element) => {
    if (element.localName === "input") return "input " + element.type;
    return element.isContentEditable ? "editable" : element.localName;
  };

  const has = (value, wanted) => wanted !== null && typeof wanted === "object"
    ? value !== null && value !== undefined && Object.entries(wanted).every(([name, part]) => has(value[name], part))
    : value === wanted;

  const demanded = (element) => {
    if (!demand) return true;
    const { properties = {}, attributes = {}, visible } = demand;
    return has(element, properties) &&
      Object.entries(attributes).every(([name, value]) => element.getAttribute(name) === value) &&
      (typeof visible !== "boolean" || isVisible(element) === visible);
  };

  const matches = alternatives.map((chain) => {
    try {
      const found = chained(chain).filter(demanded);
      return { found, visible: found.filter(isVisible) };
    } catch (error) {
      return { found: [], visible: [], invalid: String(error.message || error) };
    }
  });
  const counts = matches.map(({ found }) => found.length);
  const invalid = matches.map((each) => each.invalid).find((each) => each) || null;
  let chosen = matches.findIndex(({ visible }) => visible.length === 1);
  if (chosen < 0) chosen = matches.findIndex(({ visible }) => visible.length > 0);
  if (chosen < 0) chosen = matches.findIndex(({ found }) => found.length > 0);
  if (chosen < 0) return { chosen, counts, invalid };
  const { found, visible } = matches[chosen];
  const element = visible[0] || found[0];
  const area = element.getBoundingClientRect();
  return {
    chosen, counts, invalid,
    seen: visible.length,
    visible: visible.length > 0,
    alone: found.length === 1,
    path: pathOf(element),
    width: area.width, height: area.height,
    kind: kindOf(element),
    checked: !!element.checked,
  };
}
