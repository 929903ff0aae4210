import { shownText } from '../../../contract/shownText.ts'
import type { ManifestDifference } from '../../crypto/index.ts'
import type { FilePhase } from './downloadPageSlice.ts'
import { formatNumber } from '../../ui/format.ts'

/** Sentences of the page. */
export const texts = {
  title: 'Secure File Download',
  tokenMissing: 'Download link token is missing.',
  linkInvalid: 'Link invalid/expired.',
  passwordProtected: 'This download is password protected.',
  ready: 'Files ready for download:',
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

/** What is said of a file that has been saved. */
export function verifiedText({
  hasManifest,
  difference,
}: {
  hasManifest: boolean
  difference: string | null
}): string {
  if (!hasManifest) return 'Content verified (SHA-256); the name is the server’s word'
  return difference === null
    ? 'Verified: content and name (SHA-256 and manifest)'
    : 'Content verified (SHA-256); the name is the sealed one'
}

export const failedText = (name: string, reason: string) => `Failed to download ${shownText(name)}: ${reason}`

export const someFailed = (count: number) => `Download complete, but ${formatNumber(count)} files failed.`
