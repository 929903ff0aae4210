import type { BlobStore } from '../../blobs/blobStore.ts'
import type { StoredFile } from '../../db/movedObjects.ts'
import type { Db } from '../../db/schema.ts'
import { inspect, inspectLength, type Finding } from './inspect.ts'
import { areLinked, type Bring, isUnreadable, type Way } from './objectFiles.ts'
import { unhurried } from './pace.ts'

/** Problem of a file after a run. */
export type Trouble =
  /** The server's copy is damaged, the backup's is not. */
  | 'on-server'
  /** Both copies are damaged. */
  | 'on-both'
  /** The server's copy is missing or truncated, and the backup has none. */
  | 'in-neither'
  /** The copies differ, and it is unknown which one is right. */
  | 'unlike'
  /** The backup reads back other bytes than were just written. */
  | 'not-taken'
  /** A copy could not be read, so its state is unknown. */
  | 'unread'

export interface BackedUpFile {
  /** `mended`: a damaged copy was replaced. */
  copy: 'kept' | 'added' | 'mended'
  /** True if the backup's copy is a hard link to the server's. */
  isLinked: boolean
  trouble?: { kind: Trouble; how: string }
}

/**
 * Copies a file's object to the backup if it is missing there, or damaged there and intact on the server. An
 * intact copy is never replaced. Unreadable files do not stop the backup.
 * @param byBytes true to compare both copies byte by byte, false to compare lengths
 */
export async function backUpFile(
  way: Way,
  db: Db,
  file: StoredFile,
  byBytes: boolean,
  bring: Bring,
): Promise<BackedUpFile> {
  const look = (store: BlobStore, closely: boolean) =>
    closely ? inspect({ db, store }, file, unhurried()) : inspectLength(store, file)
  try {
    return await bringAndCompare()
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return {
      copy: 'kept',
      isLinked: false,
      trouble: { kind: 'unread', how: howOf({ kind: 'unread', error }) },
    }
  }

  async function bringAndCompare(): Promise<BackedUpFile> {
    const here = await look(way.from, byBytes)
    if ((await way.to.sizeOf(file.blob_key)) === undefined) {
      const length = await inspectLength(way.from, file)
      return length.kind === 'whole' ? bringNow('added', here) : inNeither(length)
    }
    const isLinked = await areLinked(way, file)
    // Check before claiming that the backup has what the server lost.
    const there = isLinked ? here : await look(way.to, byBytes || here.kind === 'damaged')
    if (there.kind === 'damaged' && here.kind === 'whole') return bringNow('mended', here)
    return { copy: 'kept', isLinked, ...troubleOf(here, there) }
  }

  async function bringNow(copy: 'added' | 'mended', from: Finding): Promise<BackedUpFile> {
    if (!(await bring())) return inNeither({ kind: 'damaged', how: 'not there' })
    const isLinked = await areLinked(way, file)
    if (isLinked) return { copy, isLinked, ...troubleOf(from, from) }
    // Recently written data is usually still cached.
    const brought = await look(way.to, true)
    return {
      copy,
      isLinked,
      ...troubleOf(brought.kind === 'damaged' ? await look(way.from, true) : from, brought),
    }
  }
}

const inNeither = (finding: Finding): BackedUpFile => ({
  ...{ copy: 'kept', isLinked: false },
  trouble: { kind: 'in-neither', how: howOf(finding) },
})

/** Problem that follows from the states of both copies. */
function troubleOf(here: Finding, there: Finding): Pick<BackedUpFile, 'trouble'> {
  const judged = judge(here, there)
  if (judged === undefined) return {}
  const [kind, decisive] = judged
  // Report damage of the other copy, too: it remains once the disk is readable again.
  const other = decisive === here ? there : here
  const isHidden = kind === 'unread' && other !== decisive && other.kind === 'damaged'
  const where = other === here ? 'on the server' : 'in the backup'
  return {
    trouble: { kind, how: isHidden ? `${howOf(decisive)}; ${where}: ${howOf(other)}` : howOf(decisive) },
  }
}

/** Problem, and the finding it is based on. */
function judge(here: Finding, there: Finding): [Trouble, Finding] | undefined {
  if (here.kind === 'unread') return ['unread', here]
  if (there.kind === 'unread') return ['unread', there]
  if (here.kind === 'damaged') return [there.kind === 'damaged' ? 'on-both' : 'on-server', here]
  if (there.kind === 'damaged') return ['not-taken', there]
  if (here.kind !== 'whole' || there.kind !== 'whole') return undefined
  const areUnlike = here.sha256 !== undefined && there.sha256 !== undefined && here.sha256 !== there.sha256
  return areUnlike ? ['unlike', here] : undefined
}

function howOf(finding: Finding): string {
  if (finding.kind === 'damaged') return finding.how
  return finding.kind === 'unread' ? String(finding.error) : 'nobody has noted yet what its bytes were'
}
