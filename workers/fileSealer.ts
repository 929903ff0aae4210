import { chunkBytes, MiB, sealedChunkBytes } from '../contract/limits.ts'
import {
  type Bytes,
  type ChunkSealer,
  chunkSealer,
  ContentRoot,
  deriveManifestKey,
  generateFileKey,
  hasContentRoot,
  type ManifestKey,
  recipientFingerprint,
  sealedSize,
  sealManifest,
  toBase64,
  wrapFileKey,
} from '../src/crypto/index.ts'
import { type BeginHash, localHash, type MarkedHash } from './hashService.ts'
import { type Payload, type SendAnswer, type SendAttempt, sendBody } from './httpSend.ts'
import { checkType } from './mimeCheck.ts'
import { PartMemory, type StoredPart } from './partStore.ts'
import { SourceReader } from './sourceFile.ts'
import { type ManifestNames, type SealedFields, UploadForm } from './uploadRequest.ts'

/** Plaintext bytes read from disk at a time. Four are held, or a part's where it is sealed again. */
const sliceBytes = 4 * MiB
/** On their way through the hash while the next one is sealed, so that it has work while this thread sends a part. */
const slicesInHash = 2

export interface SealOptions {
  /** Refuse files whose content is of another known type than their extension. */
  checkTypes: boolean
}

/** Key and IV of one reading of one file, in a form that may be kept: K itself cannot be had from it. */
export interface FileSeal {
  key: CryptoKey
  manifestKey: ManifestKey
  encryptedKeyB64: string
  /** Fingerprint of the recipient key that K is wrapped to. */
  sealedTo: string
  /** Of the file that they belong to, and of no other. */
  size: number
  lastModified: number
}

/** Plaintext from byte `start` of the file on, in whole chunks but for the file's last one. */
interface Slice {
  start: number
  bytes: Bytes
}

/** The bytes of before are not those that were sealed then: this key must seal nothing more. */
export class CoveredBytesError extends Error {
  override name = 'CoveredBytesError'

  constructor() {
    super('The file is not the one that was being sent.')
  }
}

/**
 * Seals one large file, front to back, in one pass, and sends its parts: a slice is read, its chunks go to the
 * platform's encryption and to its digest, for the content root, then the slice itself to the hash. Key and IV serve this
 * one content, and end with it.
 *
 * [Note: Marks]
 * The mark of a part is the state of the plaintext's hash behind it; behind the last part, what the manifest says of the
 * content: the hash itself and, after a space, the root where there is one. Leaves of the root are not kept, since they
 * would tell the content piece by piece: they are made anew while the parts of before are read again. Whoever keeps a `FileSeal` and the marks of what was sent can go on with the same key later: the parts of before are read
 * again (`coverPart`), and only what leads to the same marks is sealed a second time, to the same ciphertext. So no
 * key and nonce ever seal two contents, whatever became of the file in between.
 */
export class FileSealer {
  readonly #file: File
  readonly #reader: SourceReader
  readonly #seal: FileSeal
  readonly #partBytes: number
  readonly #sealer: ChunkSealer
  readonly #hash: MarkedHash
  readonly #root: ContentRoot | null
  /** Sealed and not yet known to be on the server. */
  readonly #parts = new Map<number, StoredPart>()
  readonly #marks = new Map<number, Promise<string>>()
  #fields: SealedFields | undefined
  /** Where the next part begins. */
  #position = 0
  #ahead: Promise<Bytes> | undefined
  /** Memory of slices that have been sealed and hashed, for the next ones. */
  readonly #spare: ArrayBuffer[] = []
  readonly #hashing: Promise<unknown>[] = []

  private constructor(file: File, seal: FileSeal, partChunks: number, hash: MarkedHash) {
    this.#file = file
    this.#reader = new SourceReader(file)
    this.#seal = seal
    this.#partBytes = partChunks * chunkBytes
    const { key, manifestKey, size } = seal
    this.#sealer = chunkSealer({ key, iv: manifestKey.iv, plainSize: size })
    this.#hash = hash
    this.#root = hasContentRoot(size) ? new ContentRoot(size) : null
  }

