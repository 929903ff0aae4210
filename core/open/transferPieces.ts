import { MiB } from '../../contract/limits.ts'
import { inBatches } from '../util/asyncIterables.ts'
import type { Bytes } from '../ports.ts'
import type { PutOptions } from './openingWorker.ts'

/**
 * [Note: Pieces through a port]
 * One thread opens a download; another one, a service worker or the page, saves its pieces. Their buffers are
 * transferred. Each message has a cost, so small pieces travel together; and the sender sends only as many
 * messages as the receiver has requested, so that a slow disk slows down the network, from the first on.
 */
const bytesTogether = MiB
const messagesAhead = 4

/** 'broken': no more will follow, and the pieces are incomplete. */
type SenderMessage = { total: number } | { pieces: Bytes[] } | 'end' | 'broken'
/** 'more': requests another message. 'all': every piece is saved. 'left': no more are wanted. */
type ReceiverMessage = 'more' | 'all' | 'left'

/** Transfers all pieces; the other side hears of failures. @throws errors of `pieces` */
export async function transferPieces(
  port: MessagePort,
  pieces: AsyncIterable<Bytes>,
  { total, signal, onReceiverGone }: PutOptions,
): Promise<void> {
  const post = (message: SenderMessage, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  let credit = 0
  let isComplete = false
  let wake: () => void = () => undefined
  port.onmessage = ({ data }: MessageEvent<ReceiverMessage>) => {
    if (data === 'more') credit++
    else if (data === 'all') isComplete = true
    else onReceiverGone()
    wake()
  }
  signal.addEventListener('abort', () => wake())
  const waitUntil = async (reached: () => boolean) => {
    while (!reached()) {
      signal.throwIfAborted()
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  try {
    post({ total })
    const isWanted = () => credit > 0
    await waitUntil(isWanted)
    for await (const batch of inBatches(pieces, bytesTogether, ({ length }) => length)) {
      await waitUntil(isWanted)
      credit--
      const transferred = batch.map(ownBuffer)
      post(
        { pieces: transferred },
        transferred.map(({ buffer }) => buffer),
      )
    }
    post('end')
    await waitUntil(() => isComplete)
  } catch (error) {
    post('broken')
    throw error
  }
}

/** Copies a view of a larger buffer, as a transfer takes all of it. */
const ownBuffer = (piece: Bytes): Bytes => (piece.length === piece.buffer.byteLength ? piece : piece.slice())

/** The receiving end of `transferPieces`. */
export class PieceReceiver {
  /** The announced length of all pieces, in bytes; undefined if the sender breaks off before. */
  readonly total: Promise<number | undefined>
  readonly #port: MessagePort
  readonly #arrived: Exclude<SenderMessage, { total: number }>[] = []
  #wake: () => void = () => undefined

  constructor(port: MessagePort) {
    this.#port = port
    this.total = new Promise((resolve) => {
      const onMessage = (data: SenderMessage) => {
        if (typeof data === 'object' && 'total' in data) resolve(data.total)
        else this.#arrived.push(data)
        if (data === 'broken') resolve(undefined)
        this.#wake()
      }
      port.onmessage = ({ data }: MessageEvent<SenderMessage>) => onMessage(data)
      // The sender is gone; not reported by every browser.
      port.addEventListener('close', () => onMessage('broken'))
    })
  }

  /**
   * Yields all pieces. The caller asks for the next one once the others are saved.
   * @throws Error if the sender breaks off, or the length is not `total`
   */
  async *pieces(): AsyncGenerator<Bytes, void, void> {
    for (let ahead = 0; ahead < messagesAhead; ahead++) this.#post('more')
    let bytes = 0
    for (;;) {
      const next = this.#arrived.shift()
      if (next === undefined) await new Promise<void>((resolve) => (this.#wake = resolve))
      else if (next === 'broken') throw new Error('The download was broken off.')
      else if (next === 'end') {
        if (bytes !== (await this.total)) throw new Error('The download ended early.')
        this.#postLast('all')
        return
      } else {
        this.#post('more')
        for (const piece of next.pieces) {
          bytes += piece.length
          yield piece
        }
      }
    }
  }

  leave(): void {
    this.#postLast('left')
    this.#arrived.splice(0, Infinity, 'broken')
    this.#wake()
  }

  #postLast(message: ReceiverMessage) {
    this.#post(message)
    this.#port.close()
  }

  #post(message: ReceiverMessage) {
    this.#port.postMessage(message)
  }
}
