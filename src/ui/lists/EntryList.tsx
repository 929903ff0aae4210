import type { BoxProps } from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { FlushPanel } from '../page/Panel.tsx'
import { RuledList, SpaceBetween } from '../theme/layout.ts'

/** A list in a panel of its own, such as of API tokens or people. `.fact` is a line below a name. */
export const EntryList = ({ label, children, ...panel }: Omit<BoxProps, 'ref'> & { label: string }) => (
  <Entries {...panel}>
    <RuledList aria-label={label}>{children}</RuledList>
  </Entries>
)

interface EntryProps {
  name: string
  /** What is known of it, below its name. */
  children: ReactNode
  /** One button, or several in one element. */
  actions: ReactNode
}

export const Entry = ({ name, children, actions }: EntryProps) => (
  <li>
    <SpaceBetween>
      <div>
        <strong>{name}</strong>
        {children}
      </div>
      {actions}
    </SpaceBetween>
  </li>
)

const Entries = styled(FlushPanel)(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  overflowWrap: 'anywhere',
  '& .fact': { display: 'block', color: vars.palette.text.secondary, ...typography.small },
})) as typeof FlushPanel
