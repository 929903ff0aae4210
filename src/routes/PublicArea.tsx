import { Outlet } from '@tanstack/react-router'
import { useLanguage } from '../i18n/useLanguage.ts'
import { Frame } from '../ui/page/Frame.tsx'

/** Layout of the public pages. The logo is no link: visitors have no other page. */
export function PublicArea() {
  useLanguage()
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
