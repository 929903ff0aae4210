import { type Bytes, type ContentHash, createContentHash } from '../src/crypto/index.ts'

/**
 * [Note: Hashing on a thread of its own]
 * Streaming SHA-256 is the slowest step of either road by far: WebAssembly does 200 to 400 MB/s where the platform
 * encrypts 1 000 and more. Beside it, the thread that reads, seals or opens would wait. So a large file's plaintext
 * goes, piece by piece, through a port to a worker that does nothing else. Pieces of one file are taken in the order in
 * which they were sent; files of one port are told apart by number. A piece is handed over and handed back, never
 * copied: fresh memory costs more than what is written to it.
 */

/** A piece, or without `bytes` the wish for the digest. */
interface ToHash {
  file: number
  bytes?: Bytes
}
type FromHash = { file: number; bytes: Bytes } | { file: number; digestHex: string }

/** The hashing end. */
export function serveHashes(port: MessagePort): void {
  const hashes = new Map<number, Promise<ContentHash>>()
  let before = Promise.resolve()
  const take = async ({ file, bytes }: ToHash) => {
    const hash = await (hashes.get(file) ?? begin(file))
    if (bytes) {
      hash.update(bytes)
      port.postMessage({ file, bytes } satisfies FromHash, [bytes.buffer])
    } else {
      hashes.delete(file)
      port.postMessage({ file, digestHex: hash.digestHex() } satisfies FromHash)
    }
  }
  const begin = (file: number) => {
    const hash = createContentHash()
    hashes.set(file, hash)
    return hash
  }
  port.onmessage = (event: MessageEvent<ToHash>) => (before = before.then(() => take(event.data)))
}

/** What `createContentHash` gives, here or on another thread. */
export interface PlaintextHash {
  /**
   * Takes the bytes away and gives them back once they are hashed: what the caller holds in between is empty.
   * Pieces may be sent before the one before them is back; how many, the caller has to bound.
   */
  update(bytes: Bytes): Promise<Bytes>
  digestHex(): Promise<string>
}

/** The sending end. */
export class HashService {
  readonly #port: MessagePort
  #files = 0
  /** What the caller of a file waits for, in the order of its pieces. */
  readonly #pieces = new Map<number, ((bytes: Bytes) => void)[]>()
  readonly #digests = new Map<number, (digestHex: string) => void>()

  constructor(port: MessagePort) {
    this.#port = port
    port.onmessage = (event: MessageEvent<FromHash>) => this.#hear(event.data)
  }

  begin(): PlaintextHash {
    const file = this.#files++
    const waiting: ((bytes: Bytes) => void)[] = []
    this.#pieces.set(file, waiting)
    return {
      update: (bytes) =>
        new Promise((resolve) => {
          waiting.push(resolve)
          this.#port.postMessage({ file, bytes } satisfies ToHash, [bytes.buffer])
        }),
      digestHex: () =>
        new Promise((resolve) => {
          this.#digests.set(file, resolve)
          this.#port.postMessage({ file } satisfies ToHash)
        }),
    }
  }

  #hear(message: FromHash) {
    const { file } = message
    if ('bytes' in message) {
      this.#pieces.get(file)?.shift()?.(message.bytes)
    } else {
      this.#digests.get(file)?.(message.digestHex)
      this.#digests.delete(file)
      this.#pieces.delete(file)
    }
  }
}

/** Without another thread. */
export async function localHash(): Promise<PlaintextHash> {
  const hash = await createContentHash()
  return {
    update(bytes) {
      hash.update(bytes)
      return Promise.resolve(bytes)
    },
    digestHex: () => Promise.resolve(hash.digestHex()),
  }
}
