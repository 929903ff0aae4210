import { chunkBytes } from '../contract/limits.ts'
import {
  type ChunkSealer,
  chunkSealer,
  type ContentHash,
  createContentHash,
  deriveManifestKey,
  generateFileKey,
  type ManifestKey,
  sealManifest,
  toBase64,
  wrapFileKey,
} from '../src/crypto/index.ts'
import { checkType } from './mimeCheck.ts'
import { changedText, FileChangedError, readBlob } from './sourceFile.ts'

/** Plaintext bytes read from disk at a time: larger reads cost less per byte; two are held at most. */
const sliceBytes = 16 * 1024 * 1024

interface Slice {
  number: number
  bytes: Promise<Uint8Array<ArrayBuffer>>
}

/** What a sealed file travels with. */
export interface SealedFields {
  /** SHA-256 of the plaintext, in hex. */
  hash: string
  encryptedKeyB64: string
  ivB64: string
  manifestB64: string
}

export interface SealOptions {
  /** Refuse files whose content is of another known type than their extension. */
  checkTypes: boolean
}

/** What the manifest says besides size, hash and date. */
export interface ManifestNames {
  name: string
  path: string
  batch: string
  index: number
  count: number
}

/**
 * Seals one large file, front to back, in one pass: every chunk is hashed here while the platform encrypts it on
 * its own threads. Key and IV are made here, serve this one reading of this one file, and end with it.
 */
export class FileSealer {
  readonly #file: File
  readonly #manifestKey: ManifestKey
  readonly #encryptedKeyB64: string
  readonly #sealer: ChunkSealer
  readonly #hash: ContentHash
  #nextChunk = 0
  #current: Slice | undefined
  #ahead: Slice | undefined

  private constructor(
    file: File,
    manifestKey: ManifestKey,
    encryptedKeyB64: string,
    sealer: ChunkSealer,
    hash: ContentHash,
  ) {
    this.#file = file
    this.#manifestKey = manifestKey
    this.#encryptedKeyB64 = encryptedKeyB64
    this.#sealer = sealer
    this.#hash = hash
  }

  /** @throws MimeMismatchError, FileChangedError */
  static async open(file: File, recipient: CryptoKey, { checkTypes }: SealOptions): Promise<FileSealer> {
    if (checkTypes) await checkType(file)
    const { key, rawKey, iv } = await generateFileKey()
    const sealer = chunkSealer({ key, iv, plainSize: file.size })
    const encryptedKeyB64 = await wrapFileKey(recipient, rawKey)
    const manifestKey = await deriveManifestKey(rawKey, iv)
    rawKey.fill(0)
    return new FileSealer(file, manifestKey, encryptedKeyB64, sealer, await createContentHash())
  }

  /** Seals the next `chunks` chunks, or what is left, into one Blob. @throws FileChangedError */
  async sealNext(chunks: number): Promise<Blob> {
    const end = Math.min(this.#sealer.count, this.#nextChunk + chunks)
    const sealed: Promise<ArrayBuffer>[] = []
    while (this.#nextChunk < end) {
      const position = this.#nextChunk * chunkBytes
      const slice = await this.#slice(Math.floor(position / sliceBytes))
      const start = position % sliceBytes
      const chunk = slice.subarray(start, start + chunkBytes)
      sealed.push(this.#sealer.seal(this.#nextChunk++, chunk))
      this.#hash.update(chunk)
    }
    return new Blob(await Promise.all(sealed))
  }

  /** Once every chunk is sealed. */
  async finish(names: ManifestNames): Promise<SealedFields> {
    const hash = this.#hash.digestHex()
    const { size, lastModified } = this.#file
    const manifest = { v: 1 as const, size, sha256: hash, ...names, mtime: lastModified }
    return {
      hash,
      encryptedKeyB64: this.#encryptedKeyB64,
      ivB64: toBase64(this.#manifestKey.iv),
      manifestB64: await sealManifest(this.#manifestKey, manifest),
    }
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
