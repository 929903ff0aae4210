import { fault } from '../../../core/faults/fault.ts'
import type { OpenResult } from '../../saving/savingEnd.ts'
import type { ListedFile } from '../../../core/keys/openedFile.ts'

/** Replaces the fault of files that no key of a shared folder opens: its people can help, backups cannot. */
export const withSharedFolderFaults = <R extends ListedFile>({
  opened,
  unopened,
}: OpenResult<R>): OpenResult<R> => ({
  opened,
  unopened: unopened.map((file) =>
    file.fault.code === 'wrong-key' ? { ...file, fault: fault('folder-key-closed') } : file,
  ),
})
