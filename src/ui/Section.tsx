import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Panel } from './Panel.tsx'

/** A part of a page with a heading of its own. `id`: what an address may point at. */
export function Section({
  title,
  intro,
  id,
  children,
}: {
  title: string
  intro?: ReactNode
  id?: string
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <Panel component="section" aria-labelledby={titleId} id={id} sx={{ scrollMarginTop: 16 }}>
      <Typography variant="h2" id={titleId}>
        {title}
      </Typography>
      {intro && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {intro}
        </Typography>
      )}
      {children}
    </Panel>
  )
}
