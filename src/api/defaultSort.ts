import type { CallQuery } from '../../contract/call.ts'
import type { listFolders } from '../../contract/schemas/folders.ts'

export type FolderSort = Required<CallQuery<typeof listFolders>>
/** The order in which the list of folders is requested; the same arguments share one cache entry. */
export const defaultSort = {
  sort_by: 'creation_date',
  sort_order: 'desc',
} as const satisfies FolderSort
