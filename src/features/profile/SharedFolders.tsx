import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { useFoldersQuery } from '../../api/foldersApi.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Between, Muted, RuledList } from '../../ui/layout.ts'
import { TextLink } from '../../ui/links.tsx'
import { FlushPanel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Explanation } from '../../ui/Explanation.tsx'

/** Shared folders that the person belongs to, according to the server. */
export function SharedFolders() {
  const { data, error, refetch } = useFoldersQuery(
    { sort_by: 'title', sort_order: 'asc' },
    { refetchOnMountOrArgChange: true },
  )
  const folders = data?.flatMap(({ id, title, several }) => (several ? [{ id, title, several }] : []))
  return (
    <div>
      <Typography variant="subtitle2" component="h3">
        {t('profile.sharedFolders')}
      </Typography>
      {folders === undefined ? (
        error === undefined ? (
          <Explanation role="status">{t('profile.loadingFolders')}</Explanation>
        ) : (
          <ErrorBanner message={errorText(error)} onRetry={() => void refetch()} />
        )
      ) : folders.length === 0 ? (
        <Explanation sx={{ mt: 0.5 }}>{t('profile.noSharedFolders')}</Explanation>
      ) : (
        <List aria-label={t('profile.sharedFolders')}>
          <RuledList>
            {folders.map(({ id, title, several }) => (
              <li key={id}>
                <Between>
                  <div>
                    <TextLink to="/folders/view/$folderId" params={{ folderId: String(id) }}>
                      {title === '' ? t('dashboard.noTitle') : title}
                    </TextLink>
                    <Muted>{` · ${t('people.count', { count: several.people })}`}</Muted>
                  </div>
                  <Tag>{t(`people.${several.role}`)}</Tag>
                </Between>
              </li>
            ))}
          </RuledList>
        </List>
      )}
    </div>
  )
}

const List = styled(FlushPanel)(({ theme }) => ({
  marginTop: theme.spacing(1),
  ...theme.typography.body2,
})) as typeof FlushPanel
