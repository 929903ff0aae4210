import { selectIsRunning } from '../../saving/savingSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { savingIdOf } from './downloadOwnFiles.ts'

/** True during a download of this folder. */
export const useIsDownloading = (folderId: number): boolean =>
  useAppSelector((state) => selectIsRunning(state, savingIdOf(folderId)))
