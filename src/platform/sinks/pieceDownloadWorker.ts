import type { SinkEvent } from '../../../core/download/types.ts'
import { PieceReceiver } from '../../../core/open/transferPieces.ts'
import type { Bytes } from '../../../core/ports.ts'
import { type DownloadJob, DownloadWorker } from '../downloadWorker.ts'

/**
 * Creates a worker whose download passes its pieces to the page, each once `onPiece` has resolved for the one
 * before. If that rejects, the sink is aborted.
 */
export function createPieceDownloadWorker(
  download: DownloadJob,
  onPiece: (piece: Bytes) => Promise<unknown>,
  onEvent: (event: SinkEvent) => void,
): DownloadWorker {
  const { port1, port2 } = new MessageChannel()
  const receiver = new PieceReceiver(port1)
  const receiveAll = async () => {
    for await (const piece of receiver.pieces()) {
      try {
        await onPiece(piece)
      } catch {
        onEvent({ type: 'aborted' })
        return
      }
    }
  }
  // The worker reports its own failures.
  receiveAll().catch(() => receiver.leave())
  return new DownloadWorker(download, { kind: 'port', port: port2 }, onEvent)
}
