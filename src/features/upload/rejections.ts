import { inMebibytes } from '../../../contract/fileLimits.ts'
import { maxFileNameLength, MiB } from '../../../contract/limits.ts'
import { shownText } from '../../../contract/shownText.ts'
import { t } from '../../../i18n/t.ts'
import { formatDecimal, formatNames } from '../../../i18n/format.ts'

const maxNamed = 5

export interface Rejection {
  file: Pick<File, 'name' | 'size'>
  reason: 'size' | 'name'
}

/** Returns the reason to reject a file without asking the server; null if there is none. */
export function rejectionOf(file: Rejection['file'], maxFileBytes: number): Rejection | null {
  if (file.size > maxFileBytes) return { file, reason: 'size' }
  return file.name.length > maxFileNameLength ? { file, reason: 'name' } : null
}

/** Returns the messages about rejected files: one for those too large, one for all others. */
export function rejectionTexts(rejections: readonly Rejection[], maxFileBytes: number): string[] {
  const large = rejections.filter(({ reason }) => reason === 'size')
  const others = rejections.filter(({ reason }) => reason === 'name')
  return [
    large.length > 0 &&
      t('upload.tooLarge', { limit: inMebibytes(maxFileBytes), files: rejectionList(large, largeFileText) }),
    others.length > 0 && t('upload.otherRejected', { files: rejectionList(others, otherFileText) }),
  ].filter((text) => text !== false)
}

const largeFileText = ({ file }: Rejection) =>
  t('upload.tooLargeFile', { name: shownText(file.name), size: formatDecimal(file.size / MiB, 2) })

const otherFileText = ({ file }: Rejection) =>
  t('upload.rejectedFile', {
    name: shownText(file.name),
    reasons: t('upload.nameTooLong', { limit: maxFileNameLength }),
  })

const rejectionList = (rejections: readonly Rejection[], text: (rejection: Rejection) => string): string =>
  formatNames(rejections.map(text), maxNamed)
