import { readdirSync, readFileSync } from 'node:fs'

/** The direct children of a process. Linux only, as everything here. */
export function childPidsOf(pid: number): number[] {
  return readProcessTree().get(pid) ?? []
}

/** A process and all its descendants. */
export function pidsOfTree(rootPid: number): number[] {
  const tree = readProcessTree()
  const below = (pid: number): number[] => [pid, ...(tree.get(pid) ?? []).flatMap(below)]
  return below(rootPid)
}

/** Proportional set size in bytes of a process and all its descendants: shared pages count once. */
export const pssOfTree = (rootPid: number): number =>
  pidsOfTree(rootPid).reduce((sum, pid) => sum + pssOf(pid), 0)

/** Process → its children. */
function readProcessTree(): Map<number, number[]> {
  const tree = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : undefined
    if (parent !== undefined) tree.set(parent, [...(tree.get(parent) ?? []), Number(name)])
  }
  return tree
}

function parentOf(pid: number): number | undefined {
  const stat = readProcFile(`/proc/${pid}/stat`)
  // The name in parentheses may hold anything; state and parent follow it.
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Proportional set size of one process in bytes; 0 when it has ended. */
export function pssOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readProcFile(`/proc/${pid}/smaps_rollup`) ?? '')?.[1]
  return Number(kilobytes ?? 0) * 1024
}

function readProcFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // the process has ended
  }
}

/** Watches processes while something runs. Growth is peak over the value at the start, in bytes. */
export class MemoryWatch {
  readonly #pids: Record<string, number>
  readonly #idle: Record<string, number> = {}
  readonly #peak: Record<string, number> = {}
  readonly #timer: NodeJS.Timeout

  constructor(pids: Record<string, number>) {
    this.#pids = pids
    for (const [name, pid] of Object.entries(pids)) this.#idle[name] = this.#peak[name] = pssOfTree(pid)
    this.#timer = setInterval(() => this.#updatePeak(), 400)
  }

  stop(): Record<string, number> {
    clearInterval(this.#timer)
    this.#updatePeak()
    return Object.fromEntries(
      Object.keys(this.#pids).map((name) => [name, (this.#peak[name] ?? 0) - (this.#idle[name] ?? 0)]),
    )
  }

  #updatePeak() {
    for (const [name, pid] of Object.entries(this.#pids)) {
      this.#peak[name] = Math.max(this.#peak[name] ?? 0, pssOfTree(pid))
    }
  }
}