  /** With a fresh key. @throws MimeMismatchError, FileChangedError */
  static async open(
    file: File,
    recipient: CryptoKey,
    partChunks: number,
    { checkTypes }: SealOptions,
    beginHash: BeginHash = localHash,
  ): Promise<FileSealer> {
    if (checkTypes) await checkType(file)
    const { key, rawKey, iv } = await generateFileKey()
    const encryptedKeyB64 = await wrapFileKey(recipient, rawKey)
    const sealedTo = await recipientFingerprint(recipient)
    const manifestKey = await deriveManifestKey(rawKey, iv)
    rawKey.fill(0)
    const { size, lastModified } = file
    const seal = { key, manifestKey, encryptedKeyB64, sealedTo, size, lastModified }
    return new FileSealer(file, seal, partChunks, await beginHash())
  }

  /** With the key of before; every part of before has to be covered first. @throws CoveredBytesError */
  static async reopen(
    file: File,
    seal: FileSeal,
    partChunks: number,
    beginHash: BeginHash = localHash,
  ): Promise<FileSealer> {
    if (file.size !== seal.size || file.lastModified !== seal.lastModified) throw new CoveredBytesError()
    return new FileSealer(file, seal, partChunks, await beginHash())
  }

  get seal(): FileSeal {
    return this.#seal
  }

  /** Seals the next part, number `n`, and keeps it. @throws FileChangedError */
  sealPart(n: number): Promise<void> {
    return this.#storePart(n, this.#hashedSlices(n))
  }

  /** A slice goes to the hash, and is empty then, when the one after it is asked for. */
  async *#hashedSlices(n: number): AsyncGenerator<Slice, void, void> {
    for (const end = this.#endOfPart(n); this.#position < end;) {
      const bytes = await this.#nextSlice()
      yield { start: this.#position, bytes }
      this.#position += bytes.length
      await this.#root?.update(bytes)
      this.#hashing.push(
        this.#hash.update([bytes]).then(([hashed]) => hashed && this.#spare.push(hashed.buffer)),
      )
      if (this.#hashing.length > slicesInHash) await this.#hashing.shift()
    }
    this.#marks.set(n, this.#markHere())
  }

  /** The mark of a part that was just sealed. */
  async mark(n: number): Promise<string> {
    const mark = await this.#marks.get(n)
    if (mark === undefined) throw new Error(`There is no mark of part ${n}.`)
    this.#marks.delete(n)
    return mark
  }

