import CheckIcon from '@mui/icons-material/Check'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import Button, { type ButtonProps } from '@mui/material/Button'
import { notify } from '../store/hooks.ts'
import { useFlag } from './useFlag.ts'

/** What is copied; a function for what must be made first. Null: nothing was made, and whoever failed has said so. */
export type CopiedText = string | (() => Promise<string | null>)

export interface Copying {
  /** For 2 s after each copy. */
  copied: boolean
  copy: (text: CopiedText) => Promise<void>
}

const indicatorTime = 2000

/** @param failure said when the clipboard refuses. */
export function useCopying(failure = 'Failed to copy link to clipboard.'): Copying {
  const [copied, raise] = useFlag(indicatorTime)

  async function copy(text: CopiedText) {
    try {
      const copiedText = typeof text === 'string' ? text : await text()
      if (copiedText === null) return
      await navigator.clipboard.writeText(copiedText)
      raise()
    } catch {
      notify('error', failure)
    }
  }

  return { copied, copy }
}

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'startIcon'> {
  text: CopiedText
  label?: string
  failure?: string
  /** Of several ways to copy that share this button's indicator. */
  copying?: Copying
}

/** Copies and says so for 2 s, to the eye and to screen readers. */
export function CopyButton({ text, label = 'Copy', failure, copying, ...rest }: CopyButtonProps) {
  const own = useCopying(failure)
  const { copied, copy } = copying ?? own
  return (
    <Button
      size="small"
      variant="outlined"
      {...rest}
      startIcon={copied ? <CheckIcon /> : <ContentCopyIcon />}
      {...(copied && rest.variant !== 'contained' && { sx: { color: 'success.main' } })}
      onClick={() => void copy(text)}
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
