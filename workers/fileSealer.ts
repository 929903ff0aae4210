import { chunkBytes } from '../contract/limits.ts'
import {
  type ChunkSealer,
  chunkSealer,
  deriveManifestKey,
  generateFileKey,
  type ManifestKey,
  sealManifest,
  toBase64,
  wrapFileKey,
} from '../src/crypto/index.ts'
import { localHash, type PlaintextHash } from './hashService.ts'
import { type SendAnswer, type SendAttempt, sendBody } from './httpSend.ts'
import { checkType } from './mimeCheck.ts'
import { type StoredPart, storePart } from './partStore.ts'
import { changedText, FileChangedError, readBlob } from './sourceFile.ts'
import { type ManifestNames, type SealedFields, UploadForm } from './uploadRequest.ts'

/** Plaintext bytes read from disk at a time: larger reads cost less per byte; two are held at most. */
const sliceBytes = 16 * 1024 * 1024

interface Slice {
  number: number
  bytes: Promise<Uint8Array<ArrayBuffer>>
}

export interface SealOptions {
  /** Refuse files whose content is of another known type than their extension. */
  checkTypes: boolean
}

/**
 * Seals one large file, front to back, in one pass, and sends its parts: a slice is read, its chunks go to the
 * platform's encryption, then the slice itself to the hash. Key and IV are made here, serve this one reading of this
 * one file, and end with it.
 */
export class FileSealer {
  readonly #file: File
  readonly #manifestKey: ManifestKey
  readonly #encryptedKeyB64: string
  readonly #sealer: ChunkSealer
  readonly #hash: PlaintextHash
  /** Sealed and not yet known to be on the server. */
  readonly #parts = new Map<number, StoredPart>()
  #fields: SealedFields | undefined
  #nextChunk = 0
  #current: Slice | undefined
  #ahead: Slice | undefined
  #hashing: Promise<unknown> | undefined

  private constructor(
    file: File,
    manifestKey: ManifestKey,
    encryptedKeyB64: string,
    sealer: ChunkSealer,
    hash: PlaintextHash,
  ) {
    this.#file = file
    this.#manifestKey = manifestKey
    this.#encryptedKeyB64 = encryptedKeyB64
    this.#sealer = sealer
    this.#hash = hash
  }

  /** @throws MimeMismatchError, FileChangedError */
  static async open(
    file: File,
    recipient: CryptoKey,
    { checkTypes }: SealOptions,
    beginHash: () => PlaintextHash | Promise<PlaintextHash> = localHash,
  ): Promise<FileSealer> {
    if (checkTypes) await checkType(file)
    const { key, rawKey, iv } = await generateFileKey()
    const sealer = chunkSealer({ key, iv, plainSize: file.size })
    const encryptedKeyB64 = await wrapFileKey(recipient, rawKey)
    const manifestKey = await deriveManifestKey(rawKey, iv)
    rawKey.fill(0)
    return new FileSealer(file, manifestKey, encryptedKeyB64, sealer, await beginHash())
  }

  /** Seals the next `chunks` chunks, or what is left, as part `n`, and keeps it. @throws FileChangedError */
  async sealPart(n: number, chunks: number): Promise<{ bytes: number }> {
    const end = Math.min(this.#sealer.count, this.#nextChunk + chunks)
    const sealed: Promise<ArrayBuffer>[] = []
    while (this.#nextChunk < end) {
      const position = this.#nextChunk * chunkBytes
      const start = position % sliceBytes
      const slice = await this.#slice(Math.floor(position / sliceBytes))
      sealed.push(this.#sealer.seal(this.#nextChunk++, slice.subarray(start, start + chunkBytes)))
      if (start + chunkBytes >= slice.length) {
        this.#current = undefined
        // One slice is hashed while the next one is sealed.
        await this.#hashing
        this.#hashing = this.#hash.update(slice)
      }
    }
    const part = await storePart(await Promise.all(sealed))
    this.#parts.set(n, part)
    return { bytes: part.body.size }
  }

  sendPart(n: number, attempt: SendAttempt, onProgress: (bytes: number) => void): Promise<SendAnswer> {
    return sendBody(attempt, this.part(n), onProgress)
  }

  part(n: number): Blob {
    const part = this.#parts.get(n)
    if (!part) throw new Error(`There is no part ${n}.`)
    return part.body
  }

  /** The server has it. */
  dropPart(n: number): void {
    this.#parts.get(n)?.drop()
    this.#parts.delete(n)
  }

  /** Once every chunk is sealed. */
  async finish(names: ManifestNames): Promise<SealedFields> {
    const hash = await this.#hash.digestHex()
    const { size, lastModified } = this.#file
    const manifest = { v: 1 as const, size, sha256: hash, ...names, mtime: lastModified }
    this.#fields = {
      hash,
      encryptedKeyB64: this.#encryptedKeyB64,
      ivB64: toBase64(this.#manifestKey.iv),
      manifestB64: await sealManifest(this.#manifestKey, manifest),
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
    const form = new UploadForm(names.batch, [{ names, content: { uploadId }, fields: this.#fields }])
    const body = new Blob([...form.pieces, form.end(isLast)])
    return sendBody({ ...attempt, contentType: form.contentType }, body, onProgress)
  }

  /** The slice with that number; the one after it begins to be read. */
  #slice(number: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#current?.number !== number) {
      const bytes = this.#ahead?.number === number ? this.#ahead.bytes : this.#read(number)
      this.#current = { number, bytes }
      const next = number + 1
      this.#ahead =
        next * sliceBytes < this.#file.size ? { number: next, bytes: this.#read(next) } : undefined
      // A failed read is reported when its bytes are wanted.
      this.#ahead?.bytes.catch(() => undefined)
    }
    return this.#current.bytes
  }

  async #read(number: number): Promise<Uint8Array<ArrayBuffer>> {
    const start = number * sliceBytes
    const bytes = await readBlob(this.#file.slice(start, start + sliceBytes))
    if (bytes.length !== Math.min(sliceBytes, this.#file.size - start))
      throw new FileChangedError(changedText)
    return bytes
  }
}
