import type { Delivery, FileRecord } from '../../../contract/schemas/folders.ts'
import { loadNewFiles } from '../../api/filesApi.ts'
import { t } from '../../../i18n/t.ts'
import { invalidateFolder } from '../../api/foldersApi.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { notify } from '../../store/hooks.ts'
import type { AppThunk } from '../../store/store.ts'
import type { LinkedFolder } from '../../trust/judgedFolder.ts'
import { archiveFilename } from './download/archiveFilename.ts'
import { downloadOwnFiles } from './download/downloadOwnFiles.ts'

/** Downloads the files of a delivery, as the folder's page does, and reports the outcome. @throws FaultError if they cannot be listed */
export const downloadDelivery =
  (
    { folder, delivery }: { folder: LinkedFolder; delivery: Delivery },
    key: UnlockedKey,
  ): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const listed = await loadNewFiles(folder.id, delivery.batch_id)
    // Servers that do not know the request list the whole folder.
    const records = listed.filter(isUndownloaded)
    if (records.length > delivery.files || records.length < listed.length) {
      notify('info', t('dashboard.deliveryChanged'))
      dispatch(invalidateFolder(folder.id))
      return
    }
    const archiveName = archiveFilename(folder.title, 'new')
    // Rows of deliveries have no marks.
    const wishes = { compareSha256: false, isBySender: false, refusesReturned: true }
    const ended = await dispatch(downloadOwnFiles({ folder, records, archiveName, ...wishes }, key))
    // Somebody else may have downloaded them.
    if (!ended) dispatch(invalidateFolder(folder.id))
  }

const isUndownloaded = ({ last_downloaded_admin, sent_by }: FileRecord): boolean =>
  last_downloaded_admin === null && sent_by === undefined
