import { delMany, get, getMany, keys, type UseStore } from 'idb-keyval'
import type { SealedAnswers } from '../../core/crypto/index.ts'
import type { CompletedFile, HiddenAttempt } from '../../core/ports.ts'
import type { JournalRecord } from '../../core/upload/state.ts'

/** Rows of stored uploads, see [Note: Uploads that outlive their page]. */

/** A chosen file's metadata when it was added. */
export interface PersistedFile {
  index: number
  name: string
  /** Directory of the file, '/'-separated; '.' is the root. */
  path: string
  /** Bytes. */
  size: number
  /** Milliseconds since 1970. */
  lastModified: number
  /** True for a message, whose text is kept by the page alone. */
  isText?: boolean
}

/** The stored facts about a batch as a whole; a batch without them is ignored. */
export interface PersistedHead {
  linkToken: string
  /** Milliseconds since 1970. */
  startedAt: number
  /** Number of files. */
  files: number
  bytes: number
  /** Handles of dropped files and folders, in browsers that let a page ask for them again. */
  roots: FileSystemHandle[]
  /** The sender's answers, sealed; never the plaintext. */
  answers?: SealedAnswers | undefined
  /** True if the server must not learn the names of its files. */
  privateNames?: boolean | undefined
}

/** A file that is stored on the server. */
export type PersistedStoredFile = PersistedFile & CompletedFile

/** Files in one row. */
export const filesPerBlock = 1000

export const headKey = (batchId: string) => `head:${batchId}`
export const blockKey = (batchId: string, blockIndex: number) => `files:${batchId}:${blockIndex}`
export const completedFilesKey = (batchId: string, firstIndex: number) => `ended:${batchId}:${firstIndex}`
export const recordKey = (batchId: string, index: number) => `record:${batchId}:${index}`

export async function readBatchIds(store: UseStore): Promise<Set<string>> {
  return new Set((await keys<string>(store)).flatMap((key) => key.split(':')[1] ?? []))
}

export const readHead = (store: UseStore, batchId: string): Promise<PersistedHead | undefined> =>
  get<PersistedHead>(headKey(batchId), store)

/** Reads a batch's files: those that are missing on the server, and those stored there. */
export async function readFiles(
  store: UseStore,
  batchId: string,
  { files }: PersistedHead,
): Promise<{ missing: PersistedFile[]; stored: PersistedStoredFile[] }> {
  const blocks = Array.from({ length: Math.ceil(files / filesPerBlock) }, (_, n) => blockKey(batchId, n))
  const all = definedRows(await getMany<PersistedFile[] | undefined>(blocks, store)).flat()
  const completedRows = definedRows(
    await getMany<CompletedFile[] | undefined>(await keysOf(store, 'ended', batchId), store),
  )
  const completed = new Map(completedRows.flat().map((file) => [file.index, file]))
  return {
    missing: all.filter(({ index }) => !completed.has(index)),
    stored: all.flatMap((file) => {
      const completedFile = completed.get(file.index)
      return completedFile ? [{ ...file, ...completedFile }] : []
    }),
  }
}

/** Reads the journal records of files under way, by the index of the file. */
export async function readRecords(store: UseStore, batchId: string): Promise<Map<number, JournalRecord>> {
  const recordKeys = await keysOf(store, 'record', batchId)
  const records = await getMany<JournalRecord | undefined>(recordKeys, store)
  return new Map(
    recordKeys.flatMap((key, i): [number, JournalRecord][] => {
      const record = records[i]
      return record ? [[Number(key.split(':')[2]), record]] : []
    }),
  )
}

/** One row a request. @param attempts at least one */
export const attemptsKey = (batchId: string, [first]: readonly HiddenAttempt[]) =>
  `sent:${batchId}:${first?.index}:${first?.hash}`

export async function readAttempts(store: UseStore, batchId: string): Promise<HiddenAttempt[]> {
  const rows = await getMany<HiddenAttempt[] | undefined>(await keysOf(store, 'sent', batchId), store)
  return definedRows(rows).flat()
}

export async function removeBatch(store: UseStore, batchId: string): Promise<void> {
  const all = await keys<string>(store)
  await delMany(
    all.filter((key) => key.split(':')[1] === batchId),
    store,
  )
}

async function keysOf(
  store: UseStore,
  kind: 'ended' | 'record' | 'sent',
  batchId: string,
): Promise<string[]> {
  return (await keys<string>(store)).filter((key) => key.startsWith(`${kind}:${batchId}:`))
}

/** Drops missing rows: another tab may have removed some meanwhile. */
const definedRows = <T>(rows: readonly (T | undefined)[]): T[] => rows.filter((row) => row !== undefined)
