import Button from '@mui/material/Button'
import { t } from '../../i18n/t.ts'
import { EmptyState } from './EmptyState.tsx'
import { Panel } from './Panel.tsx'

interface FailurePanelProps {
  title: string
  hint: string
  /** Where another try may go well. */
  onRetry: (() => void) | null
}

/** Instead of a page whose content does not come, or not yet. */
export function FailurePanel({ title, hint, onRetry }: FailurePanelProps) {
  return (
    <Panel role="alert">
      <EmptyState
        title={title}
        hint={hint}
        action={
          onRetry && (
            <Button variant="contained" onClick={onRetry}>
              {t('ui.tryAgain')}
            </Button>
          )
        }
      />
    </Panel>
  )
}
