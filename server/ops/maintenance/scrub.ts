import { fileExists } from '../../db/files.ts'
import { filesAfter, markDamaged, noteHash, unhashedAfter, type ComparedFile } from '../../db/integrity.ts'
import type { Db } from '../../db/schema.ts'
import { setSetting, settingOf } from '../../db/settings.ts'
import { inParallel } from '../../parallel.ts'
import { inspect, type Finding, type Holding } from './inspect.ts'
import type { Pace } from './pace.ts'

/**
 * [Note: Scrubbing]
 * A pass reads all sealed bytes in the order of their files and compares them with their hashes. What differs, or is not
 * there, is marked in its `file` row and nothing else: nothing is deleted, and whoever downloads gets what there is. A
 * file that is found whole loses its mark. Small files are hashed as they come, and a bucket has the hash of everything;
 * of a large file on a disk the first reading takes it, and only what changes after that is found.
 */
export interface Pass {
  began: string
  /** Null: under way, or interrupted behind the file `after`. */
  finished: string | null
  /** Id of a file up to which all have been read. */
  after: number
  files: number
  bytes: number
  /** That are marked now. */
  damaged: number
  /** Whose bytes the store did not give. */
  unread: number
}

export const newPass = (now: string): Pass => ({
  ...{ began: now, finished: null, after: 0 },
  ...{ files: 0, bytes: 0, damaged: 0, unread: 0 },
})

const setting = 'scrub'

/** The latest one, of a server or of the command line. */
export async function latestPass(db: Db): Promise<Pass | undefined> {
  const text = await settingOf(db, setting)
  return text === undefined ? undefined : (JSON.parse(text) as Pass)
}

export const keepPass = (db: Db, pass: Pass): Promise<void> => setSetting(db, setting, JSON.stringify(pass))

export interface Scrubbing extends Holding {
  pace: Pace
  now: () => Date
  /** After each file that was looked at. */
  onFile: (file: ComparedFile, finding: Finding) => void
}

const filesPerStep = 100
/** What an interrupted pass reads again at most, unless one file is larger. */
const bytesPerStep = 1024 ** 3

/** Reads the next files of a pass. @returns it as it is then; finished where none were left */
export async function scrubSome(scrubbing: Scrubbing, pass: Pass): Promise<Pass> {
  const files = upTo(bytesPerStep, await filesAfter(scrubbing.db, pass.after, filesPerStep))
  const last = files.at(-1)
  if (last === undefined) return { ...pass, finished: scrubbing.now().toISOString() }
  const next = { ...pass, after: last.id }
  await inParallel(files, scrubbing.store.openAhead, async (file) => {
    const finding = await scrubFile(scrubbing, file)
    if (finding.kind === 'gone') return
    next.files += 1
    next.bytes += file.sealed_size
    if (finding.kind === 'damaged') next.damaged += 1
    if (finding.kind === 'unread') next.unread += 1
  })
  return next
}

/** Hashes files whose bytes nobody has read yet, behind this id. @returns the last one's id; undefined: there is none */
export async function hashSome(scrubbing: Scrubbing, after: number): Promise<number | undefined> {
  const files = upTo(bytesPerStep, await unhashedAfter(scrubbing.db, after, filesPerStep))
  await inParallel(files, scrubbing.store.openAhead, async (file) => {
    await scrubFile(scrubbing, file)
  })
  return files.at(-1)?.id
}

/** One at least. */
function upTo(bytes: number, files: readonly ComparedFile[]): ComparedFile[] {
  let sum = 0
  return files.filter((file, i) => {
    sum += file.sealed_size
    return i === 0 || sum <= bytes
  })
}

async function scrubFile(scrubbing: Scrubbing, file: ComparedFile): Promise<Finding> {
  const { db, store, pace, now, onFile } = scrubbing
  const finding = await inspect({ db, store }, file, pace)
  if (finding.kind === 'whole') {
    if (finding.sha256 !== undefined) await noteHash(db, file.id, finding.sha256, now().toISOString())
    if (file.damaged_at !== null) await markDamaged(db, file.id, null)
  }
  if (finding.kind === 'damaged' && file.damaged_at === null) {
    await markDamaged(db, file.id, now().toISOString())
  }
  if (finding.kind === 'unread') {
    // Of a store that gives nothing at all nothing is learned by going on.
    await store.answers()
    if (!(await fileExists(db, file.id))) return { kind: 'gone' }
  }
  onFile(file, finding)
  return finding
}
