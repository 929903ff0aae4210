import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Panel } from './Panel.tsx'
import { Explanation } from '../messages/Explanation.tsx'

/** A part of a page with a heading of its own. `id` is its anchor. */
export function Section({
  title,
  intro,
  id,
  children,
}: {
  title: string
  intro?: ReactNode
  id?: string
  children?: ReactNode
}) {
  const titleId = useId()
  return (
    <Sheet component="section" aria-labelledby={titleId} id={id}>
      <Typography variant="h2" id={titleId}>
        {title}
      </Typography>
      {intro && <Explanation className="intro">{intro}</Explanation>}
      {children}
    </Sheet>
  )
}

const Sheet = styled(Panel)(({ theme }) => ({
  scrollMarginTop: 16,
  '& > .intro': { marginTop: theme.spacing(0.5) },
})) as typeof Panel
