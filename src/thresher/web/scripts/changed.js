// Fires `change` on the focused field if it has this value, as the browser does when the field loses the focus. The
// field keeps the focus, and the event is not fired a second time. Returns whether there was such a field.
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
