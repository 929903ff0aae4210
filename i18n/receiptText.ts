import { MiB } from '../contract/limits.ts'
import { shownText } from '../contract/shownText.ts'
import { formatBytes } from './format.ts'
import { locale } from './language.ts'
import { t } from './t.ts'

/** A file that the server has confirmed. */
export interface ReceivedFile {
  name: string
  /** Directory of the file, '/'-separated; '.' is the root. */
  relativePath: string
  size: number
  /** SHA-256 of the content, in hex. */
  fileHash: string
  /** The file's id on the server. */
  fileId: number
}

/** File name of a receipt: 'Upload_Receipt_Cumulative_2026-03-01T09-30-05.txt'. Windows refuses colons. */
export const receiptName = (at: Date): string =>
  t('receipt.name', { time: at.toISOString().slice(0, 19).replaceAll(':', '-') })

/**
 * The receipt's text: the files that this page has stored, resumed uploads included; then the SHA-256 of each
 * on the uploader's disk, with the server's number of the file, which is its confirmation.
 */
export function receiptText(
  files: readonly ReceivedFile[],
  at: Date,
  { title, recipient }: { title: string | null; recipient: string | null },
): string {
  return [
    t('receipt.title'),
    t('receipt.generated', { time: at.toLocaleString(locale()), iso: at.toISOString() }),
    ...(title === null ? [] : [t('receipt.uploadedTo', { title: shownText(title) })]),
    ...(recipient === null ? [] : [t('receipt.encryptedFor', { fingerprint: recipient })]),
    '',
    ...files.map(({ name, relativePath, size }, index) =>
      t('receipt.file', {
        n: String(index + 1),
        path: shownText(relativePath === '.' ? name : `${relativePath}/${name}`),
        size: sizeText(size),
      }),
    ),
    '',
    t('receipt.total', { count: files.length }),
    '',
    t('receipt.checksums'),
    ...files.map(({ fileHash, fileId }, index) => `${index + 1}. ${fileHash} #${fileId}`),
    '',
    t('receipt.check'),
    t('receipt.commands'),
    '',
  ].join('\r\n')
}

/** A size in MB, with the one that a person reads where that has another unit. */
function sizeText(bytes: number): string {
  const megabytes = `${(bytes / MiB).toLocaleString(locale(), twoDecimals)} MB`
  const readable = formatBytes(bytes)
  return readable.endsWith('MB') ? megabytes : `${megabytes} (${readable})`
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }
