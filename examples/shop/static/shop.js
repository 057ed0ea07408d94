// The shop's page. What `broken` names is a fault that was put in on purpose.
"use strict";
const $ = (id) => document.getElementById(id);
const broken = new Set(document.body.dataset.faults.split(" "));
const PER_PAGE = 6;
const shop = { products: [], cart: { lines: [], coupons: [], total: 0, count: 0 }, compared: [], page: 0, keys: "" };
window.shop = shop;

const money = (cents) => (cents / 100).toFixed(2);

async function ask(path, body) {
  const response = await fetch("api/" + path, body && { method: "POST", body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) { $("message").textContent = "Something went wrong."; return null; }
  $("message").textContent = answer.refused || "";
  if (answer.lines) { shop.cart = answer; drawCart(); }
  return answer;
}

// --- catalogue -------------------------------------------------------------------------------------------------

function found() {
  const wanted = $("search").value;
  const named = broken.has("search-bracket") && wanted
    ? ((pattern) => (name) => pattern.test(name))(new RegExp(wanted, "i"))
    : (name) => name.toLowerCase().includes(wanted.toLowerCase());
  const limit = $("price").value;
  const all = shop.products.filter((product) =>
    named(product.name) &&
    (!$("category").value || product.category === $("category").value) &&
    (!limit || product.price <= 100 * limit));
  const key = $("sort").value;
  return all.sort((left, right) => (left[key] < right[key] ? -1 : left[key] > right[key] ? 1 : 0));
}

function drawCatalogue() {
  const all = found();
  const pages = Math.max(1, Math.ceil(all.length / PER_PAGE));
  if (!broken.has("page-then-filter")) shop.page = Math.min(shop.page, pages - 1);
  const shown = all.slice(shop.page * PER_PAGE, (shop.page + 1) * PER_PAGE);
  if (broken.has("page-then-filter") && all.length) shown[0].name.trim();
  if (broken.has("filter-none")) $("page").title = "from " + all[0].name;
  $("page").textContent = `${shop.page + 1} of ${pages}`;
  $("catalogue").replaceChildren(...shown.map(card));
}

function card(product) {
  const box = document.createElement("div");
  box.className = "product";
  box.innerHTML = `<b>${product.name}</b> ${money(product.price)}
    <button id="add-${product.id}">Add</button> <button id="compare-${product.id}">Compare</button>
    <shop-rating id="rating-${product.id}"></shop-rating>`;
  box.querySelector(`#add-${product.id}`).onclick = () => add(product);
  box.querySelector(`#compare-${product.id}`).onclick = () => compare(product);
  return box;
}

async function add(product) {
  const wrong = broken.has("sorted-add") && $("sort").value !== "id";
  const id = wrong ? shop.products[found().indexOf(product)].id : product.id;
  shop.added = { asked: product.id, got: id };
  await ask("add", { id });
}

function turn(by) {
  const pages = Math.max(1, Math.ceil(found().length / PER_PAGE));
  shop.page = Math.min(Math.max(0, shop.page + by), pages - 1);
  drawCatalogue();
}

customElements.define("shop-rating", class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = `<button id="down">-</button><span id="stars">3</span><button id="up">+</button>`;
    let stars = ["*", "**", "***"];
    const show = () => { root.getElementById("stars").textContent = stars.length; };
    root.getElementById("up").onclick = () => {
      if (stars.length < 5) stars.push("*");
      if (broken.has("rating-down") && stars.length === 5) stars = Object.freeze(stars);
      show();
    };
    root.getElementById("down").onclick = () => { if (stars.length > 1) stars.pop(); show(); };
  }
});

// --- comparison ------------------------------------------------------------------------------------------------

function compare(product) {
  const at = shop.compared.indexOf(product);
  if (at >= 0 && broken.has("compare-same")) throw new Error(`${product.name} is compared with itself`);
  if (at >= 0) shop.compared.splice(at, 1);
  else if (shop.compared.length < 3 || broken.has("compare-four")) shop.compared.push(product);
  drawCompared();
}

function drawCompared() {
  const places = ["left", "middle", "right"];
  const kinds = shop.compared.map((product) => product.category);
  if (broken.has("same-category") && new Set(kinds).size < kinds.length) console.error("two products look the same");
  $("compared").innerHTML = shop.compared.map((product, index) => `<span class="${places[index].trim()}">
    ${product.name} <button id="uncompare-${product.id}">x</button></span>`).join(" ");
  for (const product of shop.compared) $(`uncompare-${product.id}`).onclick = () => compare(product);
}

// --- cart ------------------------------------------------------------------------------------------------------

function drawCart() {
  const { lines, total, count } = shop.cart;
  if (!(broken.has("lost-badge") && shop.added === undefined)) $("count").textContent = count;
  const share = broken.has("zero-quantity") ? lines.reduce((sum, { quantity }) => sum + quantity / quantity, 0) : 0;
  $("total").textContent = money(Number.isNaN(share) ? share : total);
  $("lines").replaceChildren(...lines.map((line) => {
    const row = document.createElement("div");
    row.innerHTML = `${line.name} <input id="quantity-${line.id}" value="${line.quantity}" size="2" aria-label="Quantity">
      <button id="remove-${line.id}">Remove</button>`;
    row.querySelector("input").onchange = (event) => ask("quantity", { id: line.id, quantity: +event.target.value || 0 });
    row.querySelector("button").onclick = () => ask("quantity", { id: line.id, quantity: 0 });
    return row;
  }));
}

async function empty() {
  if (broken.has("empty-cart")) shop.last = shop.cart.lines[0].name;
  await ask("empty", {});
}

function openCart() { $("cart").hidden = !$("cart").hidden; }

$("search").oninput = $("category").onchange = $("price").onchange = $("sort").onchange = drawCatalogue;
$("next").onclick = () => turn(1);
$("previous").onclick = () => turn(-1);
$("open-cart").onclick = openCart;
$("empty").onclick = empty;
$("undo").onclick = () => ask("undo", {});
$("apply").onclick = () => ask("coupon", { code: $("coupon").value });
$("checkout").onclick = () => { $("order").hidden = false; };
$("place").onclick = () => ask("order", {
  name: $("name").value, country: $("country").value, wrapped: $("gift").checked,
});

// "g" and then "c" leads to the cart, as in other programs.
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input")) return;
  shop.keys = (shop.keys + event.key).slice(-2);
  if (shop.keys === "gc") {
    if (broken.has("shortcut")) $("basket").focus();
    openCart();
  }
});

(async () => {
  shop.products = await ask("products");
  drawCatalogue();
  await ask("cart");
})();
