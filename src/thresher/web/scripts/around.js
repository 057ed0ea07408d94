// What is there in place of an element that is missing or hidden: the part of the page around it, the names of what can
// be used, and the innermost visible element around a hidden one.
({ alternatives }) => {
  // include elements.js
  // include described.js
  const first = (chain) => { try { return chained(chain)[0] || null; } catch { return null; } };
  const nearest = (chain) => {
    const [kind, selector] = chain[0];
    if (kind !== "css") return null;
    const parts = selector.split(" > ");
    for (let length = parts.length; length > 0; length -= 1) {
      const found = first([["css", parts.slice(0, length).join(" > ")]]);
      if (found) return found;
    }
    return null;
  };
  const hidden = alternatives.map(first).find((each) => each) || null;
  const part = hidden || alternatives.map(nearest).find((each) => each && each !== document.body) || document.body;
  let host = hidden && hidden.parentElement;
  while (host && !isVisible(host)) host = host.parentElement;
  const usable = host && host !== document.body && host !== document.documentElement;
  const names = new Set();
  for (const element of below(document)) {
    if (names.size >= 40) break;
    const role = element.matches("button, a[href], input, select, textarea, summary, [role]") ? roleOf(element) : "";
    if (NAMED_ROLES.includes(role) && isVisible(element) && nameOf(element)) names.add(`${role} "${nameOf(element).slice(0, 40)}"`);
  }
  const around = part && part.parentElement && part !== document.body ? part.parentElement : part;
  return {
    url: location.href, html: (around ? around.outerHTML : "").slice(0, 20000), names: [...names],
    host: usable ? selectorsOf(host) : null,
  };
}
