import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { reportServer } from '../api/connectivity.ts'
import { isModuleLoadError } from '../../core/faults/faultOf.ts'
import { isTabTransferring } from '../../workers/shared/transfers.ts'
import { useIsOffline, useOnReconnect } from '../store/connectivityHooks.ts'
import { errorText } from '../../i18n/errorText.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { t } from '../../i18n/t.ts'
import { Banner } from '../ui/messages/Banner.tsx'
import { ButtonLink } from '../ui/buttons/ButtonLink.tsx'
import { Buttons } from '../ui/theme/layout.ts'
import { Page } from '../ui/page/Page.tsx'
import { useAsyncValue } from '../ui/hooks/useAsyncValue.ts'

/** Shown in place of a page that failed, inside the working frame. */
export function RouteFailure({ error }: ErrorComponentProps) {
  useLanguage()
  const isModuleMissing = isModuleLoadError(error)
  const isOld = useAsyncValue(isModuleMissing ? isOutdated : null)
  const offline = useIsOffline()
  const reload = () => window.location.reload()
  // During a transfer, which a reload would break off, only the button reloads.
  useOnReconnect(isModuleMissing, () => {
    if (!isTabTransferring()) reload()
  })
  const message = !isModuleMissing
    ? errorText(error)
    : isOld
      ? t('app.newVersion')
      : offline
        ? t('app.partOffline')
        : errorText(error)
  return (
    <Page title={t('app.notShown')} width="narrow">
      <Stack spacing={3}>
        <Banner severity={isOld ? 'info' : 'error'}>{message}</Banner>
        <Buttons>
          <Button variant="contained" onClick={reload}>
            {isOld ? t('app.reload') : t('ui.tryAgain')}
          </Button>
          <ButtonLink to="/">{t('app.goHome')}</ButtonLink>
        </Buttons>
      </Stack>
    </Page>
  )
}

/** True if the server has another version of the application. */
async function isOutdated(): Promise<boolean> {
  const ownScript = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const shell = await readShell()
  return Boolean(ownScript) && shell !== null && !shell.includes(`"${ownScript}"`)
}

async function readShell(): Promise<string | null> {
  try {
    // Not '/', which the service worker caches.
    const response = await fetch('/login', { headers: { accept: 'text/html' }, cache: 'no-store' })
    const text = response.ok ? await response.text() : ''
    const isOurs = text.includes('id="root"')
    reportServer(isOurs || !response.ok ? 'reachable' : 'replaced')
    return isOurs ? text : null
  } catch {
    reportServer('unreachable')
    return null
  }
}
