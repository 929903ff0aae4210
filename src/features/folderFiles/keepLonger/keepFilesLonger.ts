import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { filesApi, invalidateFilesOf } from '../../../api/filesApi.ts'
import type { ResponseOf } from '../../../api/client.ts'
import { fault } from '../../../../core/faults/fault.ts'
import { knownApiCode } from '../../../../core/faults/faultOfResponse.ts'
import { type Severity } from '../../../store/notifications.ts'
import { notify } from '../../../store/hooks.ts'
import type { AppThunk } from '../../../store/store.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { splitDateTime } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/t.ts'
import { filesToKeep } from './keepingChoices.ts'

/**
 * Puts off the dates of those files that go before, and says of how many, and why not of the others. False if the request
 * failed.
 */
export const keepFilesLonger =
  (folderId: number, files: readonly FileRecord[], until: string | null): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const fileIds = filesToKeep(files, until).map(({ id }) => id)
    // The store's listener reports failed requests.
    const { data } = await dispatch(filesApi.endpoints.extendRetention.initiate({ fileIds, until }))
    if (data)
      for (const { severity, text } of keepingMessages(fileIds.length, data, until)) notify(severity, text)
    dispatch(invalidateFilesOf(folderId))
    return data !== undefined
  }

export function keepingMessages(
  requested: number,
  { errors }: ResponseOf<'extendRetention'>,
  until: string | null,
): { severity: Severity; text: string }[] {
  const kept = requested - errors.length
  const date = splitDateTime(until)?.date ?? ''
  const counts = new Map<string, number>()
  for (const { error } of errors) counts.set(error, (counts.get(error) ?? 0) + 1)
  return [
    ...(kept > 0
      ? [
          {
            severity: 'success' as const,
            text:
              until === null
                ? t('files.keptAlways', { count: kept })
                : t('files.keptUntil', { count: kept, date }),
          },
        ]
      : []),
    ...Array.from(counts, ([error, count]) => ({
      severity: 'warning' as const,
      text: t('files.notKept', { count, reason: reasonText(error) }),
    })),
  ]
}

function reasonText(said: string): string {
  return faultText(fault(knownApiCode(null, undefined, said) ?? 'refused', { said }))
}
