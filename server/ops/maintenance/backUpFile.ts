import type { BlobStore } from '../../blobs/blobStore.ts'
import type { FileToMove } from '../../db/files/movedObjects.ts'
import type { Db } from '../../db/schema.ts'
import { verifyStoredFile, verifyStoredLength, type FileFinding } from './verifyStoredFile.ts'
import { areLinked, type CopyObject, isUnreadable, type ObjectTransfer } from './objectTransfer.ts'

export type BackupProblem =
  /** The server's copy is damaged, the backup's is not. */
  | 'on-server'
  | 'on-both'
  /** The server's copy is missing or truncated, and the backup has none. */
  | 'in-neither'
  /** The copies differ, and it is unknown which one is right. */
  | 'unlike'
  /** The backup reads back other bytes than were just written. */
  | 'not-taken'
  /** A copy could not be read, so its state is unknown. */
  | 'unreadable'

interface BackedUpFile {
  copy: 'kept' | 'added' | 'repaired'
  /** True if the backup's copy is a hard link to the server's. */
  isLinked: boolean
  problem?: { kind: BackupProblem; how: string }
}

/**
 * Copies a file's object to the backup if it is missing there, or damaged there and intact on the server. An intact copy
 * is never replaced. Unreadable files do not stop the backup.
 * @param byBytes true to compare both copies byte by byte, false to compare lengths
 */
export async function backUpFile(
  transfer: ObjectTransfer,
  db: Db,
  file: FileToMove,
  byBytes: boolean,
  copyObject: CopyObject,
): Promise<BackedUpFile> {
  const inspectCopy = (store: BlobStore, byBytes: boolean) =>
    byBytes ? verifyStoredFile({ db, store }, file) : verifyStoredLength(store, file)
  try {
    return await copyAndCompare()
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return { copy: 'kept', isLinked: false, problem: { kind: 'unreadable', how: String(error) } }
  }

  async function copyAndCompare(): Promise<BackedUpFile> {
    const onServer = await inspectCopy(transfer.from, byBytes)
    if ((await transfer.to.sizeOf(file.blob_key)) === undefined) {
      const length = await verifyStoredLength(transfer.from, file)
      return length.kind === 'intact' ? copyNow('added', onServer) : lostFile(length)
    }
    const isLinked = await areLinked(transfer, file)
    // Check before claiming that the backup has what the server lost.
    const inBackup = isLinked
      ? onServer
      : await inspectCopy(transfer.to, byBytes || onServer.kind === 'damaged')
    if (inBackup.kind === 'damaged' && onServer.kind === 'intact') return copyNow('repaired', onServer)
    return { copy: 'kept', isLinked, ...problemOf(onServer, inBackup) }
  }

  async function copyNow(copy: 'added' | 'repaired', from: FileFinding): Promise<BackedUpFile> {
    if (!(await copyObject())) return lostFile({ kind: 'damaged', damage: 'not there' })
    const isLinked = await areLinked(transfer, file)
    if (isLinked) return { copy, isLinked, ...problemOf(from, from) }
    // Recently written data is usually still cached.
    const written = await inspectCopy(transfer.to, true)
    return {
      copy,
      isLinked,
      ...problemOf(written.kind === 'damaged' ? await inspectCopy(transfer.from, true) : from, written),
    }
  }
}

const lostFile = (finding: FileFinding): BackedUpFile => ({
  ...{ copy: 'kept', isLinked: false },
  problem: { kind: 'in-neither', how: describeFinding(finding) },
})

function problemOf(here: FileFinding, there: FileFinding): Pick<BackedUpFile, 'problem'> {
  const decision = decideProblem(here, there)
  if (decision === undefined) return {}
  const [kind, decisive] = decision
  const how = describeFinding(decisive)
  const other = decisive === here ? there : here
  if (kind !== 'unreadable' || other.kind !== 'damaged') return { problem: { kind, how } }
  // Report damage of the other copy, too: it remains once the disk is readable again.
  const where = other === here ? 'on the server' : 'in the backup'
  return { problem: { kind, how: `${how}; ${where}: ${describeFinding(other)}` } }
}

/** Decides on the problem of two copies. @returns the problem and the finding it is based on; undefined for none */
function decideProblem(here: FileFinding, there: FileFinding): [BackupProblem, FileFinding] | undefined {
  if (here.kind === 'unreadable') return ['unreadable', here]
  if (there.kind === 'unreadable') return ['unreadable', there]
  if (here.kind === 'damaged') return [there.kind === 'damaged' ? 'on-both' : 'on-server', here]
  if (there.kind === 'damaged') return ['not-taken', there]
  if (here.kind !== 'intact' || there.kind !== 'intact') return undefined
  const areUnlike = here.sha256 !== undefined && there.sha256 !== undefined && here.sha256 !== there.sha256
  return areUnlike ? ['unlike', here] : undefined
}

function describeFinding(finding: FileFinding): string {
  if (finding.kind === 'damaged') return finding.damage
  return finding.kind === 'unreadable' ? String(finding.error) : 'its bytes were never recorded'
}
