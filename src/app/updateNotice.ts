import type { UpdateVerdict } from '../../core/integrity/updateVerdict.ts'
import { t } from '../../i18n/t.ts'

/** What is said about a version that waits. @param verdict null if the installed version cannot judge it */
export function updateNotice(verdict: UpdateVerdict | null): readonly ['info' | 'warning', string] {
  switch (verdict?.state) {
    case 'signed':
      return ['info', t('app.updateSigned', { version: verdict.version })]
    case 'unsigned':
      return ['warning', t('app.updateUnsigned')]
    case 'altered':
      return ['warning', t('app.updateAltered', { version: verdict.version })]
    default:
      return ['info', t('app.updateReady')]
  }
}
