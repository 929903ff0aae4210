import { fault } from '../../core/faults/fault.ts'
import type { ListedFile, OpenedFile, UnopenedFile } from '../../core/keys/opened.ts'
import type { ChangedName } from '../../core/download/safeNames.ts'
import type { LeftOut, SinkName, SavingState } from '../../core/download/types.ts'
import type { EndedSaving, SavingKind } from './savingSlice.ts'

/** What could be saved, and what could not. */
export interface Opened<R extends ListedFile> {
  opened: readonly OpenedFile<R>[]
  unopened: readonly UnopenedFile<R>[]
}

/**
 * An archive says its length, and with it the lengths of its files, before any of them is fetched. Whoever sends a file
 * can claim any length for it: what is not as long as the server has it stays out.
 */
export function fitForArchive<R extends ListedFile>({ opened, unopened }: Opened<R>): Opened<R> {
  const isFit = ({ record, source }: OpenedFile<R>) => source.size === record.file_size
  const others = opened.filter((file) => !isFit(file))
  return {
    opened: opened.filter(isFit),
    unopened: [...unopened, ...others.map(({ record }) => ({ record, fault: fault('other-length') }))],
  }
}

interface Asked {
  kind: SavingKind
  files: number
  compareSha256: boolean
}

/** A list that nobody reads to its end. */
const renamedListed = 500

type LastState = { changed?: readonly ChangedName[] } & Pick<SavingState, 'end'> &
  Partial<Pick<SavingState, 'leftOut' | 'sinks' | 'total'>>

/** On these the browser writes while we open; on the others it is given what is whole. */
const givenAsOpened: readonly SinkName[] = ['stream', 'streamsaver']

/** What is said of a saving when it is over, in names and figures. */
export function summary<R extends ListedFile>(
  { kind, files, compareSha256 }: Asked,
  { opened, unopened }: Opened<R>,
  { end, leftOut = [], sinks: [sink] = [], total = null, changed = [] }: LastState,
): EndedSaving {
  if (!end) throw new Error('A saving was over without an end.')
  const missing = new Set(leftOut.map(({ entry }) => entry))
  const saved = end.type === 'saved' ? opened.filter((_, index) => !missing.has(index)) : []
  const [first] = saved
  // What an archive takes for itself, and for files that are not in it, is no content.
  const content = saved.reduce((sum, { source }) => sum + source.size, 0)
  const failed = end.type === 'failed' && end.entry !== null ? opened[end.entry] : undefined
  return {
    kind,
    end: end.type === 'saved' && kind !== 'file' ? { ...end, bytes: content } : end,
    files,
    saved: saved.length,
    failedName: failed?.name ?? null,
    wasBegun: total !== null,
    hasRemains: total !== null && sink !== undefined && givenAsOpened.includes(sink),
    unopened: unopened.map(({ record, fault }) => ({
      id: record.id,
      name: record.original_filename,
      fault,
      sealedTo: record.sealed_to ?? null,
    })),
    leftOut: leftOut.map((one) => named(one, opened)),
    unsealed: saved.filter(({ source }) => !source.hasManifest).map(({ name }) => name),
    differences: saved.flatMap(({ name, differences }) =>
      differences.length > 0 ? [{ name, what: differences }] : [],
    ),
    renamed: { files: changed.length, first: changed.slice(0, renamedListed) },
    // Without a manifest it is the server's number.
    compared:
      compareSha256 && first?.source.hasManifest
        ? { sha256: kind === 'file' ? first.source.sha256 : null }
        : null,
  }
}

function named<R extends ListedFile>({ entry, fault }: LeftOut, opened: readonly OpenedFile<R>[]) {
  const file = opened[entry]
  if (!file) throw new Error('A file was left out that nobody asked for.')
  return { id: file.record.id, name: file.name, fault }
}
