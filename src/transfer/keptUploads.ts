import { del, delMany, get, getMany, keys, promisifyRequest, set, type UseStore } from 'idb-keyval'
import { uploadLifetimeSeconds } from '../../contract/limits.ts'
import { abandonUpload } from './abandonUpload.ts'
import { keptStore } from './keptStore.ts'
import {
  arrivedBytes,
  type EndedFile,
  type FileRecord,
  MemoryJournal,
  UnkeptError,
  type UploadJournal,
} from './uploadJournal.ts'

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
  storedBytes: number
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

/**
 * One batch, kept. Where the browser keeps nothing it is one in memory, good for the life of the page.
 *
 * [Note: A storage that fails]
 * No record on the disk ever stands for fewer parts than were sent with its key: a page that goes on from it would
 * seal the others with that key anew, and perhaps other bytes. So what cannot be written is not kept from then on: the
 * head goes, and with it all that the batch has on the disk. While that fails, too, what is there may be found again;
 * then nothing more is sent with the keys that it may know. Their files begin anew, with keys that are never kept.
 */
export class KeptBatch implements UploadJournal {
  readonly batchId: string
  readonly head: Pick<KeptHead, 'linkToken' | 'files'>
  readonly #store: UseStore
  readonly #memory = new MemoryJournal()
  /** Every change is on the disk. Once it is not, it never is again. */
  #isKept: boolean
  /** A page that is opened now may find it. */
  #mayBeFound: boolean
  /** Uploads, each with its key, of which the disk may have a record. */
  readonly #mayBeKnown = new Set<string>()
  readonly #release: () => void

  private constructor(
    batchId: string,
    head: KeptHead,
    { store, isKept, release }: { store: UseStore; isKept: boolean; release: () => void },
  ) {
    this.batchId = batchId
    this.head = head
    this.#store = store
    this.#isKept = isKept
    this.#mayBeFound = isKept
    this.#release = release
  }

  /** A new batch of these files, whose indexes are their positions. `batchId`: base64url of 16 random bytes. */
  static async begin(
    batchId: string,
    { linkToken, roots }: Pick<KeptHead, 'linkToken' | 'roots'>,
    files: readonly Omit<KeptFile, 'index'>[],
    store = keptStore,
  ): Promise<KeptBatch> {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    const head: KeptHead = { linkToken, startedAt: Date.now(), files: files.length, bytes, roots }
    const release = await claim(batchId)
    const isKept = release !== null && (await keepAll(store, batchId, head, files))
    return new KeptBatch(batchId, head, { store, isKept, release: release ?? (() => undefined) })
  }

  /** One of before, with everything that is known of it. Null when another tab has it, or it is gone. */
  static async open(batchId: string, store = keptStore): Promise<OpenedUpload | null> {
    const release = await claim(batchId)
    if (!release) return null
    try {
      const head = await get<KeptHead>(headKey(batchId), store)
      if (!head) {
        release()
        return null
      }
      const batch = new KeptBatch(batchId, head, { store, isKept: true, release })
      for (const [index, record] of await recordsOf(store, batchId)) {
        batch.#mayBeKnown.add(record.uploadId)
        await batch.#memory.keep(index, record)
      }
      return { batch, roots: head.roots, ...(await stateOf(store, batchId, head)) }
    } catch (error) {
      release()
      throw error
    }
  }

  record(index: number): FileRecord | undefined {
    return this.#memory.record(index)
  }

