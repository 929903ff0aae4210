import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RequireSession } from '../session/RequireSession.tsx'
import { Frame } from '../ui/Frame.tsx'
import { preloadToasts } from '../ui/loadToasts.ts'

/** Pages behind the guard. */
export function AdminArea() {
  useEffect(preloadToasts, [])
  return (
    <Frame home="/dashboard">
      <RequireSession>
        <Outlet />
      </RequireSession>
    </Frame>
  )
}
