import type { Severity } from '../../store/notifications.ts'
import { count, formatNumber } from '../../ui/format.ts'

/** What is said after an attempt to delete files, some of which may have stayed. */
export function deletionMessage(asked: number, failed: number): { severity: Severity; text: string } {
  if (failed === 0) return { severity: 'success', text: `${count(asked, 'file')} deleted.` }
  if (failed >= asked) return { severity: 'error', text: 'Failed to delete any of the selected files.' }
  return {
    severity: 'warning',
    text: `Failed to delete ${formatNumber(failed)} file(s). See console for details.`,
  }
}
