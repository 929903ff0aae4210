import { hash } from 'node:crypto'
import { chmod, mkdir, readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { refusedError } from '../exitCodes.ts'
import { BatchFolder, resumableBatchIds } from '../platform/batchFolder.ts'
import { createAndTryLock, retryLock, tryLockFolder } from '../platform/folderLock.ts'
import type { UploadLink } from './uploadLink.ts'

/** Identifies runs that send the same: link and paths. */
interface UploadIdentity extends Pick<UploadLink, 'origin' | 'linkToken'> {
  /** Absolute, each once. */
  readonly roots: readonly string[]
}

/** Storage of the batches of one key, locked by this process until released. */
export interface StoredBatches {
  readonly path: string
  /** Oldest first. */
  readonly batches: readonly BatchFolder[]
  /** Releases it; other processes may resume unfinished batches. */
  release(): Promise<void>
}

const folderNamePattern = /^[0-9a-f]{64}$/

/** Another process that removes useless folders has this one for a moment. */
const maxRemovalMs = 1000

/** Locks the folder of a key in the state directory. @throws CommandError if another process has; Error */
export async function lockBatches(stateDirectory: string, key: UploadIdentity): Promise<StoredBatches> {
  await mkdir(stateDirectory, { recursive: true, mode: 0o700 })
  await chmod(stateDirectory, 0o700)
  await removeExpiredBatches(stateDirectory)
  const path = join(stateDirectory, folderNameOf(key))
  const create = () => mkdir(path, { recursive: true, mode: 0o700 })
  const unlock = await retryLock(() => createAndTryLock(path, create), { timeoutMs: maxRemovalMs })
  if (!unlock) {
    throw refusedError(
      'Another process is sending the same paths by this link. Wait for its end, or end it; what has arrived stays.',
    )
  }
  const batches: BatchFolder[] = []
  const release = async () => {
    for (const batch of batches) await batch.release()
    await unlock()
    // A folder without batches is useless.
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

/** Removes expired batches of all keys. */
async function removeExpiredBatches(stateDirectory: string): Promise<void> {
  for (const name of await readdir(stateDirectory)) {
    if (!folderNamePattern.test(name)) continue
    const path = join(stateDirectory, name)
    const isEmpty = (await resumableBatchIds(path)).length === 0
    const release = isEmpty ? await tryLockFolder(path).catch(() => null) : null
    if (!release) continue
    await release()
    // Stays if it has other content, or if another process has locked it meanwhile.
    await rmdir(path).catch(() => undefined)
  }
}
