import { type Road, saveBlob, startSaveWorker } from './road.ts'

/** What is held in memory at most, in bytes, and said where a download has more. */
export const maxMemoryBytes = 256 * 1024 * 1024

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
