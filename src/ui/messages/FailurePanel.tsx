import Button from '@mui/material/Button'
import { t } from '../../../i18n/t.ts'
import { EmptyState } from './EmptyState.tsx'
import { Panel } from '../page/Panel.tsx'

interface FailurePanelProps {
  title: string
  hint: string
  /** Null if a retry cannot succeed. */
  onRetry: (() => void) | null
}

/** Replaces a page whose content cannot be loaded. */
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
