import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { focusRing } from '../../ui/theme.ts'

interface FoldProps {
  /** Of the name. */
  id: string
  title: string
  /** What it does. */
  intro?: ReactNode
  /** It is opened by the person; else it is open. */
  isFolded: boolean
  /** What an address may point at: that opens it. */
  anchor?: string
  children: ReactNode
}

/** One of several forms, of which few are needed at a time: its name, which opens the rest. */
export function Fold({ id, title, intro, isFolded, anchor, children }: FoldProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const place = useRef<HTMLDetailsElement>(null)
  const isAskedFor = useLocation({ select: ({ hash }) => anchor !== undefined && hash === anchor })
  const isOpen = chosen ?? (!isFolded || isAskedFor)
  // It comes after the answers of the server, when the address has long been followed.
  useEffect(() => {
    if (isAskedFor) place.current?.scrollIntoView()
  }, [isAskedFor])

  return (
    <details open={isOpen} ref={place}>
      <Summary
        onClick={(event) => {
          event.preventDefault()
          setChosen(!isOpen)
        }}
      >
        <Typography variant="h3" component="h3" id={id}>
          {title}
        </Typography>
      </Summary>
      <Content>
        {intro !== undefined && (
          <Typography variant="body2" color="textSecondary" className="intro">
            {intro}
          </Typography>
        )}
        {children}
      </Content>
    </details>
  )
}

const Summary = styled('summary')(({ theme: { vars, spacing } }) => ({
  cursor: 'pointer',
  width: 'fit-content',
  // More lines begin where the first does, behind the mark.
  padding: spacing(0.5, 0, 0.5, 2.375),
  textIndent: spacing(-2.375),
  borderRadius: vars.shape.borderRadius,
  color: vars.palette.text.secondary,
  '& > h3': { display: 'inline', marginLeft: spacing(0.5), color: vars.palette.text.primary },
  '&:focus-visible': focusRing,
}))

const Content = styled('div')(({ theme: { spacing } }) => ({
  marginTop: spacing(0.5),
  '& > .intro': { marginBottom: spacing(2.5) },
}))
