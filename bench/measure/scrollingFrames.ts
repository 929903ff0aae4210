/**
 * Expression for a page: scrolls it for three seconds, a little with every frame, and gives the frames a second that the
 * main thread was there for. A screen draws 60.
 */
export const scrollingFramesExpression = `new Promise((done) => {
  const began = performance.now()
  let frames = 0
  let step = 200
  const frame = (now) => {
    const seconds = (now - began) / 1000
    if (seconds >= 3) return done(frames / seconds)
    frames++
    const before = window.scrollY
    window.scrollBy(0, step)
    if (window.scrollY === before) step = -step
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})`
