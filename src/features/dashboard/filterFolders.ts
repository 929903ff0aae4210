import type { Folder } from '../../../contract/schemas/folders.ts'
import { foldCase, searchWords } from '../../../core/util/searchWords.ts'

/** The folders of the overview: those that hold what was sent are listed with their links. */
export const requestFolders = (folders: readonly Folder[]): Folder[] =>
  folders.filter(({ kind }) => kind !== 'sent')

/** Returns the folders whose title or description contains every word of the search, on demand only those with new files. */
export function filterFolders(
  folders: Folder[],
  { typed, onlyNew }: { typed: string; onlyNew: boolean },
): Folder[] {
  const words = searchWords(typed)
  if (words.length === 0 && !onlyNew) return folders
  return folders.filter(({ title, description, has_undownloaded_files }) => {
    if (onlyNew && !has_undownloaded_files) return false
    const text = foldCase(`${title} ${description ?? ''}`)
    return words.every((word) => text.includes(word))
  })
}
