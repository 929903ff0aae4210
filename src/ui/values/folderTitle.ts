import type { Folder } from '../../../contract/schemas/folders.ts'
import { shownText } from '../../../contract/shownText.ts'
import { t } from '../../../i18n/t.ts'

export const folderTitle = ({ title }: Pick<Folder, 'title'>): string =>
  title === '' ? t('dashboard.noTitle') : shownText(title)

/** Returns a folder's title for a sentence. */
export const quotedTitle = (title: string): string =>
  title === '' ? t('dashboard.noTitle') : t('session.quotedName', { name: shownText(title) })
