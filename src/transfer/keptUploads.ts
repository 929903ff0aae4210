import { delMany, get, getMany, keys, set, type UseStore } from 'idb-keyval'
import { chunkBytes, uploadLifetimeSeconds } from '../../contract/limits.ts'
import { abandonUpload } from './abandonUpload.ts'
import { type EndedFile, type FileRecord, MemoryJournal, type UploadJournal } from './uploadJournal.ts'

/**
 * [Note: Uploads that outlive their page]
 * What a person started as one batch is kept in this browser until it is done, so that a reload, a crash or a flat
 * battery costs nothing but a click (src/crypto/FORMAT.md, 8): which files it has, which of them are stored, and for
 * each large file under way its record. Names, sizes and dates of files, ciphertext's whereabouts, keys that cannot be
 * copied out; never content. It goes when the batch has ended, when the person wants it gone, and after seven days.
 * A Web Lock lets one tab own a batch.
 */

/** A file as it was when it was given. */
export interface KeptFile {
  index: number
  name: string
  /** Directory part, '/'-separated; '.' is the root. */
  path: string
  size: number
  lastModified: number
}

interface KeptHead {
  linkToken: string
  /** Fingerprint of the recipient's key: what was sealed to another is of no use. */
  recipient: string
  startedAt: number
  files: number
  bytes: number
  /** What was dropped, where the browser lets a page ask for it again. */
  roots: FileSystemHandle[]
}

/** What there is to go on with. */
export interface KeptUpload {
  batchId: string
  startedAt: number
  files: number
  bytes: number
  storedFiles: number
  /** Plaintext bytes of what the server has for certain, stored files and parts of others. */
  arrivedBytes: number
  /** Paths of the first few files that are not stored. */
  missing: string[]
  /** The browser can find the files again by itself. */
  canFindFiles: boolean
}

const filesPerBlock = 1000

const headKey = (batchId: string) => `head:${batchId}`
const blockKey = (batchId: string, block: number) => `files:${batchId}:${block}`
const endedKey = (batchId: string, first: number) => `ended:${batchId}:${first}`
const recordKey = (batchId: string, index: number) => `record:${batchId}:${index}`
const belongsTo = (batchId: string) => (key: string) => key.split(':')[1] === batchId
const lockName = (batchId: string) => `sealpost-upload-${batchId}`

let database: Promise<IDBDatabase> | undefined

/**
 * As idb-keyval's own `createStore`, but what is written is on the disk when the promise resolves: after a power cut,
 * too, a record must not be older than what was sent with its key.
 */
const store: UseStore = async (mode, callback) => {
  database ??= open()
  const transaction = (await database).transaction('kept', mode, { durability: 'strict' })
  return callback(transaction.objectStore('kept'))
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('sealpost-uploads', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('kept')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('No storage.'))
  })
}

/** One batch, kept. Where the browser keeps nothing it is one in memory, good for the life of the page. */
export class KeptBatch implements UploadJournal {
  readonly batchId: string
  readonly head: Pick<KeptHead, 'linkToken' | 'recipient' | 'files'>
  readonly #memory = new MemoryJournal()
  #isKept: boolean
  readonly #release: () => void

  private constructor(batchId: string, head: KeptHead, isKept: boolean, release: () => void) {
    this.batchId = batchId
    this.head = head
    this.#isKept = isKept
    this.#release = release
  }

  /** A new batch of these files, whose indexes are their positions. `batchId`: base64url of 16 random bytes. */
  static async begin(
    batchId: string,
    { linkToken, recipient, roots }: Pick<KeptHead, 'linkToken' | 'recipient' | 'roots'>,
    files: readonly Omit<KeptFile, 'index'>[],
  ): Promise<KeptBatch> {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    const head: KeptHead = { linkToken, recipient, startedAt: Date.now(), files: files.length, bytes, roots }
    const release = await claim(batchId)
    const isKept = release !== null && (await keepAll(batchId, head, files))
    return new KeptBatch(batchId, head, isKept, release ?? (() => undefined))
  }

  /** One of before, with everything that is known of it. Null when another tab has it, or it is gone. */
  static async open(batchId: string): Promise<OpenedUpload | null> {
    const release = await claim(batchId)
    if (!release) return null
    const head = await get<KeptHead>(headKey(batchId), store)
    if (!head) {
      release()
      return null
    }
    const batch = new KeptBatch(batchId, head, true, release)
    for (const [index, record] of await recordsOf(batchId)) await batch.#memory.keep(index, record)
    return { batch, roots: head.roots, ...(await stateOf(batchId, head)) }
  }

  record(index: number): FileRecord | undefined {
    return this.#memory.record(index)
  }

