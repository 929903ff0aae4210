import { copyTimeoutMs } from '../../../workers/shared/leftovers.ts'
import { saveBlob } from '../saveBlob.ts'
import { createOpenedSink, type DownloadSink } from './downloadSink.ts'
import { openPrivateFile } from './privateFile.ts'

/**
 * The origin-private file system: a worker writes a file there, and the browser saves a copy, so the disk
 * needs space for two. The first is removed after some minutes, or by a later page.
 */
export const privateFileSink: DownloadSink = async (download, onEvent) => {
  const opened = await openPrivateFile(download, onEvent)
  if (!opened) return null
  const { downloadWorker, getFile, remove, discard } = opened
  let isHandedOver = false
  return createOpenedSink(downloadWorker, {
    async handOver() {
      saveBlob(await getFile(), download.filename)
      isHandedOver = true
      setTimeout(remove, copyTimeoutMs)
      return undefined
    },
    leave() {
      if (isHandedOver) downloadWorker.close()
      else discard()
    },
  })
}
