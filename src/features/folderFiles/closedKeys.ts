import { fault } from '../../../core/faults/fault.ts'
import type { Opened } from '../../saving/savingEnd.ts'
import type { ListedFile } from '../../../core/keys/opened.ts'

/**
 * Splits files that do not open. In a shared folder, if none of its keys opens a file, its people can help
 * and backups cannot.
 */
export const inFolderOfSeveral = <R extends ListedFile>({ opened, unopened }: Opened<R>): Opened<R> => ({
  opened,
  unopened: unopened.map((file) =>
    file.fault.code === 'wrong-key' ? { ...file, fault: fault('folder-key-closed') } : file,
  ),
})
