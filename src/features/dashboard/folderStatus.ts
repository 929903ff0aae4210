import type { Folder } from '../../../contract/schemas/folders.ts'
import { shownText } from '../../../contract/shownText.ts'
import { serverNow } from '../../api/serverClock.ts'
import { t } from '../../../i18n/t.ts'

export type FolderStatus = 'active' | 'expired' | 'inactive'

/** Inactive wins over expired; a date that cannot be read does not expire. */
export function folderStatus(
  { is_active, expiration_date }: Pick<Folder, 'is_active' | 'expiration_date'>,
  now = serverNow(),
): FolderStatus {
  if (!is_active) return 'inactive'
  return expiration_date !== null && Date.parse(expiration_date) < now ? 'expired' : 'active'
}

export const folderTitle = ({ title }: Pick<Folder, 'title'>): string =>
  title === '' ? t('dashboard.noTitle') : shownText(title)

/** What stands between a link and an upload, in words; empty when the link is enough. */
export function securityHints(folder: Folder): string[] {
  const hints: string[] = []
  if (folder.has_password) hints.push(t('dashboard.password'))
  if (folder.require_email_verification) {
    const allowed = folder.allowed_emails?.length ?? 0
    hints.push(
      allowed === 0 ? t('dashboard.verification') : t('dashboard.verificationOf', { count: allowed }),
    )
  }
  return hints
}

/** The folders whose title or description holds every word that was typed. */
export function foldersWith(folders: Folder[], typed: string): Folder[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return folders
  return folders.filter(({ title, description }) => {
    const text = `${title} ${description ?? ''}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}
