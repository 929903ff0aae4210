import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { t } from '../../../i18n/t.ts'
import { useUpdateFolderMutation } from '../../api/foldersApi.ts'
import { mayManage } from '../../../core/trust/folderKeyFields.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { areNamesUnasked, rememberPrivateNames } from '../../trust/rememberOwnFolder.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { KeepWhileClosing } from '../../ui/dialogs/KeepWhileClosing.tsx'
import { quotedTitle } from '../../ui/values/folderTitle.ts'

interface NamesQuestion {
  /**
   * Asks whether the folder is to hide names, if the server says that it does not and nobody remembers a choice, and
   * remembers the answer.
   * @returns the folder with the answer; null if the person cancels
   */
  ask: (folder: Folder, key: UnlockedKey) => Promise<Folder | null>
  /** Has to be rendered by the caller. */
  dialog: ReactNode
}

/** Asks once, before the first link of a folder is copied: whoever has an older link sends names as it says. */
export function useNamesQuestion(): NamesQuestion {
  const dispatch = useAppDispatch()
  const [updateFolder] = useUpdateFolderMutation()
  const [folderAsked, setFolderAsked] = useState<Folder | null>(null)
  const resolveAnswer = useRef<(hidesNames: boolean | null) => void>(undefined)
  // Resolves a pending call when the screen unmounts.
  useEffect(() => () => resolveAnswer.current?.(null), [])

  const ask = useCallback(
    async (folder: Folder, key: UnlockedKey) => {
      if (!mayManage(folder) || !(await dispatch(areNamesUnasked(folder, key)))) return folder
      setFolderAsked(folder)
      const hidesNames = await new Promise<boolean | null>((resolve) => (resolveAnswer.current = resolve))
      setFolderAsked(null)
      if (hidesNames === null) return null
      await dispatch(rememberPrivateNames(folder, hidesNames, key))
      if (!hidesNames) return folder
      const { id, title } = folder
      return updateFolder({ id, changes: { title, private_names: true } }).unwrap()
    },
    [dispatch, updateFolder],
  )

  const answer = (hidesNames: boolean | null) => resolveAnswer.current?.(hidesNames)
  const dialog = (
    <KeepWhileClosing item={folderAsked}>
      {(folder, open) => (
        <FormDialog
          open={open}
          title={t('folderForm.privateNames')}
          onClose={() => answer(null)}
          actions={
            <>
              <Button onClick={() => answer(false)}>{t('dashboard.leaveNamesVisible')}</Button>
              <Button variant="contained" autoFocus onClick={() => answer(true)}>
                {t('dashboard.hideNames')}
              </Button>
            </>
          }
        >
          <Typography variant="body2">
            {t('dashboard.namesQuestion', { title: quotedTitle(folder.title) })}
          </Typography>
        </FormDialog>
      )}
    </KeepWhileClosing>
  )
  return { ask, dialog }
}
