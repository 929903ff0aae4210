import { Outlet } from '@tanstack/react-router'
import { useLanguage } from '../i18n/useLanguage.ts'
import { Frame } from '../ui/Frame.tsx'

/** Pages for everyone. The logo leads nowhere: a stranger has no other page. */
export function PublicArea() {
  useLanguage()
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
