// The nearest point to another at which there is nothing but the page itself; where it is full, the least nested element.
([x, y]) => {
  const depth = (element) => { let steps = 0; for (let at = element; at; at = at.parentElement) steps += 1; return steps; };
  const PARTS = 24, PAGE = 2;  // html and body
  let best = [innerWidth - 1, innerHeight - 1], least = [Infinity, Infinity];
  for (let row = 0; row < PARTS; row += 1) {
    for (let column = 0; column < PARTS; column += 1) {
      const point = [(column + 0.5) * innerWidth / PARTS, (row + 0.5) * innerHeight / PARTS];
      const rank = [Math.max(PAGE, depth(document.elementFromPoint(...point))), Math.hypot(point[0] - x, point[1] - y)];
      if (rank[0] < least[0] || (rank[0] === least[0] && rank[1] < least[1])) [best, least] = [point, rank];
    }
  }
  return best;
}
