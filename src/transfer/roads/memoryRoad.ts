import { maxMemoryBytes } from './capacity.ts'
import { type Road, saveBlob, startOpeningHere } from './road.ts'

/** All of it in memory, then saved at once. */
export const memoryRoad: Road = ({ filename, bytes }, fail) => {
  if (bytes > maxMemoryBytes) return Promise.resolve(null)
  // Blobs, since the browser may put them on disk.
  const blobs: Blob[] = []
  const worker = startOpeningHere((piece) => Promise.resolve(blobs.push(new Blob([piece]))), fail)
  return Promise.resolve({
    ...worker,
    finish() {
      saveBlob(new Blob(blobs, { type: 'application/octet-stream' }), filename)
      return Promise.resolve()
    },
  })
}
