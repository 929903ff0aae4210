/** Handles one item at a time: handling may cause the next one synchronously. */
export function nonReentrant<T>(handle: (item: T) => void): (item: T) => void {
  const waiting: T[] = []
  let isHandling = false
  return (item) => {
    waiting.push(item)
    if (isHandling) return
    isHandling = true
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) handle(next)
    } finally {
      isHandling = false
    }
  }
}
