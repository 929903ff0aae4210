import Button from '@mui/material/Button'
import Link, { type LinkProps } from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useUnfinishedUploadsQuery } from '../../api/filesApi.ts'
import { useDownloadLinksQuery } from '../../api/linksApi.ts'
import { t } from '../../../i18n/t.ts'
import { ByteSize } from '../../ui/values/ByteSize.tsx'
import { StatusText } from '../../ui/messages/StatusText.tsx'
import type { NameCheck } from './checks/useNameCheck.ts'
import type { Origins } from './checks/origins.ts'
import { unfinishedAnchor } from './unfinished/UnfinishedUploads.tsx'

/** Id of the download links section below the list. */
const linksAnchor = 'download-links'

interface FolderSummaryProps {
  folderId: number
  files: number
  bytes: number
  /** Number of files that their owner never downloaded. */
  newFiles: number
  /** Days after which files are deleted; undefined if they stay. */
  retentionDays: number | undefined
  nameCheck: NameCheck
  origins: Origins
  onlyUnproven: boolean
  onToggleUnproven: () => void
}

/** Totals of the folder, verification of its names, and links to the sections below the list. */
export function FolderSummary(props: FolderSummaryProps) {
  const { folderId, files, bytes, newFiles, retentionDays, nameCheck } = props
  const { data: links = [] } = useDownloadLinksQuery(folderId)
  const { data: uploads = [] } = useUnfinishedUploadsQuery(folderId)
  const figures: ReactNode[] = []
  if (files > 0) figures.push(t('files.fileCount', { count: files }), <ByteSize bytes={bytes} />)
  if (newFiles > 0) figures.push(t('dashboard.newFiles', { count: newFiles }))
  const names = namesFigure(nameCheck)
  if (names !== null) figures.push(names)
  if (files > 0 && (props.origins.isComplete || props.onlyUnproven)) figures.push(<OriginFigure {...props} />)
  if (props.origins.unsaid > 0) figures.push(t('files.unsaid', { count: props.origins.unsaid }))
  if (retentionDays !== undefined) figures.push(t('files.retention', { count: retentionDays }))
  if (uploads.length > 0)
    figures.push(
      <ScrollLink anchor={unfinishedAnchor}>
        {t('files.unfinishedCount', { count: uploads.length })}
      </ScrollLink>,
    )
  if (links.length > 0)
    figures.push(
      <ScrollLink anchor={linksAnchor}>{t('files.linkCount', { count: links.length })}</ScrollLink>,
    )
  return (
    <div>
      {figures.map((figure, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          {figure}
        </span>
      ))}
    </div>
  )
}

function ScrollLink({ anchor, children }: { anchor: string; children: string }) {
  return (
    <InlineLink
      component="button"
      variant="inherit"
      onClick={() => document.getElementById(anchor)?.scrollIntoView({ block: 'start' })}
    >
      {children}
    </InlineLink>
  )
}

function namesFigure(check: NameCheck): ReactNode {
  switch (check.state) {
    case 'idle':
      return null
    case 'checking':
      return t('files.checkingNames', { ...check.progress })
    case 'verified':
      return <StatusText tone="good">{t('files.namesVerified')}</StatusText>
    case 'unchecked':
      return (
        <>
          {t('files.namesUnchecked', { count: check.unchecked })}
          <InlineButton size="small" variant="text" onClick={check.start}>
            {t('files.check')}
          </InlineButton>
        </>
      )
  }
}

/** Number of files of proven origin, with a filter for the others. */
function OriginFigure({ files, origins, onlyUnproven, onToggleUnproven }: FolderSummaryProps) {
  const proven = origins.proven.size
  if (proven === files && !onlyUnproven) return <StatusText tone="good">{t('files.originProven')}</StatusText>
  return (
    <>
      {proven === 0 ? t('files.originNotProven') : t('files.originOf', { proven, files })}
      {(proven > 0 || onlyUnproven) && (
        <InlineButton
          size="small"
          variant={onlyUnproven ? 'contained' : 'text'}
          aria-pressed={onlyUnproven}
          onClick={onToggleUnproven}
        >
          {t('files.onlyNotProven')}
        </InlineButton>
      )}
    </>
  )
}

const InlineLink = styled(Link)<LinkProps<'button'>>({ verticalAlign: 'baseline', paddingBlock: 2 })

const InlineButton = styled(Button)(({ theme }) => ({
  marginLeft: theme.spacing(0.5),
  minHeight: 24,
  paddingBlock: 0,
}))
