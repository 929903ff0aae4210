import { chunkBytes, tagBytes } from '../../../contract/limits.ts'
import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../i18n/format.ts'

/** Sealed bytes of files that have so many together, at most. */
const sealedAtMost = (bytes: number, files: number): number =>
  bytes + tagBytes * (Math.ceil(bytes / chunkBytes) + files)

export interface WaitingFiles {
  files: number
  bytes: number
  /** What of them is on the server already, and counts there. */
  arrivedBytes: number
}

/** Whether files that wait are known not to fit; others may free room until they are sent. */
export const isTooMuch = (roomLeft: number, { files, bytes, arrivedBytes }: WaitingFiles): boolean =>
  files > 0 && sealedAtMost(bytes, files) - arrivedBytes > roomLeft

/** Before anything is sent: what the link still takes, where that is little or less than what waits. Null: enough. */
export function roomText(
  roomLeft: number,
  maxFileBytes: number,
  waiting: WaitingFiles,
): { severity: 'warning' | 'info'; text: string } | null {
  if (roomLeft === 0)
    return {
      severity: 'warning',
      text: t('upload.full'),
    }
  const left = formatBytes(roomLeft)
  if (isTooMuch(roomLeft, waiting))
    return {
      severity: 'warning',
      text: t('upload.tooMuch', { bytes: formatBytes(waiting.bytes), left }),
    }
  return roomLeft < maxFileBytes ? { severity: 'info', text: t('upload.takesMore', { left }) } : null
}
