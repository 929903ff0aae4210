import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { api } from '../../api/api.ts'
import { callApi } from '../../api/client.ts'
import { useDownloadLinksQuery, useExpiredDownloadLinksQuery } from '../../api/linksApi.ts'
import { useServerTime } from '../../api/useServerTime.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { isSessionEnd } from '../../../core/faults/faultKinds.ts'
import type { Unlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { Disclosure } from '../../ui/page/Disclosure.tsx'
import { prepareHeadingFocus } from '../../ui/hooks/focusHeading.ts'
import { FlushPanel } from '../../ui/page/Panel.tsx'
import { QueryContent } from '../../ui/messages/QueryContent.tsx'
import { LowerSection, RuledList } from '../../ui/theme/layout.ts'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { LinkItem } from './LinkItem.tsx'

interface DownloadLinksSectionProps extends Pick<Unlock, 'unlock'> {
  folder: Folder
  /** Names in the list of its files, by id. */
  rowNames: ReadonlyMap<number, string>
}

export function DownloadLinksSection({ folder, rowNames, unlock }: DownloadLinksSectionProps) {
  const dispatch = useAppDispatch()
  const query = useDownloadLinksQuery(folder.id)
  const links = query.data ?? []
  const now = useServerTime(links.map(({ expiration_date }) => expiration_date))
  const { data: listedExpired = [] } = useExpiredDownloadLinksQuery(folder.id)
  const active = links.filter((link) => !isOver(link, now))
  // Those that expired since the lists were loaded are in the other.
  const expired = [
    ...new Map(
      [...listedExpired, ...links.filter((link) => isOver(link, now))].map((link) => [link.id, link]),
    ).values(),
  ]
  const [linkToDelete, setLinkToDelete] = useState<DownloadLink | null>(null)
  const [deleting, setDeleting] = useState<string | null>(null)

  async function remove({ link_token }: DownloadLink) {
    setLinkToDelete(null)
    setDeleting(link_token)
    const focusAfterwards = prepareHeadingFocus()
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
    focusAfterwards('#download-links-title')
  }

  const rows = (shown: readonly DownloadLink[], areOver: boolean) => (
    <RuledList>
      {shown.map((link) => (
        <LinkItem
          key={link.id}
          folder={folder}
          link={link}
          rowNames={rowNames}
          isOver={areOver}
          busy={deleting === link.link_token}
          unlock={unlock}
          onDelete={() => setLinkToDelete(link)}
        />
      ))}
    </RuledList>
  )

  return (
    <LowerSection id="download-links" aria-labelledby="download-links-title">
      <Typography variant="h2" id="download-links-title" tabIndex={-1}>
        {t('share.active')}
      </Typography>
      <QueryContent query={query} loading={t('share.loading')}>
        {() =>
          active.length === 0 ? (
            <Explanation role="status">{t('share.none')}</Explanation>
          ) : (
            <FlushPanel>{rows(active, false)}</FlushPanel>
          )
        }
      </QueryContent>
      {/* The server deletes them after 30 days. */}
      {expired.length > 0 && (
        <Expired>
          <Disclosure summary={t('share.expired', { count: expired.length })}>
            {rows(expired, true)}
          </Disclosure>
        </Expired>
      )}
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

const isOver = ({ expiration_date: end }: DownloadLink, now: number): boolean =>
  end !== null && Date.parse(end) < now

const Expired = styled('div')(({ theme }) => ({ marginTop: theme.spacing(1) }))
