import type { FileRecord } from '../../../contract/folders.ts'
import { count, formatDateTime } from '../../ui/format.ts'

/** On the line of a file. */
export const damagedRemark = (damagedAt: string): string =>
  `The server found this file damaged on its disk on ${formatDateTime(damagedAt)}`

export const damagedAdvice =
  '. Ask whoever runs the server to restore them from a backup, or the senders to send them again.'

/** Said when a download of these begins; undefined: nothing is known to be wrong. */
export function damagedNote(
  records: readonly Pick<FileRecord, 'original_filename' | 'damaged_at'>[],
): string | undefined {
  const damaged = records.filter(({ damaged_at }) => damaged_at !== undefined)
  const [first] = damaged
  if (first?.damaged_at === undefined) return undefined
  if (records.length === 1) return `${damagedRemark(first.damaged_at)}. It may not open.`
  return `The server found ${count(damaged.length, 'file')} of these damaged on its disk. What does not open is left out and named.`
}
