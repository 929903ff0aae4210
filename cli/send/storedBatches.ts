import { hash } from 'node:crypto'
import { chmod, mkdir, readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { refusedError } from '../exitCodes.ts'
import { BatchFolder, resumableBatchIds } from '../platform/batchFolder.ts'
import { createAndTryLock, retryLock, tryLockFolder } from '../platform/folderLock.ts'
import type { UploadLink } from './uploadLink.ts'

/** The link and the paths of a run. Runs that have the same ones resume each other's batches. */
interface UploadIdentity extends Pick<UploadLink, 'origin' | 'linkToken'> {
  /** Absolute, each once. */
  readonly roots: readonly string[]
}

/** The stored batches of one link and its paths, locked by this process until released. */
export interface StoredBatches {
  readonly path: string
  /** Oldest first. */
  readonly batches: readonly BatchFolder[]
  /** Unlocks the batches, so that other processes may resume them. */
  release(): Promise<void>
}

const folderNamePattern = /^[0-9a-f]{64}$/

/** The longest wait for the lock, in milliseconds: another process that removes expired batches holds it for a moment. */
const lockTimeoutMs = 1000

/** Opens and locks the batches of a link and its paths. @throws CommandError 'refused' if another process holds them; errors of the disk */
export async function lockBatches(stateDirectory: string, identity: UploadIdentity): Promise<StoredBatches> {
  await mkdir(stateDirectory, { recursive: true, mode: 0o700 })
  await chmod(stateDirectory, 0o700)
  await removeExpiredBatches(stateDirectory)
  const path = join(stateDirectory, folderNameOf(identity))
  const create = () => mkdir(path, { recursive: true, mode: 0o700 })
  const unlock = await retryLock(() => createAndTryLock(path, create), { timeoutMs: lockTimeoutMs })
  if (!unlock) {
    throw refusedError(
      'Another process is sending the same paths by this link. Wait until it has ended, or end it. What has arrived is kept.',
    )
  }
  const batches: BatchFolder[] = []
  const release = async () => {
    for (const batch of batches) await batch.release()
    await unlock()
    // Only a folder without batches is removed.
    await rmdir(path).catch(() => undefined)
  }
  try {
    for (const batchId of await resumableBatchIds(path)) {
      const batch = await BatchFolder.open(path, batchId)
      if (batch) batches.push(batch)
    }
    return { path, batches, release }
  } catch (error) {
    await release()
    throw error
  }
}

const folderNameOf = ({ origin, linkToken, roots }: UploadIdentity): string =>
  hash('sha256', JSON.stringify([origin, linkToken, [...roots].sort()]))

/** Removes expired batches of all links. */
async function removeExpiredBatches(stateDirectory: string): Promise<void> {
  for (const name of await readdir(stateDirectory)) {
    if (!folderNamePattern.test(name)) continue
    const path = join(stateDirectory, name)
    const isEmpty = (await resumableBatchIds(path)).length === 0
    const release = isEmpty ? await tryLockFolder(path).catch(() => null) : null
    if (!release) continue
    await release()
    // A folder stays if it has other content, or if another process has locked it meanwhile.
    await rmdir(path).catch(() => undefined)
  }
}
