import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Suspense, useId, useState } from 'react'
import type { NamesById } from '../../../i18n/auditTexts.ts'
import { t } from '../../../i18n/t.ts'
import { SpaceBetween, Buttons, LowerSection } from '../../ui/theme/layout.ts'
import { Section } from '../../ui/page/Section.tsx'
import { lazyExport } from '../../ui/lazy/lazyExport.ts'

// Loaded on demand, since it is rarely opened.
const EventHistory = lazyExport(() => import('./EventHistory.tsx'), 'EventHistory')

/** Events of a folder for its owners; collapsed at first and loaded when it is opened. */
export function FolderHistory(props: { folderId: number; fileNames: NamesById }) {
  const titleId = useId()
  const { button, history } = useCollapsedHistory(props)
  return (
    <LowerSection aria-labelledby={titleId}>
      <Stack spacing={1.5}>
        <SpaceBetween>
          <Typography variant="h2" id={titleId}>
            {t('history.title')}
          </Typography>
          {button}
        </SpaceBetween>
        {history}
      </Stack>
    </LowerSection>
  )
}

export function AccountHistory() {
  const { button, history } = useCollapsedHistory()
  return (
    <Section id="activity" title={t('history.title')} intro={t('history.activityText')}>
      <Stack spacing={2} sx={{ mt: 2 }}>
        <Buttons>{button}</Buttons>
        {history}
      </Stack>
    </Section>
  )
}

function useCollapsedHistory(props: Partial<Parameters<typeof FolderHistory>[0]> = {}) {
  const [isOpen, setOpen] = useState(false)
  const button = (
    <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {t(isOpen ? 'history.hide' : 'history.show')}
    </Button>
  )
  const history = isOpen && (
    <Suspense fallback={<p role="status">{t('history.loading')}</p>}>
      <EventHistory {...props} />
    </Suspense>
  )
  return { button, history }
}
