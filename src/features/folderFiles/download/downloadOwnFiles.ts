import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { api } from '../../../api/api.ts'
import { fault } from '../../../../core/faults/fault.ts'
import type { ListedFile } from '../../../../core/keys/openedFile.ts'
import { resultInSlices } from '../../../../core/util/timeSlice.ts'
import { runSaving, type SavingRequest } from '../../../saving/runSaving.ts'
import { ownerEndText } from '../../../saving/ownerTexts.ts'
import type { OpenResult } from '../../../saving/savingSummary.ts'
import {
  type EndedSaving,
  savingClosed,
  type SavingId,
  selectIsRunning,
} from '../../../saving/savingSlice.ts'
import { selectSession } from '../../../session/sessionSlice.ts'
import type { UnlockedKey } from '../../../session/unlockedKey.ts'
import { notify } from '../../../store/hooks.ts'
import type { AppThunk, RootState } from '../../../store/store.ts'
import { formatDateTime } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/t.ts'
import type { OwnFile } from '../../../../core/keys/ownFiles.ts'
import { isShared } from '../../../../core/trust/folderKeyFields.ts'
import {
  isReturned,
  type FolderJudgement,
  type LinkedFolder,
  verdictOf,
} from '../../../trust/judgedFolder.ts'
import { openJudgedFiles } from '../../../trust/openJudgedFiles.ts'
import { selectSealedNames, selectOpenedSenderData } from '../checks/sealedFilesSlice.ts'
import { keepManifests } from '../checks/untilLocked.ts'
import { openSenderAnswers } from '../senders/senderAnswers.ts'
import { archiveDirectoryOf, findSendersInSteps } from '../senders/senders.ts'
import { rowName } from '../tree/rowName.ts'
import './downloadSignInListeners.ts'

export interface DownloadRequest extends Pick<SavingRequest<FileRecord>, 'toShareSheet' | 'onContent'> {
  folder: LinkedFolder
  records: readonly FileRecord[]
  /** Name of the archive; a single file keeps its own name. */
  archiveName: string
  compareSha256: boolean
  /** True if archives contain a directory for each sender. */
  isBySender: boolean
  /** True to look at a single file: `onContent` gets it, and nothing else says how it went. */
  isPreview?: boolean
  /** True if a single file that was deleted before is refused, as it is in archives. */
  refusesReturned?: boolean
  /** True if the person wants a single file though it was not sent to this folder. */
  isElsewhereAccepted?: boolean
}

/** Returns the id of a folder's download: one at a time. */
export const savingIdOf = (folderId: number): SavingId => `folder:${folderId}`

export const selectIsDownloading = (state: RootState, folderId: number): boolean =>
  selectIsRunning(state, savingIdOf(folderId))

/** Delay in milliseconds: the server marks a file as downloaded after its response has been written. */
const downloadMarkDelayMs = 300

/** The folder on screen, where the results of its downloads are shown. */
class ShownFolder {
  id: number | null = null
}

/** Sets the folder on screen; null if there is none. */
export const setShownFolder =
  (folderId: number | null): AppThunk =>
  (_, _getState, services) => {
    services.of(ShownFolder).id = folderId
  }

