import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'
import { shownText } from '../../../../contract/shownText.ts'
import type { UnfinishedUpload } from '../../../../contract/schemas/folders.ts'
import { rich } from '../../../i18n/rich.ts'
import { t } from '../../../../i18n/t.ts'
import { DateTime } from '../../../ui/values/DateTime.tsx'
import { DescriptionListItem, DescriptionList } from '../../../ui/values/DescriptionList.tsx'
import { formatDateTime } from '../../../../i18n/format.ts'
import { SpaceBetween } from '../../../ui/theme/layout.ts'
import { ByteSize } from '../../../ui/values/ByteSize.tsx'

interface UnfinishedUploadItemProps {
  upload: UnfinishedUpload
  busy: boolean
  onEnd: () => void
}

/** An unfinished upload: received bytes, start and sender. Only the sender knows its name. */
export function UnfinishedUploadItem({ upload, busy, onEnd }: UnfinishedUploadItemProps) {
  const { announced_bytes, arrived_bytes, begun_at, last_part_at, expires_at, uploader_email } = upload
  return (
    <li>
      <SpaceBetween>
        <ArrivedBytes>
          {rich('files.arrivedOf', {
            arrived: () => <ByteSize bytes={arrived_bytes} />,
            announced: () => <ByteSize bytes={announced_bytes} />,
          })}
          <LinearProgress variant="determinate" value={(100 * arrived_bytes) / announced_bytes} aria-hidden />
        </ArrivedBytes>
        <Button
          size="small"
          color="error"
          disabled={busy}
          aria-label={t('files.endLabel', { time: formatDateTime(begun_at) })}
          onClick={onEnd}
        >
          {t('files.end')}
        </Button>
      </SpaceBetween>
      <DescriptionList>
        <DescriptionListItem label={t('files.begun')}>
          <DateTime iso={begun_at} />
        </DescriptionListItem>
        <DescriptionListItem label={t('files.lastPart')}>
          <DateTime iso={last_part_at} none={t('files.nothingCame')} />
        </DescriptionListItem>
        <DescriptionListItem label={t('files.endsByItself')}>
          <DateTime iso={expires_at} />
        </DescriptionListItem>
        {uploader_email !== null && (
          <DescriptionListItem label={t('files.sender')}>{shownText(uploader_email)}</DescriptionListItem>
        )}
      </DescriptionList>
    </li>
  )
}

const ArrivedBytes = styled('div')(({ theme }) => ({
  flex: '1 1 0',
  minWidth: 0,
  maxWidth: 320,
  '& > .MuiLinearProgress-root': { marginTop: theme.spacing(0.75) },
}))
