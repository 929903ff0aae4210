import type { FileRecord } from '../../../contract/schemas/folders.ts'
import { api } from '../../api/api.ts'
import { runInSlices } from '../../../core/util/timeSlice.ts'
import { save } from '../../saving/save.ts'
import { ownerEndText } from '../../saving/ownerTexts.ts'
import type { Opened } from '../../saving/savingEnd.ts'
import type { SavingId } from '../../saving/savingSlice.ts'
import { selectSession } from '../../session/sessionSlice.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { notify } from '../../store/hooks.ts'
import type { AppThunk } from '../../store/store.ts'
import { t } from '../../../i18n/t.ts'
import { keysOfFolder } from '../../trust/folderSecrets.ts'
import { isShared, type KeyedFolder } from '../../../core/trust/sharedFolder.ts'
import { inFolderOfSeveral } from './closedKeys.ts'
import { damagedNote } from './damagedTexts.ts'
import { manifestsOpened, sealedFile, selectKnownSenders } from './sealedFilesSlice.ts'
import { openAnswersOf } from './senderAnswers.ts'
import { pathOfSender, type Senders, senderSteps } from './senders.ts'
import './waitForSignIn.ts'

export interface DownloadRequest {
  folder: KeyedFolder
  records: readonly FileRecord[]
  /** Name of the archive; a request for one file saves it as what it is. */
  archiveName: string
  /** See `SavingDownload`. */
  compareSha256: boolean
  /** An archive has the files of each sender in a folder of their own. */
  isBySender: boolean
}

/** One at a time of a folder. */
export const savingOf = (folderId: number): SavingId => `folder:${folderId}`

/** The server marks a file as downloaded when its answer has been written, a moment after the page has it all. */
const markedAfter = 300

/** Which folder's screen stands: there results of its downloads are read. */
class ShownFolder {
  id: number | null = null
}

/** Says that a folder's screen stands, or that none does. */
export const folderShown =
  (folderId: number | null): AppThunk =>
  (_, _getState, services) => {
    services.of(ShownFolder).id = folderId
  }

/** Opens the keys of files, saves them through the browser, and says how that ended. */
export function downloadOwnFiles(request: DownloadRequest, key: UnlockedKey): AppThunk<Promise<void>> {
  return async (dispatch, getState, services) => {
    const { folder, archiveName, compareSha256, isBySender } = request
    const folderId = folder.id
    // As they came: of files with one name the first keeps it in an archive, as it does in the list.
    const records = request.records.toSorted((a, b) => a.id - b.id)
    const [first] = records
    if (!first) {
      notify('error', t('files.noneToDownload'))
      return
    }
    const damaged = damagedNote(records)
    if (damaged !== undefined) notify('warning', damaged)
    const isArchive = records.length > 1
    const title = isArchive ? archiveName : first.original_filename
    /** What their manifests and senders say decides, not what was known before. */
    const placedBySenders = async (files: Opened<FileRecord>, signal: AbortSignal) => {
      tellOpened(files)
      await dispatch(openAnswersOf({ folder, records, signal }, key))
      const senders = await new Promise<Senders>((resolve) => {
        runInSlices(senderSteps(records, selectKnownSenders(getState(), folderId)), resolve)
      })
      const opened = files.opened.map((file) => {
        const sender = senders.of.get(file.record.id)
        return sender ? { ...file, path: pathOfSender(sender, file.path) } : file
      })
      return { ...files, opened }
    }
    const tellOpened = ({ opened }: Opened<FileRecord>) =>
      dispatch(manifestsOpened(opened.map((file) => sealedFile(folderId, file))))
    const inFolders = isArchive && isBySender
    const end = await dispatch(
      save<FileRecord>({
        id: savingOf(folderId),
        kind: isArchive ? 'archive' : 'file',
        title,
        filename: archiveName,
        files: records.length,
        owner: selectSession(getState()).user?.id ?? null,
        compareSha256,
        opened: async (options) => {
          const [{ openOwnFiles }, { withKeysThreads }] = await Promise.all([
            import('../../../core/keys/own.ts'),
            import('../../platform/keysThreads.ts'),
          ])
          const decryptionKeys = await dispatch(keysOfFolder(folder, key))
          const listed = await withKeysThreads((ports) =>
            openOwnFiles(records, { ...ports, ...options, decryptionKeys }),
          )
          const files = inFolders ? await placedBySenders(listed, options.signal) : listed
          return isShared(folder) ? inFolderOfSeveral(files) : files
        },
        // As they were sealed: those in folders of senders were told of before they were placed there.
        onOpened: (files) => !inFolders && tellOpened(files),
      }),
    )
    if (!end) return
    if (services.of(ShownFolder).id !== folderId) {
      const { severity, text } = ownerEndText(end)
      notify(severity, `${title}: ${text}`)
    }
    setTimeout(() => {
      const tags = [
        { type: 'Files', id: folderId },
        { type: 'Folder', id: 'LIST' },
      ] as const
      dispatch(api.util.invalidateTags([...tags]))
    }, markedAfter)
  }
}
