import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { DashboardPage } from '../features/dashboard/DashboardPage.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
import { lazyExport } from '../ui/lazyExport.ts'

// Needed once the key is unlocked, if at all.
const RememberedNotes = lazyExport(() => import('../features/people/RememberedNotes.tsx'), 'RememberedNotes')

// Needed until there is a key and a folder.
const FirstKey = lazyExport(() => import('../features/profile/FirstKey.tsx'), 'FirstKey')
const FirstFolder = lazyExport(() => import('../features/folderForm/FirstFolder.tsx'), 'FirstFolder')

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set on the way to the dashboard: the folder that has just been created. */
    created?: number
  }
}

export function DashboardRoute() {
  useLanguage()
  const created = useCreatedOnce()
  return (
    <DashboardPage
      created={created}
      makeKey={(slot) => (
        <Suspense>
          <FirstKey {...slot} />
        </Suspense>
      )}
      makeFolder={(slot) => (
        <Suspense>
          <FirstFolder {...slot} />
        </Suspense>
      )}
      notes={(read) =>
        read.remembered.type !== 'unknown' && (
          <Suspense>
            <RememberedNotes {...read} />
          </Suspense>
        )
      }
    />
  )
}

/** The created folder, until the dashboard is left: reloading or going back does not announce it again. */
function useCreatedOnce(): number | null {
  const createdInState = useLocation({ select: ({ state }) => state.created })
  const [created] = useState(createdInState ?? null)
  const navigate = useNavigate()
  useEffect(() => {
    if (createdInState === undefined) return
    void navigate({ to: '/dashboard', replace: true, resetScroll: false, state: {} })
  }, [createdInState, navigate])
  return created
}
