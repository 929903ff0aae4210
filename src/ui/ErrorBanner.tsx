import Button from '@mui/material/Button'
import { Banner } from './Banner.tsx'

/** The red banner of a screen whose data did not come. */
export function ErrorBanner({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Banner
      severity="error"
      action={
        onRetry && (
          <Button size="small" variant="outlined" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      <strong>Error:</strong> {message}
    </Banner>
  )
}
