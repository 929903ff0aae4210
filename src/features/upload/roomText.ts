import { chunkBytes, maxFileBytes, tagBytes } from '../../../contract/limits.ts'
import { formatBytes } from '../../ui/format.ts'

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
  waiting: WaitingFiles,
): { severity: 'warning' | 'info'; text: string } | null {
  if (roomLeft === 0)
    return {
      severity: 'warning',
      text: 'This link takes nothing more at the moment: it has reached the amount of data that it takes. Ask the person who gave you this link for more room.',
    }
  const left = formatBytes(roomLeft)
  if (isTooMuch(roomLeft, waiting))
    return {
      severity: 'warning',
      text: `These files need more room than this link has left: ${formatBytes(waiting.bytes)}, and ${left} fit in. Send fewer or smaller ones, or ask the person who gave you this link for more room.`,
    }
  return roomLeft < maxFileBytes ? { severity: 'info', text: `This link takes ${left} more.` } : null
}
