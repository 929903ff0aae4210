import { shownText } from '../../../contract/shownText.ts'
import type { ManifestDifference } from '../../crypto/index.ts'
import { count } from '../../ui/format.ts'
import type { SharedRow } from './downloadPageSlice.ts'
import type { FilePhase } from './rowPhase.ts'

/** Sentences of the page. */
export const texts = {
  title: 'Secure File Download',
  passwordProtected: 'This download is password protected.',
  ready: 'Files ready for download:',
  unsealed: 'Name and content are the server’s word',
  exposed:
    'This link arrived with its keys written as part of the address, so they were sent to the server when the page was opened. Mail programs that check links do that. The files open all the same; whoever sent the link should know.',
  usedElsewhere: 'Did you begin less than 24 hours ago? Then open the link in the browser that you began in.',
  passwordFrom:
    'Whoever gave you this link has the password. It stays in your browser and is not sent to the server.',
  passwordAgain:
    'The server asks for the password of this link once more. The download goes on as soon as it is given.',
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

/** What the server shows otherwise than the uploader's browser sealed it. */
export function differenceText({ what, shown }: NonNullable<SharedRow['difference']>): string {
  const list = what.map((one) => whatDiffers[one]).join(', ')
  const name = what.includes('name') ? `: it shows “${shownText(shown)}”` : ''
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} altered by the server${name}`
}

/** What is said of a file that has been saved; null of any other. */
export function verifiedOf({
  last,
  isSealed,
  difference,
}: Pick<SharedRow, 'last' | 'isSealed' | 'difference'>): string | null {
  if (last?.type !== 'saved') return null
  if (!isSealed) return 'Saved as the server gives it'
  const verified =
    difference === null ? 'Verified: content and name' : 'Content verified; the name is the sealed one'
  return last.sha256 === null ? verified : `${verified}; SHA-256 compared: ${last.sha256}`
}

export const notOfferedText = (files: number): string =>
  `${count(files, 'file')} of this link ${files === 1 ? 'is' : 'are'} not offered: deleted by the owner, or held back by the server.`
