import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { errorDetails } from '../../contract/errors.ts'
import type { Principal } from './principals.ts'
import { retrySeconds } from './memoryBudget.ts'
import { unavailable } from './errors.ts'

interface WaitingTask {
  begin: () => void
  refuse: (error: Error) => void
}

interface QueueLimits {
  maxWaiting?: number
  /** Tasks of one principal in the queue. */
  maxPerPrincipal?: number
  concurrency?: number
}

/**
 * Creates a queue that runs `concurrency` tasks at a time and serves principals round robin: everybody waits for one task of
 * each of the others, however many those have queued. If the queue is full, the principal with the fewest queued tasks
 * displaces the last one of the principal with the most. By default the queue runs one task at a time and has no limits.
 * @returns a function that enqueues a task. It throws HttpError 503 if the queue is full
 */
export function fairQueue({
  maxWaiting = Number.POSITIVE_INFINITY,
  maxPerPrincipal = Number.POSITIVE_INFINITY,
  concurrency = 1,
}: QueueLimits = {}): <T>(principal: Principal, work: () => Promise<T>) => Promise<T> {
  /** Queued tasks by principal; the next principal comes first. */
  const queues = new Map<Principal, WaitingTask[]>()
  let waiting = 0
  let running = 0

  function wait(principal: Principal): Promise<void> {
    const queue = queues.get(principal) ?? []
    if (queue.length >= maxPerPrincipal) throw unavailable(errorDetails.busy, retrySeconds)
    if (waiting >= maxWaiting) displaceTask(queue.length)
    waiting++
    queues.set(principal, queue)
    return new Promise((begin, refuse) => queue.push({ begin, refuse }))
  }
  /** Refuses the last task of the principal with at least two more than `queued`. @throws HttpError 503 */
  function displaceTask(queued: number): void {
    const longest = [...queues.values()].reduce(
      (most, queue) => (queue.length > most.length ? queue : most),
      [],
    )
    const busy = unavailable(errorDetails.busy, retrySeconds)
    if (longest.length < queued + 2) throw busy
    longest.pop()?.refuse(busy)
    waiting--
  }
  function beginNext(): void {
    const [next] = queues
    if (next === undefined) {
      running--
      return
    }
    const [principal, [first, ...rest]] = next
    queues.delete(principal)
    if (rest.length > 0) queues.set(principal, rest)
    waiting--
    first?.begin()
  }
  return async (principal, work) => {
    // A task that waited runs in place of the one that has ended, so `running` stays.
    if (running >= concurrency) await wait(principal)
    else running++
    try {
      return await work()
    } finally {
      beginNext()
    }
  }
}

/** Creates queues like `yieldingFairQueue`, one per key. A queue exists while it has tasks. */
export function fairQueueByKey(): <T>(
  key: number | string,
  principal: Principal,
  work: () => Promise<T>,
) => Promise<T> {
  const queues = new Map<number | string, { run: ReturnType<typeof yieldingFairQueue>; tasks: number }>()
  return async (key, principal, work) => {
    const queue = queues.get(key) ?? { run: yieldingFairQueue(), tasks: 0 }
    queues.set(key, queue)
    queue.tasks++
    try {
      return await queue.run(principal, work)
    } finally {
      if (--queue.tasks === 0) queues.delete(key)
    }
  }
}

/** Creates an unbounded fair queue that yields to the event loop before each task, as SQLite blocks it. */
export function yieldingFairQueue(): <T>(principal: Principal, work: () => Promise<T>) => Promise<T> {
  const queue = fairQueue()
  return (principal, work) =>
    queue(principal, async () => {
      await yieldToLoop()
      return work()
    })
}
