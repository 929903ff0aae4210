import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface RequiredStepProps {
  number: number
  done: boolean
  title: ReactNode
  text: string
  button: ButtonProps
  /** The one to do next. */
  next: boolean
}

/** One of the numbered actions that a new key pair requires. */
export function RequiredStep({ number, done, title, text, button, next }: RequiredStepProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '28px 1fr', sm: '28px 1fr auto' },
        columnGap: 1.5,
        rowGap: 1,
        alignItems: 'start',
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box
        aria-hidden
        sx={{
          width: 28,
          height: 28,
          borderRadius: '50%',
          display: 'grid',
          placeItems: 'center',
          fontSize: '0.8125rem',
          fontWeight: 650,
          border: 1,
          borderColor: done ? 'success.main' : 'text.disabled',
          bgcolor: done ? 'success.main' : 'transparent',
          color: done ? 'success.contrastText' : 'text.secondary',
        }}
      >
        {done ? '✓' : number}
      </Box>
      <Box>
        <Typography variant="h3" component="h3">
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      </Box>
      <Button
        variant={next ? 'contained' : 'outlined'}
        size="small"
        sx={{
          gridColumn: { xs: 2, sm: 'auto' },
          justifySelf: { xs: 'start', sm: 'end' },
          minWidth: 148,
          ...(done && { '&.Mui-disabled': { color: 'success.main' } }),
        }}
        aria-live="polite"
        {...button}
      />
    </Box>
  )
}
