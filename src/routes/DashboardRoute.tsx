import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { DashboardPage } from '../features/dashboard/DashboardPage.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'

// There is something to say once the key is unlocked, if at all.
const RememberedNotes = lazy(() =>
  import('../features/people/RememberedNotes.tsx').then((module) => ({ default: module.RememberedNotes })),
)

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the way to the dashboard: the folder that has just been created. */
    created?: number
  }
}

export function DashboardRoute() {
  useLanguage()
  const created = useCreatedOnce()
  return (
    <DashboardPage
      created={created}
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

/** Until one leaves the dashboard: neither reloading nor going back says again what is done. */
function useCreatedOnce(): number | null {
  const told = useLocation({ select: ({ state }) => state.created })
  const [created] = useState(told ?? null)
  const navigate = useNavigate()
  useEffect(() => {
    if (told === undefined) return
    void navigate({ to: '/dashboard', replace: true, resetScroll: false, state: {} })
  }, [told, navigate])
  return created
}
