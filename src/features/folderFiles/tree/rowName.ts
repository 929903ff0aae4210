import { isPlaceholder } from '../../../../contract/fileNames.ts'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { listedName } from '../../../../core/keys/storedNames.ts'
import { t } from '../../../../i18n/t.ts'

/** The name in the row of a file: the sealed one, or the server's; a placeholder is none. */
export const rowName = (
  record: Pick<FileRecord, 'stored_filename' | 'original_filename'>,
  sealed: { name: string } | undefined,
): string =>
  sealed?.name ?? (isPlaceholder(record.original_filename) ? t('ui.lockedName') : listedName(record))
