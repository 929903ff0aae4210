import { shownText } from '../../../contract/shownText.ts'
import { wordsOfFingerprint } from '../../crypto/index.ts'
import type { DownloadOutcome } from '../../transfer/downloadClient.ts'
import type { Severity } from '../../store/notifications.ts'
import type { OwnFile, UnopenedOwnFile } from '../../transfer/keys/own.ts'
import { count, formatBytes, formatNumber, keyName } from '../../ui/format.ts'
import { keyFaultText } from '../../faults/keyFaultText.ts'
import { differenceTexts, unsealedText } from './differenceTexts.ts'
import type { DownloadResult } from './downloadSlice.ts'

/** Files that a note names one by one. */
const namedAtMost = 5

interface Downloaded {
  opened: OwnFile[]
  unopened: UnopenedOwnFile[]
  isArchive: boolean
  /** Because somebody asked for it. */
  comparedSha256?: boolean
}

/** How a download that came to its stream ended, in words. */
export function savedResult(
  outcome: DownloadOutcome,
  { opened, unopened, isArchive, comparedSha256 = false }: Downloaded,
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
        text: savedText(outcome.bytes, saved, { isArchive, comparedSha256 }),
        notes: [
          ...leftOutNotes(unopened),
          ...failedNotes(failed),
          ...unsealedNotes(saved),
          ...differenceNotes(saved),
        ],
        failures: [...failuresOf(unopened), ...failed],
      }
    }
  }
}

function savedText(
  bytes: number,
  saved: OwnFile[],
  { isArchive, comparedSha256 }: { isArchive: boolean; comparedSha256: boolean },
): string {
  const what = isArchive ? `${count(saved.length, 'file')}, ${formatBytes(bytes)}` : formatBytes(bytes)
  const said = [`${what} saved`, verifiedText(saved, isArchive)]
  const [first] = saved
  // Without a manifest it is the server's number.
  if (comparedSha256 && first?.source.hasManifest)
    said.push(isArchive ? 'SHA-256 compared' : `SHA-256 compared: ${first.source.sha256}`)
  return said.join(', ')
}

function verifiedText(saved: OwnFile[], isArchive: boolean): string {
  const unsealed = saved.filter(isUnsealed).length
  if (unsealed === saved.length) return unsealedText
  const contents = isArchive ? 'contents' : 'content'
  if (unsealed > 0) return `contents verified but for ${count(unsealed, 'file')}`
  if (saved.some(({ differences }) => differences.length > 0)) return `${contents} verified`
  return isArchive ? 'contents and names verified' : 'content and name verified'
}

const isUnsealed = ({ source }: OwnFile) => !source.hasManifest

/** Nothing that was sealed speaks for these: the server may have made them. */
function unsealedNotes(saved: OwnFile[]): string[] {
  const unsealed = saved.filter(isUnsealed)
  if (unsealed.length === 0) return []
  const names = unsealed.slice(0, namedAtMost).map(({ name }) => shownText(name))
  const more = unsealed.length > namedAtMost ? ` and ${formatNumber(unsealed.length - namedAtMost)} more` : ''
  return [`No manifest came with ${names.join(', ')}${more}: ${unsealedText}.`]
}

/** Saved are the sealed values; these notes say where the server shows others. */
function differenceNotes(opened: OwnFile[]): string[] {
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

function leftOutNotes(unopened: UnopenedOwnFile[]): string[] {
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

const failuresOf = (unopened: UnopenedOwnFile[]) =>
  unopened.map(({ record, fault }) => ({ name: record.original_filename, error: keyFaultText(fault) }))

/** The result when no file at all could be opened. */
export function unopenedResult(unopened: UnopenedOwnFile[], isArchive: boolean): DownloadResult {
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
    text: `Download failed: ${keyFaultText(first.fault)}`,
    notes: foreignNotes([first]),
    failures: [],
  }
}

const isForeign = ({ fault }: UnopenedOwnFile) => fault.code === 'wrong-key'

/** Which backup is wanted: one note a key. */
function foreignNotes(unopened: UnopenedOwnFile[]): string[] {
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
