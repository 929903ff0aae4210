import { mkdir, readdir, readFile, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '../../contract/schemas/zod.ts'
import type { CompletedFile, HiddenAttempt } from '../../core/ports.ts'
import type { BatchStore, StoredJournal } from '../../core/upload/batchJournal.ts'
import type { JournalRecord } from '../../core/upload/state.ts'
import { tryLockFolder } from './folderLock.ts'
import { parseJsonAs, syncFolder, writeFileAtomically } from './stateFile.ts'
import { ignoreErrorCodes } from './diskErrors.ts'

const storedFileSchema = z.object({
  /** See `fileKey`. */
  path: z.string(),
  /** Name and folder as sent. */
  name: z.string(),
  folder: z.string(),
  size: z.int(),
  /** Nanoseconds since 1970, in decimal. */
  modified: z.string(),
})
export type StoredBatchFile = Readonly<z.infer<typeof storedFileSchema>>

const storedHeadSchema = z.object({
  origin: z.string(),
  linkToken: z.string(),
  /** Fingerprint in base64url of the recipient's key. Files that remain are sealed to no other. */
  recipient: z.string(),
  /** Milliseconds since 1970. */
  begun: z.number(),
  /** The files, in the order of the batch. */
  files: z.array(storedFileSchema).readonly(),
  /** The sender's answers, sealed; never the plaintext. */
  answers: z.object({ sealedB64: z.string(), digestB64u: z.string() }).optional(),
  /** True if the server must not learn the names of its files. */
  privateNames: z.boolean().optional(),
})
/** The description of a batch, see `head.json`. */
export type StoredBatchHead = Readonly<z.infer<typeof storedHeadSchema>>

const journalRecordSchema: z.ZodType<JournalRecord> = z.object({
  seal: z.unknown(),
  uploadId: z.string(),
  partChunks: z.int(),
  sealedParts: z.int(),
  marks: z.record(z.string(), z.string()),
})
const completedFilesSchema: z.ZodType<CompletedFile[]> = z.array(
  z.object({ index: z.int(), fileId: z.int(), sha256: z.string(), expiresAt: z.string().exactOptional() }),
)

const attemptsSchema: z.ZodType<HiddenAttempt[]> = z.array(
  z.object({ index: z.int(), sha256: z.string(), hash: z.string() }),
)

/** A batch expires after this time, and the keys of its unfinished files with it. */
const lifetimeMs = 7 * 24 * 60 * 60_000
/** A folder without a head is kept for this time since its last change: another process may be about to write it. */
const headGraceMs = 10_000
const headFileName = 'head.json'
const batchFolderPattern = /^[A-Za-z0-9_-]{22}$/
const recordFilePattern = /^file-(\d+)\.json$/
const completedFilePattern = /^ended-(\d+)\.json$/
const attemptsFilePattern = /^sent-(\d+)-([0-9a-f]{64})\.json$/

/**
 * The stored state of a batch, like src/platform/persistedBatch.ts in a browser. It is a folder that only its user can
 * read, with `head.json`, `file-N.json` for each file under way in parts, `sent-N-HASH.json` for attempts with hidden
 * names, `ended-N.json` for completed files, and the file of the lock holder. Writes are atomic and durable.
 */
export class BatchFolder implements BatchStore, StoredJournal {
  readonly batchId: string
  /** The records when the folder was opened, by index of the file. */
  readonly records: ReadonlyMap<number, JournalRecord>
  readonly attempts: readonly HiddenAttempt[]
  readonly completed: readonly CompletedFile[]
  readonly #path: string
  readonly release: () => Promise<void>
  /** Indexes of files with a record on the disk. */
  readonly #recorded: Set<number>
  #head: StoredBatchHead

  private constructor(path: string, batchId: string, stored: StoredBatch, release: () => Promise<void>) {
    this.#path = path
    this.batchId = batchId
    this.#head = stored.head
    this.records = stored.records
    this.attempts = stored.attempts
    this.completed = stored.completed
    this.#recorded = new Set(stored.recorded)
    this.release = release
  }

  /** Creates and locks the folder of a new batch. @param batchId base64url of 16 bytes @throws errors of the disk */
  static async create(stateDirectory: string, batchId: string, head: StoredBatchHead): Promise<BatchFolder> {
    const path = join(stateDirectory, batchId)
    await mkdir(stateDirectory, { recursive: true, mode: 0o700 })
    await mkdir(path, { mode: 0o700 })
    const release = await tryLockFolder(path)
    if (!release) throw new Error('Another process has this batch.')
    const folder = new BatchFolder(
      path,
      batchId,
      { head, records: new Map(), attempts: [], completed: [], recorded: [] },
      release,
    )
    try {
      await folder.#write(headFileName, head)
      await syncFolder(stateDirectory)
    } catch (error) {
      await release()
      throw error
    }
    return folder
  }

  /** Opens and locks the folder of a batch. @returns null if another process holds it, or it cannot be resumed */
  static async open(stateDirectory: string, batchId: string): Promise<BatchFolder | null> {
    const path = join(stateDirectory, batchId)
    const release = await tryLockFolder(path).catch(ignoreErrorCodes('ENOENT'))
    if (!release) return null
    const stored = await readBatch(path).catch(async (error: unknown) => {
      await release()
      throw error
    })
    if (stored) return new BatchFolder(path, batchId, stored, release)
    await release()
    return null
  }

  get head(): StoredBatchHead {
    return this.#head
  }

  /** Replaces the descriptions of the files, some of which have changed. */
  async writeFiles(files: readonly StoredBatchFile[]): Promise<void> {
    const head = { ...this.#head, files }
    await this.#write(headFileName, head)
    this.#head = head
  }

  async writeAttempts(attempts: readonly HiddenAttempt[]): Promise<void> {
    const [first] = attempts
    if (first) await this.#write(`sent-${first.index}-${first.hash}.json`, attempts)
  }

  writeRecord(index: number, record: JournalRecord): Promise<void> {
    this.#recorded.add(index)
    return this.#write(`file-${index}.json`, record)
  }

  removeRecord(index: number): Promise<void> {
    return this.#removeRecords([index])
  }

  async writeCompleted(files: readonly CompletedFile[]): Promise<void> {
    const [first] = files
    if (!first) return
    await this.#write(`ended-${first.index}.json`, files)
    await this.#removeRecords(files.map(({ index }) => index))
  }

  removeHead(): Promise<void> {
    return this.#remove([headFileName])
  }

  async remove(): Promise<void> {
    // The head first: a folder without one is removed by the next `resumableBatchIds` after `headGraceMs`.
    await this.removeHead()
    await rm(this.#path, { recursive: true, force: true })
  }

  /** Removes the records that exist on the disk; most files have none. */
  async #removeRecords(indexes: readonly number[]): Promise<void> {
    const recorded = indexes.filter((index) => this.#recorded.has(index))
    if (recorded.length === 0) return
    await this.#remove(recorded.map((index) => `file-${index}.json`))
    for (const index of recorded) this.#recorded.delete(index)
  }

  #write(name: string, value: unknown): Promise<void> {
    return writeFileAtomically(join(this.#path, name), JSON.stringify(value))
  }

  async #remove(names: readonly string[]): Promise<void> {
    for (const name of names) await unlink(join(this.#path, name)).catch(ignoreErrorCodes('ENOENT'))
    await syncFolder(this.#path)
  }
}

/** Removes expired batches, and returns the ids of those that can be resumed, oldest first. */
export async function resumableBatchIds(stateDirectory: string): Promise<string[]> {
  const names = (await readdir(stateDirectory).catch(ignoreErrorCodes('ENOENT'))) ?? []
  const resumable: { batchId: string; begun: number }[] = []
  for (const batchId of names.filter((name) => batchFolderPattern.test(name))) {
    try {
      const begun = await removeIfExpired(join(stateDirectory, batchId))
      if (begun !== null) resumable.push({ batchId, begun })
    } catch {
      // Another process has removed it, or the disk cannot be read. Either is no reason to remove anything.
    }
  }
  return resumable.sort((a, b) => a.begun - b.begun).map(({ batchId }) => batchId)
}

/** Removes the batch if it has expired. @returns when it was begun; null if it cannot be resumed */
async function removeIfExpired(path: string): Promise<number | null> {
  const head = await readHead(path)
  if (head && !isExpired(head)) return head.begun
  if (!head && (await isTooYoungToRemove(path, head))) return null
  const release = await tryLockFolder(path)
  if (!release) return null
  try {
    // Another process, perhaps of another build, may have written it meanwhile.
    const currentHead = await readHead(path)
    if (currentHead && !isExpired(currentHead)) return currentHead.begun
    if (currentHead === null && head !== null) return null
    await rm(path, { recursive: true, force: true })
    return null
  } finally {
    await release()
  }
}

const isExpired = ({ begun }: StoredBatchHead) => Date.now() - begun >= lifetimeMs

/** True if a folder without a valid head must be kept. @param head null for one in another form, perhaps of another build */
async function isTooYoungToRemove(path: string, head: null | undefined): Promise<boolean> {
  const { mtimeMs } = await stat(path)
  return Date.now() - mtimeMs < (head === null ? lifetimeMs : headGraceMs)
}

interface StoredBatch {
  readonly head: StoredBatchHead
  readonly records: ReadonlyMap<number, JournalRecord>
  readonly attempts: readonly HiddenAttempt[]
  readonly completed: readonly CompletedFile[]
  /** Indexes of files with a record, valid or not. */
  readonly recorded: readonly number[]
}

async function readBatch(path: string): Promise<StoredBatch | null> {
  const head = await readHead(path)
  if (!head) return null
  const records = new Map<number, JournalRecord>()
  const completed: CompletedFile[] = []
  const attempts: HiddenAttempt[] = []
  const recorded: number[] = []
  for (const name of await readdir(path)) {
    const index = recordFilePattern.exec(name)?.[1]
    if (index !== undefined) {
      recorded.push(Number(index))
      const record = await readJson(journalRecordSchema, join(path, name))
      // A file whose record is unreadable starts over, with a fresh key.
      if (record) records.set(Number(index), record)
    } else if (completedFilePattern.test(name)) {
      completed.push(...((await readJson(completedFilesSchema, join(path, name))) ?? []))
    } else if (attemptsFilePattern.test(name)) {
      attempts.push(...((await readJson(attemptsSchema, join(path, name))) ?? []))
    }
  }
  // After a crash between the two writes, a confirmed file must not be resumed.
  for (const { index } of completed) records.delete(index)
  return { head, records, attempts, completed, recorded }
}

const readHead = (path: string) => readJson(storedHeadSchema, join(path, headFileName))

/** Reads a file. @returns undefined if it does not exist; null if it has another form */
async function readJson<T>(schema: z.ZodType<T>, path: string): Promise<T | null | undefined> {
  const text = await readFile(path, 'utf8').catch(ignoreErrorCodes('ENOENT'))
  return text === undefined ? undefined : parseJsonAs(schema, text)
}