/** Opens the keys of files, saves them, and reports the outcome. @returns it; null without files, or as `runSaving` */
export function downloadOwnFiles(
  request: DownloadRequest,
  key: UnlockedKey,
): AppThunk<Promise<EndedSaving | null>> {
  return async (dispatch, getState, services) => {
    const { folder, archiveName, compareSha256, isBySender, toShareSheet = false } = request
    const { isElsewhereAccepted = false, refusesReturned = false, isPreview = false, onContent } = request
    const folderId = folder.id
    const id: SavingId = isPreview ? 'preview' : savingIdOf(folderId)
    // By upload order: the first of several files of one name keeps it, in an archive as in the list.
    const records = request.records.toSorted((a, b) => a.id - b.id)
    const [first] = records
    if (!first) {
      notify('error', t('files.noneToDownload'))
      return null
    }
    const damaged = damagedFilesWarning(records)
    if (damaged !== undefined) notify('warning', damaged)
    const isArchive = records.length > 1
    const title = isArchive ? archiveName : rowName(first, selectSealedNames(getState())[first.id])
    /** Uses the manifests and answers opened now, not those known before. */
    const groupBySender = async (files: OpenResult<FileRecord>, signal: AbortSignal) => {
      await dispatch(openSenderAnswers({ folder, records, signal }, key))
      const senders = await resultInSlices(
        findSendersInSteps(records, selectOpenedSenderData(getState(), folderId)),
      )
      const opened = files.opened.map((file) => {
        const sender = senders.byFile.get(file.record.id)
        return sender ? { ...file, path: archiveDirectoryOf(sender, file.path) } : file
      })
      return { ...files, opened }
    }
    const isGrouped = isArchive && isBySender
    const savingEnd = await dispatch(
      runSaving<FileRecord>({
        id,
        kind: isArchive ? 'archive' : 'file',
        title,
        filename: archiveName,
        files: records.length,
        owner: selectSession(getState()).user?.id ?? null,
        compareSha256,
        toShareSheet,
        onContent,
        opened: async (options) => {
          const { withKeysWorkers } = await import('../../../platform/ownFileOpening.ts')
          const { judged, ...all } = await withKeysWorkers((ports) =>
            dispatch(openJudgedFiles({ folder, records }, key, { ...ports, ...options })),
          )
          dispatch(keepManifests(judged, all.opened, key))
          const listed = isElsewhereAccepted
            ? all
            : withoutMovedOrReturned(all, judged, isArchive || refusesReturned)
          const files = isGrouped ? await groupBySender(listed, options.signal) : listed
          return isShared(folder) ? withSharedFolderFaults(files) : files
        },
      }),
    )
    if (!savingEnd) return null
    if (isPreview) {
      dispatch(savingClosed(id))
      return savingEnd
    }
    // What was read has no outcome to keep in sight.
    if (onContent && savingEnd.end.type === 'saved') dispatch(savingClosed(id))
    else if (services.of(ShownFolder).id !== folderId) {
      const { severity, text } = ownerEndText(savingEnd)
      notify(severity, `${title}: ${text}`)
    }
    const tags = api.util.invalidateTags([
      { type: 'Files', id: folderId },
      { type: 'Folder', id: 'LIST' },
    ])
    setTimeout(() => dispatch(tags), downloadMarkDelayMs)
    return savingEnd
  }
}

/** Returns the warning when a download of these files begins; undefined if nothing is known to be wrong. */
export function damagedFilesWarning(
  records: readonly Pick<FileRecord, 'original_filename' | 'damaged_at'>[],
): string | undefined {
  const damaged = records.filter(({ damaged_at }) => damaged_at !== undefined)
  const [first] = damaged
  if (first?.damaged_at === undefined) return undefined
  if (records.length === 1) return t('files.damagedMayNotOpen', { time: formatDateTime(first.damaged_at) })
  return t('files.damagedOfThese', { count: damaged.length })
}

/** Leaves out what the server put among the others: files of other folders and, where nobody sees their marks, deleted ones. */
export const withoutMovedOrReturned = (
  { opened, unopened }: OpenResult<FileRecord>,
  folder: FolderJudgement,
  refusesReturned: boolean,
): OpenResult<FileRecord> => {
  const faultIn = (file: OwnFile) =>
    verdictOf(file, folder).verdict === 'elsewhere'
      ? fault('sent-elsewhere')
      : refusesReturned && isReturned(file, folder)
        ? fault('file-returned')
        : null
  const judged = opened.map((file) => ({ file, fault: faultIn(file) }))
  return {
    opened: judged.flatMap(({ file, fault }) => (fault ? [] : [file])),
    unopened: [
      ...unopened,
      ...judged.flatMap(({ file: { record }, fault }) => (fault ? [{ record, fault }] : [])),
    ],
  }
}

/** Replaces the fault of files that no key of a shared folder opens: its people can help, backups cannot. */
export const withSharedFolderFaults = <R extends ListedFile>({
  opened,
  unopened,
}: OpenResult<R>): OpenResult<R> => ({
  opened,
  unopened: unopened.map((file) =>
    file.fault.code === 'wrong-key' ? { ...file, fault: fault('folder-key-closed') } : file,
  ),
})
