import { type Bytes, type ContentHash, createContentHash } from '../src/crypto/index.ts'

/**
 * [Note: Hashing on a thread of its own]
 * Streaming SHA-256 is the slowest step of either road by far: WebAssembly does 200 to 400 MB/s where the platform
 * encrypts 1 000 and more. Beside it, the thread that reads, seals or opens would wait. So a large file's plaintext
 * goes, chunk by chunk, through a port to a worker that does nothing else. Chunks of one file are taken in the order in
 * which they were sent; files of one port are told apart by number.
 */

/** A chunk, or without `bytes` the wish for the digest. */
interface ToHash {
  file: number
  bytes?: Bytes
}
type FromHash = { taken: number } | { file: number; digestHex: string }

/** Bytes under way to the hash before the sender has to wait. */
const bytesAhead = 32 * 1024 * 1024

/** The hashing end. */
export function serveHashes(port: MessagePort): void {
  const hashes = new Map<number, Promise<ContentHash>>()
  let before = Promise.resolve()
  const take = async ({ file, bytes }: ToHash) => {
    const hash = await (hashes.get(file) ?? begin(file))
    if (bytes) {
      hash.update(bytes)
      port.postMessage({ taken: bytes.length } satisfies FromHash)
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

/** What `createContentHash` gives, or the same on another thread. */
export interface PlaintextHash {
  /** May give the bytes away: they must not be read afterwards when `transfer` is set. Waits when the hash is behind. */
  update(bytes: Bytes, transfer?: boolean): Promise<void> | undefined
  digestHex(): Promise<string>
}

/** The sending end. */
export class HashService {
  readonly #port: MessagePort
  #files = 0
  #ahead = 0
  #waiting: (() => void)[] = []
  readonly #digests = new Map<number, (digestHex: string) => void>()

  constructor(port: MessagePort) {
    this.#port = port
    port.onmessage = (event: MessageEvent<FromHash>) => this.#hear(event.data)
  }

  begin(): PlaintextHash {
    const file = this.#files++
    const send = (message: ToHash, transfer: Transferable[] = []) => this.#port.postMessage(message, transfer)
    return {
      update: (bytes, transfer = false) => {
        this.#ahead += bytes.length
        send({ file, bytes }, transfer ? [bytes.buffer] : [])
        return this.#ahead > bytesAhead ? new Promise((resolve) => this.#waiting.push(resolve)) : undefined
      },
      digestHex: () =>
        new Promise((resolve) => {
          this.#digests.set(file, resolve)
          send({ file })
        }),
    }
  }

  #hear(message: FromHash) {
    if ('taken' in message) {
      this.#ahead -= message.taken
      if (this.#ahead <= bytesAhead) for (const resume of this.#waiting.splice(0)) resume()
    } else {
      this.#digests.get(message.file)?.(message.digestHex)
      this.#digests.delete(message.file)
    }
  }
}

/** Without another thread. */
export async function localHash(): Promise<PlaintextHash> {
  const hash = await createContentHash()
  return {
    update(bytes) {
      hash.update(bytes)
      return undefined
    },
    digestHex: () => Promise.resolve(hash.digestHex()),
  }
}
