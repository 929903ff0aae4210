/** Calls `work` for each item, `atOnce` at a time. After a failure no call starts; it is thrown when all have ended. */
export async function inParallel<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  let failure: { error: unknown } | undefined
  async function worker(): Promise<void> {
    for (let next = rest.next(); !next.done && failure === undefined; next = rest.next()) {
      await work(next.value).catch((error: unknown) => (failure ??= { error }))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (failure !== undefined) throw failure.error
}

/** Limits how many calls run at the same time. Further calls wait. */
export function semaphore(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
