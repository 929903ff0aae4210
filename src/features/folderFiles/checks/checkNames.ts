import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { segmentOf } from '../../../../core/crypto/index.ts'
import type { OwnFile, OwnKeysOptions, UnopenedOwnFile } from '../../../../core/keys/ownFiles.ts'
import { hasHiddenName } from '../../../../core/keys/storedNames.ts'
import type { KeysWorkers } from '../../../../core/keys/splitAcrossWorkers.ts'
import { Throttle } from '../../../../core/util/throttle.ts'
import type { UnlockedKey } from '../../../session/unlockedKey.ts'
import type { AppThunk } from '../../../store/store.ts'
import type { LinkedFolder } from '../../../trust/judgedFolder.ts'
import { type JudgedOpener, judgedOpener } from '../../../trust/openJudgedFiles.ts'
import { rowsInView } from './rowsInView.ts'
import {
  checkEnded,
  checkProgressed,
  manifestsUnopened,
  selectUnchecked,
  toUnopenedFile,
} from './sealedFilesSlice.ts'
import { keepManifests } from './untilLocked.ts'

type KeysPorts = Pick<OwnKeysOptions, 'workers' | 'fetchKeys'>

/** Maximum number of files with open names that are opened automatically; more would take long. */
export const maxAutoChecked = 2000

const progressMs = 250
/** Files that are opened at a time: first those that fill the screen. */
const firstPortion = 200
const laterPortion = 2000

/**
 * Files that are opened without being asked for: those whose names are hidden, which only their senders can choose, and the
 * others if they are few. Hidden names come first.
 */
export function autoChecked(unchecked: readonly FileRecord[], atMost: number): readonly FileRecord[] {
  const hidden = unchecked.filter(hasHiddenName)
  const others = unchecked.filter((record) => !hasHiddenName(record))
  return others.length <= atMost ? [...hidden, ...others] : hidden
}

/** Files to open, in order, of which those in view come first. */
export class OpeningOrder {
  readonly #waiting: Map<number, FileRecord>

  constructor(records: readonly FileRecord[]) {
    this.#waiting = new Map(records.map((record) => [record.id, record]))
  }

  remove(records: Iterable<{ readonly id: number }>): void {
    for (const { id } of records) this.#waiting.delete(id)
  }

  /** Takes the next files. `hasView` is true if one of them is in view. */
  take(size: number, idsInView: readonly number[]): { records: readonly FileRecord[]; hasView: boolean } {
    const records = idsInView.flatMap((id) => this.#waiting.get(id) ?? [])
    const hasView = records.length > 0
    this.remove(records)
    for (const record of this.#waiting.values()) {
      if (records.length >= size) break
      records.push(record)
      this.#waiting.delete(record.id)
    }
    return { records, hasView }
  }
}

/** Files that are opened together; their keys are requested while the ones before are opened. */
interface Portion extends ReturnType<OpeningOrder['take']> {
  options: Parameters<JudgedOpener['open']>[1]
}

/**
 * Opens the manifests of files with all unlocked keys and compares them with the server's data; what the index has of
 * hidden names is shown without that.
 * @param onFailed called if it could not be completed; a download checks the names again
 * @returns a function that stops it
 */
export function checkNames(
  { folder, records, atMost }: { folder: LinkedFolder; records: readonly FileRecord[]; atMost: number },
  key: UnlockedKey,
  onFailed: () => void,
): AppThunk<(() => void) | undefined> {
  return (dispatch, getState) => {
    const unchecked = autoChecked(selectUnchecked(getState(), { folderId: folder.id, records }), atMost)
    const total = unchecked.length
    if (total === 0) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const throttle = new Throttle(progressMs)
    const onProgress = (checkedCount: number) => {
      if (!signal.aborted && throttle.tryPass(performance.now()))
        dispatch(checkProgressed({ done: checkedCount, total }))
    }
    const order = new OpeningOrder(unchecked)
    const isWaitedFor = unchecked.some(hasHiddenName)
    let doneCount = 0

    const showIndexed = async (opener: JudgedOpener, workers: KeysWorkers) => {
      const hidden = unchecked.filter(hasHiddenName)
      const listed = new Set(records.map(({ id }) => id))
      const inView = new Set(dispatch(rowsInView()).map(segmentOf))
      const isFirst = ({ id }: FileRecord) => inView.has(segmentOf(id))
      for (const group of [hidden.filter(isFirst), hidden.filter((record) => !isFirst(record))]) {
        const known = await opener.readIndexed(group, listed, workers)
        signal.throwIfAborted()
        order.remove(known.map(({ record }) => record))
        doneCount += known.length
        if (known.length > 0) dispatch(keepManifests(opener.judged, known, key))
      }
    }

    const openOthers = async (opener: JudgedOpener, firstTaken: Portion, take: () => Portion) => {
      let opened: OwnFile[] = []
      let unopened: UnopenedOwnFile[] = []
      let shownCount = 0
      const show = async () => {
        if (opened.length + unopened.length === 0) return
        await opener.remember(opened)
        signal.throwIfAborted()
        dispatch(keepManifests(opener.judged, opened, key))
        dispatch(manifestsUnopened(unopened.map(toUnopenedFile)))
        shownCount += opened.length
        opened = []
        unopened = []
      }
      for (let portion = firstTaken; portion.records.length > 0;) {
        const next = take()
        const files = await opener.open(portion.records, portion.options)
        signal.throwIfAborted()
        doneCount += portion.records.length
        opened.push(...files.opened)
        unopened.push(...files.unopened)
        // The whole list is built anew each time: whenever the names double, and more often for those in view.
        if (opened.length >= shownCount / (portion.hasView ? 4 : 1)) await show()
        portion = next
      }
      await show()
    }

    const run = async () => {
      const { fetchKeysAhead, withKeysWorkers } = await import('../../../platform/ownFileOpening.ts')
      const open = async (ports: KeysPorts) => {
        const options = { ...ports, signal, onProgress: (count: number) => onProgress(doneCount + count) }
        const take = (size: number): Portion => {
          const portion = order.take(isWaitedFor ? size : total, dispatch(rowsInView()))
          return { ...portion, options: { ...options, fetchKeys: fetchKeysAhead(portion.records, options) } }
        }
        // Requested before it is known what opens them.
        const ahead = isWaitedFor ? null : take(total)
        const opener = await dispatch(judgedOpener(folder, key))
        signal.throwIfAborted()
        if (isWaitedFor) await showIndexed(opener, ports.workers)
        await openOthers(opener, ahead ?? take(firstPortion), () => take(laterPortion))
      }
      await withKeysWorkers(open, isWaitedFor ? 2 : 1)
    }
    dispatch(checkProgressed({ done: 0, total }))
    void run()
      .catch(() => {
        if (!signal.aborted) onFailed()
      })
      .finally(() => {
        if (!signal.aborted) dispatch(checkEnded())
      })
    return () => {
      controller.abort()
      dispatch(checkEnded())
    }
  }
}
