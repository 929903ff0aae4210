import type { FileError, FileRejection } from 'react-dropzone'
import { maxFileBytes, maxFileNameLength, MiB } from '../../../contract/limits.ts'
import { shownText } from '../../../contract/shownText.ts'
import { formatNumber } from '../../ui/format.ts'

/** Rejections that a message names one by one; a thousand of them would fill the screen. */
const namedAtMost = 5

/** Spares a server round trip to learn the same. */
export function checkName({ name }: File): FileError | null {
  return name.length > maxFileNameLength
    ? {
        code: 'name-too-long',
        message: `File name is longer than ${formatNumber(maxFileNameLength)} characters`,
      }
    : null
}

/** What is said of one file; the limit exactly, in bytes. */
export function rejectionText({ code, message }: FileError): string {
  return code === 'file-too-large' ? `File is larger than ${maxFileBytes} bytes` : message
}

/** What is said of files that were not taken: one sentence for those too large, one for all others. */
export function rejectionMessages(rejections: readonly FileRejection[]): string[] {
  const isTooLarge = ({ errors }: FileRejection) => errors.some(({ code }) => code === 'file-too-large')
  const large = rejections.filter(isTooLarge)
  const others = rejections.filter((rejection) => !isTooLarge(rejection))
  const megabytes = (file: File) => `${(file.size / MiB).toFixed(2)} MB`
  const reasons = ({ errors }: FileRejection) => errors.map(({ message }) => message).join(', ')
  return [
    ...(large.length > 0
      ? [
          `Files too large (max ${maxFileBytes / MiB} MB): ${listed(large, ({ file }) => `${shownText(file.name)} (${megabytes(file)})`)}`,
        ]
      : []),
    ...(others.length > 0
      ? [
          `Other rejected files: ${listed(others, (rejection) => `${shownText(rejection.file.name)}: ${reasons(rejection)}`)}`,
        ]
      : []),
  ]
}

function listed<T>(all: readonly T[], text: (one: T) => string): string {
  const named = all.slice(0, namedAtMost).map(text).join(', ')
  return all.length > namedAtMost ? `${named} and ${formatNumber(all.length - namedAtMost)} more` : named
}
