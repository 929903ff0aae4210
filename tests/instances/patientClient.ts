import type { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type SendRequest, sendRequest } from '../../e2e/protocol/wire.ts'

const retryDurationMs = 180_000
const retryMs = 100
/** Of a proxy whose server is gone, or a server that has too much to do. */
const retryStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/** Asks again, as our pages do, where no answer came or one that says: later. */
export class PatientClient {
  /** Tries that came to nothing. */
  failures = 0
  readonly #origin: string
  readonly #agent: Agent

  constructor(origin: string, agent: Agent) {
    this.#origin = origin
    this.#agent = agent
  }

  /** Until there is an answer, or patience ends: then it throws, or gives the last one. */
  readonly sendWithRetries: SendRequest = async (request) => {
    const began = Date.now()
    for (;;) {
      const isLast = Date.now() - began > retryDurationMs
      const answer = await this.sendOnce(request).catch((error: unknown) => {
        if (isLast) throw error
      })
      if (answer && (isLast || !retryStatuses.has(answer.status))) return answer
      await delay(retryMs)
    }
  }

  /** A single try. */
  readonly sendOnce: SendRequest = async (request) => {
    const asking = sendRequest(this.#origin, request, { agent: this.#agent })
    const answer = await asking.catch((error: unknown) => {
      this.failures++
      throw error
    })
    if (retryStatuses.has(answer.status)) this.failures++
    return answer
  }
}
