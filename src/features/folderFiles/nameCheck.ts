import { useEffect, useState } from 'react'
import type { FileRecord } from '../../../contract/folders.ts'
import { folderOpeners } from '../../session/folderOpeners.ts'
import { type UnlockedKey, useOlderKeys, useUnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import type { AppThunk } from '../../store/store.ts'
import { AtMostEvery } from '../../transfer/atMostEvery.ts'
import {
  checkEnded,
  checkProgressed,
  keysChanged,
  manifestsOpened,
  manifestsUnopened,
  sealedFile,
  selectChecking,
  selectIsVerified,
  selectUnchecked,
} from './sealedFilesSlice.ts'

/** The manifests of this many files are opened without being asked for; those of more are a download of their own. */
const checkedUnasked = 2000

/** Half of a small machine: nobody waits for it. */
const threads = 1
const progressMs = 250

/**
 * Opens the manifests of files, with every key at hand, and compares them with what the server says.
 * @returns ends it
 */
function checkNames(
  { folderId, records, atMost }: { folderId: number; records: readonly FileRecord[]; atMost: number },
  key: UnlockedKey,
): AppThunk<(() => void) | undefined> {
  return (dispatch, getState) => {
    const unchecked = selectUnchecked(getState(), records)
    const total = unchecked.length
    if (total === 0 || total > atMost) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const run = async () => {
      const [{ openOwnFiles }, { withKeysThreads }] = await Promise.all([
        import('../../transfer/keys/own.ts'),
        import('../../transfer/browser/keysThreads.ts'),
      ])
      const told = new AtMostEvery(progressMs)
      const onProgress = (done: number) => {
        if (!signal.aborted && told.isTime(performance.now())) dispatch(checkProgressed({ done, total }))
      }
      const openers = await folderOpeners(folderId, key)
      const { opened, unopened } = await withKeysThreads(
        (ports) => openOwnFiles(unchecked, { ...ports, openers, signal, onProgress }),
        threads,
      )
      dispatch(manifestsOpened(opened.map(sealedFile)))
      dispatch(manifestsUnopened(unopened.map(({ record }) => record.id)))
    }
    dispatch(checkProgressed({ done: 0, total }))
    void run()
      // Nobody asked for it: what cannot be checked now is checked when it is downloaded.
      .catch(() => undefined)
      .finally(() => {
        if (!signal.aborted) dispatch(checkEnded())
      })
    return () => {
      controller.abort()
      dispatch(checkEnded())
    }
  }
}

/** How far the names of the files on the screen are more than the server's word. */
export type NameCheck =
  | { state: 'locked' | 'verified' }
  | { state: 'checking'; progress: { done: number; total: number } }
  /** Too many to be checked unasked. */
  | { state: 'unchecked'; unchecked: number; start: () => void }

/** While the private key is unlocked, checks the names of the files on the screen. */
export function useNameCheck(folderId: number, records: readonly FileRecord[], isBusy: boolean): NameCheck {
  const dispatch = useAppDispatch()
  const key = useUnlockedKey()
  const olderKeys = useOlderKeys()
  const [isAsked, setAsked] = useState(false)
  const { length: unchecked } = useAppSelector((state) => selectUnchecked(state, records))
  const isVerified = useAppSelector((state) => selectIsVerified(state, records))
  const progress = useAppSelector(selectChecking)

  useEffect(() => void dispatch(keysChanged()), [dispatch, key, olderKeys])
  useEffect(() => {
    // A download opens the same manifests, and tells what it finds.
    if (!key || isBusy) return
    const atMost = isAsked ? Infinity : checkedUnasked
    return dispatch(checkNames({ folderId, records, atMost }, key))
  }, [dispatch, folderId, records, key, olderKeys, isBusy, isAsked])

  if (progress) return { state: 'checking', progress }
  if (isVerified) return { state: 'verified' }
  if (!key || unchecked <= checkedUnasked || isAsked) return { state: 'locked' }
  return { state: 'unchecked', unchecked, start: () => setAsked(true) }
}
