import { shownBytes } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/t.ts'
import type { QueuedFile } from './queue.ts'
import type { UploadState } from '../uploadSlice.ts'

type Row = Pick<QueuedFile, 'status' | 'size' | 'sentBytes' | 'arrivedBytes'>

export const percentSent = ({ size, sentBytes }: Pick<Row, 'size' | 'sentBytes'>): number =>
  size === 0 ? 0 : Math.floor((sentBytes / size) * 100)

/** Returns the status of a row in words; null for a failure, which has a text of its own. */
export function rowStatusText(
  row: Row,
  { paused, connectionLost }: Pick<UploadState, 'paused' | 'connectionLost'>,
): string | null {
  const { status, size, sentBytes, arrivedBytes } = row
  switch (status) {
    case 'pending':
      return arrivedBytes > 0
        ? t('upload.pendingSent', { bytes: shownBytes(arrivedBytes) })
        : t('upload.pending')
    case 'hashing':
      return t('upload.hashing')
    case 'encrypting':
      return t('upload.encrypting')
    case 'uploading':
      if (paused && sentBytes > 0) return t('upload.paused')
      if (sentBytes === size) return t('upload.rowConfirming')
      if (paused || connectionLost || sentBytes === 0) return t('upload.rowWaiting')
      return t('upload.uploadingAt', { percent: percentSent(row) })
    case 'success':
      return t('upload.success')
    case 'error':
      return null
  }
}
