import { count, formatBytes } from '../../ui/format.ts'

/** What is said before something is thrown away: what stays, what goes, and what was never sent. */
export interface Loss {
  storedFiles: number
  /** On the server and not confirmed. */
  arrivedBytes: number
  /** Files these bytes are of. */
  begunFiles: number
  unsentFiles: number
}

const are = (n: number) => (n === 1 ? 'is' : 'are')

export function lossTexts({ storedFiles, arrivedBytes, begunFiles, unsentFiles }: Loss): string[] {
  const stay = storedFiles === 1 ? 'stays' : 'stay'
  return [
    begunFiles > 0
      ? `${count(begunFiles, 'file')} ${are(begunFiles)} under way and not confirmed: the ${formatBytes(arrivedBytes)} that have arrived are removed from the server.`
      : '',
    unsentFiles > 0 ? `${count(unsentFiles, 'file')} ${are(unsentFiles)} not sent yet.` : '',
    storedFiles > 0
      ? `${count(storedFiles, 'file')} ${are(storedFiles)} confirmed and ${stay} stored.`
      : 'No file is confirmed yet.',
  ].filter((text) => text !== '')
}

/** Of files that leave the list. */
export const removalText = ({ files, bytes }: { files: number; bytes: number }): string =>
  `${formatBytes(bytes)} of ${count(files, 'file')} have arrived and are not confirmed: they are removed from the server. The files on your computer stay as they are.`
