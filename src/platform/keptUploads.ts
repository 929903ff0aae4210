import { set, type UseStore } from 'idb-keyval'
import { uploadLifetimeSeconds } from '../../contract/limits.ts'
import { arrivedBytes } from '../../core/upload/arrivedBytes.ts'
import { databases } from './databases.ts'
import { type BatchPorts, KeptBatch } from './keptBatch.ts'
import {
  batchIdsIn,
  blockKey,
  filesOf,
  filesPerBlock,
  headKey,
  headOf,
  type KeptFile,
  type KeptHead,
  recordsOf,
  removeBatch,
  type StoredFile,
} from './keptRows.ts'

/**
 * [Note: Uploads that outlive their page]
 * What a person started as one batch is kept in this browser until it is done, so that a reload, a crash or a flat
 * battery costs nothing but a click (core/crypto/FORMAT.md, 8): which files it has, which of them are stored, and for
 * each large file under way its record. Names, sizes and dates of files, ciphertext's whereabouts, keys that cannot be
 * copied out; never content. It goes when the batch has ended, when the person wants it gone, and after seven days.
 * A Web Lock lets one tab own a batch.
 */

/** What there is to go on with. */
export interface KeptUpload {
  batchId: string
  /** Milliseconds since 1970. */
  startedAt: number
  files: number
  bytes: number
  storedFiles: number
  storedBytes: number
  /** Plaintext bytes of what the server has for certain, stored files and parts of others. */
  arrivedBytes: number
  /** Paths of the first few files that are not stored. */
  missing: string[]
  /** The browser can find the files again by itself. */
  canFindFiles: boolean
}

export interface OpenedUpload {
  batch: KeptBatch
  missing: KeptFile[]
  stored: StoredFile[]
  roots: FileSystemHandle[]
}

/** Paths of missing files that are named. */
const namedAtMost = 5

/** The uploads of this browser. */
export class KeptUploads {
  readonly #ports: BatchPorts

  constructor({ abort, store = strictStore() }: Pick<BatchPorts, 'abort'> & { store?: UseStore }) {
    this.#ports = { abort, store }
  }

  /** A new batch of these files, whose indexes are their positions. `batchId`: base64url of 16 random bytes. */
  async begin(
    batchId: string,
    { linkToken, roots, answers }: Pick<KeptHead, 'linkToken' | 'roots' | 'answers'>,
    files: readonly Omit<KeptFile, 'index'>[],
  ): Promise<KeptBatch> {
    const sums = { files: files.length, bytes: sumOf(files) }
    const head = { linkToken, startedAt: Date.now(), ...sums, roots, answers }
    const release = await claim(batchId)
    const isKept = release !== null && (await this.#keepAll(batchId, head, files))
    const as = { isKept, records: new Map(), release: release ?? (() => undefined) }
    return new KeptBatch(batchId, head, as, this.#ports)
  }

  /**
   * One of before, with everything that is known of it. Null when another tab has it, or it is gone.
   * @throws what the storage does
   */
  async open(batchId: string): Promise<OpenedUpload | null> {
    const { store } = this.#ports
    const release = await claim(batchId)
    if (!release) return null
    try {
      const head = await headOf(store, batchId)
      if (!head) {
        release()
        return null
      }
      const records = await recordsOf(store, batchId)
      const files = await filesOf(store, batchId, head)
      const batch = new KeptBatch(batchId, head, { isKept: true, records, release }, this.#ports)
      return { batch, roots: head.roots, ...files }
    } catch (error) {
      release()
      throw error
    }
  }

  /**
   * The batches of a link that were interrupted, the latest first; those that another tab is sending are not. What it
   * finds it does not lock: two tabs that look at once would each hide the batch from the other.
   * @throws what the storage does
   */
  async find(linkToken: string): Promise<KeptUpload[]> {
    const found: KeptUpload[] = []
    const batchIds = await batchIdsIn(this.#ports.store)
    // After that: whoever has written something of a batch has owned it before.
    const { held = [] } = await navigator.locks.query()
    const owned = new Set(held.map(({ name }) => name))
    for (const batchId of batchIds) {
      if (owned.has(lockName(batchId))) continue
      const upload = await this.#ofLink(linkToken, batchId)
      if (upload) found.push(upload)
    }
    return found.sort((a, b) => b.startedAt - a.startedAt)
  }

  async #ofLink(linkToken: string, batchId: string): Promise<KeptUpload | null> {
    const { store } = this.#ports
    const head = await headOf(store, batchId)
    if (!head || Date.now() - head.startedAt > uploadLifetimeSeconds * 1000) {
      // Another tab may have opened it meanwhile.
      const release = await claim(batchId)
      if (release) await this.#removeOrLeave(batchId).finally(release)
      return null
    }
    if (head.linkToken !== linkToken) return null
    const { startedAt, files, bytes, roots } = head
    const { missing, stored } = await filesOf(store, batchId, head)
    const storedBytes = sumOf(stored)
    let arrived = storedBytes
    for (const record of (await recordsOf(store, batchId)).values()) arrived += arrivedBytes(record)
    return {
      ...{ batchId, startedAt, files, bytes, storedBytes },
      storedFiles: stored.length,
      arrivedBytes: arrived,
      missing: missing
        .slice(0, namedAtMost)
        .map(({ path, name }) => (path === '.' ? name : `${path}/${name}`)),
      canFindFiles: roots.length > 0,
    }
  }

  /** False where nothing can be kept; then nothing is. */
  async #keepAll(
    batchId: string,
    head: KeptHead,
    files: readonly Omit<KeptFile, 'index'>[],
  ): Promise<boolean> {
    const { store } = this.#ports
    try {
      for (let at = 0; at < files.length; at += filesPerBlock) {
        const some = files.slice(at, at + filesPerBlock)
        const block = some.map((file, i): KeptFile => ({ ...file, index: at + i }))
        await set(blockKey(batchId, at / filesPerBlock), block, store)
      }
      // Last: a batch without a head is none.
      await set(headKey(batchId), head, store)
      return true
    } catch {
      await this.#removeOrLeave(batchId)
      return false
    }
  }

  /** What cannot be removed now is removed when uploads are looked for another time. */
  async #removeOrLeave(batchId: string): Promise<void> {
    try {
      await removeBatch(this.#ports.store, batchId)
    } catch {
      // It has no head, or one that is too old: nobody goes on with it.
    }
  }
}

const sumOf = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0)

const lockName = (batchId: string) => `sealpost-upload-${batchId}`

/** Makes this tab the one that owns a batch. @returns how to let go of it; null when another tab has it. */
function claim(batchId: string): Promise<(() => void) | null> {
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
 * As idb-keyval's own `createStore`, but what is written is on the disk when the promise resolves: after a power cut,
 * too, a record must not be older than what was sent with its key. Opened anew when the browser has closed it.
 */
function strictStore(): UseStore {
  let database: Promise<IDBDatabase> | undefined
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(databases.uploads, 1)
      request.onupgradeneeded = () => request.result.createObjectStore('kept')
      const tryAnew = () => (database = undefined)
      request.onsuccess = () => {
        request.result.onclose = tryAnew
        resolve(request.result)
      }
      request.onerror = () => {
        tryAnew()
        reject(request.error ?? new Error('No storage.'))
      }
    })
  return async (mode, callback) => {
    database ??= open()
    const transaction = (await database).transaction('kept', mode, { durability: 'strict' })
    return callback(transaction.objectStore('kept'))
  }
}
