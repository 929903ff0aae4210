import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { precacheAccountPages } from '../../workers/shared/precache.ts'
import { startIdleLock } from '../session/idleLock.ts'
import { AccountMenu } from '../session/AccountMenu.tsx'
import { KeyButton } from '../session/KeyButton.tsx'
import { useUser } from '../session/session.ts'
import { startKeySharing } from '../session/sharedKey.ts'
import { useReportLanguage } from '../session/useReportLanguage.ts'
import { RequireSession } from '../session/RequireSession.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
import { AccountHeader } from '../ui/page/AccountHeader.tsx'
import { Frame } from '../ui/page/Frame.tsx'
import { captureInstallPrompt } from '../ui/page/installPrompt.ts'
import { preloadToasts } from '../ui/messages/loadToasts.ts'
import { BreadcrumbSlotContext } from '../ui/page/DashboardBreadcrumb.tsx'
// Registers the listener of loaded lists with the store.
import '../session/loadedListsListener.ts'

/** Pages whose lists may be kept on this device. */
const offlineReadablePages = new Set<string>(['/admin/dashboard', '/admin/folders/view/$folderId'])

/** Layout of the account pages. It shows them to signed-in users, and some offline. */
export function AccountArea() {
  useLanguage()
  const isReadableOffline = useMatches({
    select: (matches) => matches.some(({ routeId }) => offlineReadablePages.has(routeId)),
  })
  const [breadcrumbSlot, setBreadcrumbSlot] = useState<HTMLElement | null>(null)
  useAccountServices()
  return (
    <Frame
      header={
        <AccountHeader onBreadcrumbSlot={setBreadcrumbSlot}>
          <KeyButton />
          <AccountMenu />
        </AccountHeader>
      }
    >
      <RequireSession isReadableOffline={isReadableOffline}>
        <BreadcrumbSlotContext value={breadcrumbSlot}>
          <Outlet />
        </BreadcrumbSlotContext>
      </RequireSession>
    </Frame>
  )
}

/** Starts what all account pages share. */
function useAccountServices(): void {
  useEffect(() => {
    preloadToasts()
    void precacheAccountPages()
    captureInstallPrompt()
    return startIdleLock()
  }, [])
  const userId = useUser()?.id
  useEffect(() => (userId === undefined ? undefined : startKeySharing()), [userId])
  useReportLanguage()
}
