import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'

/** For so long an owner's file may be empty: its process is about to write its number. */
const emptyMilliseconds = 10_000

/**
 * Makes a folder this process's own, where it has no owner or that one is gone. The file `owner` says who: it comes to be
 * in one step, and one process alone can take it away from a process that is gone.
 * @returns what gives it back; null where another process has it, or this one @throws what the disk does
 */
export async function own(folder: string): Promise<(() => Promise<void>) | null> {
  const path = join(folder, 'owner')
  for (;;) {
    if (await create(path)) return () => rm(path, { force: true })
    const owner = await ownerOf(path)
    if (owner === 'none') continue
    if (owner === 'alive') return null
    if (!(await takeAway(path, owner))) return null
  }
}

async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(String(process.pid))
      await file.sync()
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** A process that is gone is given by what its file says. */
async function ownerOf(path: string): Promise<'none' | 'alive' | { said: string }> {
  try {
    const said = await readFile(path, 'utf8')
    const { mtimeMs } = await stat(path)
    const age = Date.now() - mtimeMs
    // Numbers are given anew after a start.
    if (age > uptime() * 1000) return { said }
    if (said === '') return age < emptyMilliseconds ? 'alive' : { said }
    return isAlive(Number(said)) ? 'alive' : { said }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'none'
    throw error
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there, and another user's.
    return codeOf(error) === 'EPERM'
  }
}

/** Exported for its test. @returns false where somebody else was faster, who has it now */
export async function takeAway(path: string, { said }: { said: string }): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== said) {
    // The file of one who was faster: it goes back.
    await rename(aside, path)
    return false
  }
  await rm(aside)
  return true
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
