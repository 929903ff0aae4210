import { MiB } from '../../../contract/limits.ts'
import { shownText } from '../../../contract/shownText.ts'
import { formatNumber } from '../../ui/format.ts'

/** What the server has confirmed. */
export interface ReceivedFile {
  name: string
  /** Directory part, '/'-separated; '.' is the root. */
  relativePath: string
  size: number
  /** SHA-256 of the content, in hex. */
  fileHash: string
  /** The server's number of the file. */
  fileId: number
}

/** 'Upload_Receipt_Cumulative_2026-03-01T09-30-05.txt': no colons, which Windows refuses in names. */
export function receiptName(at: Date): string {
  return `Upload_Receipt_Cumulative_${at.toISOString().slice(0, 19).replaceAll(':', '-')}.txt`
}

/**
 * What this page has stored, and uploads that it has gone on with, with what proves later which content it was: the
 * checksum is that of the file on the uploader's disk, and the confirmation is the server's number of the file.
 */
export function receiptText(
  files: readonly ReceivedFile[],
  at: Date,
  { title, recipient }: { title: string | null; recipient: string | null },
): string {
  const lines = files.flatMap(({ name, relativePath, size, fileHash, fileId }, index) => [
    `${index + 1}. ${shownText(relativePath === '.' ? name : `${relativePath}/${name}`)} - ${(size / MiB).toFixed(2)} MB`,
    `   SHA-256: ${fileHash}`,
    `   Confirmed by the server as file ${fileId}`,
  ])
  return [
    'Upload Receipt',
    `Generated on: ${at.toLocaleString()} (${at.toISOString()})`,
    ...(title === null ? [] : [`Uploaded to: ${shownText(title)}`]),
    ...(recipient === null ? [] : [`Encrypted for the key with the fingerprint: ${recipient}`]),
    '',
    ...lines,
    '',
    `Total files: ${formatNumber(files.length)}`,
    '',
    'To check a file later, compare its SHA-256 with the one above:',
    '  Windows: certutil -hashfile NAME SHA256   macOS: shasum -a 256 NAME   Linux: sha256sum NAME',
    '',
  ].join('\r\n')
}
