import { mkdir, open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { hostname, uptime } from 'node:os'
import { join } from 'node:path'
import { z } from '../../contract/schemas/zod.ts'
import { errorCode } from '../../contract/systemErrors.ts'
import { parseJsonAs } from './stateFile.ts'

/** Time in which an empty lock file counts as held: its process may be about to write it. */
const emptyLockFileMs = 10_000

/**
 * A holder on another host, or one whose start time is unknown, counts as gone once its file has not been touched
 * for so long. All others are looked up by process id and start time, so that a stopped process keeps its lock.
 */
const heartbeatMs = 30_000
const staleMs = 5 * 60_000

/** Interval of retries while another process holds a short lock. */
const retryIntervalMs = 50
/** Maximum wait for a short lock: the file of a killed process may look held. */
const maxWaitMs = 30_000

/** An attempt fails if another process removes the folder in between; all fail if its parent is missing. */
const maxLockAttempts = 100

const lockFileName = /^owner-(\d{1,9})$/
export const isLockFile = (name: string): boolean => lockFileName.test(name)

/** A lock holder, as in its file. */
const lockHolderSchema = z.object({
  host: z.string(),
  pid: z.int().positive(),
  /** Start time of the process, if known: process ids are reused. */
  began: z.string().nullable().catch(null),
})

/**
 * Locks a folder for this process, if it is free or its holder is gone. A process creates its file `owner-N` atomically,
 * with a higher number than all others, and then lists the files again: it has the lock if its number is the highest and
 * no lower file is held. Of two processes the one that lists last sees the other's file, so only one can succeed.
 * @returns a function that releases it; null if another process holds it, or this one
 * @throws errors of the disk
 */
export async function tryLockFolder(folder: string): Promise<(() => Promise<void>) | null> {
  for (;;) {
    const existing = await lockNumbers(folder)
    if (await isAnyHeld(existing.map((number) => lockFilePath(folder, number)))) return null
    const own = (existing.at(-1) ?? 0) + 1
    const path = lockFilePath(folder, own)
    if (!(await createLockFile(path))) continue
    const numbers = await lockNumbers(folder)
    const lower = numbers.slice(0, -1).map((number) => lockFilePath(folder, number))
    // Others may have a higher file, or a lower one: numbers start again after a release.
    if (numbers.at(-1) !== own || (await isAnyHeld(lower))) {
      await rm(path, { force: true })
      continue
    }
    for (const staleFile of lower) await rm(staleFile, { force: true })
    const heartbeat = setInterval(() => void touchLockFile(path), heartbeatMs)
    heartbeat.unref()
    return () => {
      clearInterval(heartbeat)
      return rm(path, { force: true })
    }
  }
}

/** Creates and locks a folder, which its last holder may remove at the same time. @returns as `tryLockFolder` */
export async function createAndTryLock(
  folder: string,
  create: () => Promise<unknown>,
): Promise<(() => Promise<void>) | null> {
  for (let attemptsLeft = maxLockAttempts; ; attemptsLeft--) {
    try {
      await create()
      return await tryLockFolder(folder)
    } catch (error) {
      if (attemptsLeft === 0 || errorCode(error) !== 'ENOENT') throw error
    }
  }
}

/** Tries to lock until it succeeds, the time is over, or `signal` is aborted. @returns as `tryLock` */
export async function retryLock(
  tryLock: () => ReturnType<typeof tryLockFolder>,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): ReturnType<typeof tryLockFolder> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const release = await tryLock()
    if (release || signal?.aborted || performance.now() >= deadline) return release
    await new Promise((resolve) => setTimeout(resolve, retryIntervalMs))
  }
}

/**
 * Runs short work exclusively, across processes.
 * @param folder may not exist yet
 * @param limits once `signal` is aborted, a free lock is still taken, but not waited for
 * @throws Error if another process holds the lock for too long
 */
export async function withFolderLock<T>(
  folder: string,
  work: () => Promise<T>,
  limits: { signal?: AbortSignal | undefined; timeoutMs?: number } = {},
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const release = await retryLock(() => tryLockFolder(folder), { timeoutMs: maxWaitMs, ...limits })
  if (!release) throw new Error(`Another process is writing in ${folder}.`)
  try {
    return await work()
  } finally {
    await release()
  }
}

const lockFilePath = (folder: string, number: number) => join(folder, `owner-${number}`)

/** Reads the numbers of the lock files, in ascending order. */
async function lockNumbers(folder: string): Promise<number[]> {
  const numbers = (await readdir(folder)).flatMap(
    (name) => lockFileName.exec(name)?.slice(1).map(Number) ?? [],
  )
  return numbers.sort((a, b) => a - b)
}

/** Creates and writes a lock file. @returns false if it exists */
async function createLockFile(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const holder: z.infer<typeof lockHolderSchema> = {
        host: hostname(),
        pid: process.pid,
        began: await processStart(process.pid),
      }
      await file.writeFile(JSON.stringify(holder))
      await file.sync()
    } catch (error) {
      // An empty file would look like one of a process that is about to write it.
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Touches a lock file. Errors are ignored: the next write into the folder will report them. */
async function touchLockFile(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now).catch(() => undefined)
}

async function isAnyHeld(paths: readonly string[]): Promise<boolean> {
  return (await Promise.all(paths.map(isHeld))).includes(true)
}

async function isHeld(path: string): Promise<boolean> {
  try {
    const text = await readFile(path, 'utf8')
    const { mtimeMs } = await stat(path)
    const age = Date.now() - mtimeMs
    const holder = parseJsonAs(lockHolderSchema, text)
    // It is being written, or its process was killed meanwhile.
    if (!holder) return age < emptyLockFileMs
    if (holder.host !== hostname()) return age < staleMs
    if (!isProcessAlive(holder.pid)) return false
    if (holder.began !== null) return holder.began === (await processStart(holder.pid))
    // A file from before the last boot of the machine is not held either.
    return age < Math.min(staleMs, uptime() * 1000)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists, and belongs to another user.
    return errorCode(error) === 'EPERM'
  }
}

/** Returns when a process started, as the id of the boot and clock ticks since it; null without `/proc`. */
export async function processStart(pid: number): Promise<string | null> {
  try {
    const [stats, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    // The 22nd field; the second, its name, may contain spaces and brackets.
    const ticks = stats.slice(stats.lastIndexOf(')') + 2).split(' ')[19]
    return ticks === undefined ? null : `${boot.trim()} ${ticks}`
  } catch {
    return null
  }
}
