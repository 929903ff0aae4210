import { createAction } from '@reduxjs/toolkit'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { foldersApi, invalidateFolder } from '../../api/foldersApi.ts'
import { notify } from '../../store/hooks.ts'
import { type AppThunk, startAppListening } from '../../store/store.ts'
import { t } from '../../../i18n/t.ts'
import { prepareHeadingFocus } from '../../ui/hooks/focusHeading.ts'
import { notifyUndoable } from '../../ui/trash/notifyUndoable.ts'
import { folderTitle } from '../../ui/values/folderTitle.ts'

type NamedFolder = Pick<Folder, 'id' | 'title'>

const deletionUndone = createAction<NamedFolder>('dashboard/deletionUndone')

startAppListening({
  actionCreator: deletionUndone,
  effect: ({ payload }, { dispatch }) => void dispatch(restoreFolders([payload])),
})

/**
 * Deletes a folder, to the trash if there is one, and forgets it.
 * @param leavePage called once it is deleted, before its page finds nothing
 */
export const deleteFolder =
  (folder: Folder, leavePage?: () => void): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const { id, trash } = folder
    const focusAfterwards = prepareHeadingFocus()
    const { prepareFolderDeletion } = await import('../../trust/rememberOwnFolder.ts')
    const updateContacts = await dispatch(prepareFolderDeletion(folder))
    // The store's listener reports failed requests.
    const { error } = await dispatch(foldersApi.endpoints.deleteFolder.initiate({ id }))
    if (error) return
    leavePage?.()
    await updateContacts()
    const title = folderTitle(folder)
    if (trash) notifyUndoable(t('trash.folderIn', { title }), deletionUndone({ id, title: folder.title }))
    else notify('success', t('dashboard.deleted', { count: 1, title }))
    // Its row, with the focused button, is gone.
    focusAfterwards()
  }

/** Deletes folders that are in the trash, and forgotten. */
export const eraseFolders = (folders: readonly NamedFolder[]): AppThunk<Promise<void>> =>
  changeInTurn(folders, 'dashboard.deleted', ({ id }) => async (dispatch) => {
    const { error } = await dispatch(foldersApi.endpoints.deleteFolder.initiate({ id, now: '1' }))
    return error === undefined
  })

export const restoreFolders = (folders: readonly NamedFolder[]): AppThunk<Promise<void>> =>
  changeInTurn(folders, 'trash.foldersRestored', ({ id, title }) => async (dispatch) => {
    const { data } = await dispatch(foldersApi.endpoints.restoreFolder.initiate(id))
    if (!data) return false
    const { rememberRestoredFolder } = await import('../../trust/rememberOwnFolder.ts')
    // The title that the person chose: another one is asked about.
    await dispatch(rememberRestoredFolder({ id, title, several: data.several }))
    dispatch(invalidateFolder(id))
    return true
  })

/** @param change returns false if it failed, which the store's listener reports: the others are left as they are then */
const changeInTurn =
  (
    folders: readonly NamedFolder[],
    doneText: 'dashboard.deleted' | 'trash.foldersRestored',
    change: (folder: NamedFolder) => AppThunk<Promise<boolean>>,
  ): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const focusAfterwards = prepareHeadingFocus()
    let count = 0
    for (const folder of folders) {
      if (!(await dispatch(change(folder)))) break
      count++
    }
    const [first] = folders
    if (first && count > 0) notify('success', t(doneText, { count, title: folderTitle(first) }))
    focusAfterwards()
  }
