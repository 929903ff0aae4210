import { inMebibytes } from '../../../../contract/fileLimits.ts'
import { pathLevels } from '../../../../contract/fileNames.ts'
import { maxFileNameLength, maxPathLength, maxPathLevels, MiB } from '../../../../contract/limits.ts'
import { shownText } from '../../../../contract/shownText.ts'
import { t } from '../../../../i18n/t.ts'
import { formatDecimal, formatNames } from '../../../../i18n/format.ts'

const maxNamed = 5

export interface Rejection {
  file: Pick<File, 'name' | 'size'>
  reason: 'size' | OtherReason
}

type OtherReason = 'name' | 'depth' | 'path'

/**
 * Returns the reason to reject a file without asking the server; null if there is none.
 * @param path directory, '.' for the root
 */
export function rejectionOf(
  { file, path }: { file: Rejection['file']; path: string },
  maxFileBytes: number,
): Rejection | null {
  if (file.size > maxFileBytes) return { file, reason: 'size' }
  if (file.name.length > maxFileNameLength) return { file, reason: 'name' }
  if (path.length > maxPathLength) return { file, reason: 'path' }
  return pathLevels(path) > maxPathLevels ? { file, reason: 'depth' } : null
}

/** Returns the messages about rejected files: one for those too large, one for all others. */
export function rejectionTexts(rejections: readonly Rejection[], maxFileBytes: number): string[] {
  const large = rejections.filter(({ reason }) => reason === 'size')
  const others = rejections.filter(({ reason }) => reason !== 'size')
  return [
    large.length > 0 &&
      t('upload.tooLarge', { limit: inMebibytes(maxFileBytes), files: rejectionList(large, largeFileText) }),
    others.length > 0 && t('upload.otherRejected', { files: rejectionList(others, otherFileText) }),
  ].filter((text) => text !== false)
}

const largeFileText = ({ file }: Rejection) =>
  t('upload.tooLargeFile', { name: shownText(file.name), size: formatDecimal(file.size / MiB, 2) })

const otherFileText = ({ file, reason }: Rejection) =>
  t('upload.rejectedFile', {
    name: shownText(file.name),
    reasons: reason === 'size' ? '' : reasonTexts[reason](),
  })

const reasonTexts: Record<OtherReason, () => string> = {
  name: () => t('upload.nameTooLong', { limit: maxFileNameLength }),
  path: () => t('upload.pathTooLong', { limit: maxPathLength }),
  depth: () => t('upload.pathTooDeep', { limit: maxPathLevels }),
}

const rejectionList = (rejections: readonly Rejection[], text: (rejection: Rejection) => string): string =>
  formatNames(rejections.map(text), maxNamed)
