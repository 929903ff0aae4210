import { markHandled } from './markHandled.ts'

/**
 * [Note: Held back by nothing but the line]
 * Work is done side by side, and small things travel together, because each by itself would cost more. On a slow line that
 * must not hold back what is there: a person would see nothing move, and the disk would get nothing, until as much has come
 * as a fast line brings at once. So results are handed on as soon as they and those before them are there, and what
 * travels together waits for a moment only, in milliseconds. A fast line has filled every batch before.
 */
export const heldAtMost = 200

/** In order, as many together as are enough, or as have come before the first has waited too long. */
export async function* inBatches<T>(
  items: AsyncIterable<T>,
  enough: number,
  amountOf: (item: T) => number,
): AsyncGenerator<T[], void, void> {
  const iterator = items[Symbol.asyncIterator]()
  let asked: Promise<IteratorResult<T, unknown>> | null = null
  let batch: T[] = []
  let amount = 0
  let deadline: Deadline | null = null
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
        deadline ??= new Deadline(heldAtMost)
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
    await leave(iterator, asked)
  }
}

class Deadline {
  readonly passed: Promise<'late'>
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(milliseconds: number) {
    this.passed = new Promise((resolve) => {
      this.#timer = setTimeout(() => resolve('late'), milliseconds)
    })
  }

  end() {
    clearTimeout(this.#timer)
  }
}

/**
 * What becomes of each item, in order, each as soon as it is there. Meanwhile the next ones are taken and worked at, at
 * most so many side by side. An item that cannot be taken fails in its turn: what came before it is handed on.
 * @param work has taken what it needs of an item when it returns
 */
export async function* sideBySide<T, R>(
  items: AsyncIterable<T>,
  atMost: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, void> {
  const iterator = items[Symbol.asyncIterator]()
  const begun: Begun<R>[] = []
  let taking: Promise<void> | null = null
  let isOver = false as boolean
  const begin = (result: Promise<R>) => void begun.push(new Begun(result))
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
    await leave(iterator, taking)
  }
}

class Begun<R> {
  readonly result: Promise<R>
  readonly settled: Promise<void>
  isSettled = false

  constructor(result: Promise<R>) {
    this.result = result
    const settle = () => void (this.isSettled = true)
    this.settled = result.then(settle, settle)
  }
}

/** One that is asked already answers that first, which may be never: nobody waits for it. */
async function leave(iterator: AsyncIterator<unknown>, asked: Promise<unknown> | null): Promise<void> {
  const left = markHandled(Promise.resolve(iterator.return?.()))
  if (!asked) await left
}
