import { composed } from '../../../contract/names.ts'
import { safeSegment } from '../../../core/download/safeNames.ts'

/** What an archive holds: everything, a selection, or a directory by its name. */
export type ArchiveScope = 'all' | 'selected' | { directory: string }

/** '{folder title}_all.zip', '…_selected.zip', '…_{directory}.zip' */
export function archiveFilename(folderTitle: string, scope: ArchiveScope): string {
  const suffix = typeof scope === 'string' ? scope : plain(scope.directory)
  return `${safeSegment(`${plain(folderTitle) || 'folder'}_${suffix}`, 190)}.zip`
}

/** Letters, digits, underscore and hyphen; a run of anything else is one underscore. */
const plain = (text: string) => composed(text).replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '_')
