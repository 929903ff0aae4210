import type { Folder } from '../../contract/schemas/folders.ts'

/** What says which keys are a folder's. */
export type KeyedFolder = Pick<Folder, 'id' | 'title' | 'several'>

/** A folder of several people, as the list shows it. */
export type SharedFolderOf = KeyedFolder & { several: NonNullable<Folder['several']> }

export const isShared = <F extends Pick<Folder, 'several'>>(folder: F): folder is F & SharedFolderOf =>
  folder.several !== null
