import { fileExists } from '../../db/files.ts'
import {
  listComparedFiles,
  markDamaged,
  setSealedHash,
  listUnhashedFiles,
  type ComparedFile,
} from '../../db/integrity.ts'
import type { Db } from '../../db/schema.ts'
import { setSetting, findSetting } from '../../db/settings.ts'
import { inParallel } from '../../parallel.ts'
import { type Finding, verifyStoredFile } from './verifyStoredFile.ts'
import type { DatabaseAndStore } from './databaseAndStore.ts'
import type { Pace } from './pace.ts'

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

export const newPass = (now: string): ScrubPass => ({
  ...{ began: now, finished: null, after: 0 },
  ...{ files: 0, bytes: 0, damaged: 0, unread: 0 },
})

const setting = 'scrub'

/** Latest pass, of a server or of the command line. */
export async function latestPass(db: Db): Promise<ScrubPass | undefined> {
  const text = await findSetting(db, setting)
  return text === undefined ? undefined : (JSON.parse(text) as ScrubPass)
}

export const savePass = (db: Db, pass: ScrubPass): Promise<void> =>
  setSetting(db, setting, JSON.stringify(pass))

export interface ScrubContext extends DatabaseAndStore {
  pace: Pace
  now: () => Date
  onFile: (file: ComparedFile, finding: Finding) => void
}

const filesPerStep = 100
/** Amount that is read between two saved positions, unless one file is larger. */
const bytesPerStep = 1024 ** 3

/** Reads the next files of a pass. @returns the updated pass, finished if no files were left */
export async function scrubSome(scrubbing: ScrubContext, pass: ScrubPass): Promise<ScrubPass> {
  const files = upTo(bytesPerStep, await listComparedFiles(scrubbing.db, pass.after, filesPerStep))
  const last = files.at(-1)
  if (last === undefined) return { ...pass, finished: scrubbing.now().toISOString() }
  const next = { ...pass, after: last.id }
  await inParallel(files, scrubbing.store.openAhead, async (file) => {
    const finding = await scrubFile(scrubbing, file)
    if (finding.kind === 'gone') return
    next.files += 1
    next.bytes += file.sealed_size
    if (finding.kind === 'damaged') next.damaged += 1
    if (finding.kind === 'unreadable') next.unread += 1
  })
  return next
}

/** Hashes files that have no hash yet, after this id. @returns the last file's id; undefined if there were none */
export async function hashSome(scrubbing: ScrubContext, after: number): Promise<number | undefined> {
  const files = upTo(bytesPerStep, await listUnhashedFiles(scrubbing.db, after, filesPerStep))
  await inParallel(files, scrubbing.store.openAhead, (file) => scrubFile(scrubbing, file))
  return files.at(-1)?.id
}

/** The first files of up to so many bytes, at least one. */
function upTo(bytes: number, files: readonly ComparedFile[]): ComparedFile[] {
  let sum = 0
  return files.filter((file, i) => {
    sum += file.sealed_size
    return i === 0 || sum <= bytes
  })
}

async function scrubFile(scrubbing: ScrubContext, file: ComparedFile): Promise<Finding> {
  const { db, store, pace, now, onFile } = scrubbing
  const finding = await verifyStoredFile({ db, store }, file, pace)
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
