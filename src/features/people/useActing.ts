import { useCallback } from 'react'
import { api } from '../../api/api.ts'
import { foldersApi } from '../../api/foldersApi.ts'
import type { Bytes } from '../../../core/crypto/index.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { getUnlockedKey, type UnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { dropShared, openShared, trustOf } from '../../trust/trustService.ts'
import type { RosterEdit } from '../../../core/trust/rosterChange.ts'
import { isShared, type SharedFolderOf } from '../../../core/trust/sharedFolder.ts'
import type { EvaluatedFolder, Trust } from '../../../core/trust/trust.ts'

/** A folder of several people that is open, and what its people do with it. */
export interface OpenShared {
  readonly folder: SharedFolderOf
  readonly judged: EvaluatedFolder
  readonly key: UnlockedKey
}

export interface Acting {
  /** Signs a change and has it stored; then the folder is looked at again, whatever came of it: done
   * when the new people are there. @throws FaultError */
  change: (edit: RosterEdit, publicKeys?: ReadonlyMap<string, Bytes>) => Promise<void>
  /** Does anything else with what the person trusts; then as `change`. */
  act: (work: (trust: Trust) => Promise<unknown>) => Promise<void>
}

export function useActing({ folder, judged, key }: OpenShared): Acting {
  const dispatch = useAppDispatch()

  const act = useCallback(
    async (work: (trust: Trust) => Promise<unknown>) => {
      if (getUnlockedKey() !== key) throw new FaultError(fault('key-not-loaded'))
      try {
        await work(dispatch(trustOf(key)))
      } finally {
        const { id } = folder
        // Whoever has just come in, or put somebody in, sees what came meanwhile.
        dispatch(
          api.util.invalidateTags([
            { type: 'Folder', id: 'LIST' },
            { type: 'Files', id },
          ]),
        )
        const asked = foldersApi.endpoints.folder.initiate(id, { forceRefetch: true, subscribe: false })
        const { data } = await dispatch(asked)
        // Another number of the newest statement has it judged anew by itself.
        if (data?.several?.seq === folder.several.seq) dispatch(dropShared(id))
        // What is asked next follows what stands then. Why it cannot be opened is said in its place.
        if (data && isShared(data) && getUnlockedKey() === key)
          await Promise.allSettled([dispatch(openShared(data, key))])
      }
    },
    [dispatch, folder, key],
  )
  const change: Acting['change'] = useCallback(
    (edit, publicKeys) => act((trust) => trust.change(judged, edit, publicKeys)),
    [act, judged],
  )
  return { change, act }
}
