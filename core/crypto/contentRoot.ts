import { chunkBytes } from '../../contract/limits.ts'
import { be64, type Bytes, concat, toBase64Url, utf8 } from './bytes.ts'
import { chunkCount } from '../../contract/sealedSize.ts'
import { sha256 } from './primitives.ts'

/** FORMAT.md, 11: the content root. */
const label = 'sealpost/1/content'
const leafBytes = 32

/** Number of concurrent digests; each has a copy of its chunk in memory. */
const maxPending = 4

/** True for files of several chunks; for one chunk the SHA-256 is a single digest, too. */
export const hasContentRoot = (plainSize: number): boolean => chunkCount(plainSize) > 1

/** Hash of a file from digests of its chunks, several times as fast as SHA-256 in WebAssembly. */
export class ContentRoot {
  readonly #plainSize: number
  /** Input of the root's digest; leaves are filled in as they complete. */
  readonly #hashed: Bytes
  readonly #pending: Promise<void>[] = []
  #position = 0
  #leafAt: number

  constructor(plainSize: number) {
    const head = concat(utf8(label), Uint8Array.of(0), be64(plainSize))
    this.#plainSize = plainSize
    this.#hashed = concat(head, new Uint8Array(chunkCount(plainSize) * leafBytes))
    this.#leafAt = head.length
  }

  /**
   * Adds the next bytes: whole chunks, but for the file's last one. The buffer may be reused once this
   * resolves, and each chunk once the next one is being hashed: the platform copies its input.
   * @throws RangeError if chunks are split elsewhere, or there are more bytes than the file has
   */
  async update(bytes: Bytes): Promise<void> {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const chunk = bytes.subarray(at, at + chunkBytes)
      if (chunk.length !== Math.min(chunkBytes, this.#plainSize - this.#position))
        throw new RangeError('Leaves are digests of whole chunks')
      this.#position += chunk.length
      this.#pending.push(this.#addLeaf(chunk))
      if (this.#pending.length > maxPending) await this.#pending.shift()
    }
  }

  /** The root of all bytes, base64url. @throws RangeError if bytes are missing */
  async b64u(): Promise<string> {
    if (this.#position !== this.#plainSize) throw new RangeError('Bytes are missing')
    await Promise.all(this.#pending)
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

export async function contentRootB64u(bytes: Bytes): Promise<string> {
  const root = new ContentRoot(bytes.length)
  await root.update(bytes)
  return root.b64u()
}