  async keep(index: number, record: FileRecord): Promise<void> {
    await this.#memory.keep(index, record)
    if (!this.#isKept) return
    try {
      await set(recordKey(this.batchId, index), record, store)
    } catch {
      // A full disk, or a browser that changed its mind. If the older record cannot be removed either, nothing may
      // be sealed with its key that it does not know of: then this fails, and with it the file.
      this.#isKept = false
      await delMany([headKey(this.batchId), recordKey(this.batchId, index)], store)
    }
  }

  async drop(index: number): Promise<void> {
    await this.#memory.drop(index)
    if (this.#isKept) await delMany([recordKey(this.batchId, index)], store)
  }

  async ended(files: readonly EndedFile[]): Promise<void> {
    await this.#memory.ended(files)
    const first = files[0]
    if (!this.#isKept || !first) return
    await set(endedKey(this.batchId, first.index), files, store).catch(() => undefined)
    const records = files.map(({ index }) => recordKey(this.batchId, index))
    await delMany(records, store).catch(() => undefined)
  }

  /** What is sealed to another recipient is of no use. */
  async dropRecords(): Promise<void> {
    const records = [...this.#memory.records()]
    for (const [index, { uploadId }] of records) {
      await this.drop(index)
      abandonUpload(this.head.linkToken, uploadId)
    }
  }

  /** Nothing is left to go on with. */
  async finish(): Promise<void> {
    if (this.#isKept) await removeBatch(this.batchId)
    this.#release()
  }

  /** As `finish`, for a batch that nobody wants to go on with: what is on the server of unfinished files goes too. */
  async forget(): Promise<void> {
    await this.dropRecords().catch(() => undefined)
    await this.finish()
  }

  /** It may be gone on with, by this tab or another. */
  release() {
    this.#release()
  }
}

export type StoredFile = KeptFile & EndedFile

export interface OpenedUpload {
  batch: KeptBatch
  missing: KeptFile[]
  stored: StoredFile[]
  roots: FileSystemHandle[]
}

/** The batches of a link that were interrupted, the latest first; those that another tab is sending are not. */
export async function findKeptUploads(linkToken: string): Promise<KeptUpload[]> {
  const batchIds = new Set((await keys<string>(store)).map((key) => key.split(':')[1] ?? ''))
  const found: KeptUpload[] = []
  for (const batchId of batchIds) {
    const release = await claim(batchId)
    if (!release) continue
    try {
      const head = await get<KeptHead>(headKey(batchId), store)
      if (!head || Date.now() - head.startedAt > uploadLifetimeSeconds * 1000) await removeBatch(batchId)
      else if (head.linkToken === linkToken) found.push(await summary(batchId, head))
    } finally {
      release()
    }
  }
  return found.sort((a, b) => b.startedAt - a.startedAt)
}

const namedAtMost = 5

async function summary(batchId: string, head: KeptHead): Promise<KeptUpload> {
  const { startedAt, files, bytes, roots } = head
  const { missing, stored } = await stateOf(batchId, head)
  const inParts = (await recordsOf(batchId)).map(([, { sealedParts, marks, partChunks }]) => {
    return Math.max(0, sealedParts - Object.keys(marks).length) * partChunks * chunkBytes
  })
  return {
    ...{ batchId, startedAt, files, bytes },
    storedFiles: stored.length,
    arrivedBytes: [...stored.map(({ size }) => size), ...inParts].reduce((sum, bytes) => sum + bytes, 0),
    missing: missing.slice(0, namedAtMost).map(({ path, name }) => (path === '.' ? name : `${path}/${name}`)),
    canFindFiles: roots.length > 0,
  }
}

async function stateOf(batchId: string, head: KeptHead): Promise<Pick<OpenedUpload, 'missing' | 'stored'>> {
  const files = await filesOf(batchId, head)
  const ended = new Map((await endedOf(batchId)).map((file) => [file.index, file]))
  return {
    missing: files.filter(({ index }) => !ended.has(index)),
    stored: files.flatMap((file) => {
      const end = ended.get(file.index)
      return end ? [{ ...file, ...end }] : []
    }),
  }
}

/** False where nothing can be kept; then nothing is. */
async function keepAll(
  batchId: string,
  head: KeptHead,
  files: readonly Omit<KeptFile, 'index'>[],
): Promise<boolean> {
  try {
    for (let at = 0; at < files.length; at += filesPerBlock) {
      const block = files
        .slice(at, at + filesPerBlock)
        .map((file, i): KeptFile => ({ ...file, index: at + i }))
      await set(blockKey(batchId, at / filesPerBlock), block, store)
    }
    // Last: a batch without a head is none.
    await set(headKey(batchId), head, store)
    return true
  } catch {
    await removeBatch(batchId).catch(() => undefined)
    return false
  }
}

async function filesOf(batchId: string, { files }: KeptHead): Promise<KeptFile[]> {
  const blocks = Array.from({ length: Math.ceil(files / filesPerBlock) }, (_, block) =>
    blockKey(batchId, block),
  )
  return (await getMany<KeptFile[]>(blocks, store)).flatMap((block) => block ?? [])
}

async function endedOf(batchId: string): Promise<EndedFile[]> {
  const ended = (await keys<string>(store)).filter((key) => key.startsWith(`ended:${batchId}:`))
  return (await getMany<EndedFile[]>(ended, store)).flatMap((files) => files ?? [])
}

async function recordsOf(batchId: string): Promise<[index: number, FileRecord][]> {
  const found = (await keys<string>(store)).filter((key) => key.startsWith(`record:${batchId}:`))
  const records = await getMany<FileRecord>(found, store)
  return found.flatMap((key, i): [number, FileRecord][] => {
    const record = records[i]
    return record ? [[Number(key.split(':')[2]), record]] : []
  })
}

async function removeBatch(batchId: string): Promise<void> {
  await delMany((await keys<string>(store)).filter(belongsTo(batchId)), store)
}

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
