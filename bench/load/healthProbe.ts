/**
 * Asks servers whether they are well while others keep them busy. A process of its own: what holds the clients up must
 * not be told as the servers' delay.
 */
import { setTimeout as sleep } from 'node:timers/promises'

/** Servers to ask from now on; none: enough, and a report is wanted. */
export type ProbeTargets = readonly string[]
export interface ProbeReport {
  milliseconds: number[]
  /** Answers that were none of success. */
  failures: number
}

const everyMs = 50
let targets: ProbeTargets = []
let probing: Promise<ProbeReport[]> = Promise.resolve([])

process.on('message', (next: ProbeTargets) => {
  targets = next
  if (next.length > 0) probing = Promise.all(next.map(probeServer))
  else
    void probing.then((reports) => {
      process.send?.(mergeReports(reports))
    })
})
// Its parent is gone.
process.on('disconnect', () => process.exit())

async function probeServer(origin: string): Promise<ProbeReport> {
  const report: ProbeReport = { milliseconds: [], failures: 0 }
  const own = targets
  while (own === targets) {
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

const mergeReports = (reports: ProbeReport[]): ProbeReport => ({
  milliseconds: reports.flatMap(({ milliseconds }) => milliseconds),
  failures: reports.reduce((sum, { failures }) => sum + failures, 0),
})
