import { mkdir, open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { hostname, uptime } from 'node:os'
import { join } from 'node:path'

/** For so long an owner's file may be empty: its process is about to write who it is. */
const emptyMilliseconds = 10_000

/**
 * An owner on another machine, or in another container, shows by the age of its file that it lives; so does one of which the
 * system does not say when it began. Of any other that is known for certain, also while it is stopped.
 */
const signMilliseconds = 30_000
const silentMilliseconds = 5 * 60_000

/** Another process that has a folder for a moment is asked so often whether it still does. */
const turnMilliseconds = 50
/** And for so long: what was killed, and whose file looks alive, is not waited for to its end. */
const turnsMilliseconds = 30_000

const ownerName = /^owner-(\d{1,9})$/

/** A process, as its file names it. */
interface Owner {
  host: string
  pid: number
  /** When it began, where the system says so: numbers of processes are given again. */
  began: string | null
}

/**
 * Makes a folder this process's own, where it has no owner or that one is gone. Of the files `owner-N` the highest number
 * counts. Each comes to be in one step and is taken away by nobody else while it is the highest, so that of many who find
 * an owner gone one alone follows.
 * @returns what gives it back; null where another process has it, or this one @throws what the disk does
 */
export async function own(folder: string): Promise<(() => Promise<void>) | null> {
  for (;;) {
    const last = (await numbersIn(folder)).at(-1) ?? 0
    if (last > 0 && (await isOwned(nameOf(folder, last)))) return null
    const path = nameOf(folder, last + 1)
    if (!(await create(path))) continue
    const numbers = await numbersIn(folder)
    if (numbers.at(-1) !== last + 1) {
      // Others were faster, and took theirs away below what they have now.
      await rm(path, { force: true })
      continue
    }
    for (const number of numbers.slice(0, -1)) await rm(nameOf(folder, number), { force: true })
    const sign = setInterval(() => void showLife(path), signMilliseconds)
    sign.unref()
    return () => {
      clearInterval(sign)
      return rm(path, { force: true })
    }
  }
}

/**
 * One after the other, in whichever process, for as long as it takes to write a file.
 * @param folder need not be there yet @param until with `signal` aborted, what is free is taken, and nothing waited for
 * @throws Error where another process has it for longer
 */
export async function alone(
  folder: string,
  work: () => Promise<void>,
  until: { signal?: AbortSignal | undefined; mostMilliseconds?: number } = {},
): Promise<void> {
  const latest = performance.now() + (until.mostMilliseconds ?? turnsMilliseconds)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let release = await own(folder)
  while (!release) {
    if (until.signal?.aborted || performance.now() >= latest)
      throw new Error(`Another process is writing in ${folder}.`)
    await new Promise((resolve) => setTimeout(resolve, turnMilliseconds))
    release = await own(folder)
  }
  try {
    await work()
  } finally {
    await release()
  }
}

const nameOf = (folder: string, number: number) => join(folder, `owner-${number}`)

/** Ascending. */
async function numbersIn(folder: string): Promise<number[]> {
  const numbers = (await readdir(folder)).flatMap((name) => ownerName.exec(name)?.slice(1).map(Number) ?? [])
  return numbers.sort((a, b) => a - b)
}

async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const owner: Owner = { host: hostname(), pid: process.pid, began: await beginningOf(process.pid) }
      await file.writeFile(JSON.stringify(owner))
      await file.sync()
    } catch (error) {
      // Empty, it would pass for one of a process that is about to say who it is.
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** A folder that is gone, or a disk that takes nothing, is met by whoever writes into it. */
async function showLife(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now).catch(() => undefined)
}

async function isOwned(path: string): Promise<boolean> {
  try {
    const said = await readFile(path, 'utf8')
    const { mtimeMs } = await stat(path)
    const age = Date.now() - mtimeMs
    const owner = read(said)
    // Cut off while it was written.
    if (!owner) return age < emptyMilliseconds
    if (owner.host !== hostname()) return age < silentMilliseconds
    if (!isAlive(owner.pid)) return false
    if (owner.began !== null) return owner.began === (await beginningOf(owner.pid))
    // Not before the last start of the machine either.
    return age < Math.min(silentMilliseconds, uptime() * 1000)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

function read(said: string): Owner | null {
  try {
    const { host, pid, began } = JSON.parse(said) as Record<keyof Owner, unknown>
    if (typeof host !== 'string' || !Number.isSafeInteger(pid) || Number(pid) <= 0) return null
    return { host, pid: Number(pid), began: typeof began === 'string' ? began : null }
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there, and another user's.
    return codeOf(error) === 'EPERM'
  }
}

/** Of this start of the machine, in its own measure; null where there is no `/proc`. */
export async function beginningOf(pid: number): Promise<string | null> {
  try {
    const [stats, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    // The 22nd of its values; the second, its name, may have spaces and brackets in it.
    const ticks = stats.slice(stats.lastIndexOf(')') + 2).split(' ')[19]
    return ticks === undefined ? null : `${boot.trim()} ${ticks}`
  } catch {
    return null
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
