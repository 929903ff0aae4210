import { Outlet } from '@tanstack/react-router'
import { RequireSession } from '../session/RequireSession.tsx'
import { Frame } from '../ui/Frame.tsx'

/** Pages behind the guard. */
export function AdminArea() {
  return (
    <Frame home="/dashboard">
      <RequireSession>
        <Outlet />
      </RequireSession>
    </Frame>
  )
}
