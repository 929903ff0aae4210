import { styled } from '@mui/material/styles'
import type { Folder } from '../../../contract/schemas/folders.ts'
import type { LinkAlarm } from '../../../core/trust/folderLinks.ts'
import { useServerTime } from '../../api/useServerTime.ts'
import { rich } from '../../i18n/rich.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import { shownBytes } from '../../../i18n/format.ts'
import { ShortTime } from '../../ui/values/DateTime.tsx'
import { fullness } from '../../ui/values/UsageBar.tsx'
import { Buttons as Wrapping, Muted } from '../../ui/theme/layout.ts'
import { TextLink } from '../../ui/buttons/TextLink.tsx'
import { ByteSize } from '../../ui/values/ByteSize.tsx'
import { StatusText } from '../../ui/messages/StatusText.tsx'
import { Tag } from '../../ui/values/Tag.tsx'
import { hyphenation } from '../../ui/theme/theme.ts'
import { visuallyHidden } from '../../ui/theme/visuallyHidden.ts'
import { expiresSoon, type FolderStatus, folderStatus, gateLabels } from './folderStatus.ts'
import type { dateColumns } from './folderSort.ts'
import { folderTitle } from '../../ui/values/folderTitle.ts'

/** Cells that the dashboard's table and cards share. */

/** Id of the element with the folder's title, which labels the buttons beside it. */
export const titleId = ({ id }: Folder) => `folder-${id}-title`

/** What is remembered of folders in the list. */
export interface FolderMarks {
  /** Ids of the shared folders whose invitation was not accepted; empty while the key is locked. */
  invited: ReadonlySet<string>
  /** Folders whose upload link is not the one that is remembered, by id. */
  linkAlarms: ReadonlyMap<number, LinkAlarm>
}

export function FolderTitle({ folder, invited, linkAlarms }: FolderMarks & { folder: Folder }) {
  const { several } = folder
  return (
    <Title>
      <TextLink id={titleId(folder)} to="/folders/view/$folderId" params={{ folderId: String(folder.id) }}>
        {folderTitle(folder)}
      </TextLink>
      <div>
        <span>{usageText(folder)}</span>
        {folder.quota_bytes !== null && fullness(folder.stored_bytes, folder.quota_bytes) !== 'roomy' && (
          <StatusText tone="attention">
            {t(folder.stored_bytes < folder.quota_bytes ? 'ui.almostFull' : 'ui.full')}
          </StatusText>
        )}
        {several && <span>{t('people.count', { count: several.people })}</span>}
        {several && invited.has(several.folder) && (
          <StatusText tone="attention">{t('dashboard.invitation')}</StatusText>
        )}
        {linkAlarms.has(folder.id) && <StatusText tone="bad">{t('dashboard.linkAlarm')}</StatusText>}
        {several?.role === 'owner' && several.leaving > 0 && (
          <StatusText tone="attention">{t('dashboard.leaving', { count: several.leaving })}</StatusText>
        )}
        {folder.has_undownloaded_files && (
          <NewFilesMark>
            <span aria-hidden title={neverDownloaded(folder)}>
              {t('dashboard.newFiles', { count: folder.undownloaded_count })}
            </span>
            <span style={visuallyHidden}>{neverDownloaded(folder)}</span>
          </NewFilesMark>
        )}
      </div>
    </Title>
  )
}

const neverDownloaded = ({ undownloaded_count: count }: Folder) => t('dashboard.neverDownloaded', { count })

function usageText({ file_count, total_size, quota_bytes }: Folder) {
  const limit = quota_bytes === null ? null : shownBytes(quota_bytes)
  if (file_count === 0) return limit === null ? t('dashboard.empty') : t('dashboard.emptyAtMost', { limit })
  const usage = { count: file_count, size: () => <ByteSize bytes={total_size} /> }
  return limit === null ? rich('dashboard.holds', usage) : rich('dashboard.holdsAtMost', { ...usage, limit })
}

const statusTexts = {
  active: 'dashboard.active',
  expired: 'dashboard.expired',
  inactive: 'dashboard.inactive',
} as const satisfies Record<FolderStatus, TextKey>

/** Shows the status, which draws attention unless it is active. */
export function FolderStatusText({ folder }: { folder: Folder }) {
  const status = folderStatus(folder, useServerTime([folder.expiration_date]))
  const text = t(statusTexts[status])
  if (status === 'active') return <Muted>{text}</Muted>
  return (
    <Tag>
      <StatusText tone={status === 'expired' ? 'attention' : 'neutral'} hollow>
        {text}
      </StatusText>
    </Tag>
  )
}

/** Shows the gates of an upload link; empty without gates. */
export function FolderGates({ folder }: { folder: Folder }) {
  const labels = gateLabels(folder)
  if (labels.length === 0) return <span style={visuallyHidden}>{t('dashboard.linkOnly')}</span>
  return (
    <Tags>
      {labels.map((label) => (
        <Tag key={label}>{label}</Tag>
      ))}
    </Tags>
  )
}

/** Shows a time of a folder: one of the columns of the table. */
export const FolderTime = ({ folder, of }: { folder: Folder; of: (typeof dateColumns)[number]['key'] }) =>
  of === 'expiration_date' ? <ExpirationTime folder={folder} /> : <ShortTime iso={folder[of]} />

/** Shows when the upload link expires; this draws attention during the last two days. */
function ExpirationTime({ folder }: { folder: Folder }) {
  const now = useServerTime([folder.expiration_date])
  if (!expiresSoon(folder, now)) return <ShortTime iso={folder.expiration_date} none={t('ui.never')} />
  return (
    <StatusText tone="attention">
      <ShortTime iso={folder.expiration_date} />
    </StatusText>
  )
}

const Title = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  minWidth: 0,
  '& > a': { color: vars.palette.text.primary, fontWeight: 620, overflowWrap: 'anywhere', ...hyphenation },
  '& > div': {
    ...typography.small,
    color: vars.palette.text.secondary,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: spacing(1.5),
  },
}))

/** New files are good news: the accent, not the colour of warnings. */
const NewFilesMark = styled('span')(({ theme: { vars } }) => ({
  position: 'relative',
  fontWeight: 560,
  color: vars.palette.primary.main,
}))

const Tags = styled(Wrapping)(({ theme }) => ({ gap: theme.spacing(0.5) }))
