import type { FileRecord } from '../../../contract/schemas/folders.ts'
import { t } from '../../../i18n/t.ts'
import { formatDateTime } from '../../../i18n/format.ts'

/** Returns the remark in the row of a damaged file. */
export const damagedRemark = (damagedAt: string): string =>
  t('files.damagedOn', { time: formatDateTime(damagedAt) })

/** Returns the warning when a download of these files begins; undefined if nothing is known to be wrong. */
export function damagedNote(
  records: readonly Pick<FileRecord, 'original_filename' | 'damaged_at'>[],
): string | undefined {
  const damaged = records.filter(({ damaged_at }) => damaged_at !== undefined)
  const [first] = damaged
  if (first?.damaged_at === undefined) return undefined
  if (records.length === 1) return t('files.damagedMayNotOpen', { time: formatDateTime(first.damaged_at) })
  return t('files.damagedOfThese', { count: damaged.length })
}
