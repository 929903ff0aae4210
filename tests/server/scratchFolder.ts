import { accessSync, constants, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../forSuite.ts'

/** A file system in memory where there is one: the tests sync a lot. */
export const scratchBase = (() => {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
})()

/** A folder that goes with the test or its suite, after everything that was set up later. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(scratchBase, 'sealpost-test-'))
  // A store has hundreds of folders: one call after another takes less than the same beside each other.
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
