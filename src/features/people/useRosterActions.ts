import { api } from '../../api/api.ts'
import { foldersApi } from '../../api/foldersApi.ts'
import type { Bytes } from '../../../core/crypto/index.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { getUnlockedKey, type UnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { evictSharedFolder, openSharedFolder, trustOf } from '../../trust/trustService.ts'
import type { RosterEdit } from '../../../core/trust/rosterChange.ts'
import { isShared, type SharedFolderKeyFields } from '../../../core/trust/folderKeyFields.ts'
import type { EvaluatedFolder, Trust } from '../../../core/trust/trust.ts'
import type { UploadLinkGetter } from './CopyNewUploadLink.tsx'

export interface UnlockedSharedFolder {
  readonly folder: SharedFolderKeyFields
  readonly evaluated: EvaluatedFolder
  readonly key: UnlockedKey
}

export interface RosterActions {
  /** Signs and stores a change. Settles once the folder is reloaded, whatever the outcome. @throws FaultError */
  changeRoster: (edit: RosterEdit, publicKeys?: ReadonlyMap<string, Bytes>) => Promise<void>
  /** Performs another action, then reloads the folder as well. */
  runAndReload: (work: (trust: Trust) => Promise<unknown>) => Promise<void>
}

/** Props of dialogs in which a person changes the people or the key of a folder. */
export interface RosterDialogProps extends RosterActions {
  getUploadLink: UploadLinkGetter
  onClose: () => void
}

export function useRosterActions({ folder, evaluated, key }: UnlockedSharedFolder): RosterActions {
  const dispatch = useAppDispatch()

  async function runAndReload(work: (trust: Trust) => Promise<unknown>) {
    if (getUnlockedKey() !== key) throw new FaultError(fault('key-not-loaded'))
    try {
      await work(dispatch(trustOf(key)))
    } finally {
      const { id } = folder
      // After joining or adding someone, load what has changed meanwhile.
      dispatch(
        api.util.invalidateTags([
          { type: 'Folder', id: 'LIST' },
          { type: 'Files', id },
        ]),
      )
      const query = foldersApi.endpoints.folder.initiate(id, { forceRefetch: true, subscribe: false })
      const { data } = await dispatch(query)
      // A new number of the newest statement causes a new check by itself.
      if (data?.several?.seq === folder.several.seq) dispatch(evictSharedFolder(id))
      // Later questions depend on the new state. Errors of opening it are shown in its place.
      if (data && isShared(data) && getUnlockedKey() === key)
        await Promise.allSettled([dispatch(openSharedFolder(data, key))])
    }
  }

  return {
    runAndReload,
    changeRoster: (edit, publicKeys) => runAndReload((trust) => trust.change(evaluated, edit, publicKeys)),
  }
}
