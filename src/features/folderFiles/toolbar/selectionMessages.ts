import { maxFilesPerLink } from '../../../../contract/limits.ts'
import type { Severity } from '../../../store/notifications.ts'
import { t } from '../../../../i18n/t.ts'

export function deletionMessage(requested: number, failed: number): { severity: Severity; text: string } {
  if (failed === 0) return { severity: 'success', text: t('files.deleted', { count: requested }) }
  if (failed >= requested) return { severity: 'error', text: t('files.noneDeleted') }
  return { severity: 'warning', text: t('files.someNotDeleted', { count: failed }) }
}

/** Returns why no download link can be made for so many files; null if it can. */
export function tooManyFilesText(files: number): string | null {
  if (files === 0) return t('files.noneToLink')
  return files > maxFilesPerLink ? t('files.tooManyToLink', { count: maxFilesPerLink }) : null
}
