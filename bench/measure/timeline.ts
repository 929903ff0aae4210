import { readFileSync } from 'node:fs'
import { pssOf, pssOfTree } from '../../e2e/processMemory.ts'
import type { Timeline } from '../results.ts'
import { roundToThreeDigits } from '../statistics.ts'

const ratesIntervalMs = 250
/** Reading the memory maps of a browser takes time from what is measured. */
const memoryIntervalMs = 500

interface TimelineOptions {
  /** Of which the one in use writes. */
  servers: number[]
  /** Whose memory is wanted besides, with what they had when idle. */
  memory?: Memory & { browser: number; server: number }
}

interface Memory {
  browserBytes: number
  serverBytes: number
}

/** Memory of all processes of a browser, and of the server's one process. */
export const memoryOf = (browser: number, server: number): Memory => ({
  browserBytes: pssOfTree(browser),
  serverBytes: pssOf(server),
})

/**
 * Follows what a server writes, to its disk or to the network: ciphertext up or down, seen from outside and for nothing.
 */
export class TimelineRecorder {
  readonly #watched: TimelineOptions
  readonly #began = performance.now()
  readonly #seconds: number[] = []
  readonly #rate: number[] = []
  readonly #browser: number[] = []
  readonly #server: number[] = []
  readonly #timer: NodeJS.Timeout
  #last = { at: performance.now(), written: 0 }

  constructor(watched: TimelineOptions) {
    this.#watched = watched
    this.#last.written = this.#written()
    this.#timer = setInterval(() => this.#look(), watched.memory ? memoryIntervalMs : ratesIntervalMs)
  }

  stop(): Timeline {
    clearInterval(this.#timer)
    this.#look()
    const timeline = { seconds: this.#seconds, rate: this.#rate }
    return this.#watched.memory ? { ...timeline, browserMB: this.#browser, serverMB: this.#server } : timeline
  }

  #look() {
    const now = performance.now()
    const written = this.#written()
    const { at, written: before } = this.#last
    this.#last = { at: now, written }
    this.#seconds.push(roundToThreeDigits((now - this.#began) / 1000))
    this.#rate.push(roundToThreeDigits((written - before) / 1000 / Math.max(1, now - at)))
    const { memory } = this.#watched
    if (!memory) return
    const used = memoryOf(memory.browser, memory.server)
    this.#browser.push(roundToThreeDigits((used.browserBytes - memory.browserBytes) / 1e6))
    this.#server.push(roundToThreeDigits((used.serverBytes - memory.serverBytes) / 1e6))
  }

  #written(): number {
    return this.#watched.servers.reduce((sum, pid) => sum + writtenBytes(pid), 0)
  }
}

function writtenBytes(pid: number): number {
  try {
    return Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
