// A digest of what a frame shows and stores: the same for two moments that a user cannot tell apart, but by scrolling.
() => {
  const parts = [location.href, document.cookie];
  const add = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) { parts.push(element.shadowRoot.innerHTML); add(element.shadowRoot); }
      if ("value" in element) parts.push(String(element.value), String(element.checked));
      if (element.localName === "canvas") try { parts.push(element.toDataURL()); } catch { parts.push("canvas"); }
    }
  };
  parts.push(document.documentElement.outerHTML, document.documentElement.innerText);
  add(document);
  let focused = document.activeElement;
  for (; focused; focused = focused.parentElement) parts.push(String([...(focused.parentElement?.children ?? [])].indexOf(focused)));
  for (const name of ["localStorage", "sessionStorage"]) try { parts.push(JSON.stringify(window[name])); } catch { parts.push(name); }
  let one = 0xdeadbeef, two = 0x41c6ce57;
  for (const part of parts) {
    for (let index = 0; index < part.length; index++) {
      const code = part.charCodeAt(index);
      one = Math.imul(one ^ code, 2654435761);
      two = Math.imul(two ^ code, 1597334677);
    }
    one = Math.imul(one ^ 0x1f, 2654435761);
  }
  return `${(one >>> 0).toString(16)}.${(two >>> 0).toString(16)}`;
}
