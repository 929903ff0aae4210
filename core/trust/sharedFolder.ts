import type { Folder } from '../../contract/schemas/folders.ts'

/** The properties that determine a folder's keys. */
export type KeyedFolder = Pick<Folder, 'id' | 'title' | 'several'>

export type SharedFolderOf = KeyedFolder & { several: NonNullable<Folder['several']> }

export const isShared = <F extends Pick<Folder, 'several'>>(folder: F): folder is F & SharedFolderOf =>
  folder.several !== null
