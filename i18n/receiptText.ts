import { MiB } from '../contract/limits.ts'
import { shownText } from '../contract/shownText.ts'
import { firstExpiry, type StoredAs } from '../core/upload/storedAs.ts'
import { formatBytes, formatDateTime, formatDateTimeRange } from './format.ts'
import { locale } from './language.ts'
import { t } from './t.ts'

/** A file that the server has confirmed. */
export interface ReceivedFile extends StoredAs {
  name: string
  /** Directory of the file, '/'-separated; '.' is the root. */
  relativePath: string
  size: number
  /** SHA-256 of the content, in hex. */
  fileHash: string
  /** Time of its confirmation by this device's clock, in ms since 1970; absent if it was confirmed on an earlier visit. */
  receivedAt?: number
}

export interface ReceiptHead {
  /** Title of the folder; null if unknown, as the others. */
  title: string | null
  /** Display name of the folder's owner. */
  ownerName: string | null
  /** Fingerprint of the key. */
  recipient: string | null
  /** Who says that the server does not learn names; null if nobody does. */
  privateNames?: 'link' | 'server' | null
}

/** File name of a receipt: 'Upload_Receipt_Cumulative_2026-03-01T09-30-05.txt'. Windows refuses colons. */
export const receiptName = (at: Date): string =>
  t('receipt.name', { time: at.toISOString().slice(0, 19).replaceAll(':', '-') })

/**
 * The receipt's text: to whom, when and how much arrived; the files that this page has stored, resumed uploads included;
 * then the SHA-256 of each on the uploader's disk, with the server's number of the file, which is its confirmation.
 */
export function receiptText(
  files: readonly ReceivedFile[],
  at: Date,
  { title, ownerName, recipient, privateNames = null }: ReceiptHead,
): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const arrived = arrivalText(files)
  const expiry = firstExpiry(files.map(({ expiresAt }) => expiresAt))
  return [
    t('receipt.title'),
    t('receipt.generated', { time: formatDateTime(at.toISOString()), iso: at.toISOString() }),
    ...(title === null ? [] : [t('receipt.uploadedTo', { title: shownText(title) })]),
    ...(ownerName === null ? [] : [t('receipt.receivedBy', { name: shownText(ownerName) })]),
    ...(recipient === null ? [] : [t('receipt.encryptedFor', { fingerprint: recipient })]),
    ...(privateNames === null ? [] : [t('receipt.namesHidden', { by: privateNames })]),
    ...(arrived === null ? [] : [t('receipt.arrived', { time: arrived })]),
    t('receipt.received', { count: files.length, size: formatBytes(bytes) }),
    ...(expiry === null ? [] : [t('receipt.deletedFrom', { time: formatDateTime(expiry), iso: expiry })]),
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

/** The time from the first confirmation to the last; null if none is known. */
function arrivalText(files: readonly ReceivedFile[]): string | null {
  const times = files.flatMap(({ receivedAt }) => (receivedAt === undefined ? [] : [receivedAt]))
  const [first] = times
  if (first === undefined) return null
  const [from, to] = times.reduce(
    ([earliest, latest], time) => [Math.min(earliest, time), Math.max(latest, time)],
    [first, first],
  )
  return formatDateTimeRange(from, to)
}

/** A size in MB, with the one that a person reads where that has another unit. */
function sizeText(bytes: number): string {
  const megabytes = `${(bytes / MiB).toLocaleString(locale(), twoDecimals)} MB`
  const readable = formatBytes(bytes)
  return readable.endsWith('MB') ? megabytes : `${megabytes} (${readable})`
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }
