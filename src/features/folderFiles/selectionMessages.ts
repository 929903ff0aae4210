import type { Severity } from '../../store/notifications.ts'
import { t } from '../../../i18n/t.ts'

/** Returns the message after deleting files, some of which may have failed. */
export function deletionMessage(requested: number, failed: number): { severity: Severity; text: string } {
  if (failed === 0) return { severity: 'success', text: t('files.deleted', { count: requested }) }
  if (failed >= requested) return { severity: 'error', text: t('files.noneDeleted') }
  return { severity: 'warning', text: t('files.someNotDeleted', { count: failed }) }
}
