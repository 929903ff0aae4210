import { markHandled } from './markHandled.ts'

/**
 * [Note: Batches that do not delay]
 * Work is done concurrently and in batches, since each single item would cost more. On a slow connection that
 * must not delay what is there: the person would see no progress, and the disk get nothing. So results are passed
 * on once they and those before them are there, and a batch waits for a moment only, in milliseconds.
 */
export const maxBatchDelayMs = 200

/** Batches items in order: full batches, or those that came until the first one has waited too long. */
export async function* inBatches<T>(
  items: AsyncIterable<T>,
  enough: number,
  amountOf: (item: T) => number,
): AsyncGenerator<T[], void, void> {
  const iterator = items[Symbol.asyncIterator]()
  let asked: Promise<IteratorResult<T, unknown>> | null = null
  let batch: T[] = []
  let amount = 0
  let deadline: ReturnType<typeof deadlineAfter> | null = null
  try {
    for (;;) {
      asked ??= markHandled(iterator.next())
      const came: IteratorResult<T, unknown> | 'late' = await (deadline
        ? Promise.race([asked, deadline.passed])
        : asked)
      if (came !== 'late') {
        asked = null
        if (came.done) break
        batch.push(came.value)
        amount += amountOf(came.value)
        deadline ??= deadlineAfter(maxBatchDelayMs)
      }
      if (came !== 'late' && amount < enough) continue
      deadline?.end()
      yield batch
      batch = []
      amount = 0
      deadline = null
    }
    if (batch.length > 0) yield batch
  } finally {
    deadline?.end()
    await closeIterator(iterator, asked)
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
 * @param work has read what it needs of an item when it returns
 */
export async function* mapConcurrently<T, R>(
  items: AsyncIterable<T>,
  atMost: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, void> {
  const iterator = items[Symbol.asyncIterator]()
  const begun: PendingResult<R>[] = []
  let taking: Promise<void> | null = null
  let isOver = false as boolean
  const begin = (result: Promise<R>) => void begun.push(new PendingResult(result))
  const take = async () => {
    try {
      const next = await iterator.next()
      if (next.done) isOver = true
      else begin(work(next.value))
    } catch (error) {
      isOver = true
      begin(Promise.reject(error instanceof Error ? error : new Error(String(error))))
    }
    taking = null
  }
  try {
    for (;;) {
      if (!isOver && begun.length < atMost) taking ??= take()
      const [oldest] = begun
      if (!oldest) {
        if (!taking) return
        await taking
        continue
      }
      await (taking ? Promise.race([oldest.settled, taking]) : oldest.settled)
      if (!oldest.isSettled) continue
      begun.shift()
      yield await oldest.result
    }
  } finally {
    await closeIterator(iterator, taking)
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
  asked: Promise<unknown> | null,
): Promise<void> {
  const left = markHandled(Promise.resolve(iterator.return?.()))
  if (!asked) await left
}
