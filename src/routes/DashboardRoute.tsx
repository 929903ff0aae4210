import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { DashboardPage } from '../features/dashboard/DashboardPage.tsx'
import { selectIsAnyRunning } from '../saving/savingSlice.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { lazyOrNothing } from '../ui/lazy/lazyOrNothing.tsx'

// Needed once the key is unlocked, if at all.
const RememberedFolderNotes = lazyOrNothing(
  () => import('../features/people/RememberedFolderNotes.tsx'),
  'RememberedFolderNotes',
)

// Needed until there is a key and a folder.
const MakeFirstKeyPair = lazyOrNothing(
  () => import('../features/profile/MakeFirstKeyPair.tsx'),
  'MakeFirstKeyPair',
)
const FirstDetailsForm = lazyOrNothing(
  () => import('../features/profile/FirstDetailsForm.tsx'),
  'FirstDetailsForm',
)
const FirstFolderForm = lazyOrNothing(
  () => import('../features/folderForm/FirstFolderForm.tsx'),
  'FirstFolderForm',
)

// Loaded while one runs.
const RunningDownloads = lazyOrNothing(
  () => import('../features/folderFiles/RunningDownloads.tsx'),
  'RunningDownloads',
)

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set on the way to the dashboard: the folder that has just been created. */
    created?: number
  }
}

export function DashboardRoute() {
  useLanguage()
  const created = useCreatedFolderId()
  const dispatch = useAppDispatch()
  const isDownloading = useAppSelector(selectIsAnyRunning)
  return (
    <DashboardPage
      createdId={created}
      downloadDelivery={async (...request) => {
        const { downloadDelivery } = await import('../features/folderFiles/downloadDelivery.ts')
        await dispatch(downloadDelivery(...request))
      }}
      downloads={isDownloading && <RunningDownloads />}
      renderKeyStep={(props) => <MakeFirstKeyPair {...props} />}
      renderDetailsStep={(props) => <FirstDetailsForm {...props} />}
      renderFolderStep={(props) => <FirstFolderForm {...props} />}
      notes={(props) => props.remembered.type !== 'unknown' && <RememberedFolderNotes {...props} />}
    />
  )
}

/** The created folder, until the dashboard is left: reloading or going back does not announce it again. */
function useCreatedFolderId(): number | null {
  const createdIdInState = useLocation({ select: ({ state }) => state.created })
  const [created] = useState(createdIdInState ?? null)
  const navigate = useNavigate()
  useEffect(() => {
    if (createdIdInState === undefined) return
    void navigate({ to: '/dashboard', replace: true, resetScroll: false, state: {} })
  }, [createdIdInState, navigate])
  return created
}
