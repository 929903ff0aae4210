import { shownText } from '../../../contract/shownText.ts'
import type { FileTotals } from '../maintenance/backUpInstallation.ts'
import type { ComparedFile } from '../../db/files/integrity.ts'
import type { CommandContext } from './command.ts'

const progressMs = 5000

export const totalsInWords = ({ files, bytes }: FileTotals): string =>
  `${fileCountInWords(files)}, ${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

/** Prints progress every few seconds while it changes, until `stop` is called. */
export function createProgress(print: CommandContext['print']) {
  let line = ''
  let shown = ''
  const timer = setInterval(() => {
    if (line !== shown) print((shown = line))
  }, progressMs).unref()
  return {
    update: (done: FileTotals, all?: FileTotals) =>
      void (line =
        all === undefined ? totalsInWords(done) : `${totalsInWords(done)} of ${totalsInWords(all)}`),
    stop: () => clearInterval(timer),
  }
}

export const describeFile = (file: ComparedFile): string =>
  `file ${file.id}, ${shownText(file.original_filename)}, of folder ${file.folder_id}, object ${file.blob_key}`

export const fileCountInWords = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`

export const inGiB = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`
