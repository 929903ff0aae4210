import { shownText } from '../../contract/shownText.ts'
import type { Severity } from '../store/notifications.ts'
import { faultText } from '../../i18n/errorText.ts'
import type { DownloadBlocker } from '../../core/download/types.ts'
import { type TextKey, t } from '../../i18n/t.ts'
import { formatDuration, formatRate, shownBytes, nonBreaking } from '../../i18n/format.ts'
import type { EndedSaving, FailedFile, SavingProgress, Saving } from './savingSlice.ts'

export interface EndText {
  severity: Severity
  text: string
  /** Further facts: different names, files left out. */
  notes: string[]
  /** Every file that was left out, and why. */
  failures: { name: string; text: string }[]
}

/** The most files that notes name one by one. */
export const maxNamedFiles = 5

export const cancelledText = (): EndText => ({
  severity: 'info',
  text: t('saving.cancelled'),
  notes: [],
  failures: [],
})

export const failedText = (name: string, reason: string): string =>
  t('saving.fileFailed', { name: shownText(name), reason })

export const someFailedText = (files: number): string => t('saving.someFailed', { count: files })

export const failuresOf = (files: readonly FailedFile[]): EndText['failures'] =>
  files.map(({ name, fault }) => ({ name, text: faultText(fault) }))

/** Notes on a partial file; for archives, each screen has its own text. */
export const partialFileNotes = ({ kind, hasRemains, end }: EndedSaving): string[] =>
  kind === 'file' && hasRemains && !(end.type === 'failed' && end.fault.code === 'browser-stopped')
    ? [t('saving.remains')]
    : []

/** '12 MB of 1.0 GB · 45 MB/s · 22 s left'; for several files, also how many are done. */
export function progressText({ bytes, total, bytesPerSecond }: SavingProgress, done = 0, files = 1): string {
  const parts = [
    t('saving.bytesOf', {
      bytes: shownBytes(bytes),
      total: shownBytes(total),
    }),
  ]
  if (files > 1) parts.push(t('saving.filesOf', { done, files }))
  if (bytesPerSecond !== null && bytesPerSecond > 0)
    parts.push(
      nonBreaking(formatRate(bytesPerSecond)),
      t('ui.timeLeft', { time: nonBreaking(formatDuration((total - bytes) / bytesPerSecond)) }),
    )
  return parts.join(' · ')
}

export function runningText({ kind, stage, progress, done, files }: Saving): string {
  if (stage === 'opening-keys') return t('saving.openingKeys', { done, files })
  if (kind === 'folder' && progress === null) return t('saving.lookingInside')
  return progress === null
    ? t('saving.starting')
    : t('saving.saving', { progress: progressText(progress, done, files) })
}

export const blockerText = (blocker: DownloadBlocker): string => t(blockerTexts[blocker])
const blockerTexts = {
  network: 'saving.needsNetwork',
  'other-answer': 'saving.needsServer',
  'link-password': 'saving.needsPassword',
  'sign-in': 'saving.needsSignIn',
  'user-activation': 'saving.needsPress',
} as const satisfies Record<DownloadBlocker, TextKey>

/** A shorter text for table rows. */
export const shortBlockerText = (blocker: DownloadBlocker): string => t(shortBlockerTexts[blocker])
const shortBlockerTexts = {
  network: 'saving.shortNeedsNetwork',
  'other-answer': 'saving.shortNeedsServer',
  'link-password': 'saving.shortNeedsPassword',
  'sign-in': 'saving.shortNeedsSignIn',
  'user-activation': 'saving.needsPress',
} as const satisfies Record<DownloadBlocker, TextKey>

/** 0 to 100; null while unknown. */
export function savingPercent({ stage, progress, done, files }: Saving): number | null {
  if (stage === 'opening-keys') return done === 0 ? null : (100 * done) / files
  if (progress === null) return null
  return progress.total > 0 ? Math.min(100, Math.floor((progress.bytes / progress.total) * 100)) : 0
}
