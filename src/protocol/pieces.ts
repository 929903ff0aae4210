import { MiB } from '../../contract/limits.ts'

/**
 * [Note: Pieces through a port]
 * One thread opens a download; another one, a service worker or the page, takes its pieces to where they are saved. They
 * are handed over and not copied. A message costs on both sides, so small pieces travel together; and a giver is never
 * more than a few messages ahead, so that a slow disk holds back the network. Nothing is opened before somebody takes.
 */
type Piece = Uint8Array<ArrayBuffer>

const bytesTogether = MiB
const messagesAhead = 4

/** 'broken': no more will come, and what came is not all. */
type FromGiver = { total: number } | { pieces: Piece[] } | 'end' | 'broken'
/** 'begin': the first piece is wanted. 'all': every piece is where it should be. 'left': no more are wanted. */
type FromTaker = 'begin' | 'taken' | 'all' | 'left'

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
  let ahead = messagesAhead
  let hasAll = false
  let wake: () => void = () => undefined
  port.onmessage = ({ data }: MessageEvent<FromTaker>) => {
    if (data === 'begin') ahead = 0
    else if (data === 'taken') ahead--
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
    const hasRoom = () => ahead < messagesAhead
    await until(hasRoom)
    for await (const together of inMessages(pieces)) {
      await until(hasRoom)
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

async function* inMessages(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece[], void, void> {
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
  /** What the giver says that all pieces will be, in bytes; undefined when it breaks off before. */
  readonly total: Promise<number | undefined>
  readonly #port: MessagePort
  readonly #arrived: Exclude<FromGiver, { total: number }>[] = []
  #wake: () => void = () => undefined

  constructor(port: MessagePort) {
    this.#port = port
    this.total = new Promise((resolve) => {
      const hear = (data: FromGiver) => {
        if (typeof data === 'object' && 'total' in data) resolve(data.total)
        else this.#arrived.push(data)
        if (data === 'broken') resolve(undefined)
        this.#wake()
      }
      port.onmessage = ({ data }: MessageEvent<FromGiver>) => hear(data)
      // The giver is gone. Not every browser tells.
      port.addEventListener('close', () => hear('broken'))
    })
  }

  /**
   * Once. Who asks for the next has put those before it where they belong.
   * @throws where the giver breaks off, or ends at another length than it has said; who takes no more then has to `leave`
   */
  async *pieces(): AsyncGenerator<Piece, void, void> {
    this.#say('begin')
    let bytes = 0
    for (;;) {
      const next = this.#arrived.shift()
      if (next === undefined) await new Promise<void>((resolve) => (this.#wake = resolve))
      else if (next === 'broken') throw new Error('The download was broken off.')
      else if (next === 'end') {
        if (bytes !== (await this.total)) throw new Error('The download ended early.')
        this.#sayLast('all')
        return
      } else {
        this.#say('taken')
        for (const piece of next.pieces) {
          bytes += piece.length
          yield piece
        }
      }
    }
  }

  /** Tells the giver that no more are wanted. */
  leave(): void {
    this.#sayLast('left')
    this.#arrived.splice(0, Infinity, 'broken')
    this.#wake()
  }

  #sayLast(message: FromTaker) {
    this.#say(message)
    this.#port.close()
  }

  #say(message: FromTaker) {
    this.#port.postMessage(message)
  }
}
