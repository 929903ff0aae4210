import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef } from 'react'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { StepMark } from '../../../ui/values/StepMark.tsx'

interface RequiredStepProps {
  number: number
  done: boolean
  title: ReactNode
  text: string
  label: string
  disabled?: boolean
  autoFocus?: boolean
  onClick: () => void
  next: boolean
}

export function RequiredStep({ number, done, title, text, label, next, ...button }: RequiredStepProps) {
  const action = useRef<HTMLButtonElement>(null)
  // The button of the previous step is disabled by then.
  useEffect(() => {
    if (next) action.current?.focus()
  }, [next])
  return (
    <Step>
      <StepMark number={number} done={done} />
      <div>
        <Typography variant="h3" component="h3">
          {title}
        </Typography>
        <Explanation>{text}</Explanation>
      </div>
      <Button
        ref={action}
        variant={next ? 'contained' : 'outlined'}
        size="small"
        data-done={done}
        aria-live="polite"
        {...button}
      >
        {label}
      </Button>
    </Step>
  )
}

const Step = styled('li')(({ theme: { vars, spacing, breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: '28px 1fr',
  gap: spacing(1, 1.5),
  alignItems: 'start',
  paddingBlock: spacing(2),
  '& + &': { borderTop: `1px solid ${vars.palette.divider}` },
  '& > button': { gridColumn: 2, justifySelf: 'start', minWidth: 148 },
  '& > button.Mui-disabled[data-done="true"]': { color: vars.palette.success.main },
  [breakpoints.up('sm')]: {
    gridTemplateColumns: '28px 1fr auto',
    '& > button': { gridColumn: 'auto', justifySelf: 'end' },
  },
}))
