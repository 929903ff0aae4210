import { shownText } from '../../../contract/shownText.ts'
import type { Count } from '../maintenance/backup.ts'
import type { ComparedFile } from '../../db/integrity.ts'
import type { CommandContext } from './command.ts'

const progressMs = 5000

export const countInWords = ({ files, bytes }: Count): string =>
  `${filesInWords(files)}, ${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

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

export const fileInWords = (file: ComparedFile): string =>
  `file ${file.id}, ${shownText(file.original_filename)}, of folder ${file.folder_id}, object ${file.blob_key}`

export const filesInWords = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`

export const inGiB = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`
