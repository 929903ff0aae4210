import { t } from '../../../../i18n/t.ts'
import { shownBytes } from '../../../../i18n/format.ts'

/** What stays, is lost, or was never sent if files are removed. */
interface Loss {
  storedFiles: number
  /** Bytes that are on the server and not confirmed. */
  arrivedBytes: number
  /** Number of files that these bytes belong to. */
  begunFiles: number
  unsentFiles: number
}

export function lossTexts({ storedFiles, arrivedBytes, begunFiles, unsentFiles }: Loss): string[] {
  return [
    begunFiles > 0 && t('upload.underWay', { count: begunFiles, bytes: shownBytes(arrivedBytes) }),
    unsentFiles > 0 && t('upload.notSentYet', { count: unsentFiles }),
    storedFiles > 0 ? t('upload.storedStay', { count: storedFiles }) : t('upload.noneConfirmed'),
  ].filter((text) => text !== false)
}

/** Returns the question before files are removed from the queue. */
export const removalText = ({ files, bytes }: { files: number; bytes: number }): string =>
  t('upload.removal', { bytes: shownBytes(bytes), count: files })
