import type { FileError, FileRejection } from 'react-dropzone'
import { maxFileBytes, maxFileNameLength, MiB } from '../../../contract/limits.ts'
import { shownText } from '../../../contract/shownText.ts'
import { t } from '../../texts/t.ts'
import { formatDecimal, someNames } from '../../ui/format.ts'

/** Rejections that a message names one by one; a thousand of them would fill the screen. */
const namedAtMost = 5

const nameTooLong = 'name-too-long'
const fileTooLarge = 'file-too-large'

/** Spares a server round trip to learn the same. What is said of it, `rejectionTexts` knows. */
export const checkName = ({ name }: File): FileError | null =>
  name.length > maxFileNameLength ? { code: nameTooLong, message: nameTooLong } : null

/** What is said of one file; the limit exactly, in bytes. */
function reason({ code, message }: FileError): string {
  if (code === nameTooLong) return t('upload.nameTooLong', { limit: maxFileNameLength })
  return code === fileTooLarge ? t('upload.largerThan', { limit: String(maxFileBytes) }) : message
}

/** What is said of files that were not taken: one sentence for those too large, one for all others. */
export function rejectionTexts(rejections: readonly FileRejection[]): string[] {
  const isTooLarge = ({ errors }: FileRejection) => errors.some(({ code }) => code === fileTooLarge)
  const large = rejections.filter(isTooLarge)
  const others = rejections.filter((rejection) => !isTooLarge(rejection))
  return [
    ...(large.length > 0
      ? [t('upload.tooLarge', { limit: String(maxFileBytes / MiB), files: listed(large, largeFile) })]
      : []),
    ...(others.length > 0 ? [t('upload.otherRejected', { files: listed(others, otherFile) })] : []),
  ]
}

const largeFile = ({ file }: FileRejection) =>
  t('upload.tooLargeFile', { name: shownText(file.name), size: formatDecimal(file.size / MiB, 2) })

const otherFile = ({ file, errors }: FileRejection) =>
  t('upload.rejectedFile', { name: shownText(file.name), reasons: errors.map(reason).join(', ') })

const listed = (all: readonly FileRejection[], text: (one: FileRejection) => string): string =>
  someNames(all.map(text), namedAtMost)
