import { fault } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import type { AppThunk } from '../store/store.ts'
import { transferBegan } from '../../workers/protocol/transfers.ts'
import { Throttle } from '../../core/util/throttle.ts'
import type { SavingDownload, startSaving } from '../platform/startSaving.ts'
import type { ListedFile, OpenedFile } from '../../core/keys/opened.ts'
import { RecentRate } from '../../core/util/recentRate.ts'
import type { ChangedName } from '../../core/download/safeNames.ts'
import type { Blocker, SavingState } from '../../core/download/types.ts'
import { fitForArchive, type Opened, summary } from './savingEnd.ts'
import {
  type EndedSaving,
  goingIds,
  type Saving,
  savingBegan,
  savingEnded,
  type SavingId,
  savingsForgotten,
  selectIsGoing,
  selectSavings,
  savingWentOn,
} from './savingSlice.ts'

/** How often the number of opened keys is told, in milliseconds. */
const keysToldMs = 100

/** What can be cancelled, and told to go on: the one hold on a saving that no screen has. */
export class SavingService {
  /** The engine loads with the first download. */
  engine: () => Promise<typeof startSaving> = async () =>
    (await import('../platform/startSaving.ts')).startSaving

  readonly #held = new Map<SavingId, Held>()

  /** Instead of whatever was held of this id. */
  hold(id: SavingId, saving: Held): void {
    this.#held.set(id, saving)
  }

  /** Whether it is this one: a saving that was forgotten may be followed by another of its id. */
  holds(id: SavingId, saving: Held): boolean {
    return this.#held.get(id) === saving
  }

  delete(id: SavingId): void {
    this.#held.delete(id)
  }

  cancel(id: SavingId): void {
    this.#held.get(id)?.cancel()
  }

  resume(id: SavingId): void {
    this.#held.get(id)?.resume()
  }
}

interface Held {
  cancel: () => void
  resume: () => void
}

export interface SavingRequest<R extends ListedFile> extends Pick<
  Saving,
  'kind' | 'title' | 'files' | 'owner'
> {
  id: SavingId
  /** Of the archive. */
  filename?: string
  /** For 'folder'. */
  directory?: FileSystemDirectoryHandle
  compareSha256: boolean
  /** The files whose keys opened, and those that did not; or how to open them. */
  opened:
    Opened<R> | ((options: { signal: AbortSignal; onProgress: (done: number) => void }) => Promise<Opened<R>>)
  /** Hears what has opened, unless the saving was cancelled meanwhile. */
  onOpened?: (opened: Opened<R>) => void
}

/**
 * Saves files, as far as they open. Goes on whatever becomes of the screen, and holds back updates of the application.
 * Never rejects. @returns how it ended; null where it is under way already, or was forgotten on its way
 */
export function save<R extends ListedFile>(request: SavingRequest<R>): AppThunk<Promise<EndedSaving | null>> {
  return async (dispatch, getState, services) => {
    const { id, kind, title, files, owner, opened: given, onOpened } = request
    if (selectIsGoing(getState(), id)) return null
    const service = services.of(SavingService)
    const controller = new AbortController()
    const { signal } = controller
    const held: Held = { cancel: () => controller.abort(), resume: () => undefined }
    service.hold(id, held)
    const over = transferBegan()
    dispatch(savingBegan({ id, kind, title, files, owner, keysAreOpen: typeof given !== 'function' }))
    const told = new Throttle(keysToldMs)
    const rate = new RecentRate()

    /** Once it is forgotten, another may be under way in its place. */
    const wentOn = (news: Omit<Parameters<typeof savingWentOn>[0], 'id'>) => {
      if (service.holds(id, held)) dispatch(savingWentOn({ id, ...news }))
    }
    const onKeys = (done: number) => {
      if (told.isTime(performance.now())) wentOn({ phase: 'opening-keys', done })
    }
    const tell = (state: SavingState) => {
      const phase = phases[state.stage]
      if (phase !== null) wentOn({ phase, ...figuresOf(state, rate) })
    }
    const run = async (): Promise<EndedSaving> => {
      const files = typeof given === 'function' ? await given({ signal, onProgress: onKeys }) : given
      signal.throwIfAborted()
      onOpened?.(files)
      const opened = kind === 'file' ? files : fitForArchive(files)
      if (opened.opened.length === 0) return nothingOpened(request, opened)
      wentOn({ phase: 'starting', done: 0 })
      const [{ download, changed }, start] = await Promise.all([
        downloadOf(request, opened.opened),
        service.engine(),
      ])
      signal.throwIfAborted()
      const running = start(download, tell)
      held.cancel = running.cancel
      held.resume = running.resume
      return summary(request, opened, { ...(await running.ended), changed })
    }
    const end = await run().catch((error: unknown) =>
      summary(request, nothing, {
        end: signal.aborted ? { type: 'cancelled' } : { type: 'failed', fault: faultOf(error), entry: null },
      }),
    )
    over()
    if (!service.holds(id, held)) return null
    service.delete(id)
    dispatch(savingEnded({ id, end }))
    return end
  }
}

