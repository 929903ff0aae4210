import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { focusRing } from '../../../ui/theme/theme.ts'
import { Explanation } from '../../../ui/messages/Explanation.tsx'

interface CollapsibleFieldsProps {
  /** Id of the heading. */
  id: string
  title: string
  intro?: ReactNode
  /** True if collapsed until the person expands it. */
  isCollapsed: boolean
  /** Fragment of an address that expands it. */
  anchor?: string
  children: ReactNode
}

export function CollapsibleFields({
  id,
  title,
  intro,
  isCollapsed,
  anchor,
  children,
}: CollapsibleFieldsProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { ref, isTarget } = useScrollToAnchor<HTMLDetailsElement>(anchor)
  const isOpen = chosen ?? (!isCollapsed || isTarget)

  return (
    <details
      open={isOpen}
      ref={ref}
      onToggle={({ currentTarget: { open } }) => {
        // The browser expands it, too, such as to find text. After a change of `isOpen` there is nothing to do.
        if (open !== isOpen) setChosen(open)
      }}
    >
      <Summary>
        <Typography variant="h3" component="h3" id={id}>
          {title}
        </Typography>
      </Summary>
      <Content>
        {intro !== undefined && <Explanation className="intro">{intro}</Explanation>}
        {children}
      </Content>
    </details>
  )
}

/** Scrolls to an element that the address points to: the browser handles a fragment before it is rendered. */
export function useScrollToAnchor<Target extends HTMLElement>(anchor: string | undefined) {
  const ref = useRef<Target>(null)
  const isTarget = useLocation({ select: ({ hash }) => anchor !== undefined && hash === anchor })
  useEffect(() => {
    if (isTarget) ref.current?.scrollIntoView()
  }, [isTarget])
  return { ref, isTarget }
}

const Summary = styled('summary')(({ theme: { vars, spacing } }) => ({
  cursor: 'pointer',
  width: 'fit-content',
  // Indent wrapped lines to the first one, behind the marker.
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
