import CheckIcon from '@mui/icons-material/Check'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import Button, { type ButtonProps } from '@mui/material/Button'
import { notify } from '../store/hooks.ts'
import { useFlag } from './useFlag.ts'

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'startIcon'> {
  /** What is copied; a function for what must be made first. Null: nothing was made, and whoever failed has said so. */
  text: string | (() => Promise<string | null>)
  label?: string
  /** Said when the clipboard refuses. */
  failure?: string
}

const indicatorTime = 2000

/** Copies and says so for 2 s, to the eye and to screen readers. */
export function CopyButton({
  text,
  label = 'Copy',
  failure = 'Failed to copy link to clipboard.',
  ...rest
}: CopyButtonProps) {
  const [copied, raise] = useFlag(indicatorTime)

  async function copy() {
    try {
      const copiedText = typeof text === 'string' ? text : await text()
      if (copiedText === null) return
      await navigator.clipboard.writeText(copiedText)
      raise()
    } catch {
      notify('error', failure)
    }
  }

  return (
    <Button
      size="small"
      variant="outlined"
      {...rest}
      startIcon={copied ? <CheckIcon /> : <ContentCopyIcon />}
      {...(copied && { sx: { color: 'success.main' } })}
      onClick={() => void copy()}
    >
      {/* Both words take their place, so that nothing beside the button moves. */}
      <span style={{ display: 'inline-grid' }}>
        <span style={{ gridArea: '1 / 1', visibility: copied ? 'hidden' : 'visible' }}>{label}</span>
        <span aria-live="polite" style={{ gridArea: '1 / 1' }}>
          {copied ? 'Copied' : ''}
        </span>
      </span>
    </Button>
  )
}
