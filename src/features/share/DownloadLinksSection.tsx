import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useDownloadLinksQuery, useExpiredDownloadLinksQuery } from '../../api/linksApi.ts'
import { useServerTime } from '../../api/useServerTime.ts'
import type { Unlock } from '../../session/useUnlock.tsx'
import { t } from '../../../i18n/t.ts'
import { Disclosure } from '../../ui/page/Disclosure.tsx'
import { FlushPanel } from '../../ui/page/Panel.tsx'
import { QueryContent } from '../../ui/messages/QueryContent.tsx'
import { LowerSection, RuledList } from '../../ui/theme/layout.ts'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { LinkItem } from './LinkItem.tsx'
import { isOver } from './linkState.ts'
import { useDeleteLink } from './useDeleteLink.tsx'

interface DownloadLinksSectionProps extends Pick<Unlock, 'unlock'> {
  folder: Folder
  /** Names in the list of its files, by id. */
  rowNames: ReadonlyMap<number, string>
}

const titleId = 'download-links-title'
const heading = `#${titleId}`

export function DownloadLinksSection({ folder, rowNames, unlock }: DownloadLinksSectionProps) {
  const query = useDownloadLinksQuery(folder.id)
  const links = query.data ?? []
  const now = useServerTime(links.map(({ expiration_date }) => expiration_date))
  const { data: listedExpired = [] } = useExpiredDownloadLinksQuery(folder.id)
  // Those that expired since the lists were loaded are in the other.
  const over = new Set(links.filter((link) => isOver(link, now)))
  const active = links.filter((link) => !over.has(link))
  const expired = [...new Map([...listedExpired, ...over].map((link) => [link.id, link])).values()]
  const { askToDelete, isDeleting, dialog } = useDeleteLink(heading)

  const rows = (shown: readonly DownloadLink[], areOver: boolean) => (
    <RuledList>
      {shown.map((link) => (
        <LinkItem
          key={link.id}
          folder={folder}
          link={link}
          rowNames={rowNames}
          isOver={areOver}
          busy={isDeleting(link)}
          unlock={unlock}
          onDelete={() => askToDelete(link)}
          heading={heading}
        />
      ))}
    </RuledList>
  )

  return (
    <LowerSection id="download-links" aria-labelledby={titleId}>
      <Typography variant="h2" id={titleId} tabIndex={-1}>
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
      {dialog}
    </LowerSection>
  )
}

const Expired = styled('div')(({ theme }) => ({ marginTop: theme.spacing(1) }))
