import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/** What one run of a program took. */
export interface RunCost {
  seconds: number
  /** Of the processor, of all its threads. */
  cpu: number
  /** The most that it held, in MB. */
  memory: number
}

const ticksPerSecond = 100
const pollIntervalMs = 50

/** Runs a program to its end, on one core. @throws Error with its words where it fails */
export async function runOnCore(
  core: number,
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunCost> {
  const [began, before] = [performance.now(), secondsOfEndedChildren()]
  const child = spawn('taskset', ['-c', String(core), ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  // The kernel keeps the peak: the last look has it.
  let memory = 0
  const look = setInterval(() => (memory = peakMemoryMB(child.pid) ?? memory), pollIntervalMs)
  const [status] = (await once(child, 'close')) as [number | null]
  clearInterval(look)
  if (status !== 0) throw new Error(`${command.slice(0, 3).join(' ')} ended with ${status}: ${said}`)
  const seconds = (performance.now() - began) / 1000
  return { seconds, cpu: secondsOfEndedChildren() - before, memory }
}

/** Processor time of children of this process that have ended: cutime and cstime of proc_pid_stat(5). */
function secondsOfEndedChildren(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

/** Null where the process has ended. */
function peakMemoryMB(pid: number | undefined): number | null {
  try {
    const kB = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kB === undefined ? null : Number(kB) / 1000
  } catch {
    return null
  }
}
