import { fault, FaultError } from '../../../core/faults/fault.ts'
import { sharedType } from '../fileSharing.ts'
import { createOpenedSink, type DownloadSink } from './downloadSink.ts'
import { openPrivateFile } from './privateFile.ts'

/** Time that a decrypted file waits for user activation, in milliseconds. */
const userActivationTimeoutMs = 10 * 60_000

/** Opens the system's share sheet with a temporary file, which is removed when the browser has passed it on. */
export const shareSink: DownloadSink = async (download, onEvent) => {
  const { filename } = download
  const opened = await openPrivateFile(download, onEvent)
  if (!opened) return null
  const { downloadWorker, getFile, discard } = opened
  let onUserActivation: () => void = () => downloadWorker.resume()
  let activationTimer: ReturnType<typeof setTimeout> | undefined
  let hasLeft = false
  return createOpenedSink(downloadWorker, {
    async handOver() {
      // The file on the disk is named after its job.
      const content = await getFile().catch(() => Promise.reject(notShared()))
      const file = new File([content], filename, { type: sharedType(filename) })
      let outcome = await openShareSheet(file)
      // Cancelled while the sheet was opening: nothing waits for a press any more.
      if (hasLeft) return 'declined'
      if (outcome === 'refused') {
        const activated = new Promise<ShareOutcome>((resolve) => {
          onUserActivation = () => resolve(openShareSheet(file))
          activationTimer = setTimeout(() => resolve('declined'), userActivationTimeoutMs)
        })
        onEvent({ type: 'blocker', blocker: 'user-activation' })
        outcome = await activated
      }
      if (outcome === 'refused') throw notShared()
      return outcome === 'declined' ? outcome : undefined
    },
    resume: () => onUserActivation(),
    leave() {
      hasLeft = true
      clearTimeout(activationTimer)
      discard()
    },
  })
}

const notShared = () => new FaultError(fault('not-shared'))

/** 'refused': the last press is too long ago, or the type is not allowed. */
type ShareOutcome = 'shared' | 'declined' | 'refused'

/** @throws FaultError 'not-shared' for any other failure of the share sheet */
async function openShareSheet(file: File): Promise<ShareOutcome> {
  try {
    await navigator.share({ files: [file] })
    return 'shared'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : null
    if (name === 'AbortError') return 'declined'
    if (name === 'NotAllowedError' || name === 'InvalidStateError') return 'refused'
    throw notShared()
  }
}