const nothing = { opened: [], unopened: [] }

function nothingOpened<R extends ListedFile>(request: SavingRequest<R>, opened: Opened<R>): EndedSaving {
  const [first] = opened.unopened
  const why = request.kind === 'file' && first ? first.fault : fault('none-opened')
  return summary(request, opened, { end: { type: 'failed', fault: why, entry: null } })
}

/** Null: what was said last stands. A file that was being checked is not downloaded once more for being handed over. */
const phases = {
  sink: 'starting',
  starting: 'starting',
  running: 'saving',
  checking: 'checking',
  'handing-over': null,
  ended: null,
} as const satisfies Record<SavingState['stage'], Saving['phase'] | null>

/** Nothing is said of bytes before the browser has taken its first step. */
function figuresOf({ stage, bytes, total, filesDone, needs }: SavingState, rate: RecentRate) {
  const isSaving = total !== null && phases[stage] !== 'starting'
  const bytesPerSecond = rate.at(bytes, performance.now())
  return { needs, done: filesDone, progress: isSaving ? { bytes, total, bytesPerSecond } : null }
}

interface NamedDownload {
  download: SavingDownload
  /** Files that are saved under another path than they were sent with. */
  changed: readonly ChangedName[]
}

async function downloadOf<R extends ListedFile>(
  { kind, filename = '', directory, compareSha256 }: SavingRequest<R>,
  opened: readonly OpenedFile<R>[],
): Promise<NamedDownload> {
  const [{ archiveEntries }, { ArchiveNames }] = await Promise.all([
    import('../../core/keys/opened.ts'),
    import('../../core/download/safeNames.ts'),
  ])
  const names = new ArchiveNames()
  const [first] = opened
  if (kind === 'file' && first) {
    const filename = names.add('.', first.name)
    return { download: { filename, source: first.source, compareSha256 }, changed: names.changed }
  }
  const entries = await archiveEntries(opened, names)
  const download = { filename, entries, compareSha256, ...(directory && { directory }) }
  return { download, changed: names.changed }
}

export const cancelSaving =
  (id: SavingId): AppThunk =>
  (_, _getState, services) =>
    services.of(SavingService).cancel(id)

/** What they waited for is there. */
export const goOnWith =
  (need: Blocker): AppThunk =>
  (_, getState, services) =>
    goingIds(selectSavings(getState()), need).forEach((id) => services.of(SavingService).resume(id))

/** Those that `which` names: ended where they are under way, and no longer shown. */
export const forgetSavings =
  (which: (saving: Saving) => boolean): AppThunk =>
  (dispatch, getState, services) => {
    const ids = (Object.entries(selectSavings(getState())) as [SavingId, Saving][]).flatMap(([id, saving]) =>
      which(saving) ? [id] : [],
    )
    const service = services.of(SavingService)
    ids.forEach((id) => {
      service.cancel(id)
      service.delete(id)
    })
    dispatch(savingsForgotten(ids))
  }
