import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useId, useState } from 'react'
import { Between, Buttons, LowerSection } from '../../ui/layout.ts'
import { Section } from '../../ui/Section.tsx'

// Few look, and then from time to time.
const History = lazy(() => import('./History.tsx').then((module) => ({ default: module.History })))

/** What happened in a folder, for its owners: closed at first, and read when it is opened. */
export function FolderHistory({ folderId }: { folderId: number }) {
  const titleId = useId()
  const { isOpen, button } = useOpening('History')
  return (
    <LowerSection aria-labelledby={titleId}>
      <Stack spacing={1.5}>
        <Between>
          <Typography variant="h2" id={titleId}>
            History
          </Typography>
          {button}
        </Between>
        {isOpen && (
          <Suspense fallback={loading}>
            <History folderId={folderId} />
          </Suspense>
        )}
      </Stack>
    </LowerSection>
  )
}

/** What happened to the account, and in all folders that are one's own. */
export function Activity() {
  const { isOpen, button } = useOpening('Activity')
  return (
    <Section
      title="Activity"
      intro="Sign-ins, changes of your account, and what happened in folders that you own, deleted ones too."
    >
      <Stack spacing={2} sx={{ mt: 2 }}>
        <Buttons>{button}</Buttons>
        {isOpen && (
          <Suspense fallback={loading}>
            <History />
          </Suspense>
        )}
      </Stack>
    </Section>
  )
}

const loading = <p role="status">Loading the history...</p>

function useOpening(what: string) {
  const [isOpen, setOpen] = useState(false)
  const button = (
    <Button variant="outlined" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen ? `Hide ${what}` : `Show ${what}`}
    </Button>
  )
  return { isOpen, button }
}
