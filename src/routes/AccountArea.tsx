import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { precacheAdministratorPages } from '../../workers/protocol/precache.ts'
import { startIdleLock } from '../session/idleLock.ts'
import '../session/listsListener.ts'
import { AccountMenu } from '../session/AccountMenu.tsx'
import { KeyButton } from '../session/KeyButton.tsx'
import { useReportLanguage } from '../session/useReportLanguage.ts'
import { RequireSession } from '../session/RequireSession.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
import { AccountHeader } from '../ui/AccountHeader.tsx'
import { Frame } from '../ui/Frame.tsx'
import { captureInstallPrompt } from '../ui/installPrompt.ts'
import { preloadToasts } from '../ui/loadToasts.ts'
import { BreadcrumbSlot } from '../ui/links.tsx'

/** Pages whose lists may be kept on this device. */
const readablePages = new Set<string>(['/admin/dashboard', '/admin/folders/view/$folderId'])

export function AccountArea() {
  useLanguage()
  const readable = useMatches({
    select: (matches) => matches.some(({ routeId }) => readablePages.has(routeId)),
  })
  const [trail, setTrail] = useState<HTMLElement | null>(null)
  useEffect(preloadToasts, [])
  useEffect(() => void precacheAdministratorPages(), [])
  useEffect(startIdleLock, [])
  useEffect(() => captureInstallPrompt(), [])
  useReportLanguage()
  return (
    <Frame
      header={
        <AccountHeader onBreadcrumbSlot={setTrail}>
          <KeyButton />
          <AccountMenu />
        </AccountHeader>
      }
    >
      <RequireSession readable={readable}>
        <BreadcrumbSlot value={trail}>
          <Outlet />
        </BreadcrumbSlot>
      </RequireSession>
    </Frame>
  )
}
