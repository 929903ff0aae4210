import { MiB } from '../../../contract/limits.ts'
import type { ReceivedFile } from './queueSlice.ts'

/** 'Upload_Receipt_Cumulative_2026-03-01T09-30-05.txt': no colons, which Windows refuses in names. */
export function receiptName(at: Date): string {
  return `Upload_Receipt_Cumulative_${at.toISOString().slice(0, 19).replaceAll(':', '-')}.txt`
}

/** What was stored since the page was opened, with what proves later which content it was. */
export function receiptText(files: readonly ReceivedFile[], at: Date, title: string | null): string {
  const lines = files.flatMap(({ name, relativePath, size, fileHash }, index) => [
    `${index + 1}. ${oneLine(relativePath === '.' ? name : `${relativePath}/${name}`)} - ${(size / MiB).toFixed(2)} MB`,
    `   SHA-256: ${fileHash}`,
  ])
  return [
    'Upload Receipt',
    `Generated on: ${at.toLocaleString()} (${at.toISOString()})`,
    ...(title === null ? [] : [`Uploaded to: ${oneLine(title)}`]),
    '',
    ...lines,
    '',
    `Total files: ${files.length}`,
    '',
  ].join('\r\n')
}

/** A name must not be able to add lines of its own. */
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, '_')
