import type { Folder } from '../../contract/schemas/folders.ts'

/** The properties that determine a folder's keys. */
export type FolderKeyFields = Pick<Folder, 'id' | 'title' | 'several'>

export type SharedFolderKeyFields = FolderKeyFields & { several: NonNullable<Folder['several']> }

export const isShared = <F extends Pick<Folder, 'several'>>(folder: F): folder is F & SharedFolderKeyFields =>
  folder.several !== null

/** True if the caller owns the folder. Members view, download and share; owners also delete and change settings. */
export const mayManage = ({ several }: Pick<Folder, 'several'>): boolean => several?.role !== 'member'
