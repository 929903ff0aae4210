import { type ReactNode, useState } from 'react'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { isSessionEnd } from '../../../core/faults/faultKinds.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { callApi } from '../../api/client.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { prepareHeadingFocus } from '../../ui/hooks/focusHeading.ts'
import { reloadLink } from './reloadLink.ts'

interface DeleteLink {
  askToDelete: (link: DownloadLink) => void
  isDeleting: (link: DownloadLink) => boolean
  /** Has to be rendered by the caller. */
  dialog: ReactNode
}

/** Deletes links after a question. @param heading gets the focus afterwards */
export function useDeleteLink(heading?: string): DeleteLink {
  const dispatch = useAppDispatch()
  const [linkToDelete, setLinkToDelete] = useState<DownloadLink | null>(null)
  const [deleting, setDeleting] = useState<string | null>(null)

  async function remove(link: DownloadLink) {
    const { link_token } = link
    setLinkToDelete(null)
    setDeleting(link_token)
    const focusAfterwards = prepareHeadingFocus()
    try {
      await callApi('deleteDownloadLink', { params: { id: link_token } })
      notify('success', t('share.deleted'))
      void dispatch(reloadLink(link, null))
    } catch (caught) {
      const fault = faultOf(caught)
      if (!isSessionEnd(fault)) notify('error', t('share.notDeleted', { reason: faultText(fault) }))
      void dispatch(reloadLink(link))
    }
    setDeleting(null)
    // The pressed button is gone with its link.
    focusAfterwards(heading)
  }

  return {
    askToDelete: setLinkToDelete,
    isDeleting: ({ link_token }) => deleting === link_token,
    dialog: (
      <ConfirmDialog
        open={linkToDelete !== null}
        title={t('share.deleteTitle')}
        confirmLabel={t('ui.delete')}
        destructive
        onCancel={() => setLinkToDelete(null)}
        onConfirm={() => linkToDelete && void remove(linkToDelete)}
      >
        {t('share.deleteQuestion')}
      </ConfirmDialog>
    ),
  }
}
