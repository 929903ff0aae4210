import { useEffect, useMemo, useState } from 'react'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import { type UnlockedKey, useOlderKeys, useUnlockedKey } from '../../../session/unlockedKey.ts'
import { notify, useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import type { AppThunk } from '../../../store/store.ts'
import type { LinkedFolder } from '../../../trust/judgedFolder.ts'
import { type JudgedOpener, judgedOpener } from '../../../trust/openJudgedFiles.ts'
import { isPlaceholder } from '../../../../contract/fileNames.ts'
import { segmentOf } from '../../../../core/crypto/index.ts'
import type { OwnFile, OwnKeysOptions, UnopenedOwnFile } from '../../../../core/keys/ownFiles.ts'
import type { KeysWorkers } from '../../../../core/keys/splitAcrossWorkers.ts'
import { t } from '../../../../i18n/t.ts'
import { rowsInView } from './rowsInView.ts'
import { keepManifests } from './untilLocked.ts'
import { Throttle } from '../../../../core/util/throttle.ts'
import {
  checkEnded,
  checkProgressed,
  keysChanged,
  manifestsUnopened,
  selectCheckProgress,
  selectRetries,
  selectIsVerified,
  selectUnchecked,
  toUnopenedFile,
} from './sealedFilesSlice.ts'

type KeysPorts = Pick<OwnKeysOptions, 'workers' | 'fetchKeys'>

/** Maximum number of files with open names that are opened automatically; more would take long. */
const maxAutoChecked = 2000

const progressMs = 250
/** Files that are opened at a time: first those that fill the screen. */
const firstPortion = 200
const laterPortion = 2000
/** Segments of the index that are shown first. */
const firstSegments = 4

const hasHiddenName = ({ original_filename }: FileRecord): boolean => isPlaceholder(original_filename)

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

  get waiting(): number {
    return this.#waiting.size
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

/**
 * Opens the manifests of files with all unlocked keys and compares them with the server's data; what the index has of
 * hidden names is shown without that.
 * @param onFailed called if it could not be completed; a download checks the names again
 * @returns a function that stops it
 */
function checkNames(
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

    const showIndexed = async (opener: JudgedOpener, workers: KeysWorkers) => {
      const hidden = unchecked.filter(hasHiddenName)
      const listed = new Set(records.map(({ id }) => id))
      const first = new Set(hidden.slice(0, firstPortion).map(({ id }) => segmentOf(id)))
      const segments = new Set([...first].slice(0, firstSegments))
      const isFirst = ({ id }: FileRecord) => segments.has(segmentOf(id))
      let unlistedCount = 0
      for (const group of [hidden.filter(isFirst), hidden.filter((record) => !isFirst(record))]) {
        const { known, unlisted } = await opener.readIndexed(group, listed, workers)
        signal.throwIfAborted()
        order.remove(known.map(({ record }) => record))
        if (known.length > 0) dispatch(keepManifests(opener.judged, known, key))
        unlistedCount += unlisted
      }
      // In a folder of one person, `useUnlistedFiles` says so.
      if (unlistedCount > 0 && folder.several) notify('info', t('files.unlisted', { count: unlistedCount }))
    }

    const openOthers = async (opener: JudgedOpener, ports: KeysPorts) => {
      const { fetchKeysAhead } = await import('../../../platform/ownFileOpening.ts')
      let done = total - order.waiting
      if (done === total) return
      const options = { ...ports, signal, onProgress: (count: number) => onProgress(done + count) }
      const take = (size: number) => {
        const portion = order.take(isWaitedFor ? size : total, dispatch(rowsInView()))
        return { ...portion, fetchKeys: fetchKeysAhead(portion.records, options) }
      }
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
      for (let portion = take(firstPortion); portion.records.length > 0;) {
        const next = take(laterPortion)
        const files = await opener.open(portion.records, { ...options, fetchKeys: portion.fetchKeys })
        signal.throwIfAborted()
        done += portion.records.length
        opened.push(...files.opened)
        unopened.push(...files.unopened)
        // The list is built anew each time: as often as it doubles, and for what a person looks at.
        if (portion.hasView || opened.length >= shownCount) await show()
        portion = next
      }
      await show()
    }

    const run = async () => {
      const { withKeysWorkers } = await import('../../../platform/ownFileOpening.ts')
      await withKeysWorkers(
        async (ports) => {
          const opener = await dispatch(judgedOpener(folder, key))
          signal.throwIfAborted()
          if (isWaitedFor) await showIndexed(opener, ports.workers)
          await openOthers(opener, ports)
        },
        isWaitedFor ? 2 : 1,
      )
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

export type NameCheck =
  | { state: 'idle' | 'verified' }
  | { state: 'checking'; progress: { done: number; total: number } }
  /** Too many files to check automatically. */
  | { state: 'unchecked'; unchecked: number; start: () => void }

/** Checks the names of the files on screen while the private key is unlocked. */
export function useNameCheck(folder: Folder, records: readonly FileRecord[], isBusy: boolean): NameCheck {
  // Later changes of the folder do not affect its keys.
  const { id, title, several, link_token } = folder
  const linkedFolder = useMemo(
    (): LinkedFolder => ({ id, title, several, link_token }),
    [id, title, several, link_token],
  )
  const folderRecords = useMemo(() => ({ folderId: id, records }), [id, records])
  const dispatch = useAppDispatch()
  const key = useUnlockedKey()
  const olderKeys = useOlderKeys()
  const [isAsked, setAsked] = useState(false)
  const { length: unchecked } = useAppSelector((state) => selectUnchecked(state, folderRecords))
  const isVerified = useAppSelector((state) => selectIsVerified(state, folderRecords))
  const progress = useAppSelector(selectCheckProgress)
  const retries = useAppSelector(selectRetries)

  useEffect(() => void dispatch(keysChanged()), [dispatch, key, olderKeys])
  useEffect(() => {
    // A download opens the same manifests and reports the results.
    if (!key || isBusy) return
    const atMost = isAsked ? Infinity : maxAutoChecked
    return dispatch(checkNames({ folder: linkedFolder, records, atMost }, key, () => setAsked(false)))
  }, [dispatch, linkedFolder, records, key, olderKeys, isBusy, isAsked, retries])

  if (progress) return { state: 'checking', progress }
  if (isVerified) return { state: 'verified' }
  if (!key || unchecked <= maxAutoChecked || isAsked) return { state: 'idle' }
  return { state: 'unchecked', unchecked, start: () => setAsked(true) }
}
