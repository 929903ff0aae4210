import { readdirSync, readFileSync } from 'node:fs'
import { pidsOfTree } from '../../e2e/processMemory.ts'

/**
 * [Note: Who used the processor]
 * The kernel counts processor time by thread (/proc/PID/task/TID/stat, in hundredths of a second), and browsers name
 * their threads and processes after what they do. A thread that has ended takes its count along, so all are looked at
 * while work goes on; what a page's process used and is on no thread any more counts as the platform's.
 */

/** Who: a page's main thread, its workers, its service worker, what the platform runs for it, and so on. */
export const cpuRoles = [
  'page',
  'workers',
  'service worker',
  'platform threads',
  'network',
  'storage',
  'browser',
  'other',
  'server',
] as const
export type CpuRole = (typeof cpuRoles)[number]

export type CpuSeconds = Partial<Record<CpuRole, number>>

const ticksPerSecond = 100
const pollIntervalMs = 250

/** What a process of a browser is for, from its command line; null for a page's, where threads tell. */
export function roleOfProcess(commandLine: string): CpuRole | null {
  const option = (name: string) => new RegExp(`--${name}=(\\S+)`).exec(commandLine)?.[1]
  const type = option('type')
  if (type === 'renderer') return null
  if (type === 'utility') {
    const service = option('utility-sub-type') ?? ''
    if (service.startsWith('network')) return 'network'
    return service.startsWith('storage') ? 'storage' : 'other'
  }
  if (type !== undefined) return 'other'
  // Firefox names its processes by their last word.
  if (!commandLine.includes('-contentproc')) return 'browser'
  const last = commandLine.trim().split(/\s+/).at(-1)
  return last === 'tab' ? null : last === 'socket' ? 'network' : 'other'
}

/** Names are cut at 15 letters by the kernel. */
export function roleOfThread(name: string, isMain: boolean): CpuRole {
  if (isMain) return 'page'
  if (name.startsWith('ServiceWorker')) return 'service worker'
  if (name.startsWith('DedicatedWorker') || name.startsWith('DOM Worker')) return 'workers'
  return 'platform threads'
}

interface ProcessCount {
  role: CpuRole | null
  ticks: number
  threads: Map<number, { role: CpuRole; ticks: number }>
}

type Counts = Map<number, ProcessCount>

/** From its making to `stop`, for a browser and servers. */
export class CpuMeter {
  readonly #browser: number
  readonly #servers: number[]
  readonly #before: Counts
  #now: Counts
  readonly #timer: NodeJS.Timeout

  constructor(browser: number, servers: number[]) {
    this.#browser = browser
    this.#servers = servers
    this.#before = this.#readCounts(new Map())
    this.#now = this.#before
    this.#timer = setInterval(() => (this.#now = this.#readCounts(this.#now)), pollIntervalMs)
  }

  stop(): CpuSeconds {
    clearInterval(this.#timer)
    return usedBetween(this.#before, this.#readCounts(this.#now))
  }

  /** Whatever has ended since stays as it was last seen. */
  #readCounts(last: Counts): Counts {
    const counts: Counts = new Map(last)
    for (const pid of pidsOfTree(this.#browser)) {
      // Each time anew: Chromium forks its processes first and names them then.
      addProcessCount(counts, pid, roleOfProcess(commandLineOf(pid)))
    }
    for (const pid of this.#servers.flatMap(pidsOfTree)) addProcessCount(counts, pid, 'server')
    return counts
  }
}

function addProcessCount(counts: Counts, pid: number, role: CpuRole | null) {
  const ticks = ticksOf(`/proc/${pid}/stat`)
  if (ticks === null) return
  const threads = new Map(counts.get(pid)?.threads)
  if (role === null) {
    for (const name of readdirOrEmpty(`/proc/${pid}/task`)) {
      const tid = Number(name)
      const used = ticksOf(`/proc/${pid}/task/${tid}/stat`)
      const known = threads.get(tid)?.role ?? roleOfThread(nameOf(pid, tid), tid === pid)
      if (used !== null) threads.set(tid, { role: known, ticks: used })
    }
  }
  counts.set(pid, { role, ticks, threads })
}

function usedBetween(before: Counts, after: Counts): CpuSeconds {
  const used: CpuSeconds = {}
  const add = (role: CpuRole, ticks: number) => {
    if (ticks > 0) used[role] = (used[role] ?? 0) + ticks / ticksPerSecond
  }
  for (const [pid, { role, ticks, threads }] of after) {
    const then = before.get(pid)
    const total = ticks - (then?.ticks ?? 0)
    if (role !== null) {
      add(role, total)
      continue
    }
    let known = 0
    for (const [tid, thread] of threads) {
      const own = thread.ticks - (then?.threads.get(tid)?.ticks ?? 0)
      known += own
      add(thread.role, own)
    }
    add('platform threads', total - known)
  }
  return used
}

/** Processor time that a process has used, in seconds; 0 when it has gone. */
export const secondsOfProcess = (pid: number): number => (ticksOf(`/proc/${pid}/stat`) ?? 0) / ticksPerSecond

/** User and system time of a process or thread; null when it has gone. */
function ticksOf(path: string): number | null {
  const stat = readOrEmpty(path)
  if (stat === '') return null
  // The name in parentheses may hold anything; the fields after it begin with the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

const commandLineOf = (pid: number) => readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
const nameOf = (pid: number, tid: number) => readOrEmpty(`/proc/${pid}/task/${tid}/comm`).trim()

/** Content of a file; empty if it is missing, such as that of a process which has ended. */
export function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function readdirOrEmpty(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
