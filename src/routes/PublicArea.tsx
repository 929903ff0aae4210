import { Outlet } from '@tanstack/react-router'
import { Frame } from '../ui/Frame.tsx'

/** Pages for everyone. The logo leads nowhere: a stranger has no other page. */
export function PublicArea() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
