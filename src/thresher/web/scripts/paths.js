// The path to an element by CSS alone, through open shadow roots, as Playwright writes it.
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
