import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { Panel } from './Panel.tsx'
import { SummaryLine } from './SummaryLine.tsx'

interface FoldedSectionProps {
  title: string
  /** Says in a few words what the section contains. */
  note?: ReactNode
  /** True if it unfolds by itself. It remains unfolded then. */
  isNeeded: boolean
  children: ReactNode
}

/** A part of a page that is rarely needed, with a heading of its own. */
export function FoldedSection({ title, note, isNeeded, children }: FoldedSectionProps) {
  const titleId = useId()
  const [isUnfolded, setUnfolded] = useState(isNeeded)
  if (isNeeded && !isUnfolded) setUnfolded(true)
  return (
    <Panel component="section" aria-labelledby={titleId}>
      <details open={isUnfolded}>
        <SummaryLine>
          <Typography variant="h2" component="h2" id={titleId} className="title" sx={{ display: 'inline' }}>
            {title}
          </Typography>
          <Typography variant="body2" component="span" color="textSecondary">
            {note}
          </Typography>
        </SummaryLine>
        {children}
      </details>
    </Panel>
  )
}
