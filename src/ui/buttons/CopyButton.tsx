import CheckIcon from '@mui/icons-material/Check'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import type { ButtonProps } from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { BusyButton } from './BusyButton.tsx'
import { ManualCopyDialog } from '../dialogs/ManualCopyDialog.tsx'
import { copyText } from './copyText.ts'

/** The text to copy, or a function that makes it, or reports why it cannot and returns null. */
type CopiedText = string | (() => Promise<string | null>)

export interface ClipboardCopy {
  /** True for 2 s after each copy. */
  copied: boolean
  busy: boolean
  failure: string
  /** Text that the clipboard refused, until the person closes the dialog. */
  refused: string | null
  copy: (text: CopiedText) => Promise<void>
  /** Called when the person closes the dialog, or has copied from it. */
  closeRefused: (reason: 'closed' | 'copied') => void
}

const indicatorMs = 2000

interface ClipboardOptions {
  failure?: string | undefined
  onCopied?: (() => void) | undefined
}

/** @param options `failure`: the message for a failed copy */
export function useClipboard(options: ClipboardOptions = {}): ClipboardCopy {
  const { failure = t('ui.linkNotCopied'), onCopied } = options
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)

  function handleCopied() {
    clearTimeout(timer.current)
    setCopied(true)
    timer.current = setTimeout(() => setCopied(false), indicatorMs)
    onCopied?.()
  }

  async function copy(text: CopiedText) {
    if (busy) return
    setBusy(true)
    try {
      const outcome = await copyText(typeof text === 'string' ? text : text())
      if (outcome === 'copied') handleCopied()
      else if (outcome !== 'nothing') setRefused(outcome.refused)
    } catch {
      notify('error', failure)
    } finally {
      setBusy(false)
    }
  }

  function closeRefused(reason: 'closed' | 'copied') {
    setRefused(null)
    if (reason === 'copied') handleCopied()
  }

  return { copied, busy, failure, refused, copy, closeRefused }
}

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'startIcon' | 'className'> {
  text: CopiedText
  label?: string
  failure?: string
  /** Label while the text is being made, if that can take a while. */
  busyLabel?: string | undefined
  onCopied?: () => void
  /** Shared by several buttons with one indicator. */
  copying?: ClipboardCopy
}

/** Copies a text, and says so for 2 s. If the clipboard refuses, it shows the text in a dialog. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label = t('ui.copy'), failure, busyLabel, onCopied, copying, ...rest } = props
  const clipboard = useClipboard({ failure, onCopied })
  const { copied, busy, refused, copy, closeRefused, failure: shownFailure } = copying ?? clipboard
  const shownState = copied ? 'copied' : busy && busyLabel !== undefined ? 'busy' : 'label'
  const cell = (which: typeof shownState) =>
    ({ gridArea: '1 / 1', visibility: shownState === which ? 'visible' : 'hidden' }) as const
  return (
    <>
      <BusyButton
        size="small"
        {...rest}
        busy={busy && busyLabel !== undefined}
        startIcon={copied ? <CheckIcon /> : <ContentCopyIcon />}
        {...(copied && rest.variant !== 'contained' && { sx: { color: 'success.main' } })}
        onClick={() => void copy(text)}
      >
        {/* All labels overlap in one grid cell, so that neighbours do not move. */}
        <span style={{ display: 'inline-grid' }}>
          <span style={cell('label')}>{label}</span>
          {busyLabel !== undefined && <span style={cell('busy')}>{busyLabel}</span>}
          <span aria-live="polite" style={{ gridArea: '1 / 1' }}>
            {copied ? t('ui.copied') : ''}
          </span>
        </span>
      </BusyButton>
      {refused !== null && (
        <ManualCopyDialog
          failure={shownFailure}
          text={refused}
          onClose={() => closeRefused('closed')}
          onCopied={() => closeRefused('copied')}
        />
      )}
    </>
  )
}
