import { detail } from '../../contract/errors.ts'
import type { Principal } from '../security/principals.ts'
import { retrySeconds } from './memory.ts'
import { unavailable } from './errors.ts'

/**
 * A queue that does one piece of work at a time, of each principal in turn (round robin): whoever comes waits for one piece
 * of each of the others, however many those have asked for. The returned function throws HttpError 503 where too much
 * waits.
 * @param mostWaiting of all principals
 * @param mostOfOne that wait of one principal
 */
export function fairQueue(
  mostWaiting = Number.POSITIVE_INFINITY,
  mostOfOne = Number.POSITIVE_INFINITY,
): <T>(principal: Principal, work: () => Promise<T>) => Promise<T> {
  /** The work of each principal that waits; whose turn is next stands first. */
  const queues = new Map<Principal, (() => void)[]>()
  let waiting = 0
  let isBusy = false

  function wait(principal: Principal): Promise<void> {
    const queue = queues.get(principal) ?? []
    if (waiting >= mostWaiting || queue.length >= mostOfOne) throw unavailable(detail.busy, retrySeconds)
    waiting++
    queues.set(principal, queue)
    return new Promise((resolve) => queue.push(resolve))
  }
  function beginNext(): void {
    const [next] = queues
    isBusy = next !== undefined
    if (next === undefined) return
    const [principal, [begin, ...rest]] = next
    queues.delete(principal)
    if (rest.length > 0) queues.set(principal, rest)
    waiting--
    begin?.()
  }
  return async (principal, work) => {
    if (isBusy) await wait(principal)
    isBusy = true
    try {
      return await work()
    } finally {
      beginNext()
    }
  }
}
