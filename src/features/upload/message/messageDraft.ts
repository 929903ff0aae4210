import { messageFileName } from '../../../../contract/messageFile.ts'
import type { AppThunk } from '../../../store/store.ts'
import { isWaiting, type QueuedFile, rowsOf } from '../queue/queue.ts'
import { selectQueue } from '../queue/queueSlice.ts'
import { appUploadService } from '../sending/appUploadService.ts'
import { fileRemoved, filesAdded } from '../uploadEvents.ts'

/** Returns the text of the message that waits in the queue; '' without one. */
export const draftedMessage = (): AppThunk<Promise<string>> => async (_, getState) => {
  const row = findMessage(selectQueue(getState()), isWaiting)
  return (row && (await appUploadService.file(row.id)?.text())) ?? ''
}

/** Puts a message into the queue, in place of another one that waits there; '' removes that. */
export const putMessage =
  (text: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    // An unchanged one stays with the batch that has begun to send it.
    if (text === (await dispatch(draftedMessage()))) return
    const before = findMessage(selectQueue(getState()), isWaiting)
    if (before) dispatch(fileRemoved(before.id))
    if (text === '') return
    const file = new File([text], messageFileName, { type: 'text/plain' })
    const row = { name: file.name, relativePath: '.', size: file.size, isText: true }
    dispatch(filesAdded([{ id: appUploadService.addFile(file), ...row }]))
  }

const findMessage = (queue: ReturnType<typeof selectQueue>, matches: (row: QueuedFile) => boolean) =>
  [...rowsOf(queue)].find((row) => row.isText === true && matches(row))
