import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** Above one of several forms of a section: its name, by `id`, and what it does. */
export function FormHeading({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <>
      <Typography variant="h3" id={id}>
        {title}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, mb: 2.5 }}>
        {children}
      </Typography>
    </>
  )
}
