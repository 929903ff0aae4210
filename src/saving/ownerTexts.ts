import { shownText } from '../../contract/shownText.ts'
import { wordsOfFingerprint } from '../crypto/index.ts'
import { faultText } from '../texts/errorText.ts'
import { count, formatBytes, formatNumber, keyName } from '../ui/format.ts'
import { differenceTexts, unsealedText } from './differenceTexts.ts'
import type { EndedSaving, FailedFile } from './savingSlice.ts'
import {
  cancelledText,
  type EndText,
  failedText,
  failuresOf,
  namedAtMost,
  remainsNotes,
  someFailedText,
} from './savingTexts.ts'

/** How the saving of an owner's files ended. */
export function ownerEndText(ended: EndedSaving): EndText {
  const { end, unopened, leftOut } = ended
  switch (end.type) {
    case 'cancelled':
      return cancelledText
    case 'failed':
      return { severity: 'error', ...failure(ended, end) }
    case 'saved': {
      const notes = [
        ...unopenedNotes(unopened),
        ...leftOutNotes(leftOut),
        ...unsealedNotes(ended),
        ...differenceNotes(ended),
      ]
      return {
        severity: notes.length > 0 ? 'warning' : 'success',
        text: savedText(ended, end.bytes),
        notes,
        failures: failuresOf([...unopened, ...leftOut]),
      }
    }
  }
}

function failure(
  ended: EndedSaving,
  { fault }: Extract<EndedSaving['end'], { type: 'failed' }>,
): Omit<EndText, 'severity'> {
  const { kind, unopened, failedName, wasBegun } = ended
  if (fault.code === 'none-opened')
    return {
      text: 'No files could be decrypted.',
      notes: unopenedNotes(unopened),
      failures: failuresOf(unopened),
    }
  if (kind === 'file')
    return {
      text: `Download failed: ${faultText(fault)}`,
      notes: [...foreignNotes(unopened), ...remainsNotes(ended)],
      failures: [],
    }
  return {
    text:
      failedName === null ? `Download failed: ${faultText(fault)}` : failedText(failedName, faultText(fault)),
    notes: wasBegun ? ['The archive is not whole: nothing of it was kept as finished.'] : [],
    failures: failuresOf(unopened),
  }
}

function savedText(ended: EndedSaving, bytes: number): string {
  const { kind, saved, compared } = ended
  const what = kind === 'file' ? formatBytes(bytes) : `${count(saved, 'file')}, ${formatBytes(bytes)}`
  const said = [`${what} saved`, verifiedText(ended)]
  if (compared) said.push(`SHA-256 compared${compared.sha256 === null ? '' : `: ${compared.sha256}`}`)
  return said.join(', ')
}

function verifiedText({ kind, saved, unsealed, differences }: EndedSaving): string {
  if (unsealed.length === saved) return unsealedText
  const contents = kind === 'file' ? 'content' : 'contents'
  if (unsealed.length > 0) return `contents verified but for ${count(unsealed.length, 'file')}`
  if (differences.length > 0) return `${contents} verified`
  return kind === 'file' ? 'content and name verified' : 'contents and names verified'
}

/** 'a, b, c and 7 more' */
function someNames(names: readonly string[]): string {
  const more = names.length - namedAtMost
  const named = names.slice(0, namedAtMost).map(shownText).join(', ')
  return more > 0 ? `${named} and ${formatNumber(more)} more` : named
}

/** Nothing that was sealed speaks for these: the server may have made them. */
const unsealedNotes = ({ unsealed }: EndedSaving): string[] =>
  unsealed.length === 0 ? [] : [`No manifest came with ${someNames(unsealed)}: ${unsealedText}.`]

/** Saved are the sealed values; these notes say where the server shows others. */
function differenceNotes({ differences }: EndedSaving): string[] {
  const named = differences
    .slice(0, namedAtMost)
    .map(({ name, what }) => `${shownText(name)}: ${what.map((one) => differenceTexts[one]).join(', ')}`)
  const more = differences.length - namedAtMost
  return more > 0 ? [...named, `The server altered ${formatNumber(more)} more.`] : named
}

function unopenedNotes(unopened: EndedSaving['unopened']): string[] {
  if (unopened.length === 0) return []
  const names = someNames(unopened.map(({ name }) => name))
  return [`Could not decrypt ${formatNumber(unopened.length)} file(s): ${names}`, ...foreignNotes(unopened)]
}

/** Files that the archive was made without. */
function leftOutNotes(leftOut: readonly FailedFile[]): string[] {
  if (leftOut.length === 0) return []
  const named = leftOut.slice(0, namedAtMost).map(({ name, fault }) => failedText(name, faultText(fault)))
  return [someFailedText(leftOut.length), ...named]
}

/** Which backup is wanted: one note a key. */
function foreignNotes(unopened: EndedSaving['unopened']): string[] {
  const sealedTo = unopened.filter(({ fault }) => fault.code === 'wrong-key').map((file) => file.sealedTo)
  return [...new Set(sealedTo)].map((fingerprint) => {
    const words = fingerprint === null ? null : wordsOfFingerprint(fingerprint)
    const key = words ? `your older key ${keyName(words)}` : 'another key than the one that is unlocked'
    return `Sealed to ${key}: restore the backup of that key in your profile to open it.`
  })
}
