import { type Fault, fault } from '../../core/faults/fault.ts'
import { depthFault } from '../../core/download/depthFault.ts'
import type { ListedFile, OpenedFile, UnopenedFile } from '../../core/keys/openedFile.ts'
import { isNameKnown, knownListedName, knownName } from '../../core/keys/storedNames.ts'
import { t } from '../../i18n/t.ts'
import type { ChangedName } from '../../core/download/safeNames.ts'
import type { SinkName, DownloadState } from '../../core/download/types.ts'
import type { LeftOutFile } from '../../core/open/openJob.ts'
import type { EndedSaving, FailedFile, SavingKind } from './savingSlice.ts'

/** Files that could be opened, and those that could not. */
export interface OpenResult<R extends ListedFile> {
  opened: readonly OpenedFile<R>[]
  unopened: readonly UnopenedFile<R>[]
}

export interface SavedTogether<R extends ListedFile> extends OpenResult<R> {
  /** Files that open, but are saved by themselves only. */
  excluded?: readonly FailedFile[]
}

/** Leaves out files that are in the way of others in an archive or folder. */
export function excludeUnfit<R extends ListedFile>({ opened, unopened }: OpenResult<R>): SavedTogether<R> {
  const fitting: OpenedFile<R>[] = []
  const excluded: FailedFile[] = []
  for (const file of opened) {
    const why = lengthFault(file) ?? depthFault(file)
    if (why) excluded.push({ id: file.record.id, name: file.name, fault: why })
    else fitting.push(file)
  }
  return { opened: fitting, unopened, excluded }
}

/** An archive's length is fixed before any file is fetched, and a sender can claim any length. */
const lengthFault = ({ record, source }: OpenedFile): Fault | null =>
  source.size === record.file_size ? null : fault('other-length')

interface SummaryRequest {
  kind: SavingKind
  files: number
  compareSha256: boolean
}

const maxRenamedListed = 500

type LastState = { changed?: readonly ChangedName[] } & Pick<DownloadState, 'end'> &
  Partial<Pick<DownloadState, 'leftOut' | 'sinks' | 'total'>>

/** Sinks to which the browser writes while the file is opened; others save it when it is complete. */
const writtenWhileOpened: readonly SinkName[] = ['stream', 'streamsaver']

export function savingSummary<R extends ListedFile>(
  { kind, files, compareSha256 }: SummaryRequest,
  { opened, unopened, excluded = [] }: SavedTogether<R>,
  { end, leftOut = [], sinks: [sink] = [], total = null, changed = [] }: LastState,
): EndedSaving {
  if (!end) throw new Error('A saving was over without an end.')
  const missing = new Set(leftOut.map(({ entry }) => entry))
  const saved = end.type === 'saved' ? opened.filter((_, index) => !missing.has(index)) : []
  const [first] = saved
  // Counts content alone: an archive's own bytes and files that it lacks are not saved content.
  const content = saved.reduce((sum, { source }) => sum + source.size, 0)
  const failed = end.type === 'failed' && end.entry !== null ? opened[end.entry] : undefined
  return {
    kind,
    end: end.type === 'saved' && kind !== 'file' ? { ...end, bytes: content } : end,
    files,
    saved: saved.length,
    isShared: sink === 'share',
    failedName: failed ? shownName(failed) : null,
    wasBegun: total !== null,
    hasRemains: total !== null && sink !== undefined && writtenWhileOpened.includes(sink),
    unopened: unopened.map(({ record, fault }) => ({
      id: record.id,
      name: recordName(record),
      fault,
      sealedTo: record.sealed_to ?? null,
    })),
    leftOut: [...excluded, ...leftOut.map((one) => failedFileOf(one, opened))],
    unsealed: saved.filter(({ source }) => !source.hasManifest).map(shownName),
    differences: saved.flatMap(({ name, differences }) =>
      differences.length > 0 ? [{ name, what: differences }] : [],
    ),
    renamed: { files: changed.length, first: changed.slice(0, maxRenamedListed) },
    // Without a manifest the checksum is the server's claim.
    compared:
      compareSha256 && first?.source.hasManifest
        ? { sha256: kind === 'file' ? first.source.sha256 : null }
        : null,
  }
}

const recordName = ({ original_filename, stored_filename }: ListedFile): string =>
  (stored_filename === undefined
    ? knownName(original_filename)
    : knownListedName({ original_filename, stored_filename })) ?? t('ui.lockedName')

/** The name in the file's row. */
const shownName = ({ record, name, differences, namesVerdict }: OpenedFile): string =>
  record.stored_filename === undefined || differences.includes('name') || !isNameKnown(namesVerdict)
    ? name
    : recordName(record)

function failedFileOf<R extends ListedFile>({ entry, fault }: LeftOutFile, opened: readonly OpenedFile<R>[]) {
  const file = opened[entry]
  if (!file) throw new Error('A file was left out that nobody asked for.')
  return { id: file.record.id, name: shownName(file), fault }
}
