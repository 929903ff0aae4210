import { fault } from '../../../core/faults/fault.ts'
import type { Opened } from '../../saving/savingEnd.ts'
import type { ListedFile } from '../../../core/keys/opened.ts'

/** In a folder of several people no backup helps where none of the folder's keys opens a file: its people do. */
export const inFolderOfSeveral = <R extends ListedFile>({ opened, unopened }: Opened<R>): Opened<R> => ({
  opened,
  unopened: unopened.map((file) =>
    file.fault.code === 'wrong-key' ? { ...file, fault: fault('folder-key-closed') } : file,
  ),
})
