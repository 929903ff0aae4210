import { selectIsGoing } from '../../saving/savingSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { savingOf } from './ownDownload.ts'

/** A download of another folder is none of this one's. */
export const useIsDownloading = (folderId: number): boolean =>
  useAppSelector((state) => selectIsGoing(state, savingOf(folderId)))
