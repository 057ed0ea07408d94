function tokens(text) { const found = []; const pattern = /\s*(\d+|[-+*\/()])/g; let match;
  while ((match = pattern.exec(text)) !== null) { found.push(match[1]); } return found; }
function Parser(list) { this.list = list; this.at = 0; this.depth = 0; this.log = []; }
Parser.prototype.peek = function () { return this.list[this.at]; };
Parser.prototype.next = function () { this.log.push('next ' + this.at); return this.list[this.at++]; };
Parser.prototype.sum = function () { let left = this.product();
  while (this.peek() === '+' || this.peek() === '-') { const sign = this.next(); const right = this.product();
    if (sign === '+') { left = { kind: 'add', left: left, right: right }; }
    else { left = { kind: 'subtract', left: left, right: right }; } }
  return left; };
Parser.prototype.product = function () { let left = this.atom();
  while (this.peek() === '*' || this.peek() === '/') { const sign = this.next();
    left = { kind: sign === '*' ? 'multiply' : 'divide', left: left, right: this.atom() }; }
  return left; };
Parser.prototype.atom = function () { const token = this.next();
  if (token === '(') { this.depth += 1; const inner = this.sum(); this.next(); this.depth -= 1; return inner; }
  if (token === '-') { return { kind: 'negate', inner: this.atom() }; }
  return { kind: 'number', value: Number(token) }; };
const names = { add: 'plus', subtract: 'minus', multiply: 'times', divide: 'over' };
function shown(node) { switch (node.kind) { case 'number': return String(node.value);
  case 'negate': return 'minus ' + shown(node.inner);
  default: return '(' + shown(node.left) + ' ' + names[node.kind] + ' ' + shown(node.right) + ')'; } }
function value(node) { switch (node.kind) { case 'number': return node.value; case 'negate': return -value(node.inner);
  case 'add': return value(node.left) + value(node.right); case 'subtract': return value(node.left) - value(node.right);
  case 'multiply': return value(node.left) * value(node.right); case 'divide': return value(node.left) / value(node.right); } }
for (const text of ['1+2', '4*(5-6)', '7/(8-8)']) { const parsed = new Parser(tokens(text)).sum();
  console.log(shown(parsed) + ' = ' + value(parsed)); }
