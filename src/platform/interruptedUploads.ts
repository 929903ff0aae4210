import { set, type UseStore } from 'idb-keyval'
import { uploadLifetimeSeconds } from '../../contract/limits.ts'
import { arrivedBytes } from '../../core/upload/arrivedBytes.ts'
import { emptyJournal } from '../../core/upload/batchJournal.ts'
import { databases } from './databases.ts'
import { type BatchDeps, PersistedBatch } from './persistedBatch.ts'
import {
  readAttempts,
  readBatchIds,
  blockKey,
  readFiles,
  filesPerBlock,
  headKey,
  readHead,
  type PersistedFile,
  type PersistedHead,
  readRecords,
  removeBatch,
  type PersistedStoredFile,
} from './persistedRows.ts'

/**
 * [Note: Uploads that outlive their page]
 * An unfinished batch is stored in this browser, so that a reload or crash costs one click
 * (core/crypto/FORMAT.md, 8): its files, which of them are stored on the server, and a record for each large
 * file under way. That is names, sizes, dates, upload ids and non-extractable keys, never content. It is
 * removed when the batch has ended, on request, or after seven days. A Web Lock gives a batch to one tab.
 *
 * `InterruptedUploads` begins, finds and opens batches. Each is a `PersistedBatch`: a `BatchJournal`
 * (core/upload/batchJournal.ts), which decides what is written, over an `IndexedDbBatchStore`, whose rows
 * persistedRows.ts describes. The command line has the same journal over files (cli/platform/batchFolder.ts).
 */

export interface InterruptedUpload {
  batchId: string
  /** Milliseconds since 1970. */
  startedAt: number
  fileCount: number
  bytes: number
  storedFileCount: number
  storedBytes: number
  /** Confirmed plaintext bytes, of stored files and of parts of others. */
  arrivedBytes: number
  /** Number of missing messages, whose text is lost. */
  lostMessages: number
  /** Paths of the first few files that are not stored. */
  missing: string[]
  /** True if the browser can open the files again by itself. */
  canFindFiles: boolean
}

export interface OpenedUpload {
  batch: PersistedBatch
  missing: PersistedFile[]
  stored: PersistedStoredFile[]
  roots: FileSystemHandle[]
}

const maxMissingNamed = 5

export class InterruptedUploads {
  readonly #deps: BatchDeps

  constructor({ abortUpload, store = strictStore() }: Pick<BatchDeps, 'abortUpload'> & { store?: UseStore }) {
    this.#deps = { abortUpload, store }
  }

