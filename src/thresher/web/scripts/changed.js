// Tells the page of a change in the field that has the focus and this value, as the browser does when the field is left.
// It keeps the focus, and when it is left the page is not told again of the same. Whether there was such a field.
(value) => {
  let field = document.activeElement;
  while (field && field.shadowRoot && field.shadowRoot.activeElement) field = field.shadowRoot.activeElement;
  if (!field || field.value !== value) return false;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  const again = (event) => {
    if (!event.isTrusted || event.composedPath()[0] !== field) return;
    window.removeEventListener("change", again, { capture: true });
    if (field.value === value) event.stopImmediatePropagation();
  };
  window.addEventListener("change", again, { capture: true });
  return true;
}
