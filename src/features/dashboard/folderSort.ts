import type { Folder } from '../../../contract/schemas/folders.ts'
import type { FolderSort } from '../../api/defaultSort.ts'
import { locale } from '../../../i18n/language.ts'
import type { TextKey } from '../../../i18n/t.ts'

export const sortableColumns = [
  { key: 'title', label: 'dashboard.columnTitle' },
  { key: 'creation_date', label: 'dashboard.columnCreated' },
  { key: 'expiration_date', label: 'dashboard.columnExpires' },
  { key: 'last_upload_time', label: 'dashboard.columnLastUpload' },
] as const satisfies readonly { key: FolderSort['sort_by']; label: TextKey }[]

export const [, ...dateColumns] = sortableColumns

/** Reverses the order of the current column; another column starts with A or the newest. */
export function nextSort(current: FolderSort, key: FolderSort['sort_by']): FolderSort {
  if (current.sort_by !== key) return { sort_by: key, sort_order: key === 'title' ? 'asc' : 'desc' }
  return { sort_by: key, sort_order: current.sort_order === 'asc' ? 'desc' : 'asc' }
}

/** Sorts folders, those without the date last. The server's order is not used, as it ignores the language. */
export function sortedFolders(folders: readonly Folder[], sort: FolderSort): Folder[] {
  const { sort_by = 'creation_date', sort_order } = sort
  // Natural order of titles: 'banane' before 'Zoo', 'Part 2' before 'Part 10'.
  const { compare } = new Intl.Collator(locale(), { numeric: true })
  const direction = sort_order === 'asc' ? 1 : -1
  return folders.toSorted((a, b) => {
    const [keyA, keyB] = [a[sort_by], b[sort_by]]
    if (keyA === null || keyB === null) return Number(keyA === null) - Number(keyB === null)
    const order = sort_by === 'title' ? compare(keyA, keyB) : keyA < keyB ? -1 : Number(keyA > keyB)
    return direction * (order || a.id - b.id)
  })
}
