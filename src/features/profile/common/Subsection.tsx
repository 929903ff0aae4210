import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { useScrollToAnchor } from './CollapsibleFields.tsx'
import { FormHeading } from './FormHeading.tsx'

interface SubsectionProps {
  /** Its anchor. */
  id?: string
  title: string
  intro: ReactNode
  children?: ReactNode
}

/** A part of a section with a heading below the section's. */
export function Subsection({ id, title, intro, children }: SubsectionProps) {
  const headingId = useId()
  const { ref } = useScrollToAnchor<HTMLElement>(id)
  return (
    <section aria-labelledby={headingId} id={id} ref={ref}>
      <FormHeading id={headingId} title={title}>
        {intro}
      </FormHeading>
      {children}
    </section>
  )
}

/** Parts of a section with lines between them. */
export const Subsections = styled('div')(({ theme: { vars, spacing } }) => ({
  marginTop: spacing(2),
  '& > * + *': {
    marginTop: spacing(2.5),
    paddingTop: spacing(2.5),
    borderTop: `1px solid ${vars.palette.divider}`,
  },
}))
