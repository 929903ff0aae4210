import { markHandled } from './markHandled.ts'

/**
 * [Note: Batches that do not delay]
 * Work is done concurrently and in batches, since each single item has a cost. On a slow connection this
 * must not delay what has arrived: the person would see no progress, and nothing would be written. So each result is
 * passed on once it and those before it are complete, and a batch waits at most for this time, in milliseconds.
 */
export const maxBatchDelayMs = 200

/**
 * Groups items into batches, in order. A batch ends when it is full, or when its first item has waited for
 * `maxBatchDelayMs`.
 * @param fullAmount a batch is full when the amounts of its items reach it
 */
export async function* inBatches<T>(
  items: AsyncIterable<T>,
  fullAmount: number,
  amountOf: (item: T) => number,
): AsyncGenerator<T[], void, void> {
  const iterator = items[Symbol.asyncIterator]()
  let pendingNext: Promise<IteratorResult<T, unknown>> | null = null
  let batch: T[] = []
  let amount = 0
  let deadline: ReturnType<typeof deadlineAfter> | null = null
  try {
    for (;;) {
      pendingNext ??= markHandled(iterator.next())
      const result: IteratorResult<T, unknown> | 'late' = await (deadline
        ? Promise.race([pendingNext, deadline.passed])
        : pendingNext)
      if (result !== 'late') {
        pendingNext = null
        if (result.done) break
        batch.push(result.value)
        amount += amountOf(result.value)
        deadline ??= deadlineAfter(maxBatchDelayMs)
      }
      if (result !== 'late' && amount < fullAmount) continue
      deadline?.end()
      yield batch
      batch = []
      amount = 0
      deadline = null
    }
    if (batch.length > 0) yield batch
  } finally {
    deadline?.end()
    await closeIterator(iterator, pendingNext)
  }
}

function deadlineAfter(milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const passed = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds)
  })
  return { passed, end: () => clearTimeout(timer) }
}

/**
 * Maps items concurrently and yields the results in order, each as soon as possible. If the source throws,
 * the earlier results are yielded first.
 * @param work must have read what it needs of an item when it returns its promise
 */
export async function* mapConcurrently<T, R>(
  items: AsyncIterable<T>,
  maxPending: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, void> {
  const iterator = items[Symbol.asyncIterator]()
  const pendingResults: PendingResult<R>[] = []
  let pendingTake: Promise<void> | null = null
  let isOver = false as boolean
  const begin = (result: Promise<R>) => void pendingResults.push(new PendingResult(result))
  const take = async () => {
    try {
      const next = await iterator.next()
      if (next.done) isOver = true
      else begin(work(next.value))
    } catch (error) {
      isOver = true
      begin(Promise.reject(error instanceof Error ? error : new Error(String(error))))
    }
    pendingTake = null
  }
  try {
    for (;;) {
      if (!isOver && pendingResults.length < maxPending) pendingTake ??= take()
      const [oldest] = pendingResults
      if (!oldest) {
        if (!pendingTake) return
        await pendingTake
        continue
      }
      await (pendingTake ? Promise.race([oldest.settled, pendingTake]) : oldest.settled)
      if (!oldest.isSettled) continue
      pendingResults.shift()
      yield await oldest.result
    }
  } finally {
    await closeIterator(iterator, pendingTake)
  }
}

class PendingResult<R> {
  readonly result: Promise<R>
  readonly settled: Promise<void>
  isSettled = false

  constructor(result: Promise<R>) {
    this.result = result
    const settle = () => void (this.isSettled = true)
    this.settled = result.then(settle, settle)
  }
}

/** Not awaited: an iterator with a pending request returns only after that, perhaps never. */
async function closeIterator(
  iterator: AsyncIterator<unknown>,
  pendingNext: Promise<unknown> | null,
): Promise<void> {
  const returned = markHandled(Promise.resolve(iterator.return?.()))
  if (!pendingNext) await returned
}
