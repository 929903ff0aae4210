import type { BlobStore } from '../../blobs/blobStore.ts'
import type { StoredFile } from '../../db/movedObjects.ts'
import type { Db } from '../../db/schema.ts'
import { inspect, inspectLength, type Finding } from './inspect.ts'
import { areLinked, type Bring, isUnreadable, type Way } from './objectFiles.ts'
import { unhurried } from './pace.ts'

/** What is not in order with a file after a run. */
export type Trouble =
  /** The server's bytes are not those that came; the backup's are. */
  | 'on-server'
  /** Neither has them. */
  | 'on-both'
  /** The server's are not there, or not all of them, and the backup has none. */
  | 'in-neither'
  /** They are two, and nobody knows which came. */
  | 'unlike'
  /** The backup gives other bytes than it was given just now. */
  | 'not-taken'
  /** One of them could not be read, which says nothing of it. */
  | 'unread'

export interface BackedUpFile {
  /** `mended`: it was there, damaged. */
  copy: 'kept' | 'added' | 'mended'
  /** Its bytes are the server's own, by a hard link. */
  isLinked: boolean
  trouble?: { kind: Trouble; how: string }
}

/**
 * Brings one file into a backup, or its object anew where the copy is damaged and the server's is whole. A copy that is
 * whole is never given up for one of the server. What cannot be read keeps no other file from the backup.
 * @param byBytes whether both are compared by their bytes; else by their lengths
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
    // What the server has lost is not said to be in the backup before somebody has looked.
    const there = isLinked ? here : await look(way.to, byBytes || here.kind === 'damaged')
    if (there.kind === 'damaged' && here.kind === 'whole') return bringNow('mended', here)
    return { copy: 'kept', isLinked, ...troubleOf(here, there) }
  }

  async function bringNow(copy: 'added' | 'mended', from: Finding): Promise<BackedUpFile> {
    if (!(await bring())) return inNeither({ kind: 'damaged', how: 'not there' })
    const isLinked = await areLinked(way, file)
    if (isLinked) return { copy, isLinked, ...troubleOf(from, from) }
    // What was just written is in memory as a rule.
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

/** Of the server's bytes, and those of the backup. */
function troubleOf(here: Finding, there: Finding): Pick<BackedUpFile, 'trouble'> {
  const judged = judge(here, there)
  if (judged === undefined) return {}
  const [kind, decisive] = judged
  // What is known of the other has to be told too: its damage stays when the disk reads again.
  const other = decisive === here ? there : here
  const isHidden = kind === 'unread' && other !== decisive && other.kind === 'damaged'
  const where = other === here ? 'on the server' : 'in the backup'
  return {
    trouble: { kind, how: isHidden ? `${howOf(decisive)}; ${where}: ${howOf(other)}` : howOf(decisive) },
  }
}

/** What is wrong, and the finding that says so. */
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
