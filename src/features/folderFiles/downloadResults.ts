import type { ManifestDifference } from '../../crypto/index.ts'
import type { DownloadOutcome } from '../../transfer/downloadClient.ts'
import type { OpenedFile, UnopenedFile } from '../../transfer/ownFiles.ts'
import { count, formatBytes } from '../../ui/format.ts'
import type { DownloadResult } from './downloadSlice.ts'

/** Files that a note names one by one. */
const namedAtMost = 5

const differenceTexts = {
  name: 'name altered by the server',
  path: 'folder altered by the server',
  size: 'size altered by the server',
  sha256: 'checksum altered by the server',
} as const satisfies Record<ManifestDifference, string>

/** How a download that came to its stream ended, in words. */
export function savedResult(
  outcome: DownloadOutcome,
  { opened, unopened, isArchive }: { opened: OpenedFile[]; unopened: UnopenedFile[]; isArchive: boolean },
): DownloadResult {
  switch (outcome.type) {
    case 'cancelled':
      return { type: 'cancelled', text: 'Download cancelled.', notes: [] }
    case 'failed': {
      const file = outcome.entry === null ? undefined : opened[outcome.entry]
      return {
        type: 'failed',
        text:
          isArchive && file
            ? `Failed to download ${file.name}: ${outcome.message}`
            : `Download failed: ${outcome.message}`,
        notes: isArchive ? ['The archive is not whole: nothing of it was kept as finished.'] : [],
      }
    }
    case 'finished': {
      const missing = new Set(outcome.leftOut.map(({ entry }) => entry))
      const saved = opened.filter((_, index) => !missing.has(index))
      return {
        type: 'saved',
        text: savedText(outcome.bytes, saved, isArchive),
        notes: [
          ...leftOutNotes(unopened),
          ...outcome.leftOut
            .slice(0, namedAtMost)
            .map(({ entry, message }) => `Failed to download ${opened[entry]?.name ?? ''}: ${message}`),
          ...(outcome.leftOut.length > 0
            ? [`Download complete, but ${outcome.leftOut.length} files failed.`]
            : []),
          ...differenceNotes(saved),
        ],
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
    .map(({ name, differences }) => `${name}: ${differences.map((one) => differenceTexts[one]).join(', ')}`)
  return altered.length > namedAtMost
    ? [...named, `The server altered ${altered.length - namedAtMost} more.`]
    : named
}

function leftOutNotes(unopened: UnopenedFile[]): string[] {
  if (unopened.length === 0) return []
  const names = unopened.slice(0, namedAtMost).map(({ record }) => record.original_filename)
  const more = unopened.length > namedAtMost ? ` and ${unopened.length - namedAtMost} more` : ''
  const text = `Could not decrypt ${unopened.length} file(s): ${names.join(', ')}${more}`
  return unopened.some(isForeign) ? [text, foreignText] : [text]
}

/** The result when no file at all could be opened. */
export function unopenedResult(unopened: UnopenedFile[], isArchive: boolean): DownloadResult {
  const [first] = unopened
  if (isArchive || !first) {
    return { type: 'failed', text: 'No files could be decrypted.', notes: leftOutNotes(unopened) }
  }
  return {
    type: 'failed',
    text: `Download failed: ${first.error}`,
    notes: isForeign(first) ? [foreignText] : [],
  }
}

const isForeign = ({ code }: UnopenedFile) => code === 'wrong-key'

const foreignText =
  'Sealed to another key than the one that is unlocked: restore the backup of that key in your profile to open it.'

/**
 * Whether the failure may lie with the unlocked key, which is then dropped. Files that the server says were sealed to
 * an older key fail with the right one too.
 */
export const mayBeWrongKey = (unopened: UnopenedFile[]): boolean =>
  unopened.some((file) => isForeign(file) && file.record.sealed_to === undefined)
