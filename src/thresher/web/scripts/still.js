// Resolves once no animation that will end is under way, after a second at most.
Promise.race([
  new Promise((done) => setTimeout(done, 1000)),
  new Promise((done) => setTimeout(done, 40)).then(() => Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect && effect.getComputedTiming().endTime < 10000)
    .map(({ finished }) => finished))),
]).then(() => 0)
