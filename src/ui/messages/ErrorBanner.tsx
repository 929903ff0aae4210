import Button from '@mui/material/Button'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from './Banner.tsx'

export function ErrorBanner({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Banner
      severity="error"
      action={
        onRetry && (
          <Button size="small" onClick={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        )
      }
    >
      {rich('ui.error', { message })}
    </Banner>
  )
}
