import { splitExtension } from '../../contract/fileNames.ts'
import type { FileRecord } from '../../contract/schemas/folders.ts'

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
