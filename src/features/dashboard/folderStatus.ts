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
export function securityHints(folder: Folder): string[] {
  const hints: string[] = []
  if (folder.has_password) hints.push(t('share.password'))
  if (folder.require_email_verification) {
    const allowed = folder.allowed_emails?.length ?? 0
    hints.push(
      allowed === 0 ? t('dashboard.verification') : t('dashboard.verificationOf', { count: allowed }),
    )
  }
  return hints
}

/** Returns the folders whose title or description contains every word of the search, on demand only those with new files. */
export function filterFolders(
  folders: Folder[],
  { typed, onlyNew }: { typed: string; onlyNew: boolean },
): Folder[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && !onlyNew) return folders
  return folders.filter(({ title, description, has_undownloaded_files }) => {
    if (onlyNew && !has_undownloaded_files) return false
    const text = `${title} ${description ?? ''}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const dayMs = 86_400_000
/** Number of days before its end from which a folder says so. */
const soonDays = 2

/** Returns the days until the upload link of an active folder expires, rounded up; null if more than two. */
export function daysLeft(
  folder: Pick<Folder, 'is_active' | 'expiration_date'>,
  now = serverNow(),
): number | null {
  if (folder.expiration_date === null || folderStatus(folder, now) !== 'active') return null
  const days = Math.ceil((Date.parse(folder.expiration_date) - now) / dayMs)
  return days <= soonDays ? days : null
}