  /**
   * Reads part `n` of before again and compares with its mark, where there is one. With `wanted` its bytes, the very
   * ones that were compared, are sealed again and kept.
   * @throws CoveredBytesError, FileChangedError
   */
  async coverPart(n: number, mark: string | null, wanted: boolean): Promise<void> {
    const slices: Slice[] = []
    for (const end = this.#endOfPart(n); this.#position < end;) {
      const slice = await this.#nextSlice()
      await this.#root?.update(slice)
      const [bytes = new Uint8Array()] = await this.#hash.update([slice])
      if (wanted) slices.push({ start: this.#position, bytes })
      else this.#spare.push(bytes.buffer)
      this.#position += bytes.length
    }
    if (mark !== null) {
      const here = this.#markHere()
      if (this.#position === this.#file.size) this.#marks.set(n, here)
      if ((await here) !== mark) throw new CoveredBytesError()
    }
    if (!wanted) return
    if (mark === null) throw new CoveredBytesError()
    await this.#storePart(n, slices)
  }

  sendPart(n: number, attempt: SendAttempt, onProgress: (bytes: number) => void): Promise<SendAnswer> {
    return sendBody(attempt, this.part(n), onProgress)
  }

  part(n: number): Payload {
    const part = this.#parts.get(n)
    if (!part) throw new Error(`There is no part ${n}.`)
    return part.body
  }

  /** The server has it. */
  dropPart(n: number): void {
    this.#parts.get(n)?.drop()
    this.#parts.delete(n)
  }

  /** Nothing of it is wanted any more. */
  drop(): void {
    this.#reader.close()
    for (const n of [...this.#parts.keys()]) this.dropPart(n)
  }

  /** Once every part is on the server. @param mark of the last part */
  async finish(names: ManifestNames, mark: string): Promise<SealedFields> {
    const { manifestKey, encryptedKeyB64, size, lastModified } = this.#seal
    const [hash = '', root] = mark.split(' ')
    const manifest = { v: 1 as const, size, sha256: hash, ...names, mtime: lastModified, root }
    this.#fields = {
      hash,
      encryptedKeyB64,
      ivB64: toBase64(manifestKey.iv),
      manifestB64: await sealManifest(manifestKey, manifest),
    }
    return this.#fields
  }

  /** Names the parts on the server, sent as `uploadId`, as this file. After `finish`. */
  confirm(
    uploadId: string,
    names: ManifestNames,
    isLast: boolean,
    attempt: SendAttempt,
    onProgress: (bytes: number) => void,
  ): Promise<SendAnswer> {
    if (!this.#fields) throw new Error('The file is not finished.')
    const file = { names, uploadId, fields: this.#fields }
    const form = new UploadForm(names.batch, this.#seal.sealedTo, [file])
    const body = new Blob([...form.texts, form.end(isLast)])
    return sendBody({ ...attempt, contentType: form.contentType }, body, onProgress)
  }

  #rangeOfPart(n: number): [start: number, end: number] {
    const start = (n - 1) * this.#partBytes
    return [start, Math.min(this.#file.size, start + this.#partBytes)]
  }

  /** Of the next one. */
  #endOfPart(n: number): number {
    const [start, end] = this.#rangeOfPart(n)
    if (this.#position !== start) throw new Error(`Part ${n} is not the next.`)
    return end
  }

  /**
   * Seals these slices and keeps them as part `n`. Each chunk is copied to its place as soon as it is sealed, and its own
   * memory freed for the next ones: chunks that waited for each other would all need fresh memory, which costs three
   * times what sealing them does.
   */
  async #storePart(n: number, slices: Iterable<Slice> | AsyncIterable<Slice>): Promise<void> {
    const [partStart, partEnd] = this.#rangeOfPart(n)
    const memory = new PartMemory(sealedSize(partEnd - partStart))
    const sealChunk = async (start: number, bytes: Bytes) => {
      const chunk = await this.#sealer.seal(start / chunkBytes, bytes)
      memory.take(chunk, ((start - partStart) / chunkBytes) * sealedChunkBytes)
    }
    const sealing: Promise<void>[] = []
    try {
      for await (const { start, bytes } of slices) {
        for (let at = 0; at < bytes.length; at += chunkBytes) {
          const chunk = sealChunk(start + at, bytes.subarray(at, at + chunkBytes))
          // It is reported below.
          chunk.catch(() => undefined)
          sealing.push(chunk)
        }
      }
      await Promise.all(sealing)
    } catch (error) {
      // What is still being sealed is put into memory that must not serve another part yet.
      await Promise.allSettled(sealing)
      memory.drop()
      throw error
    }
    this.#parts.set(n, await memory.store())
  }

  #markHere(): Promise<string> {
    const mark = this.#position === this.#file.size ? this.#lastMark() : this.#hash.mark()
    // It fails with the work that waits for it.
    mark.catch(() => undefined)
    return mark
  }

  async #lastMark(): Promise<string> {
    const [hash, root] = await Promise.all([this.#hash.digestHex(), this.#root?.b64u()])
    return root === undefined ? hash : `${hash} ${root}`
  }

  /** The slice at the current position; the one after it begins to be read, always in order. Slices end where parts do. */
  #nextSlice(): Promise<Bytes> {
    const bytes = this.#ahead ?? this.#read(this.#position)
    const next = this.#endOfSlice(this.#position)
    this.#ahead = next < this.#file.size ? this.#read(next) : undefined
    // A failed read is reported when its bytes are wanted.
    this.#ahead?.catch(() => undefined)
    return bytes
  }

  #endOfSlice(start: number): number {
    const endOfPart = (Math.floor(start / this.#partBytes) + 1) * this.#partBytes
    return Math.min(start + sliceBytes, endOfPart, this.#file.size)
  }

  #memory(bytes: number): ArrayBuffer {
    const spare = this.#spare.pop()
    return spare && spare.byteLength >= bytes ? spare : new ArrayBuffer(bytes)
  }

  #read(start: number): Promise<Bytes> {
    const bytes = this.#endOfSlice(start) - start
    return this.#reader.read(bytes, this.#memory(bytes))
  }
}
