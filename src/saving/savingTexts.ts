import { shownText } from '../../contract/shownText.ts'
import type { Severity } from '../store/notifications.ts'
import { faultText } from '../texts/errorText.ts'
import type { Need } from '../transfer/save/types.ts'
import { count, formatBytes, formatDuration, formatNumber, formatRate } from '../ui/format.ts'
import type { EndedSaving, FailedFile, Progress, Saving } from './savingSlice.ts'

/** What is said of a saving that is over. */
export interface EndText {
  severity: Severity
  text: string
  /** What the person should know besides: names that differ, files left out. */
  notes: string[]
  /** Every file that was left out, and why. */
  failures: { name: string; text: string }[]
}

/** Files that a note names one by one. */
export const namedAtMost = 5

export const cancelledText: EndText = {
  severity: 'info',
  text: 'Download cancelled.',
  notes: [],
  failures: [],
}

export const failedText = (name: string, reason: string): string =>
  `Failed to download ${shownText(name)}: ${reason}`

export const someFailedText = (files: number): string =>
  `Download complete, but ${formatNumber(files)} files failed.`

export const failuresOf = (files: readonly FailedFile[]): EndText['failures'] =>
  files.map(({ name, fault }) => ({ name, text: faultText(fault) }))

/** Of one file: of an archive each screen says it in its own words. */
export const remainsNotes = ({ kind, hasRemains, end }: EndedSaving): string[] =>
  kind === 'file' && hasRemains && !(end.type === 'failed' && end.fault.code === 'browser-stopped')
    ? ['What was saved is not whole: delete it.']
    : []

/** '12 MB of 1.0 GB · 45 MB/s · 22 s left'; of several files how many are done, too. */
export function progressText({ bytes, total, bytesPerSecond }: Progress, done = 0, files = 1): string {
  const parts = [`${formatBytes(bytes)} of ${formatBytes(total)}`]
  if (files > 1) parts.push(`${formatNumber(done)} of ${count(files, 'file')}`)
  if (bytesPerSecond !== null && bytesPerSecond > 0)
    parts.push(formatRate(bytesPerSecond), `${formatDuration((total - bytes) / bytesPerSecond)} left`)
  return parts.join(' · ')
}

/** What a saving that is under way does, in a line. */
export function goingText({ kind, phase, progress, done, files }: Saving): string {
  if (phase === 'opening-keys') return `Opening keys: ${formatNumber(done)} of ${formatNumber(files)}`
  if (kind === 'folder' && progress === null) return 'Looking at what is in the folder...'
  return progress === null ? 'Starting...' : `Saving: ${progressText(progress, done, files)}`
}

/** What it waits for. */
export const needTexts = {
  network: 'Waiting for the connection. The download goes on by itself.',
  'link-password': 'Waiting for the password of this link.',
  'sign-in': 'Waiting for you to sign in again.',
} as const satisfies Record<Need, string>

/** Of a row, where there is little room. */
export const shortNeedTexts = {
  network: 'Waiting for the connection',
  'link-password': 'Waiting for the password',
  'sign-in': 'Waiting for the sign-in',
} as const satisfies Record<Need, string>

/** From 0 to 100; null while nobody can say. */
export function percentOf({ phase, progress, done, files }: Saving): number | null {
  if (phase === 'opening-keys') return done === 0 ? null : (100 * done) / files
  if (progress === null) return null
  return progress.total > 0 ? Math.min(100, Math.floor((progress.bytes / progress.total) * 100)) : 0
}
