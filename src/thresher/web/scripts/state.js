// The default state of a page: its URL, the values in its forms, and the texts of the marked elements.
(marks) => {
  const collapsed = (text) => (text || "").replace(/\s+/g, " ").trim();
  const valueOf = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked;
    return field.localName === "select" && field.multiple
      ? [...field.selectedOptions].map((option) => option.value) : field.value;
  };
  const forms = {};
  [...document.querySelectorAll("input, select, textarea")].forEach((field, index) => {
    if (field.type === "hidden" || field.type === "password") return;
    const name = field.id || field.name || `${field.localName} ${index}`;
    forms[field.type === "radio" ? `${name} ${field.value}` : name] = valueOf(field);
  });
  const marked = {};
  for (const mark of marks) {
    const found = [...document.querySelectorAll(mark)];
    marked[mark] = { count: found.length, texts: found.map((element) => collapsed(element.innerText)) };
  }
  return { url: location.pathname + location.search + location.hash, forms, marked };
}
