import { isPlaceholder, splitExtension } from '../../contract/fileNames.ts'
import type { FileRecord } from '../../contract/schemas/folders.ts'
import type { NamesVerdict } from '../crypto/index.ts'

/** Parses `stored_filename`, `{folder id}/{directory path}/{name}`. */

/** The directory, '/'-separated; '.' for the root. */
export function directoryOf({ stored_filename: path }: Pick<FileRecord, 'stored_filename'>): string {
  const from = path.indexOf('/') + 1
  const to = path.lastIndexOf('/')
  return to > from ? path.slice(from, to) : '.'
}

/** The name in its directory; numbered with ' (2)' if repeated. */
export const listedName = ({ stored_filename: path }: Pick<FileRecord, 'stored_filename'>): string =>
  path.slice(path.lastIndexOf('/') + 1)

/** A name as the server has it; null for a placeholder. */
export const knownName = (name: string): string | null => (isPlaceholder(name) ? null : name)

/** True if the row looks like that of a hidden name (core/crypto/FORMAT.md, 21). */
export const hasHiddenName = ({ original_filename }: Pick<FileRecord, 'original_filename'>): boolean =>
  isPlaceholder(original_filename)

/** `listedName`; null for a placeholder. */
export const knownListedName = (
  record: Pick<FileRecord, 'stored_filename' | 'original_filename'>,
): string | null => knownName(record.original_filename) && listedName(record)

/** True if the listed name is the file's own, apart from a number. */
export function isListedAsSent(record: Pick<FileRecord, 'stored_filename' | 'original_filename'>): boolean {
  const { original_filename: name } = record
  const listed = listedName(record)
  if (listed === name) return true
  const [stem, extension] = splitExtension(name)
  return (
    listed.startsWith(`${stem} (`) &&
    listed.endsWith(`)${extension}`) &&
    /^[0-9]+$/.test(listed.slice(stem.length + 2, -(extension.length + 1)))
  )
}

/** True if the server was sent the name, or may have been. @param verdict null without a manifest */
export const isNameKnown = (verdict: NamesVerdict | null): boolean => verdict === null || verdict === 'open'
