import { lazy, Suspense } from 'react'
import { DashboardPage } from '../features/dashboard/DashboardPage.tsx'

// There is something to say once the key is unlocked, if at all.
const RememberedNotes = lazy(() =>
  import('../features/people/RememberedNotes.tsx').then((module) => ({ default: module.RememberedNotes })),
)

export function DashboardRoute() {
  return (
    <DashboardPage
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