  /** Begins a batch; a file's index is its position. `batchId` is base64url of 16 random bytes. */
  async begin(
    batchId: string,
    { linkToken, roots, answers, privateNames }: Omit<PersistedHead, 'startedAt' | 'files' | 'bytes'>,
    files: readonly Omit<PersistedFile, 'index'>[],
  ): Promise<PersistedBatch> {
    const counts = { files: files.length, bytes: totalSize(files) }
    const head = { linkToken, startedAt: Date.now(), ...counts, roots, answers, privateNames }
    const release = await lockBatch(batchId)
    const isPersisted = release !== null && (await this.#storeAll(batchId, head, files))
    const initial = { ...emptyJournal, isPersisted, release: release ?? (() => undefined) }
    return new PersistedBatch(batchId, head, initial, this.#deps)
  }

  /** Opens a stored batch. @returns null if another tab has locked it, or it is gone @throws the storage's errors */
  async open(batchId: string): Promise<OpenedUpload | null> {
    const { store } = this.#deps
    const release = await lockBatch(batchId)
    if (!release) return null
    try {
      const head = await readHead(store, batchId)
      if (!head) {
        release()
        return null
      }
      const records = await readRecords(store, batchId)
      const files = await readFiles(store, batchId, head)
      const attempts = await readAttempts(store, batchId)
      const initial = { records, attempts, isPersisted: true, release }
      const batch = new PersistedBatch(batchId, head, initial, this.#deps)
      return { batch, roots: head.roots, ...files }
    } catch (error) {
      release()
      throw error
    }
  }

  /**
   * The interrupted batches of a link, latest first, without those that another tab is sending. It takes no
   * locks: two tabs that searched at once would hide the batch from each other.
   * @throws the storage's errors
   */
  async find(linkToken: string): Promise<InterruptedUpload[]> {
    const uploads: InterruptedUpload[] = []
    const batchIds = await readBatchIds(this.#deps.store)
    // Query locks after rows: a tab locks a batch before it writes any.
    const { held = [] } = await navigator.locks.query()
    const locked = new Set(held.map(({ name }) => name))
    for (const batchId of batchIds) {
      if (locked.has(lockName(batchId))) continue
      const upload = await this.#readUpload(linkToken, batchId)
      if (upload) uploads.push(upload)
    }
    return uploads.sort((a, b) => b.startedAt - a.startedAt)
  }

  /** Null for a batch of another link, and for an expired one, which it removes. */
  async #readUpload(linkToken: string, batchId: string): Promise<InterruptedUpload | null> {
    const { store } = this.#deps
    const head = await readHead(store, batchId)
    if (!head || Date.now() - head.startedAt > uploadLifetimeSeconds * 1000) {
      // Another tab may have opened it meanwhile.
      const release = await lockBatch(batchId)
      if (release) await this.#tryRemove(batchId).finally(release)
      return null
    }
    if (head.linkToken !== linkToken) return null
    const { startedAt, files, bytes, roots } = head
    const { missing, stored } = await readFiles(store, batchId, head)
    const storedBytes = totalSize(stored)
    const missingFiles = missing.filter(({ isText }) => !isText)
    let totalArrived = storedBytes
    for (const record of (await readRecords(store, batchId)).values()) totalArrived += arrivedBytes(record)
    return {
      ...{ batchId, startedAt, fileCount: files, bytes, storedBytes },
      storedFileCount: stored.length,
      arrivedBytes: totalArrived,
      lostMessages: missing.length - missingFiles.length,
      missing: missingFiles
        .slice(0, maxMissingNamed)
        .map(({ path, name }) => (path === '.' ? name : `${path}/${name}`)),
      canFindFiles: roots.length > 0 && missingFiles.length > 0,
    }
  }

  /** Stores all rows. Returns false, and stores nothing, if that fails. */
  async #storeAll(
    batchId: string,
    head: PersistedHead,
    files: readonly Omit<PersistedFile, 'index'>[],
  ): Promise<boolean> {
    const { store } = this.#deps
    try {
      for (let start = 0; start < files.length; start += filesPerBlock) {
        const blockFiles = files.slice(start, start + filesPerBlock)
        const block = blockFiles.map((file, i): PersistedFile => ({ ...file, index: start + i }))
        await set(blockKey(batchId, start / filesPerBlock), block, store)
      }
      // The head is written last: without it the batch does not count.
      await set(headKey(batchId), head, store)
      return true
    } catch {
      await this.#tryRemove(batchId)
      return false
    }
  }

  async #tryRemove(batchId: string): Promise<void> {
    try {
      await removeBatch(this.#deps.store, batchId)
    } catch {
      // Without a head, or with an expired one, it is never resumed.
    }
  }
}

const totalSize = (files: readonly { size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size, 0)

const lockName = (batchId: string) => `sealpost-upload-${batchId}`

/** Locks a batch for this tab. @returns a function that releases it; null if another tab has locked it */
function lockBatch(batchId: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    navigator.locks
      .request(lockName(batchId), { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(null)
          return undefined
        }
        return new Promise<void>((release) => resolve(release))
      })
      .catch(() => resolve(null))
  })
}

/**
 * Like idb-keyval's `createStore`, but with strict durability: even after a power failure a record must not
 * be older than data sent with its key. Reopens a database that the browser has closed.
 */
function strictStore(): UseStore {
  let database: Promise<IDBDatabase> | undefined
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(databases.uploads, 1)
      request.onupgradeneeded = () => request.result.createObjectStore('kept')
      const dropDatabase = () => (database = undefined)
      request.onsuccess = () => {
        request.result.onclose = dropDatabase
        resolve(request.result)
      }
      request.onerror = () => {
        dropDatabase()
        reject(request.error ?? new Error('The browser refused to open its storage.'))
      }
    })
  return async (mode, callback) => {
    database ??= open()
    const transaction = (await database).transaction('kept', mode, { durability: 'strict' })
    return callback(transaction.objectStore('kept'))
  }
}
