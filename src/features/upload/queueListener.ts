import { isAnyOf } from '@reduxjs/toolkit'
import { callApi } from '../../api/client.ts'
import { errorMessage, isRefusal, toFailure } from '../../api/errorCatalogue.ts'
import { startAppListening } from '../../store/store.ts'
import { FileFinder } from './fileHandles.ts'
import { registeredRoots, releaseAllBut, releaseFile, renewFile, resetRegistry } from './fileRegistry.ts'
import { failedUnsent, pendingIds, type QueuedFile, selectCounts, selectQueue } from './queueSlice.ts'
import { say } from './say.ts'
import { sendRows, type Store } from './sending.ts'
import {
  batchCancelled,
  batchEnded,
  fileRemoved,
  filesRenewed,
  linkFailed,
  linkLoaded,
  pageOpened,
  receiptRequested,
  retryRequested,
  storedFilesLeft,
  uploadRequested,
  waitingFilesRemoved,
} from './uploadEvents.ts'
import { isSending, selectUpload, takesFiles } from './uploadSlice.ts'
import { uploadTexts } from './uploadTexts.ts'

const retryDelay = 100
const storedFilesStay = 5000

startAppListening({
  actionCreator: pageOpened,
  effect: async ({ payload: { linkToken } }, { dispatch, signal }) => {
    resetRegistry()
    if (linkToken.trim() === '') {
      dispatch(linkFailed({ message: uploadTexts.tokenMissing, mayPass: false }))
      return
    }
    try {
      dispatch(linkLoaded(await callApi('getUploadStatus', { params: { link_token: linkToken }, signal })))
    } catch (error) {
      const failure = toFailure(error)
      const mayPass = failure.status === null || failure.status >= 500 || failure.status === 429
      const message = mayPass || isRefusal(failure) ? failure.message : (failure.detail ?? '')
      // A token that no link can have is refused for its form; to a person that is the same.
      const unknown = failure.status === 422 || message === ''
      dispatch(linkFailed({ message: unknown ? uploadTexts.linkInvalid : message, mayPass }))
    }
  },
})

startAppListening({
  actionCreator: uploadRequested,
  effect: async (_, api) => {
    const state = api.getState()
    if (isSending(selectUpload(state))) say('info', uploadTexts.alreadyRunning)
    else if (selectCounts(state).pending === 0) say('info', uploadTexts.nothingPending)
    else if (takesFiles(selectUpload(state))) await sendRows(api, pendingIds(selectQueue(state)))
  },
})

startAppListening({
  actionCreator: retryRequested,
  effect: async (_, api) => {
    const before = selectQueue(api.getOriginalState())
    if (before.counts.error === 0) {
      say('info', uploadTexts.nothingToRetry)
      return
    }
    await Promise.all([api.delay(retryDelay), renewChanged(api, failedUnsent(before))])
    if (takesFiles(selectUpload(api.getState()))) api.dispatch(uploadRequested())
  },
})

/** Who tries again means the file as it is now; where the browser lets a page look, it is. */
async function renewChanged({ dispatch }: Store, rows: readonly QueuedFile[]): Promise<void> {
  const finder = new FileFinder(registeredRoots())
  const renewed: { id: number; size: number }[] = []
  for (const { id, name, relativePath } of rows) {
    const file = await finder.find({ name, path: relativePath }, () => true)
    if (!file) continue
    renewFile(id, file)
    renewed.push({ id, size: file.size })
  }
  if (renewed.length > 0) dispatch(filesRenewed(renewed))
}

/** Stored files leave the list 5 s after their batch, unless another is under way: then 5 s after that one. */
startAppListening({
  matcher: isAnyOf(batchEnded, batchCancelled),
  effect: async (_, api) => {
    api.cancelActiveListeners()
    await api.delay(storedFilesStay)
    if (isSending(selectUpload(api.getState()))) return
    api.dispatch(storedFilesLeft())
    releaseAllBut(selectQueue(api.getState()).order)
  },
})

startAppListening({ actionCreator: fileRemoved, effect: ({ payload: id }) => releaseFile(id) })
startAppListening({
  actionCreator: waitingFilesRemoved,
  effect: (_, api) => releaseAllBut(selectQueue(api.getState()).order),
})

startAppListening({
  actionCreator: receiptRequested,
  effect: async (_, api) => {
    const files = selectQueue(api.getState()).received.flat()
    if (files.length === 0) {
      say('info', uploadTexts.noReceipt)
      return
    }
    const now = new Date()
    try {
      // Nobody needs it before a file is chosen; it comes with the list of files.
      const { receiptName, receiptText } = await import('./receipt.ts')
      saveText(receiptName(now), receiptText(files, now, selectUpload(api.getState())))
    } catch (error) {
      say('error', errorMessage(error))
    }
  },
})

function saveText(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
