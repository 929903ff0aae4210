import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { knownListedName } from '../../../../core/keys/storedNames.ts'
import { t } from '../../../../i18n/t.ts'

/** The name in the row of a file: the sealed one, or the server's; a placeholder is none. */
export const rowName = (
  record: Pick<FileRecord, 'stored_filename' | 'original_filename'>,
  sealed: { name: string } | undefined,
): string => sealed?.name ?? knownListedName(record) ?? t('ui.lockedName')
