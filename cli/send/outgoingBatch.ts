import { randomBytes, type SealedAnswers, toBase64Url } from '../../core/crypto/index.ts'
import type { ReceivedFile } from '../../i18n/receiptText.ts'
import type { CompletedFile, UploadJournal } from '../../core/ports.ts'
import { BatchJournal, type BatchStore, emptyJournal } from '../../core/upload/batchJournal.ts'
import type { JournalRecord } from '../../core/upload/state.ts'
import { BatchFolder, type StoredBatchFile, type StoredBatchHead } from '../platform/batchFolder.ts'
import { isUnchanged, storedFileOf, type BatchFile } from './assignToBatches.ts'
import { storedAs } from '../../core/upload/storedAs.ts'
import type { FoundFile } from './findFiles.ts'

/** A batch that is sent, and its stored state. */
export interface OutgoingBatch {
  readonly batchId: string
  readonly fileCount: number
  /** Files that are still to be sent. */
  readonly files: readonly BatchFile[]
  readonly journal: UploadJournal
  /** The sender's sealed answers; null without any. */
  readonly answers: SealedAnswers | null
  /** True if the server must not learn the names of its files. */
  readonly privateNames: boolean
  /** The record of a file that is under way in parts. */
  record(index: number): JournalRecord | undefined
  /** Files that earlier runs have stored. */
  readonly received: readonly ReceivedFile[]
  /** Drops files that will not be sent. @returns ids of uploads whose parts may be on the server */
  dropFiles(indexes: ReadonlySet<number>): Promise<string[]>
  /** Removes the stored state, when all files are done. */
  finish(): Promise<void>
  /** Unlocks the stored state for other processes. */
  release(): Promise<void>
}

const doNothing = () => Promise.resolve()
const noStore: BatchStore = {
  ...{ writeAttempts: doNothing, writeRecord: doNothing, removeRecord: doNothing, writeCompleted: doNothing },
  ...{ removeHead: doNothing, remove: doNothing, release: doNothing },
}

/** Stores nothing: uploads can be resumed within this process only. */
export const unstoredJournal = (): UploadJournal => new BatchJournal(noStore, emptyJournal, false)

export const newBatchId = (): string => toBase64Url(randomBytes(16))

/** A batch of an earlier run. @param files its remaining files, as they are now */
export async function resumeBatch(folder: BatchFolder, files: readonly BatchFile[]): Promise<OutgoingBatch> {
  const { head } = folder
  const changed = files.filter(({ index, file }) => {
    const stored = head.files[index]
    return stored && !isUnchanged(stored, file)
  })
  if (changed.length > 0) await folder.writeFiles(replaceChanged(head.files, changed))
  return storedBatch(folder, files)
}

/** A new batch, stored below `path`. @throws Error if the disk is not writable */
export async function createBatch(
  path: string,
  batchId: string,
  head: Omit<StoredBatchHead, 'begun' | 'files'>,
  found: readonly FoundFile[],
): Promise<OutgoingBatch> {
  const files = found.map(storedFileOf)
  const folder = await BatchFolder.create(path, batchId, { ...head, begun: Date.now(), files })
  return storedBatch(folder, withIndexes(found))
}

/** A new batch that is not stored. */
export const unstoredBatch = (
  batchId: string,
  answers: SealedAnswers | null,
  found: readonly FoundFile[],
): OutgoingBatch => ({
  ...{
    batchId,
    answers,
    fileCount: found.length,
    files: withIndexes(found),
    journal: unstoredJournal(),
    privateNames: false,
    received: [],
  },
  record: () => undefined,
  dropFiles: () => Promise.resolve([]),
  finish: () => Promise.resolve(),
  release: () => Promise.resolve(),
})

function storedBatch(folder: BatchFolder, files: readonly BatchFile[]): OutgoingBatch {
  const journal = new BatchJournal(folder, folder)
  const { head, completed, batchId } = folder
  return {
    ...{ batchId, fileCount: head.files.length, files, journal, answers: head.answers ?? null },
    privateNames: head.privateNames ?? false,
    record: (index) => journal.record(index),
    received: receivedOf(head.files, completed),
    dropFiles: async (indexes) => {
      const dropped = await journal.take((_, index) => indexes.has(index))
      return dropped.map(({ uploadId }) => uploadId)
    },
    finish: () => journal.finish(),
    release: () => journal.release(),
  }
}

function receivedOf(files: readonly StoredBatchFile[], completed: readonly CompletedFile[]): ReceivedFile[] {
  return [...completed]
    .sort((a, b) => a.index - b.index)
    .flatMap(({ index, sha256: fileHash, ...stored }) => {
      const file = files[index]
      if (!file) return []
      const { name, folder: relativePath, size } = file
      return [{ name, relativePath, size, fileHash, ...storedAs(stored) }]
    })
}

function replaceChanged(files: readonly StoredBatchFile[], changed: readonly BatchFile[]): StoredBatchFile[] {
  const replacements = new Map(changed.map((batchFile) => [batchFile.index, storedFileOf(batchFile)]))
  return files.map((file, index) => replacements.get(index) ?? file)
}

const withIndexes = (found: readonly FoundFile[]): BatchFile[] =>
  found.map((foundFile, index) => ({ ...foundFile, index }))
