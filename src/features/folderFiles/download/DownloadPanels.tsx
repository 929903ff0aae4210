import { shallowEqual } from 'react-redux'
import { ownerEndText } from '../../../saving/ownerTexts.ts'
import { SavingPanel } from '../../../saving/SavingPanel.tsx'
import { runningSavingIds, selectSaving, selectSavings } from '../../../saving/savingSlice.ts'
import { useAppSelector } from '../../../store/hooks.ts'
import { StickyFooter } from '../../../ui/page/StickyFooter.tsx'
import { savingIdOf } from './downloadOwnFiles.ts'

/** Progress of downloads of any folder, and the outcome of this folder's last one; of none if null. */
export function DownloadPanels({ folderId }: { folderId: number | null }) {
  const folderSavingId = folderId === null ? null : savingIdOf(folderId)
  const ids = useAppSelector((state) => {
    const others = runningSavingIds(selectSavings(state)).filter(
      (id) => id !== folderSavingId && id !== 'preview',
    )
    return folderSavingId && selectSaving(state, folderSavingId) ? [...others, folderSavingId] : others
  }, shallowEqual)
  if (ids.length === 0) return null
  return (
    <StickyFooter>
      {ids.map((id) => (
        <SavingPanel key={id} id={id} endText={ownerEndText} isNamed />
      ))}
    </StickyFooter>
  )
}
