import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Sample } from '../results.ts'
import { roundToThreeDigits } from '../statistics.ts'
import { CpuMeter } from './cpuMeter.ts'
import type { LongTasks } from './longTasks.ts'
import { memoryOf, TimelineRecorder } from './timeline.ts'

/** One run, prepared up to the moment from which it is timed. */
export interface Attempt {
  /** @returns seconds, where the page has measured them itself */
  run: () => Promise<number | undefined>
  tasks?: () => Promise<LongTasks | null>
  /** Checks what came out, and clears it away. */
  end?: () => Promise<void>
}

/** The product, or what it is measured against. */
export interface Side {
  name: string
  /** What one run of it moves. */
  bytes: number
  files: number
  prepare: () => Promise<Attempt>
}

/** Whose processor time and memory count. */
export interface WatchedProcesses {
  browser: number
  server: number
  /** Of the references. */
  plainServer: number
}

/**
 * Runs the sides in turn, so that whatever else the machine does meets them alike; every other round in the opposite
 * order. Curves are kept of the last round.
 */
export async function measureAlternately(
  watched: WatchedProcesses,
  sides: Side[],
  rounds: number,
): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      samples.push(await measureOnce(watched, side, { round, curve: round === rounds - 1 }))
    }
  }
  return samples
}

/** The product beside its reference, which the first round begins with: all samples, and those of each by rounds. */
export async function measureSideBySide(
  watched: WatchedProcesses,
  product: Side,
  reference: Side,
  rounds: number,
) {
  const samples = await measureAlternately(watched, [reference, product], rounds)
  return { samples, product: samplesOf(samples, product), reference: samplesOf(samples, reference) }
}

export const samplesOf = (samples: Sample[], { name, bytes, files }: Side): Sample[] =>
  samples.filter((one) => one.side === name && one.bytes === bytes && one.files === files)

/** Once, with memory. `prepare` ends at the idle state over which growth is counted. */
export const measureMemory = (watched: WatchedProcesses, side: Side): Promise<Sample> =>
  measureOnce(watched, side, { round: 0, curve: true, memory: true })

async function measureOnce(
  watched: WatchedProcesses,
  side: Side,
  { round, curve, memory = false }: { round: number; curve: boolean; memory?: boolean },
): Promise<Sample> {
  const attempt = await side.prepare()
  await flushToDisk()
  const load = roundToThreeDigits(loadavg()[0] ?? 0)
  const { browser, server, plainServer } = watched
  const servers = [server, plainServer]
  const idle = memory ? { ...memoryOf(browser, server), browser, server } : undefined
  const cpu = new CpuMeter(browser, servers)
  const timeline = curve ? new TimelineRecorder({ servers, ...(idle && { memory: idle }) }) : null
  try {
    const began = performance.now()
    const own = await attempt.run()
    const seconds = own ?? (performance.now() - began) / 1000
    const { name, bytes, files } = side
    return {
      ...{ side: name, round, load, seconds, bytes, files },
      cpu: cpu.stop(),
      timeline: timeline?.stop() ?? null,
      tasks: (await attempt.tasks?.()) ?? null,
    }
  } catch (error) {
    cpu.stop()
    timeline?.stop()
    throw error
  } finally {
    await attempt.end?.()
  }
}

/** What an earlier run has left to be written would slow the next one down; what others write is not waited for. */
async function flushToDisk(): Promise<void> {
  const written = promisify(execFile)('sync').catch(() => undefined)
  await Promise.race([written, sleep(3000)])
}
