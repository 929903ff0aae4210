import { maxMemoryBytes } from './capacity.ts'
import { type Road, saveBlob, startSaveWorker } from './road.ts'

/** All of it in memory, then saved at once. */
export const memoryRoad: Road = ({ filename, bytes }, fail) => {
  if (bytes > maxMemoryBytes) return Promise.resolve(null)
  const worker = startSaveWorker({ kind: 'page' }, fail)
  // Blobs, since the browser may put them on disk.
  const blobs: Blob[] = []
  return Promise.resolve({
    ...worker,
    piece(piece: Uint8Array<ArrayBuffer>) {
      blobs.push(new Blob([piece]))
      return Promise.resolve()
    },
    finish() {
      saveBlob(new Blob(blobs, { type: 'application/octet-stream' }), filename)
      return Promise.resolve()
    },
  })
}
