import { fileExists } from '../../db/files/files.ts'
import {
  listComparedFiles,
  markDamaged,
  setSealedHash,
  listUnhashedFiles,
  type ComparedFile,
} from '../../db/files/integrity.ts'
import type { Db } from '../../db/schema.ts'
import { setSetting, findSetting } from '../../db/installation/settings.ts'
import { inParallel } from '../../util/parallel.ts'
import { type FileFinding, verifyStoredFile } from './verifyStoredFile.ts'
import type { DatabaseAndStore } from './databaseAndStore.ts'
import type { ReadThrottle } from './readThrottle.ts'

/**
 * [Note: Scrubbing]
 * A pass reads all ciphertext in the order of file ids and compares it with its hashes. Damaged or missing files are
 * marked in their `file` rows, and intact ones lose their mark; nothing is deleted, and downloads get what exists. Small
 * files are hashed on arrival, and a bucket has all hashes. A large file on disk is hashed at the first reading, so only
 * later changes are detected.
 */
export interface ScrubPass {
  began: string
  /** Null if the pass is running, or was interrupted after the file `after`. */
  finished: string | null
  /** Id of the last file that was read. */
  after: number
  files: number
  bytes: number
  damaged: number
  unread: number
}

export const newScrubPass = (now: string): ScrubPass => ({
  ...{ began: now, finished: null, after: 0 },
  ...{ files: 0, bytes: 0, damaged: 0, unread: 0 },
})

const scrubPassSetting = 'scrub'

/** Latest pass, of a server or of the command line. */
export async function readLatestScrubPass(db: Db): Promise<ScrubPass | undefined> {
  const text = await findSetting(db, scrubPassSetting)
  return text === undefined ? undefined : (JSON.parse(text) as ScrubPass)
}

export const saveScrubPass = (db: Db, pass: ScrubPass): Promise<void> =>
  setSetting(db, scrubPassSetting, JSON.stringify(pass))

export interface ScrubContext extends DatabaseAndStore {
  throttle: ReadThrottle
  now: () => Date
  onFile: (file: ComparedFile, finding: FileFinding) => void
}

const filesPerRead = 100
/** Amount that is read between two saved positions, unless one file is larger. */
const bytesPerRead = 1024 ** 3

/** Reads the next files of a pass. @returns the updated pass, finished if no files were left */
export async function scrubNextFiles(context: ScrubContext, pass: ScrubPass): Promise<ScrubPass> {
  const files = firstFilesUpTo(bytesPerRead, await listComparedFiles(context.db, pass.after, filesPerRead))
  const last = files.at(-1)
  if (last === undefined) return { ...pass, finished: context.now().toISOString() }
  const next = { ...pass, after: last.id }
  await inParallel(files, context.store.openAhead, async (file) => {
    const finding = await scrubFile(context, file)
    if (finding.kind === 'gone') return
    next.files += 1
    next.bytes += file.sealed_size
    if (finding.kind === 'damaged') next.damaged += 1
    if (finding.kind === 'unreadable') next.unread += 1
  })
  return next
}

/** Hashes files that have no hash yet, after this id. @returns the last file's id; undefined if there were none */
export async function hashNextFiles(context: ScrubContext, after: number): Promise<number | undefined> {
  const files = firstFilesUpTo(bytesPerRead, await listUnhashedFiles(context.db, after, filesPerRead))
  await inParallel(files, context.store.openAhead, (file) => scrubFile(context, file))
  return files.at(-1)?.id
}

/** Returns the first files that have up to `bytes` together, but at least one. */
function firstFilesUpTo(bytes: number, files: readonly ComparedFile[]): ComparedFile[] {
  let sum = 0
  return files.filter((file, i) => {
    sum += file.sealed_size
    return i === 0 || sum <= bytes
  })
}

async function scrubFile(context: ScrubContext, file: ComparedFile): Promise<FileFinding> {
  const { db, store, throttle, now, onFile } = context
  const finding = await verifyStoredFile({ db, store }, file, throttle)
  if (finding.kind === 'intact') {
    if (finding.sha256 !== undefined) await setSealedHash(db, file.id, finding.sha256, now().toISOString())
    if (file.damaged_at !== null) await markDamaged(db, file.id, null)
  }
  if (finding.kind === 'damaged' && file.damaged_at === null) {
    await markDamaged(db, file.id, now().toISOString())
  }
  if (finding.kind === 'unreadable') {
    // Stop if the store does not respond at all.
    await store.checkReads()
    if (!(await fileExists(db, file.id))) return { kind: 'gone' }
  }
  onFile(file, finding)
  return finding
}
