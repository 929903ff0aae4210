import type { Folder } from '../../contract/schemas/folders.ts'
import { shownText } from '../../contract/shownText.ts'
import { t } from '../../i18n/t.ts'

/** Returns a folder's title as pages show it. */
export const folderTitle = ({ title }: Pick<Folder, 'title'>): string =>
  title === '' ? t('dashboard.noTitle') : shownText(title)

/** Returns a folder's title for a sentence. */
export const quotedTitle = (title: string): string =>
  title === '' ? t('dashboard.noTitle') : t('session.quotedName', { name: shownText(title) })
