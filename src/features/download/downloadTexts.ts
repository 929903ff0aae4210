import { shownText } from '../../../contract/shownText.ts'
import type { ManifestDifference } from '../../crypto/index.ts'
import type { FilePhase } from './downloadPageSlice.ts'
import { count, formatNumber } from '../../ui/format.ts'

/** Sentences of the page. */
export const texts = {
  title: 'Secure File Download',
  tokenMissing: 'Download link token is missing.',
  linkInvalid: 'Link invalid/expired.',
  passwordProtected: 'This download is password protected.',
  ready: 'Files ready for download:',
  unsealed: 'Name and content are the server’s word',
  allFailed: 'All files failed to download.',
  complete: 'Download complete. Every file was verified.',
  cancelled: 'Download cancelled.',
  archiveNotWhole: 'The archive is not whole: what was saved of it cannot be used.',
  otherLink: 'This is the link of another download.',
  exposed:
    'This link arrived with its keys written as part of the address, so they were sent to the server when the page was opened. Mail programs that check links do that. The files open all the same; whoever sent the link should know.',
} as const

export const buttonTexts = {
  idle: 'Download',
  starting: 'Starting...',
  downloading: 'Downloading...',
  decrypting: 'Decrypting...',
  done: 'Done!',
  failed: 'Failed',
} as const satisfies Record<FilePhase, string>

export const archiveName = 'download-archive.zip'

const whatDiffers = {
  name: 'name',
  path: 'folder',
  size: 'size',
  sha256: 'checksum',
} as const satisfies Record<ManifestDifference, string>

/** What the server shows otherwise than the uploader's browser sealed it; null when nothing. */
export function differenceText(differences: ManifestDifference[], serversName: string): string | null {
  if (differences.length === 0) return null
  const list = differences.map((one) => whatDiffers[one]).join(', ')
  const shown = differences.includes('name') ? `: it shows “${shownText(serversName)}”` : ''
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} altered by the server${shown}`
}

/** What is said of a file that has been saved. @param sha256 where somebody asked to compare it */
export function verifiedText({
  hasManifest,
  difference,
  sha256,
}: {
  hasManifest: boolean
  difference: string | null
  sha256: string | null
}): string {
  if (!hasManifest) return 'Saved as the server gives it'
  const verified =
    difference === null ? 'Verified: content and name' : 'Content verified; the name is the sealed one'
  return sha256 === null ? verified : `${verified}; SHA-256 compared: ${sha256}`
}

/** Of all files at once, when none failed. @param unsealed how many have no manifest */
export const completeText = (unsealed: number): string =>
  unsealed === 0
    ? texts.complete
    : `Download complete. Name and content of ${count(unsealed, 'file')} are the server’s word.`

export const notOfferedText = (files: number): string =>
  `${count(files, 'file')} of this link ${files === 1 ? 'is' : 'are'} not offered: deleted by the owner, or held back by the server.`

export const failedText = (name: string, reason: string) => `Failed to download ${shownText(name)}: ${reason}`

export const someFailed = (files: number) => `Download complete, but ${formatNumber(files)} files failed.`
