import { createEmotionCache } from './adoptedStyles.ts'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { sharedFilesPage } from '../../contract/shareTarget.ts'
import { watchConnectivity } from '../api/connectivity.ts'
import { store } from '../store/store.ts'
import { preferredLanguage, watchLanguage } from '../i18n/chosenLanguage.ts'
import { changeLanguage, loadTexts } from '../../i18n/language.ts'
import { type CataloguePart, cataloguePartFor } from '../../i18n/catalogueParts.ts'
import { databaseExists } from '../platform/databases.ts'
import { NotificationArea } from '../ui/messages/NotificationArea.tsx'
import { useLook } from '../ui/theme/look.ts'
import { defaultTheme } from '../ui/theme/defaultTheme.ts'
import { lazyExport } from '../ui/lazy/lazyExport.ts'
import { missingFeatures } from './missingFeatures.ts'
import { router } from './router.tsx'
import { registerServiceWorker } from './registerServiceWorker.ts'
import { applyBranding } from './applyBranding.ts'
import { allowTranslation } from './translatedPages.ts'

/** Lazy: few browsers need it. */
const UnsupportedBrowser = lazyExport(() => import('./UnsupportedBrowser.tsx'), 'UnsupportedBrowser')
const missing = missingFeatures()

allowTranslation()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

const emotionCache = createEmotionCache()

function Application() {
  const theme = useLook().theme ?? defaultTheme()
  return (
    <StrictMode>
      <CacheProvider value={emotionCache}>
        {/* The choice of light or dark is not MUI's: scheme.ts. */}
        <ThemeProvider theme={theme} storageManager={null}>
          <CssBaseline />
          <Provider store={store}>
            {/* Before the page in the order of the tab key: those with a button close by themselves. */}
            <NotificationArea />
            <Suspense>
              {missing.length > 0 ? (
                <UnsupportedBrowser missing={missing} />
              ) : (
                <RouterProvider router={router} />
              )}
            </Suspense>
          </Provider>
        </ThemeProvider>
      </CacheProvider>
    </StrictMode>
  )
}

async function startApplication(page: HTMLElement): Promise<void> {
  await changeLanguage(preferredLanguage())
  watchLanguage()
  const cataloguePart = missing.length > 0 ? 'unfit' : cataloguePartFor(window.location.pathname)
  await Promise.all([loadTexts(cataloguePart), applyBranding(), prepareLinkPage(cataloguePart)])
  const { pathname, search } = window.location
  if (pathname + search === sharedFilesPage)
    void import('./receiveSharedFiles.ts').then(({ receiveSharedFiles }) => receiveSharedFiles())
  // Loads the route first: React would otherwise render it in one long task.
  if (missing.length === 0) await router.load()
  const application = createRoot(page)
  // A transition renders in slices, so the browser stays responsive; the static first page is visible
  // meanwhile.
  startTransition(() => application.render(<Application />))
}

/** Reads the address of a link before the router does; asks for an upload link before the first render. */
async function prepareLinkPage(cataloguePart: CataloguePart): Promise<void> {
  try {
    if (cataloguePart === 'download') (await import('../routes/DownloadRoute.tsx')).moveKeysToFragment()
    if (cataloguePart === 'upload')
      await (await import('../routes/UploadRoute.tsx')).prepareUploadPage(window.location)
  } catch {
    // The route reports it.
  }
}

// Without texts the page shows what public/start.js shows when the application does not load.
// The service worker comes last: its downloads must not compete with those of this page.
void startApplication(root).catch(reportError).then(registerServiceWorker)

/** Runs at every start, on any page. */
async function forgetOldSentRows(): Promise<void> {
  if (!(await databaseExists('sent'))) return
  const { SentHistory } = await import('../features/upload/sentHistory.ts')
  await new SentHistory().forgetExpired()
}

watchConnectivity()
// Deferred: not urgent. It fails harmlessly without a file system, or in a private window.
setTimeout(() => {
  import('../../workers/shared/leftovers.ts')
    .then(({ sweepLeftovers }) => sweepLeftovers())
    .catch(() => undefined)
  forgetOldSentRows().catch(() => undefined)
}, 2_000)
