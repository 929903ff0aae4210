import { chunkBytes } from '../../contract/limits.ts'
import { be64, type Bytes, concat, toBase64Url, utf8 } from './bytes.ts'
import { chunkCount } from '../../contract/sealedSize.ts'
import { sha256 } from './primitives.ts'

/** FORMAT.md, 11: the content root. */
const label = 'sealpost/1/content'
const leafBytes = 32

/** A chunk that waits for its digest is a copy in memory; so many keep the platform's threads busy. */
const leavesUnderWay = 4

/** A file of one chunk has none: its SHA-256 is one digest as well. */
export const hasContentRoot = (plainSize: number): boolean => chunkCount(plainSize) > 1

/**
 * One hash for the whole content of a file, from the platform's digests of its chunks: Web Crypto has no streaming
 * digest, and the one in WebAssembly costs several times as much.
 */
export class ContentRoot {
  readonly #plainSize: number
  /** What the root is the digest of; leaves are put in as they come. */
  readonly #hashed: Bytes
  readonly #underWay: Promise<void>[] = []
  #position = 0
  #leafAt: number

  constructor(plainSize: number) {
    const head = concat(utf8(label), Uint8Array.of(0), be64(plainSize))
    this.#plainSize = plainSize
    this.#hashed = concat(head, new Uint8Array(chunkCount(plainSize) * leafBytes))
    this.#leafAt = head.length
  }

  /**
   * The next bytes, whole chunks but for the file's last one. They may be used for something else as soon as this
   * resolves, each chunk as soon as the one after it is looked at: the platform has copied what it was given.
   * @throws RangeError where chunks are cut elsewhere, or more come than the file has
   */
  async update(bytes: Bytes): Promise<void> {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const chunk = bytes.subarray(at, at + chunkBytes)
      if (chunk.length !== Math.min(chunkBytes, this.#plainSize - this.#position))
        throw new RangeError('Leaves are digests of whole chunks')
      this.#position += chunk.length
      this.#underWay.push(this.#addLeaf(chunk))
      if (this.#underWay.length > leavesUnderWay) await this.#underWay.shift()
    }
  }

  /** Of all bytes, once they have come. @throws RangeError before that */
  async b64u(): Promise<string> {
    if (this.#position !== this.#plainSize) throw new RangeError('Bytes are missing')
    await Promise.all(this.#underWay)
    return toBase64Url(await sha256(this.#hashed))
  }

  #addLeaf(chunk: Bytes): Promise<void> {
    const at = this.#leafAt
    this.#leafAt += leafBytes
    const leaf = sha256(chunk).then((digest) => this.#hashed.set(digest, at))
    leaf.catch(() => undefined) // reported when it is waited for
    return leaf
  }
}

/** Of bytes that are all at hand. */
export async function contentRootB64u(bytes: Bytes): Promise<string> {
  const root = new ContentRoot(bytes.length)
  await root.update(bytes)
  return root.b64u()
}
