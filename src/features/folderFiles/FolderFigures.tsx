import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { useDownloadLinksQuery } from '../../api/linksApi.ts'
import { count, formatNumber } from '../../ui/format.ts'
import { Size } from '../../ui/Size.tsx'
import { StatusText } from '../../ui/StatusText.tsx'
import type { NameCheck } from './nameCheck.ts'

/** Where the section of download links stands, below a list that may be long. */
const linksAnchor = 'download-links'

interface FolderFiguresProps {
  folderId: number
  files: number
  bytes: number
  check: NameCheck
}

/** How much the folder holds, whether its names are verified, and the way to its download links. */
export function FolderFigures({ folderId, files, bytes, check }: FolderFiguresProps) {
  const { data: links = [] } = useDownloadLinksQuery(folderId)
  const figures: ReactNode[] = []
  if (files > 0) figures.push(count(files, 'file'), <Size bytes={bytes} />)
  const names = namesFigure(check)
  if (names !== null) figures.push(names)
  if (links.length > 0) {
    figures.push(
      <Link
        component="button"
        type="button"
        variant="body2"
        onClick={() => document.getElementById(linksAnchor)?.scrollIntoView({ block: 'start' })}
      >
        {count(links.length, 'download link')}
      </Link>,
    )
  }
  return figures.map((figure, index) => (
    <span key={index}>
      {index > 0 && ' · '}
      {figure}
    </span>
  ))
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
          <Button size="small" onClick={check.start} sx={{ ml: 0.5, minHeight: 24, py: 0 }}>
            Check
          </Button>
        </>
      )
  }
}
