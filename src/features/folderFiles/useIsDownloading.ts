import { selectIsRunning } from '../../saving/savingSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { savingOf } from './ownDownload.ts'

/** True during a download of this folder. */
export const useIsDownloading = (folderId: number): boolean =>
  useAppSelector((state) => selectIsRunning(state, savingOf(folderId)))
