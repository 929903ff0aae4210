import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { api } from '../../api/api.ts'
import { callApi } from '../../api/client.ts'
import { useDownloadLinksQuery } from '../../api/linksApi.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { isSessionEnd } from '../../../core/faults/kinds.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { focusHeading } from '../../ui/focusHeading.ts'
import { FlushPanel } from '../../ui/Panel.tsx'
import { QueryContent } from '../../ui/QueryContent.tsx'
import { LowerSection, RuledList } from '../../ui/layout.ts'
import { Explanation } from '../../ui/Explanation.tsx'
import { ExpiredLinks } from './ExpiredLinks.tsx'
import { LinkItem } from './LinkItem.tsx'

interface ActiveLinksProps {
  folder: Folder
  unlock: (purpose: () => string) => Promise<UnlockedKey | null>
}

/** The folder's download links: view, copy, delete. */
export function ActiveLinks({ folder, unlock }: ActiveLinksProps) {
  const dispatch = useAppDispatch()
  const query = useDownloadLinksQuery(folder.id)
  const [linkToDelete, setLinkToDelete] = useState<DownloadLink | null>(null)
  const [deleting, setDeleting] = useState<string | null>(null)

  async function remove({ link_token }: DownloadLink) {
    setLinkToDelete(null)
    setDeleting(link_token)
    try {
      await callApi('deleteDownloadLink', { params: { id: link_token } })
      notify('success', t('share.deleted'))
    } catch (caught) {
      const fault = faultOf(caught)
      if (!isSessionEnd(fault)) notify('error', t('share.notDeleted', { reason: faultText(fault) }))
    }
    dispatch(api.util.invalidateTags(['DownloadLinks']))
    setDeleting(null)
    // The pressed button is gone with its link.
    focusHeading('#download-links-title')
  }

  return (
    <LowerSection id="download-links" aria-labelledby="download-links-title">
      <Typography variant="h2" id="download-links-title" tabIndex={-1}>
        {t('share.active')}
      </Typography>
      <QueryContent query={query} loading={t('share.loading')}>
        {(links) =>
          links.length === 0 ? (
            <Explanation role="status">{t('share.none')}</Explanation>
          ) : (
            <FlushPanel>
              <RuledList>
                {links.map((link) => (
                  <LinkItem
                    key={link.id}
                    folder={folder}
                    link={link}
                    busy={deleting === link.link_token}
                    unlock={unlock}
                    onDelete={() => setLinkToDelete(link)}
                  />
                ))}
              </RuledList>
            </FlushPanel>
          )
        }
      </QueryContent>
      <ExpiredLinks folderId={folder.id} />
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
    </LowerSection>
  )
}
