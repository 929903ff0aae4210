import { faultText } from '../../i18n/errorText.ts'
import { t } from '../../i18n/t.ts'
import type { EndedSaving, FailedFile } from './savingSlice.ts'
import {
  cancelledText,
  type EndText,
  failedText,
  failuresOf,
  maxNamedFiles,
  partialFileNotes,
  someFailedText,
} from './savingTexts.ts'

/** The outcome of saving one or all files of a link. */
export function recipientEndText(ended: EndedSaving): EndText {
  const { end, unopened, leftOut, unsealed } = ended
  const failed = [...unopened, ...leftOut]
  switch (end.type) {
    case 'cancelled':
      return cancelledText()
    case 'failed':
      return { severity: 'error', ...failure(ended, end, failed), failures: listed(failed) }
    case 'saved':
      if (failed.length > 0)
        return {
          severity: 'warning',
          text: someFailedText(failed.length),
          notes: namedFailures(failed),
          failures: listed(failed),
        }
      return {
        severity: unsealed.length === 0 ? 'success' : 'warning',
        text: completeText(unsealed.length),
        notes: [],
        failures: [],
      }
  }
}

function failure(
  ended: EndedSaving,
  { fault }: Extract<EndedSaving['end'], { type: 'failed' }>,
  failed: readonly FailedFile[],
): Pick<EndText, 'text' | 'notes'> {
  const { kind, files, failedName, wasBegun } = ended
  const reason = faultText(fault)
  if (kind === 'file') return { text: reason, notes: partialFileNotes(ended) }
  if (failed.length === files) return { text: t('saving.allFailed'), notes: [] }
  return {
    text: failedName === null ? t('saving.failed', { reason }) : failedText(failedName, reason),
    notes: kind === 'archive' && wasBegun ? [t('saving.archiveUseless')] : [],
  }
}

/** The text for all files, when none failed. @param unsealed number of files without a manifest */
const completeText = (unsealed: number): string =>
  unsealed === 0 ? t('saving.complete') : t('saving.completeUnsealed', { files: unsealed })

/** Names a few failed files; the rows show the others. */
function namedFailures(failed: readonly FailedFile[]): string[] {
  const texts = failed.slice(0, maxNamedFiles).map(({ name, fault }) => failedText(name, faultText(fault)))
  const unnamedCount = failed.length - texts.length
  return unnamedCount > 0 ? [...texts, t('saving.moreMarked', { count: unnamedCount })] : texts
}

/** Empty if the notes name all failed files already. */
const listed = (failed: readonly FailedFile[]) => (failed.length > maxNamedFiles ? failuresOf(failed) : [])
