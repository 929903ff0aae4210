import { shownText } from '../../contract/shownText.ts'
import { wordsOfFingerprint } from '../../core/crypto/index.ts'
import { faultText } from '../../i18n/errorText.ts'
import { t } from '../../i18n/t.ts'
import { keyName, shownBytes, formatNames } from '../../i18n/format.ts'
import { differenceText, unsealedText } from '../../i18n/differenceTexts.ts'
import type { EndedSaving, FailedFile } from './savingSlice.ts'
import {
  cancelledText,
  type EndText,
  failedText,
  failuresOf,
  maxNamedFiles,
  partialFileNotes,
  someFailedText,
} from './savingTexts.ts'

/** The outcome of saving an owner's files. */
export function ownerEndText(ended: EndedSaving): EndText {
  const { end, unopened, leftOut } = ended
  switch (end.type) {
    case 'cancelled':
      return cancelledText()
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
  const { kind, unopened, leftOut, failedName, wasBegun } = ended
  if (fault.code === 'none-opened')
    return {
      text: t(leftOut.length === 0 ? 'saving.noneDecrypted' : 'saving.allFailed'),
      notes: [...unopenedNotes(unopened), ...namedFailures(leftOut)],
      failures: failuresOf([...unopened, ...leftOut]),
    }
  if (kind === 'file')
    return {
      text: t('saving.failed', { reason: faultText(fault) }),
      notes: [...foreignNotes(unopened), ...partialFileNotes(ended)],
      failures: [],
    }
  return {
    text:
      failedName === null
        ? t('saving.failed', { reason: faultText(fault) })
        : failedText(failedName, faultText(fault)),
    notes: wasBegun ? [t('saving.archiveNotKept')] : [],
    failures: failuresOf(unopened),
  }
}

function savedText(ended: EndedSaving, bytes: number): string {
  const { kind, saved, isShared, compared } = ended
  const size = shownBytes(bytes)
  const what =
    kind === 'file'
      ? t(isShared ? 'saving.sharedFile' : 'saving.savedFile', { size })
      : t('saving.savedFiles', { files: saved, size })
  const clauses = [what, verifiedText(ended)]
  if (compared)
    clauses.push(
      compared.sha256 === null
        ? t('saving.sha256Compared')
        : t('saving.sha256ComparedTo', { sha256: compared.sha256 }),
    )
  return clauses.join(', ')
}

function verifiedText({ kind, saved, unsealed, differences }: EndedSaving): string {
  if (unsealed.length === saved) return unsealedText()
  if (unsealed.length > 0) return t('saving.verifiedBut', { files: unsealed.length })
  if (differences.length > 0) return t(kind === 'file' ? 'saving.contentVerified' : 'saving.contentsVerified')
  return t(kind === 'file' ? 'saving.allOfFileVerified' : 'saving.allOfFilesVerified')
}

const shownNames = (names: readonly string[]): string => formatNames(names.map(shownText), maxNamedFiles)

/** Names files without a manifest, which nothing proves: the server may have made them. */
const unsealedNotes = ({ unsealed }: EndedSaving): string[] =>
  unsealed.length === 0 ? [] : [t('saving.noManifest', { names: shownNames(unsealed) })]

/** The sealed values are saved; these notes say where the server's differ. */
function differenceNotes({ differences }: EndedSaving): string[] {
  const namedDifferences = differences
    .slice(0, maxNamedFiles)
    .map(({ name, what }) => `${shownText(name)}: ${what.map((one) => differenceText(one)).join(', ')}`)
  const unnamedCount = differences.length - maxNamedFiles
  return unnamedCount > 0
    ? [...namedDifferences, t('saving.moreAltered', { count: unnamedCount })]
    : namedDifferences
}

function unopenedNotes(unopened: EndedSaving['unopened']): string[] {
  if (unopened.length === 0) return []
  const names = shownNames(unopened.map(({ name }) => name))
  return [t('saving.notDecrypted', { count: unopened.length, names }), ...foreignNotes(unopened)]
}

const leftOutNotes = (leftOut: readonly FailedFile[]): string[] =>
  leftOut.length === 0 ? [] : [someFailedText(leftOut.length), ...namedFailures(leftOut)]

const namedFailures = (failed: readonly FailedFile[]): string[] =>
  failed.slice(0, maxNamedFiles).map(({ name, fault }) => failedText(name, faultText(fault)))

/** One note for each key whose backup is needed. */
function foreignNotes(unopened: EndedSaving['unopened']): string[] {
  const sealedTo = unopened.filter(({ fault }) => fault.code === 'wrong-key').map((file) => file.sealedTo)
  return [...new Set(sealedTo)].map((fingerprint) => {
    const words = fingerprint === null ? null : wordsOfFingerprint(fingerprint)
    return words ? t('saving.sealedToOlder', { key: keyName(words) }) : t('saving.sealedToOther')
  })
}
