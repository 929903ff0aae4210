/**
 * Asks servers whether they are well while others keep them busy. A process of its own: what holds the clients up must
 * not be told as the servers' delay.
 */
import { setTimeout as sleep } from 'node:timers/promises'

/** Servers to ask from now on; none: enough, and a report is wanted. */
export type ProbeOrder = readonly string[]
export interface ProbeReport {
  milliseconds: number[]
  /** Answers that were none of success. */
  failures: number
}

const everyMs = 50
let order: ProbeOrder = []
let asking: Promise<ProbeReport[]> = Promise.resolve([])

process.on('message', (next: ProbeOrder) => {
  order = next
  if (next.length > 0) asking = Promise.all(next.map(ask))
  else
    void asking.then((reports) => {
      process.send?.(sumOf(reports))
    })
})
// Its parent is gone.
process.on('disconnect', () => process.exit())

async function ask(origin: string): Promise<ProbeReport> {
  const report: ProbeReport = { milliseconds: [], failures: 0 }
  const own = order
  while (own === order) {
    const began = performance.now()
    const isWell = await fetch(`${origin}/healthz`).then(
      async (answer) => (await answer.text()) !== '' && answer.ok,
      () => false,
    )
    if (isWell) report.milliseconds.push(performance.now() - began)
    else report.failures++
    await sleep(everyMs)
  }
  return report
}

const sumOf = (reports: ProbeReport[]): ProbeReport => ({
  milliseconds: reports.flatMap(({ milliseconds }) => milliseconds),
  failures: reports.reduce((sum, { failures }) => sum + failures, 0),
})
