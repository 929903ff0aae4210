import { shownText } from '../../../contract/shownText.ts'
import { wordsOfFingerprint } from '../../crypto/index.ts'
import type { DownloadOutcome } from '../../transfer/downloadClient.ts'
import type { Severity } from '../../store/notifications.ts'
import type { OpenedFile, UnopenedFile } from '../../transfer/ownFiles.ts'
import { count, formatBytes, formatNumber, keyName } from '../../ui/format.ts'
import { differenceTexts } from './differenceTexts.ts'
import type { DownloadResult } from './downloadSlice.ts'

/** Files that a note names one by one. */
const namedAtMost = 5

/** How a download that came to its stream ended, in words. */
export function savedResult(
  outcome: DownloadOutcome,
  { opened, unopened, isArchive }: { opened: OpenedFile[]; unopened: UnopenedFile[]; isArchive: boolean },
): DownloadResult {
  switch (outcome.type) {
    case 'cancelled':
      return { type: 'cancelled', text: 'Download cancelled.', notes: [], failures: [] }
    case 'failed': {
      const file = outcome.entry === null ? undefined : opened[outcome.entry]
      return {
        type: 'failed',
        text:
          isArchive && file
            ? `Failed to download ${shownText(file.name)}: ${outcome.message}`
            : `Download failed: ${outcome.message}`,
        notes: isArchive ? ['The archive is not whole: nothing of it was kept as finished.'] : [],
        failures: failuresOf(unopened),
      }
    }
    case 'finished': {
      const missing = new Set(outcome.leftOut.map(({ entry }) => entry))
      const saved = opened.filter((_, index) => !missing.has(index))
      const failed = outcome.leftOut.map(({ entry, message }) => ({
        name: opened[entry]?.name ?? '',
        error: message,
      }))
      return {
        type: 'saved',
        text: savedText(outcome.bytes, saved, isArchive),
        notes: [...leftOutNotes(unopened), ...failedNotes(failed), ...differenceNotes(saved)],
        failures: [...failuresOf(unopened), ...failed],
      }
    }
  }
}

function savedText(bytes: number, opened: OpenedFile[], isArchive: boolean): string {
  const isSealed = opened.every(({ source }) => source.hasManifest)
  const isAsShown = opened.every(({ differences }) => differences.length === 0)
  const verified = !isSealed
    ? 'content verified; names as the server gives them'
    : isAsShown
      ? isArchive
        ? 'contents and names verified'
        : 'content and name verified'
      : 'content verified'
  const what = isArchive ? `${count(opened.length, 'file')}, ${formatBytes(bytes)}` : formatBytes(bytes)
  return `${what} saved, ${verified}`
}

/** Saved are the sealed values; these notes say where the server shows others. */
function differenceNotes(opened: OpenedFile[]): string[] {
  const altered = opened.filter(({ differences }) => differences.length > 0)
  const named = altered
    .slice(0, namedAtMost)
    .map(
      ({ name, differences }) =>
        `${shownText(name)}: ${differences.map((one) => differenceTexts[one]).join(', ')}`,
    )
  return altered.length > namedAtMost
    ? [...named, `The server altered ${formatNumber(altered.length - namedAtMost)} more.`]
    : named
}

function leftOutNotes(unopened: UnopenedFile[]): string[] {
  if (unopened.length === 0) return []
  const names = unopened.slice(0, namedAtMost).map(({ record }) => shownText(record.original_filename))
  const more = unopened.length > namedAtMost ? ` and ${formatNumber(unopened.length - namedAtMost)} more` : ''
  const text = `Could not decrypt ${formatNumber(unopened.length)} file(s): ${names.join(', ')}${more}`
  return [text, ...foreignNotes(unopened)]
}

/** Files that the archive was made without. */
function failedNotes(failed: readonly { name: string; error: string }[]): string[] {
  if (failed.length === 0) return []
  const named = failed
    .slice(0, namedAtMost)
    .map(({ name, error }) => `Failed to download ${shownText(name)}: ${error}`)
  return [`Download complete, but ${formatNumber(failed.length)} files failed.`, ...named]
}

const failuresOf = (unopened: UnopenedFile[]) =>
  unopened.map(({ record, error }) => ({ name: record.original_filename, error }))

/** The result when no file at all could be opened. */
export function unopenedResult(unopened: UnopenedFile[], isArchive: boolean): DownloadResult {
  const [first] = unopened
  if (isArchive || !first) {
    return {
      type: 'failed',
      text: 'No files could be decrypted.',
      notes: leftOutNotes(unopened),
      failures: failuresOf(unopened),
    }
  }
  return {
    type: 'failed',
    text: `Download failed: ${first.error}`,
    notes: foreignNotes([first]),
    failures: [],
  }
}

const isForeign = ({ code }: UnopenedFile) => code === 'wrong-key'

/** Which backup is wanted: one note a key. */
function foreignNotes(unopened: UnopenedFile[]): string[] {
  const sealedTo = unopened.filter(isForeign).map(({ record }) => record.sealed_to)
  return [...new Set(sealedTo)].map((fingerprint) => {
    const words = fingerprint === undefined ? null : wordsOfFingerprint(fingerprint)
    const key = words ? `your older key ${keyName(words)}` : 'another key than the one that is unlocked'
    return `Sealed to ${key}: restore the backup of that key in your profile to open it.`
  })
}

const severities = { saved: 'success', cancelled: 'info', failed: 'error' } as const

export const severityOf = ({ type, notes }: DownloadResult): Severity =>
  type === 'saved' && notes.length > 0 ? 'warning' : severities[type]
