import { MiB } from '../../contract/limits.ts'

/**
 * [Note: Pieces through a port]
 * One thread opens a download; another one, a service worker or the page, takes its pieces to where they are saved. They
 * are handed over and not copied. A message costs on both sides, so small pieces travel together; and a giver is never
 * more than a few messages ahead, so that a slow disk holds back the network.
 */
type Piece = Uint8Array<ArrayBuffer>

const bytesTogether = MiB
const messagesAhead = 4

/** 'broken': no more will come, and what came is not all. */
type FromGiver = { total: number } | { pieces: Piece[] } | 'end' | 'broken'
/** 'all': every piece is where it should be. 'left': no more are wanted. */
type FromTaker = 'taken' | 'all' | 'left'

interface GiveOptions {
  /** Length of all pieces in bytes. */
  total: number
  signal: AbortSignal
  onLeft: () => void
}

/**
 * Resolves when the other side has them all. Pieces are gone once they are given.
 * @throws what `pieces` throws, or the signal's reason; the other side is told
 */
export async function givePieces(
  port: MessagePort,
  pieces: AsyncIterable<Piece>,
  { total, signal, onLeft }: GiveOptions,
): Promise<void> {
  const say = (message: FromGiver, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  let ahead = 0
  let hasAll = false
  let wake: () => void = () => undefined
  port.onmessage = ({ data }: MessageEvent<FromTaker>) => {
    if (data === 'taken') ahead--
    else if (data === 'all') hasAll = true
    else onLeft()
    wake()
  }
  signal.addEventListener('abort', () => wake())
  const until = async (reached: () => boolean) => {
    while (!reached()) {
      signal.throwIfAborted()
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  try {
    say({ total })
    for await (const together of gathered(pieces)) {
      await until(() => ahead < messagesAhead)
      ahead++
      say(
        { pieces: together },
        together.map(({ buffer }) => buffer),
      )
    }
    say('end')
    await until(() => hasAll)
  } catch (error) {
    say('broken')
    throw error
  }
}

async function* gathered(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece[], void, void> {
  let together: Piece[] = []
  let bytes = 0
  for await (const piece of pieces) {
    // What shares its memory cannot be handed over without the rest.
    together.push(piece.length === piece.buffer.byteLength ? piece : piece.slice())
    bytes += piece.length
    if (bytes < bytesTogether) continue
    yield together
    together = []
    bytes = 0
  }
  if (together.length > 0) yield together
}

/** The other end of `givePieces`. */
export class PieceTaker {
  /** What the giver says that all pieces will be, in bytes. */
  readonly total: Promise<number>
  readonly #port: MessagePort
  readonly #arrived: Exclude<FromGiver, { total: number }>[] = []
  #wake: () => void = () => undefined

  constructor(port: MessagePort) {
    this.#port = port
    this.total = new Promise((resolve) => {
      port.onmessage = ({ data }: MessageEvent<FromGiver>) => {
        if (typeof data === 'object' && 'total' in data) resolve(data.total)
        else this.#hear(data)
      }
    })
    // The page was closed, and its worker with it. Not every browser tells.
    port.addEventListener('close', () => this.#hear('broken'))
  }

  /** Who asks for the next has put those before it where they belong. @throws where the giver breaks off */
  async *pieces(): AsyncGenerator<Piece, void, void> {
    for (;;) {
      const next = this.#arrived.shift()
      if (next === undefined) await new Promise<void>((resolve) => (this.#wake = resolve))
      else if (next === 'broken') throw new Error('The download was broken off.')
      else if (next === 'end') {
        this.#say('all')
        return
      } else {
        this.#say('taken')
        yield* next.pieces
      }
    }
  }

  /** Tells the giver that no more are wanted. */
  leave(): void {
    this.#say('left')
  }

  #hear(message: Exclude<FromGiver, { total: number }>) {
    this.#arrived.push(message)
    this.#wake()
  }

  #say(message: FromTaker) {
    this.#port.postMessage(message)
  }
}
