import Button from '@mui/material/Button'
import Link, { type LinkProps } from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useUnfinishedUploadsQuery } from '../../api/filesApi.ts'
import { useDownloadLinksQuery } from '../../api/linksApi.ts'
import { count, formatNumber } from '../../ui/format.ts'
import { Size } from '../../ui/Size.tsx'
import { StatusText } from '../../ui/StatusText.tsx'
import type { NameCheck } from './nameCheck.ts'
import type { Origins } from './origins.ts'
import { unfinishedAnchor } from './UnfinishedUploads.tsx'

/** Where the section of download links stands, below a list that may be long. */
const linksAnchor = 'download-links'

interface FolderFiguresProps {
  folderId: number
  files: number
  bytes: number
  check: NameCheck
  origins: Origins
  onlyUnproven: boolean
  onToggleUnproven: () => void
}

/** How much the folder holds, whether its names are verified, and the ways to what stands below the list. */
export function FolderFigures(props: FolderFiguresProps) {
  const { folderId, files, bytes, check } = props
  const { data: links = [] } = useDownloadLinksQuery(folderId)
  const { data: uploads = [] } = useUnfinishedUploadsQuery(folderId)
  const figures: ReactNode[] = []
  if (files > 0) figures.push(count(files, 'file'), <Size bytes={bytes} />)
  const names = namesFigure(check)
  if (names !== null) figures.push(names)
  if (files > 0 && (props.origins.isComplete || props.onlyUnproven)) figures.push(<OriginFigure {...props} />)
  if (uploads.length > 0) {
    figures.push(<Below anchor={unfinishedAnchor}>{count(uploads.length, 'unfinished upload')}</Below>)
  }
  if (links.length > 0)
    figures.push(<Below anchor={linksAnchor}>{count(links.length, 'download link')}</Below>)
  return figures.map((figure, index) => (
    <span key={index}>
      {index > 0 && ' · '}
      {figure}
    </span>
  ))
}

function Below({ anchor, children }: { anchor: string; children: string }) {
  return (
    <Inline
      component="button"
      variant="body2"
      onClick={() => document.getElementById(anchor)?.scrollIntoView({ block: 'start' })}
    >
      {children}
    </Inline>
  )
}

function namesFigure(check: NameCheck): ReactNode {
  switch (check.state) {
    case 'locked':
      return null
    case 'checking':
      return `Checking names: ${formatNumber(check.progress.done)} of ${formatNumber(check.progress.total)}`
    case 'verified':
      return <StatusText tone="good">names verified</StatusText>
    case 'unchecked':
      return (
        <>
          {`${count(check.unchecked, 'name')} as the server gives them`}
          <Check size="small" onClick={check.start}>
            Check
          </Check>
        </>
      )
  }
}

/** How many files are of proven origin, and a way to see the others alone. */
function OriginFigure({ files, origins, onlyUnproven, onToggleUnproven }: FolderFiguresProps) {
  const proven = origins.proven.size
  if (proven === files && !onlyUnproven) return <StatusText tone="good">origin proven</StatusText>
  return (
    <>
      {proven === 0 ? 'origin not proven' : `${formatNumber(proven)} of ${formatNumber(files)} proven`}
      {(proven > 0 || onlyUnproven) && (
        <Check
          size="small"
          variant={onlyUnproven ? 'contained' : 'text'}
          aria-pressed={onlyUnproven}
          onClick={onToggleUnproven}
        >
          Not Proven
        </Check>
      )}
    </>
  )
}

const Inline = styled(Link)<LinkProps<'button'>>({ verticalAlign: 'baseline' })

/** As high as the line that it stands in. */
const Check = styled(Button)(({ theme }) => ({
  marginLeft: theme.spacing(0.5),
  minHeight: 24,
  paddingBlock: 0,
}))
