import { maxMemoryBytes } from '../capacity.ts'
import { openHere, type Road, saveBlob } from './road.ts'

/** All of it in memory, then saved at once. */
export const memoryRoad: Road = (freight, hear) => {
  if (freight.bytes > maxMemoryBytes) return Promise.resolve(null)
  // Blobs, since the browser may put them on disk.
  const blobs: Blob[] = []
  const opener = openHere(freight, (piece) => Promise.resolve(blobs.push(new Blob([piece]))), hear)
  return Promise.resolve({
    open: () => opener.open(),
    show: () => undefined,
    handOver() {
      saveBlob(new Blob(blobs, { type: 'application/octet-stream' }), freight.filename)
      return Promise.resolve()
    },
    goOn: () => opener.goOn(),
    leave: () => opener.leave(),
  })
}
