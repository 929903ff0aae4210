import { shownText } from '../../../contract/shownText.ts'
import type { Count } from '../maintenance/backup.ts'
import type { ComparedFile } from '../../db/integrity.ts'
import type { CommandContext } from './command.ts'

const progressMs = 5000

/** Number of files and of their encrypted bytes. */
export const countInWords = ({ files, bytes }: Count): string =>
  `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}, ${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

/** Prints the progress of a long task from time to time. */
export function createProgress(print: CommandContext['print']) {
  let line = ''
  let shown = ''
  const timer = setInterval(() => {
    if (line !== shown) print((shown = line))
  }, progressMs).unref()
  return {
    at: (done: Count, all?: Count) =>
      void (line = all === undefined ? countInWords(done) : `${countInWords(done)} of ${countInWords(all)}`),
    stop: () => clearInterval(timer),
  }
}

/** Description of a file for a line of output. */
export const fileInWords = (file: ComparedFile): string =>
  `file ${file.id}, ${shownText(file.original_filename)}, of folder ${file.folder_id}, object ${file.blob_key}`

export const filesInWords = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`

export const inGiB = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`
