import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Explanation } from '../../../ui/messages/Explanation.tsx'

export function FormHeading({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Heading>
      <Typography variant="h3" id={id}>
        {title}
      </Typography>
      <Explanation>{children}</Explanation>
    </Heading>
  )
}

const Heading = styled('div')(({ theme }) => ({
  marginBottom: theme.spacing(2.5),
  '& > p': { marginTop: theme.spacing(0.5) },
}))