  /** @throws UnkeptError where a page that is opened now might go on from an older record with this key */
  async keep(index: number, record: FileRecord): Promise<void> {
    if (this.#isKept) this.#mayBeKnown.add(record.uploadId)
    const put = (rows: IDBObjectStore) => void rows.put(record, recordKey(this.batchId, index))
    if (!this.#isKept || !(await this.#write(put))) {
      await this.#withdraw()
      if (this.#mayBeFound && this.#mayBeKnown.has(record.uploadId)) throw new UnkeptError()
    }
    // Last: another worker that goes on with the file must not know of more than the disk does.
    await this.#memory.keep(index, record)
  }

  /** Should the record stay on the disk: it stands for all that was sent with its key. */
  async drop(index: number): Promise<void> {
    await this.#memory.drop(index)
    if (this.#isKept) await del(recordKey(this.batchId, index), this.#store).catch(() => undefined)
  }

  async ended(files: readonly EndedFile[]): Promise<void> {
    await this.#memory.ended(files)
    const first = files[0]
    if (!this.#isKept || !first) return
    const isWritten = await this.#write((rows) => {
      rows.put(files, endedKey(this.batchId, first.index))
      for (const { index } of files) rows.delete(recordKey(this.batchId, index))
    })
    if (!isWritten) await this.#withdraw()
  }

  /** Of a file that nobody wants to go on with: nothing of it stays, here and on the server. */
  async abandon(index: number): Promise<void> {
    const record = this.record(index)
    if (!record) return
    await this.drop(index)
    abandonUpload(this.head.linkToken, record.uploadId)
  }

  /** What is sealed to another recipient than this one is of no use. */
  async dropSealedToOthers(recipient: string): Promise<void> {
    for (const [index, { seal }] of [...this.#memory.records()]) {
      if (seal.sealedTo !== recipient) await this.abandon(index)
    }
  }

  /** Nothing is left to go on with. */
  async finish(): Promise<void> {
    try {
      await removeBatch(this.#store, this.batchId)
    } finally {
      this.#release()
    }
  }

  /** As `finish`, for a batch that nobody wants to go on with: what is on the server of unfinished files goes too. */
  async forget(): Promise<void> {
    for (const index of [...this.#memory.records().keys()]) await this.abandon(index)
    await this.finish()
  }

  /** One transaction. If it fails, nothing is kept any more: a full disk, or a browser that changed its mind. */
  async #write(change: (rows: IDBObjectStore) => void): Promise<boolean> {
    try {
      await this.#store('readwrite', (rows) => {
        change(rows)
        return promisifyRequest(rows.transaction)
      })
      return true
    } catch {
      this.#isKept = false
      return false
    }
  }

  /** Takes away what is on the disk; asked again as long as it fails. A batch without a head is none. */
  async #withdraw(): Promise<void> {
    if (!this.#mayBeFound) return
    try {
      await del(headKey(this.batchId), this.#store)
      this.#mayBeFound = false
    } catch {
      // It may be found.
    }
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
export async function findKeptUploads(linkToken: string, store = keptStore): Promise<KeptUpload[]> {
  const batchIds = new Set((await keys<string>(store)).map((key) => key.split(':')[1] ?? ''))
  const found: KeptUpload[] = []
  for (const batchId of batchIds) {
    const release = await claim(batchId)
    if (!release) continue
    try {
      const head = await get<KeptHead>(headKey(batchId), store)
      const isOver = !head || Date.now() - head.startedAt > uploadLifetimeSeconds * 1000
      // What cannot be removed now is removed another time.
      if (isOver) await removeBatch(store, batchId).catch(() => undefined)
      else if (head.linkToken === linkToken) found.push(await summary(store, batchId, head))
    } finally {
      release()
    }
  }
  return found.sort((a, b) => b.startedAt - a.startedAt)
}

const namedAtMost = 5

const sumOf = (bytes: number[]): number => bytes.reduce((sum, more) => sum + more, 0)

async function summary(store: UseStore, batchId: string, head: KeptHead): Promise<KeptUpload> {
  const { startedAt, files, bytes, roots } = head
  const { missing, stored } = await stateOf(store, batchId, head)
  const inParts = (await recordsOf(store, batchId)).map(([, record]) => arrivedBytes(record))
  const storedBytes = sumOf(stored.map(({ size }) => size))
  return {
    ...{ batchId, startedAt, files, bytes },
    storedFiles: stored.length,
    storedBytes,
    arrivedBytes: storedBytes + sumOf(inParts),
    missing: missing.slice(0, namedAtMost).map(({ path, name }) => (path === '.' ? name : `${path}/${name}`)),
    canFindFiles: roots.length > 0,
  }
}

async function stateOf(
  store: UseStore,
  batchId: string,
  head: KeptHead,
): Promise<Pick<OpenedUpload, 'missing' | 'stored'>> {
  const files = await filesOf(store, batchId, head)
  const ended = new Map((await endedOf(store, batchId)).map((file) => [file.index, file]))
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
  store: UseStore,
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
    await removeBatch(store, batchId).catch(() => undefined)
    return false
  }
}

async function filesOf(store: UseStore, batchId: string, { files }: KeptHead): Promise<KeptFile[]> {
  const blocks = Array.from({ length: Math.ceil(files / filesPerBlock) }, (_, block) =>
    blockKey(batchId, block),
  )
  return (await getMany<KeptFile[]>(blocks, store)).flatMap((block) => block ?? [])
}

async function endedOf(store: UseStore, batchId: string): Promise<EndedFile[]> {
  const ended = (await keys<string>(store)).filter((key) => key.startsWith(`ended:${batchId}:`))
  return (await getMany<EndedFile[]>(ended, store)).flatMap((files) => files ?? [])
}

async function recordsOf(store: UseStore, batchId: string): Promise<[index: number, FileRecord][]> {
  const found = (await keys<string>(store)).filter((key) => key.startsWith(`record:${batchId}:`))
  const records = await getMany<FileRecord>(found, store)
  return found.flatMap((key, i): [number, FileRecord][] => {
    const record = records[i]
    return record ? [[Number(key.split(':')[2]), record]] : []
  })
}

async function removeBatch(store: UseStore, batchId: string): Promise<void> {
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
