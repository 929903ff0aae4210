import { toNfc } from '../../../../contract/fileNames.ts'
import { safeSegment } from '../../../../core/download/safeNames.ts'

export type ArchiveScope = 'all' | 'selected' | 'new' | { directory: string }

/** '{folder title}_all.zip', '…_selected.zip', '…_new.zip', '…_{directory}.zip' */
export function archiveFilename(folderTitle: string, scope: ArchiveScope): string {
  const suffix = typeof scope === 'string' ? scope : withUnderscores(scope.directory)
  return `${safeSegment(`${withUnderscores(folderTitle) || 'folder'}_${suffix}`, 190)}.zip`
}

/** Replaces each run of characters other than letters, digits, underscores and hyphens by an underscore. */
const withUnderscores = (text: string) => toNfc(text).replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '_')
