import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../i18n/format.ts'

/** What is said before something is thrown away: what stays, what goes, and what was never sent. */
export interface Loss {
  storedFiles: number
  /** On the server and not confirmed. */
  arrivedBytes: number
  /** Files these bytes are of. */
  begunFiles: number
  unsentFiles: number
}

export function lossTexts({ storedFiles, arrivedBytes, begunFiles, unsentFiles }: Loss): string[] {
  return [
    begunFiles > 0 ? t('upload.underWay', { count: begunFiles, bytes: formatBytes(arrivedBytes) }) : '',
    unsentFiles > 0 ? t('upload.notSentYet', { count: unsentFiles }) : '',
    storedFiles > 0 ? t('upload.storedStay', { count: storedFiles }) : t('upload.noneConfirmed'),
  ].filter((text) => text !== '')
}

/** Of files that leave the list. */
export const removalText = ({ files, bytes }: { files: number; bytes: number }): string =>
  t('upload.removal', { bytes: formatBytes(bytes), count: files })
