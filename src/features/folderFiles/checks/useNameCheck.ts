import { useEffect, useMemo, useState } from 'react'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import { type UnlockedKey, useOlderKeys, useUnlockedKey } from '../../../session/unlockedKey.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import type { AppThunk } from '../../../store/store.ts'
import type { LinkedFolder } from '../../../trust/judgedFolder.ts'
import { openJudgedFiles } from '../../../trust/openJudgedFiles.ts'
import { Throttle } from '../../../../core/util/throttle.ts'
import {
  checkEnded,
  checkProgressed,
  keysChanged,
  manifestsOpened,
  manifestsUnopened,
  toSealedFile,
  selectCheckProgress,
  selectRetries,
  selectIsVerified,
  selectUnchecked,
  toUnopenedFile,
} from './sealedFilesSlice.ts'

/** Maximum number of files whose manifests are opened automatically; more would take long. */
const maxAutoChecked = 2000

/** Half the cores of a small machine, since nobody waits for the result. */
const workerCount = 1
const progressMs = 250

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
    if (total === 0 || total > atMost) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const run = async () => {
      const { withKeysWorkers } = await import('../../../platform/ownFileOpening.ts')
      const throttle = new Throttle(progressMs)
      const onProgress = (checkedCount: number) => {
        if (!signal.aborted && throttle.tryPass(performance.now()))
          dispatch(checkProgressed({ done: checkedCount, total }))
      }
      const files = { folder, records: unchecked }
      const { opened, unopened, judged } = await withKeysWorkers(
        (ports) => dispatch(openJudgedFiles(files, key, { ...ports, signal, onProgress })),
        workerCount,
      )
      dispatch(manifestsOpened(opened.map((file) => toSealedFile(judged, file))))
      dispatch(manifestsUnopened(unopened.map(toUnopenedFile)))
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
