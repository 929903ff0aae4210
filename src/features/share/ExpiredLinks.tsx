import { styled } from '@mui/material/styles'
import { useExpiredDownloadLinksQuery } from '../../api/linksApi.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/t.ts'
import { ShortTime } from '../../ui/DateTime.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { RuledList } from '../../ui/layout.ts'
import { LinkedFiles } from './LinkedFiles.tsx'

/** Says how many download links of a folder have expired, and lists them folded. The server deletes them after 30 days. */
export function ExpiredLinks({ folderId }: { folderId: number }) {
  const { data: links = [] } = useExpiredDownloadLinksQuery(folderId)
  if (links.length === 0) return null
  return (
    <Apart>
      <Disclosure summary={t('share.expired', { count: links.length })}>
        <RuledList>
          {links.map((link) => (
            <li key={link.id}>
              <Facts>
                <Fact label={t('share.created')}>
                  <ShortTime iso={link.creation_date} />
                </Fact>
                <Fact label={t('dashboard.expired')}>
                  <ShortTime iso={link.expiration_date} />
                </Fact>
                <Fact label={t('share.downloads')}>{formatNumber(link.download_count)}</Fact>
              </Facts>
              <LinkedFiles names={link.files} />
            </li>
          ))}
        </RuledList>
      </Disclosure>
    </Apart>
  )
}

const Apart = styled('div')(({ theme }) => ({ marginTop: theme.spacing(1) }))
