import type { AppThunk } from '../../../store/store.ts'
import { errorText } from '../../../../i18n/errorText.ts'
import type { ReceivedFile } from '../../../../i18n/receiptText.ts'
import { t } from '../../../../i18n/t.ts'
import type { StartListening, Store } from '../sending/uploadService.ts'
import { selectFile, selectQueue } from '../queue/queueSlice.ts'
import { showNotification } from '../sending/showNotification.ts'
import { SentHistory, type SentRow } from '../sentHistory.ts'
import { selectSentHistory } from './sentHistorySlice.ts'
import { filesProgressed, sentHistoryToggled, sentHistoryChanged } from '../uploadEvents.ts'
import { selectUpload } from '../uploadSlice.ts'

type StoredFile = Pick<ReceivedFile, 'fileId' | 'name' | 'relativePath'>

/** Remembers stored files while the checkbox is ticked; see [Note: What was sent from here]. */
export function installSentHistoryListeners(
  startListening: StartListening,
  openHistory = () => new SentHistory(),
): void {
  /** Ids of the files remembered by this page: a removed one is not remembered again. */
  const remembered = new Set<number>()

  const remember = async ({ dispatch, getState }: Store, sent: readonly StoredFile[]): Promise<void> => {
    const files = sent.filter(({ fileId }) => !remembered.has(fileId))
    if (files.length === 0) return
    const names = files.map(({ fileId, name, relativePath }) => ({
      fileId,
      name: relativePath === '.' ? name : `${relativePath}/${name}`,
    }))
    for (const { fileId } of files) remembered.add(fileId)
    try {
      await openHistory().remember(selectUpload(getState()).linkToken, names)
      dispatch(sentHistoryChanged())
    } catch (error) {
      for (const { fileId } of files) remembered.delete(fileId)
      dispatch(sentHistoryToggled(false))
      dispatch(showNotification('warning', t('upload.notRemembered', { reason: errorText(error) })))
    }
  }

  startListening({
    actionCreator: filesProgressed,
    effect: async ({ payload: { changes } }, api) => {
      if (!selectSentHistory(api.getState()).isOn) return
      const files = changes.flatMap(({ id, stored }) => {
        const file = stored && selectFile(api.getState(), id)
        return file ? [{ ...file, fileId: stored.fileId }] : []
      })
      await remember(api, files)
    },
  })
  startListening({
    actionCreator: sentHistoryToggled,
    effect: async ({ payload: isOn }, api) => {
      // Include the files that this page has already sent.
      if (isOn) await remember(api, selectQueue(api.getState()).receiptFiles.flat())
    },
  })
}

/** Removes files from this device, then from the list. */
export const forgetSentFiles =
  (rows: readonly SentRow[], history = new SentHistory()): AppThunk<Promise<void>> =>
  async (dispatch) => {
    try {
      await history.forget(rows)
    } catch (error) {
      dispatch(showNotification('error', t('upload.notRemoved', { reason: errorText(error) })))
    }
    dispatch(sentHistoryChanged())
  }
