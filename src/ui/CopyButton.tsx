import CheckIcon from '@mui/icons-material/Check'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import type { ButtonProps } from '@mui/material/Button'
import { useState } from 'react'
import { notify } from '../store/hooks.ts'
import { t } from '../../i18n/t.ts'
import { BusyButton } from './BusyButton.tsx'
import { CopyByHand } from './CopyByHand.tsx'
import { copyText } from './copyText.ts'
import { useFlag } from './useFlag.ts'

/** What is copied; a function for what must be made first. Null: nothing was made, and whoever failed has said so. */
export type CopiedText = string | (() => Promise<string | null>)

export interface Copying {
  /** For 2 s after each copy. */
  copied: boolean
  /** What is copied is being made. */
  busy: boolean
  /** Said when it could not be copied. */
  failure: string
  /** What the clipboard refused, until the person has seen it. */
  refused: string | null
  copy: (text: CopiedText) => Promise<void>
  /** The person has closed what was refused, or copied it from there. */
  closeRefused: (how: 'closed' | 'copied') => void
}

const indicatorTime = 2000

interface CopyingOptions {
  /** Said when what is to be copied cannot be made. */
  failure?: string | undefined
  onCopied?: (() => void) | undefined
}

export function useCopying({ failure = t('ui.linkNotCopied'), onCopied }: CopyingOptions = {}): Copying {
  const [copied, raise] = useFlag(indicatorTime)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)

  function done() {
    raise()
    onCopied?.()
  }

  async function copy(text: CopiedText) {
    if (busy) return
    setBusy(true)
    try {
      const outcome = await copyText(typeof text === 'string' ? text : text())
      if (outcome === 'copied') done()
      else if (outcome !== 'nothing') setRefused(outcome.refused)
    } catch {
      notify('error', failure)
    } finally {
      setBusy(false)
    }
  }

  function closeRefused(how: 'closed' | 'copied') {
    setRefused(null)
    if (how === 'copied') done()
  }

  return { copied, busy, failure, refused, copy, closeRefused }
}

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'startIcon' | 'className'> {
  text: CopiedText
  label?: string
  failure?: string
  /** In place of the label while the text is being made, where that can take a while. */
  busyLabel?: string | undefined
  onCopied?: () => void
  /** Of several ways to copy that share this button's indicator. */
  copying?: Copying
}

/**
 * Copies and says so for 2 s, to the eye and to screen readers. Where the clipboard refuses, the text is shown to be
 * copied by hand.
 */
export function CopyButton(props: CopyButtonProps) {
  const { text, label = t('ui.copy'), failure, busyLabel, onCopied, copying, ...rest } = props
  const own = useCopying({ failure, onCopied })
  const { copied, busy, refused, copy, closeRefused, failure: failed } = copying ?? own
  const shown = copied ? 'copied' : busy && busyLabel !== undefined ? 'busy' : 'label'
  const place = (which: typeof shown) =>
    ({ gridArea: '1 / 1', visibility: shown === which ? 'visible' : 'hidden' }) as const
  return (
    <>
      <BusyButton
        size="small"
        variant="outlined"
        {...rest}
        busy={busy && busyLabel !== undefined}
        startIcon={copied ? <CheckIcon /> : <ContentCopyIcon />}
        {...(copied && rest.variant !== 'contained' && { sx: { color: 'success.main' } })}
        onClick={() => void copy(text)}
      >
        {/* All words take their place, so that nothing beside the button moves. */}
        <span style={{ display: 'inline-grid' }}>
          <span style={place('label')}>{label}</span>
          {busyLabel !== undefined && <span style={place('busy')}>{busyLabel}</span>}
          <span aria-live="polite" style={{ gridArea: '1 / 1' }}>
            {copied ? t('ui.copied') : ''}
          </span>
        </span>
      </BusyButton>
      {refused !== null && (
        <CopyByHand
          failure={failed}
          text={refused}
          onClose={() => closeRefused('closed')}
          onCopied={() => closeRefused('copied')}
        />
      )}
    </>
  )
}
