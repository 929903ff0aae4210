import { useEffect, useMemo, useState } from 'react'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import { type UnlockedKey, useOlderKeys, useUnlockedKey } from '../../../session/unlockedKey.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import type { AppThunk } from '../../../store/store.ts'
import type { LinkedFolder } from '../../../trust/judgedFolder.ts'
import { openJudgedFiles } from '../../../trust/openJudgedFiles.ts'
import { isPlaceholder } from '../../../../contract/fileNames.ts'
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

/** Maximum number of files whose manifests are opened automatically; more would take long. */
const maxAutoChecked = 2000

const progressMs = 250
/** Files that are opened first, which fill the screen, and then at a time: the list is built anew for each. */
const portionSizes = [200, 1800]
const maxPortion = 10_000

const hasHiddenName = ({ original_filename }: FileRecord): boolean => isPlaceholder(original_filename)

/** Splits the files; hidden names come first, and are shown as soon as they are known. */
function* portions(records: readonly FileRecord[]): Generator<readonly FileRecord[], void, void> {
  const ordered = [...records.filter(hasHiddenName), ...records.filter((one) => !hasHiddenName(one))]
  for (let at = 0, n = 0; at < ordered.length; n++) {
    const size = portionSizes[n] ?? maxPortion
    yield ordered.slice(at, at + size)
    at += size
  }
}

/**
 * Opens the manifests of files with all unlocked keys and compares them with the server's data.
 * @param onFailed called if it could not be completed; a download checks the names again
 * @returns a function that stops it
 */
function checkNames(
  { folder, records, atMost }: { folder: LinkedFolder; records: readonly FileRecord[]; atMost: number },
  key: UnlockedKey,
  onFailed: () => void,
): AppThunk<(() => void) | undefined> {
  return (dispatch, getState) => {
    const unchecked = selectUnchecked(getState(), { folderId: folder.id, records })
    const total = unchecked.length
    if (total === 0) return undefined
    const isWaitedFor = unchecked.some(hasHiddenName)
    if (total > atMost && !isWaitedFor) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const run = async () => {
      const { withKeysWorkers } = await import('../../../platform/ownFileOpening.ts')
      const throttle = new Throttle(progressMs)
      const onProgress = (checkedCount: number) => {
        if (!signal.aborted && throttle.tryPass(performance.now()))
          dispatch(checkProgressed({ done: checkedCount, total }))
      }
      await withKeysWorkers(
        async (ports) => {
          let before = 0
          for (const some of isWaitedFor ? portions(unchecked) : [unchecked]) {
            const options = { ...ports, signal, onProgress: (done: number) => onProgress(before + done) }
            const { opened, unopened, judged } = await dispatch(
              openJudgedFiles({ folder, records: some }, key, options),
            )
            signal.throwIfAborted()
            dispatch(keepManifests(judged, opened, key))
            dispatch(manifestsUnopened(unopened.map(toUnopenedFile)))
            before += some.length
          }
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
