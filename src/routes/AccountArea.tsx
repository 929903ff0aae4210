import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { precacheAccountPages } from '../../workers/shared/precache.ts'
import { startIdleLock } from '../session/idleLock.ts'
import '../session/loadedListsListener.ts'
import { AccountMenu } from '../session/AccountMenu.tsx'
import { KeyButton } from '../session/KeyButton.tsx'
import { useReportLanguage } from '../session/useReportLanguage.ts'
import { RequireSession } from '../session/RequireSession.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
import { AccountHeader } from '../ui/page/AccountHeader.tsx'
import { Frame } from '../ui/page/Frame.tsx'
import { captureInstallPrompt } from '../ui/page/installPrompt.ts'
import { preloadToasts } from '../ui/messages/loadToasts.ts'
import { BreadcrumbSlotContext } from '../ui/page/DashboardBreadcrumb.tsx'

/** Pages whose lists may be kept on this device. */
const offlineReadablePages = new Set<string>(['/admin/dashboard', '/admin/folders/view/$folderId'])

export function AccountArea() {
  useLanguage()
  const isReadableOffline = useMatches({
    select: (matches) => matches.some(({ routeId }) => offlineReadablePages.has(routeId)),
  })
  const [breadcrumbSlot, setBreadcrumbSlot] = useState<HTMLElement | null>(null)
  useEffect(preloadToasts, [])
  useEffect(() => void precacheAccountPages(), [])
  useEffect(startIdleLock, [])
  useEffect(() => captureInstallPrompt(), [])
  useReportLanguage()
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
