import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useCallback } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { t } from '../../../i18n/t.ts'
import { useUpdateFolderMutation } from '../../api/foldersApi.ts'
import { mayManage } from '../../../core/trust/folderKeyFields.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { areNamesUnasked, rememberPrivateNames } from '../../trust/rememberOwnFolder.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { KeepWhileClosing } from '../../ui/dialogs/KeepWhileClosing.tsx'
import { useQuestion } from '../../ui/hooks/useQuestion.ts'
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
  const { openQuestion, ask: askPerson, reply } = useQuestion<Folder, boolean>()

  const ask = useCallback(
    async (folder: Folder, key: UnlockedKey) => {
      if (!mayManage(folder) || !(await dispatch(areNamesUnasked(folder, key)))) return folder
      const hidesNames = await askPerson(folder)
      if (hidesNames === null) return null
      await dispatch(rememberPrivateNames(folder, hidesNames, key))
      if (!hidesNames) return folder
      const { id, title } = folder
      return updateFolder({ id, changes: { title, private_names: true } }).unwrap()
    },
    [askPerson, dispatch, updateFolder],
  )

  const dialog = (
    <KeepWhileClosing item={openQuestion}>
      {(folder, open) => (
        <FormDialog
          open={open}
          title={t('folderForm.privateNames')}
          onClose={() => reply(null)}
          actions={
            <>
              <Button onClick={() => reply(false)}>{t('dashboard.leaveNamesVisible')}</Button>
              <Button variant="contained" autoFocus onClick={() => reply(true)}>
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
