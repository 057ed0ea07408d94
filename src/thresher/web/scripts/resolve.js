// Finds the element of a recorded step. Given alternatives, each a chain of [kind, text] through shadow roots, returns
// which alternative matched, how many elements, and the path of the one to act on.
({ alternatives, demand }) => {
  // include elements.js
  // include paths.js

  const kindOf = (element) => {
    if (element.localName === "input") return "input " + element.type;
    return element.isContentEditable ? "editable" : element.localName;
  };

  // Whether an animation that will end is under way around the element: pages may ignore what is done to it until then.
  const isMoving = (element) => document.getAnimations().some(({ playState, effect }) => playState === "running" && effect &&
    effect.target && effect.target.contains(element) && effect.getComputedTiming().endTime < 10000);

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

  // Playwright looks for CSS selectors in shadow roots, too.
  const isAlone = (chain) => chain.length !== 1 || chain[0][0] !== "css" || ENGINES.pierce(document, chain[0][1]).length === 1;

  // The first element that a chain leads into although it has no open shadow root.
  const closedHost = (chain) => {
    for (let length = 1; length < chain.length; length += 1) {
      const host = chained(chain.slice(0, length)).find((each) => each.localName.includes("-") && !each.shadowRoot);
      if (host) return host.localName;
    }
    return null;
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
  if (chosen < 0) return { chosen, counts, invalid, closed: invalid ? null : alternatives.map(closedHost).find((each) => each) || null };
  const { found, visible } = matches[chosen];
  const element = visible[0] || found[0];
  const area = element.getBoundingClientRect();
  return {
    chosen, counts, invalid,
    missed: alternatives.slice(0, chosen).every((_, index) => matches[index].found.length === 0),
    seen: visible.length,
    visible: visible.length > 0,
    alone: found.length === 1 && isAlone(alternatives[chosen]),
    path: pathOf(element),
    width: area.width, height: area.height,
    kind: kindOf(element),
    moving: isMoving(element),
    checked: !!element.checked,
  };
}
