import { type Bytes, type ContentHash, createContentHash, toHex } from '../src/crypto/index.ts'

/**
 * [Note: Hashing on a thread of its own]
 * Streaming SHA-256 is the slowest step of either road by far: WebAssembly does 200 to 400 MB/s where the platform
 * encrypts 1 000 and more. Beside it, the thread that reads, seals or opens would wait. So a large file's plaintext
 * goes, some pieces at a time, through a port to a worker that does nothing else. Pieces of one file are taken in the
 * order in which they were sent; files of one port are told apart by number. Pieces are handed over and handed back,
 * never copied: fresh memory costs more than what is written to it.
 */

/** Pieces; the wish for the state after all pieces before it; the wish for the digest, which ends the file. */
type ToHash = { file: number; pieces: Bytes[] } | { file: number; want: 'state' | 'digest' }
/** Answers to a file's messages, in their order: the pieces themselves, or a text in hex. */
type FromHash = { file: number; pieces: Bytes[] } | { file: number; hex: string }

/** The hashing end. */
export function serveHashes(port: MessagePort): void {
  const hashes = new Map<number, Promise<ContentHash>>()
  let before = Promise.resolve()
  const take = async (message: ToHash) => {
    const { file } = message
    const hash = await (hashes.get(file) ?? begin(file))
    if ('pieces' in message) {
      const { pieces } = message
      for (const bytes of pieces) hash.update(bytes)
      port.postMessage({ file, pieces } satisfies FromHash, buffersOf(pieces))
    } else if (message.want === 'state') {
      port.postMessage({ file, hex: toHex(hash.save()) } satisfies FromHash)
    } else {
      hashes.delete(file)
      port.postMessage({ file, hex: hash.digestHex() } satisfies FromHash)
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
   * Takes pieces away and gives them back once they are hashed: what the caller holds in between is empty. Each has
   * memory of its own. More may be sent before those before them are back; how many, the caller has to bound.
   */
  update(pieces: Bytes[]): Promise<Bytes[]>
  digestHex(): Promise<string>
}

/** One that can say where it stands. */
export interface MarkedHash extends PlaintextHash {
  /** The state after all pieces so far, in hex; only where these are whole chunks. */
  stateHex(): Promise<string>
}

/** The sending end. */
export class HashService {
  readonly #port: MessagePort
  #files = 0
  /** What the caller of a file waits for, in the order of its messages. */
  readonly #waiting = new Map<number, ((answer: FromHash) => void)[]>()

  constructor(port: MessagePort) {
    this.#port = port
    port.onmessage = (event: MessageEvent<FromHash>) =>
      this.#waiting.get(event.data.file)?.shift()?.(event.data)
  }

  begin(): MarkedHash {
    const file = this.#files++
    const waiting: ((answer: FromHash) => void)[] = []
    this.#waiting.set(file, waiting)
    const ask = (message: ToHash, transfer: Transferable[] = []) =>
      new Promise<FromHash>((resolve) => {
        waiting.push(resolve)
        this.#port.postMessage(message, transfer)
      })
    const hex = (answer: FromHash) => ('hex' in answer ? answer.hex : '')
    return {
      update: async (pieces) => {
        const answer = await ask({ file, pieces }, buffersOf(pieces))
        return 'pieces' in answer ? answer.pieces : pieces
      },
      stateHex: async () => hex(await ask({ file, want: 'state' })),
      digestHex: async () => {
        const answer = await ask({ file, want: 'digest' })
        this.#waiting.delete(file)
        return hex(answer)
      },
    }
  }
}

const buffersOf = (pieces: Bytes[]) => pieces.map(({ buffer }) => buffer)

/** Here or elsewhere. */
export type BeginHash = () => MarkedHash | Promise<MarkedHash>

/** Without another thread. */
export async function localHash(): Promise<MarkedHash> {
  const hash = await createContentHash()
  return {
    update(pieces) {
      for (const bytes of pieces) hash.update(bytes)
      return Promise.resolve(pieces)
    },
    stateHex: () => Promise.resolve(toHex(hash.save())),
    digestHex: () => Promise.resolve(hash.digestHex()),
  }
}
