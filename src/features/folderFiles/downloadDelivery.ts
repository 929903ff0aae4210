import type { Delivery } from '../../../contract/schemas/folders.ts'
import { loadNewFiles } from '../../api/filesApi.ts'
import { invalidateFolder } from '../../api/foldersApi.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
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
    const records = await loadNewFiles(folder.id, delivery.batch_id)
    const archiveName = archiveFilename(folder.title, 'new')
    const wishes = { compareSha256: false, isBySender: false }
    const ended = await dispatch(downloadOwnFiles({ folder, records, archiveName, ...wishes }, key))
    // Somebody else may have downloaded them.
    if (!ended) dispatch(invalidateFolder(folder.id))
  }
