/** Tasks that held up the main thread of a page, by the clock: one that waited for a processor counts too. */
export interface LongTasks {
  longestMs: number
  over50: number
  over200: number
}

/** Expressions for a page: begin, and read what there was since. Browsers without long tasks give null. */
export const watchTasksExpression = `(() => {
  window.longTasks = []
  window.taskWatch?.disconnect()
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return
  window.taskWatch = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration)
  })
  window.taskWatch.observe({ type: 'longtask' })
})()`

export const readTasksExpression = `(() => {
  if (!window.taskWatch) return null
  for (const { duration } of window.taskWatch.takeRecords()) window.longTasks.push(duration)
  const over = (limit) => window.longTasks.filter((one) => one > limit).length
  return { longestMs: Math.max(0, ...window.longTasks), over50: over(50), over200: over(200) }
})()`
