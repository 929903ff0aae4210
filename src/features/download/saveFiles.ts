import type { SharedFile } from '../../../contract/schemas/downloads.ts'
import { recipientEndText } from '../../saving/recipientTexts.ts'
import { runSaving, type SavingRequest } from '../../saving/runSaving.ts'
import {
  type EndedSaving,
  savingClosed,
  type SavingKind,
  selectIsAnyRunning,
} from '../../saving/savingSlice.ts'
import { failedText } from '../../saving/savingTexts.ts'
import { notify } from '../../store/hooks.ts'
import type { AppThunk } from '../../store/store.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { nameText } from '../../../i18n/format.ts'
import { safeSegment } from '../../../core/download/safeNames.ts'
import type { OpenedSharedFile, UnopenedSharedFile } from '../../../core/keys/sharedFiles.ts'
import { t } from '../../../i18n/t.ts'
import { linkUsed, rowBegan, type EndedRows, rowsEnded, selectDownloadPage } from './downloadPageSlice.ts'
import { LinkService } from './linkService.ts'
import type { LinkDirectory } from './linkDirectories.ts'

/** Time that 'Done!' is shown, in milliseconds. */
const doneLabelMs = 3000
const successNoticeMs = 3000
const failureNoticeMs = 5000

/** Saves one file, opens the system's share sheet with it, or hands over its content. */
export function saveFile(
  id: number,
  wishes: Pick<SavingRequest<SharedFile>, 'toShareSheet' | 'onContent'> = {},
): AppThunk<Promise<void>> {
  return async (dispatch, getState, services) => {
    const file = services.of(LinkService).files.get(id)
    if (!file) return
    const name = 'fault' in file ? nameText(file.record.original_filename) : file.name
    const { compareSha256 } = selectDownloadPage(getState())
    dispatch(rowBegan(id))
    const savingEnd = await dispatch(
      runSaving<SharedFile>({
        id: `file:${id}`,
        kind: 'file',
        title: name,
        files: 1,
        owner: null,
        compareSha256,
        ...wishes,
        opened: groupByOpened([file]),
      }),
    )
    if (!savingEnd) return
    // What was read is not on the disk.
    const isRead = wishes.onContent !== undefined && savingEnd.end.type === 'saved'
    dispatch(endRows(isRead ? [] : rowOutcomes(savingEnd, [file], compareSha256)))
    if (savingEnd.end.type === 'failed') {
      const { text } = recipientEndText(savingEnd)
      notify('error', 'fault' in file ? text : failedText(name, text))
    }
    const close = () => dispatch(savingClosed(`file:${id}`))
    if (savingEnd.end.type === 'saved' && !isRead) setTimeout(close, doneLabelMs)
    else close()
  }
}

/** Fetches and verifies a file to look at it. @returns a text of why that failed; null if it did not, or was ended */
export function loadPreview(
  id: number,
  onContent: (content: Blob) => void,
): AppThunk<Promise<(() => string) | null>> {
  return async (dispatch, _getState, services) => {
    const file = services.of(LinkService).files.get(id)
    if (!file) return null
    const savingEnd = await dispatch(
      runSaving<SharedFile>({
        ...{ id: 'preview', kind: 'file', title: '', files: 1, owner: null, compareSha256: false, onContent },
        opened: groupByOpened([file]),
      }),
    )
    if (!savingEnd) return null
    dispatch(savingClosed('preview'))
    if (savingEnd.end.type === 'saved') dispatch(linkUsed())
    return savingEnd.end.type === 'failed' ? () => recipientEndText(savingEnd).text : null
  }
}

/** Saves all files that open: as an archive, or by their paths into a chosen directory. */
export function saveAll(kind: Exclude<SavingKind, 'file'>): AppThunk<Promise<void>> {
  return async (dispatch, getState, services) => {
    const files = [...services.of(LinkService).files.values()]
    const directory = kind === 'folder' ? await pickDirectory() : undefined
    if (directory === null) return
    const filename = archiveName(selectDownloadPage(getState()).senderText.title)
    await dispatch(saveTogether(files, { kind, filename, ...(directory && { directory }) }))
  }
}

