import { useEffect, useMemo, useState } from 'react'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import { useOlderKeys, useUnlockedKey } from '../../../session/unlockedKey.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import type { LinkedFolder } from '../../../trust/judgedFolder.ts'
import { checkNames, maxAutoChecked } from './checkNames.ts'
import {
  keysChanged,
  selectCheckProgress,
  selectRetries,
  selectIsVerified,
  selectUnchecked,
} from './sealedFilesSlice.ts'

export type NameCheck =
  | { state: 'idle' | 'verified' }
  | { state: 'checking'; progress: { done: number; total: number } }
  /** Too many files to check automatically, or it failed. */
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
  const [hasFailed, setFailed] = useState(false)
  const { length: unchecked } = useAppSelector((state) => selectUnchecked(state, folderRecords))
  const isVerified = useAppSelector((state) => selectIsVerified(state, folderRecords))
  const progress = useAppSelector(selectCheckProgress)
  const retries = useAppSelector(selectRetries)

  useEffect(() => void dispatch(keysChanged()), [dispatch, key, olderKeys])
  useEffect(() => {
    // A download opens the same manifests and reports the results.
    if (!key || isBusy) return
    const atMost = isAsked ? Infinity : maxAutoChecked
    const fail = () => {
      setAsked(false)
      setFailed(true)
    }
    return dispatch(checkNames({ folder: linkedFolder, records, atMost }, key, fail))
  }, [dispatch, linkedFolder, records, key, olderKeys, isBusy, isAsked, retries])

  if (progress) return { state: 'checking', progress }
  if (isVerified) return { state: 'verified' }
  if (!key || isAsked || unchecked === 0 || (unchecked <= maxAutoChecked && !hasFailed))
    return { state: 'idle' }
  return { state: 'unchecked', unchecked, start: () => setAsked(true) }
}
