import type { UpdateVerdict } from '../../core/integrity/updateVerdict.ts'
import { t } from '../../i18n/t.ts'

/** Returns severity and text of the notice about a version that waits. @param verdict null if the installed version has no key to judge it by */
export function updateNotice(verdict: UpdateVerdict | null): readonly ['info' | 'warning', string] {
  switch (verdict?.state) {
    case 'signed':
      return ['info', t('app.updateSigned', { version: verdict.version })]
    case 'unsigned':
      return ['warning', t('app.updateUnsigned')]
    case 'altered':
      return ['warning', t('app.updateAltered', { version: verdict.version })]
    case 'older':
      return ['warning', t('app.updateOlder', { version: verdict.version })]
    case 'unknown':
      return ['warning', t('app.updateUnknown')]
    default:
      return ['info', t('app.updateReady')]
  }
}
