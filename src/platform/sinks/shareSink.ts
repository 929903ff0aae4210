import { sharedType } from '../fileSharing.ts'
import type { DownloadSink } from './downloadSink.ts'
import { openPrivateFile } from './privateFileSink.ts'

/** How long an opened file waits for a press, in milliseconds. */
const waitingMs = 10 * 60_000

/** Opens the system's share sheet with a temporary file, which is removed when the browser has passed it on. */
export const shareSink: DownloadSink = async (download, onEvent) => {
  const { filename } = download
  const opened = await openPrivateFile(download, onEvent)
  if (!opened) return null
  const { worker, getFile, discard } = opened
  let press: () => void = () => worker.resume()
  let waiting: ReturnType<typeof setTimeout> | undefined
  return {
    open: () => worker.open(),
    show: () => undefined,
    async handOver() {
      // The file on the disk is named after its job.
      const file = new File([await getFile()], filename, { type: sharedType(filename) })
      let outcome = await share(file)
      if (outcome === 'refused') {
        const pressed = new Promise<Outcome>((resolve) => {
          press = () => resolve(share(file))
          waiting = setTimeout(() => resolve('declined'), waitingMs)
        })
        onEvent({ type: 'needs', what: 'press' })
        outcome = await pressed
      }
      if (outcome === 'refused') throw new Error('The browser does not share this file.')
      return outcome === 'declined' ? outcome : undefined
    },
    resume: () => press(),
    leave() {
      clearTimeout(waiting)
      discard()
    },
  }
}

type Outcome = 'shared' | 'declined' | 'refused'

/** Resolves to 'refused' if the last press is too long ago, or the type is not allowed. @throws other errors */
async function share(file: File): Promise<Outcome> {
  try {
    await navigator.share({ files: [file] })
    return 'shared'
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    if (error.name === 'AbortError') return 'declined'
    if (error.name === 'NotAllowedError' || error.name === 'InvalidStateError') return 'refused'
    throw error
  }
}