/** Named after the link's title; a title without a character that is shown gives no name. */
export function archiveName(title = ''): string {
  const name = safeSegment(title)
  return /[\p{L}\p{N}]/u.test(name) ? `${name}.zip` : t('download.archiveName')
}

export function saveDirectoryAsZip({ path, rows }: LinkDirectory): AppThunk<Promise<void>> {
  return async (dispatch, _, services) => {
    const { files } = services.of(LinkService)
    const filename = `${safeSegment(path.slice(path.lastIndexOf('/') + 1))}.zip`
    const selectedFiles = rows.flatMap(({ id }) => files.get(id) ?? [])
    await dispatch(saveTogether(selectedFiles, { kind: 'archive', filename }))
  }
}

interface SaveOptions {
  kind: Exclude<SavingKind, 'file'>
  filename: string
  directory?: FileSystemDirectoryHandle
}

function saveTogether(
  files: readonly LinkFile[],
  { kind, filename, directory }: SaveOptions,
): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { compareSha256 } = selectDownloadPage(getState())
    const savingEnd = await dispatch(
      runSaving<SharedFile>({
        id: 'all',
        kind,
        title: kind === 'archive' ? filename : '',
        filename,
        ...(directory && { directory }),
        files: files.length,
        owner: null,
        compareSha256,
        opened: groupByOpened(files),
      }),
    )
    if (!savingEnd) return
    dispatch(endRows(rowOutcomes(savingEnd, files, compareSha256)))
    if (savingEnd.end.type === 'cancelled') return
    const { severity, text } = recipientEndText(savingEnd)
    notify(severity, text, severity === 'success' ? successNoticeMs : failureNoticeMs)
    // Rows show what was verified, but not which names were changed, so keep the panel for those.
    if (severity === 'success' && savingEnd.renamed.files === 0) dispatch(savingClosed('all'))
  }
}

const endRows =
  (ends: EndedRows['ends']): AppThunk =>
  (dispatch, getState) =>
    void dispatch(rowsEnded({ ends, isAnyRunning: selectIsAnyRunning(getState()) }))

type LinkFile = OpenedSharedFile | UnopenedSharedFile

function groupByOpened(files: readonly LinkFile[]) {
  const opened: OpenedSharedFile[] = []
  const unopened: UnopenedSharedFile[] = []
  for (const file of files) {
    if ('fault' in file) unopened.push(file)
    else opened.push(file)
  }
  return { opened, unopened }
}

/** Returns the known outcomes; if an archive failed, only those of its failed files. */
function rowOutcomes(
  { kind, end, unopened, leftOut }: EndedSaving,
  files: readonly LinkFile[],
  comparedSha256: boolean,
): EndedRows['ends'] {
  if (end.type === 'cancelled') return []
  const failed = new Map([...unopened, ...leftOut].map(({ id, fault }) => [id, fault]))
  return files.flatMap((file): EndedRows['ends'] => {
    const { id } = file.record
    const fault = failed.get(id) ?? (kind === 'file' && end.type === 'failed' ? end.fault : undefined)
    if (fault) return [[id, { type: 'failed', fault }]]
    if (end.type === 'failed' || 'fault' in file) return []
    return [[id, { type: 'saved', sha256: comparedSha256 ? file.source.sha256 : null }]]
  })
}

/** Returns null if the person cancels the picker, or if the directory cannot be used. */
async function pickDirectory(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await showDirectoryPicker({ id: 'sealpost', mode: 'readwrite', startIn: 'downloads' })
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError'
    if (!isCancelled) notify('error', t('download.folderUnusable', { reason: errorText(error) }))
    return null
  }
}

declare global {
  /** TypeScript's DOM types lack this method. */
  function showDirectoryPicker(options: {
    id: string
    mode: 'readwrite'
    startIn: 'downloads'
  }): Promise<FileSystemDirectoryHandle>
}
