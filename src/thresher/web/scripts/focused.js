// The CSS path of the focused element if one of the alternatives leads to it, else null.
({ alternatives }) => {
  // include elements.js
  // include paths.js
  let field = document.activeElement;
  while (field && field.shadowRoot && field.shadowRoot.activeElement) field = field.shadowRoot.activeElement;
  const leads = (chain) => { try { return chained(chain).includes(field); } catch { return false; } };
  return field && alternatives.some(leads) ? pathOf(field) : null;
}
