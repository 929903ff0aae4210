import { isPlaceholder } from '../../../contract/fileNames.ts'
import { shownText } from '../../../contract/shownText.ts'
import type { ManifestDifference } from '../../../core/crypto/index.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import type { SharedRow } from './downloadPageSlice.ts'
import type { FilePhase } from './rowPhase.ts'

const buttonTexts = {
  idle: 'download.idle',
  starting: 'download.starting',
  downloading: 'download.downloading',
  decrypting: 'download.decrypting',
  ready: 'saving.readyToShare',
  done: 'download.done',
  failed: 'download.failed',
} as const satisfies Record<FilePhase, TextKey>

export const buttonText = (phase: FilePhase): string => t(buttonTexts[phase])

const fieldTexts = {
  name: 'download.whatName',
  path: 'download.whatPath',
  size: 'download.whatSize',
  sha256: 'download.whatSha256',
} as const satisfies Record<ManifestDifference, TextKey>

/** Returns how the server's data differs from what the uploader sealed. */
export function differenceText({ fields, serverName }: NonNullable<SharedRow['difference']>): string {
  const list = fields.map((field) => t(fieldTexts[field])).join(', ')
  const text =
    fields.includes('name') && !isPlaceholder(serverName)
      ? t('download.differsFrom', { what: list, shown: shownText(serverName) })
      : t('download.differs', { what: list })
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Returns the text about a saved file; null for any other. */
export function verifiedText(row: Pick<SharedRow, 'last' | 'isSealed' | 'difference'>): string | null {
  const { last, isSealed, difference } = row
  if (last?.type !== 'saved') return null
  if (!isSealed) return t('download.savedAsGiven')
  const verified = t(difference === null ? 'download.verified' : 'download.verifiedSealed')
  return last.sha256 === null ? verified : t('download.sha256Compared', { verified, sha256: last.sha256 })
}
