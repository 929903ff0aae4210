import type { Folder } from '../../../contract/schemas/folders.ts'
import { serverNow } from '../../api/serverClock.ts'
import { t } from '../../../i18n/t.ts'

export type FolderStatus = 'active' | 'expired' | 'inactive'

/** Returns the status: inactive takes precedence over expired, and an unreadable date does not expire. */
export function folderStatus(
  { is_active, expiration_date }: Pick<Folder, 'is_active' | 'expiration_date'>,
  now = serverNow(),
): FolderStatus {
  if (!is_active) return 'inactive'
  return expiration_date !== null && Date.parse(expiration_date) < now ? 'expired' : 'active'
}

/** Lists what an upload requires besides the link; empty if nothing. */
export function gateLabels(folder: Folder): string[] {
  const labels: string[] = []
  if (folder.has_password) labels.push(t('share.password'))
  if (folder.require_email_verification) {
    const allowedEmailCount = folder.allowed_emails?.length ?? 0
    labels.push(
      allowedEmailCount === 0
        ? t('dashboard.verification')
        : t('dashboard.verificationOf', { count: allowedEmailCount }),
    )
  }
  return labels
}

const soonMs = 2 * 86_400_000

/** True if the upload link of an active folder expires in the next two days. */
export const expiresSoon = (
  folder: Pick<Folder, 'is_active' | 'expiration_date'>,
  now = serverNow(),
): boolean =>
  folder.expiration_date !== null &&
  folderStatus(folder, now) === 'active' &&
  Date.parse(folder.expiration_date) - now <= soonMs
