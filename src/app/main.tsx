import { nonce } from './nonce.ts'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, startTransition, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { watchReach } from '../api/reach.ts'
import { store } from '../store/store.ts'
import { preferredLanguage, watchLanguage } from '../i18n/chosenLanguage.ts'
import { changeLanguage, loadTexts } from '../../i18n/language.ts'
import { type Part, partOfPath } from '../../i18n/parts.ts'
import { isHere } from '../platform/databases.ts'
import { NotificationArea } from '../ui/NotificationArea.tsx'
import { useLook } from '../ui/look.ts'
import { theme } from '../ui/theme.ts'
import { missingAbilities } from './abilities.ts'
import { router } from './router.tsx'
import { registerServiceWorker } from './serviceWorker.ts'
import { applyBranding } from './applyBranding.ts'

/** Few need it. */
const CannotWork = lazy(() => import('./CannotWork.tsx').then((module) => ({ default: module.CannotWork })))
const missing = missingAbilities()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

const emotionCache = createCache({ key: 'mui', nonce, prepend: true })

function Application() {
  const own = useLook().theme ?? theme
  return (
    <StrictMode>
      <CacheProvider value={emotionCache}>
        {/* Light or dark is the system's choice: nothing to store. */}
        <ThemeProvider theme={own} storageManager={null}>
          <CssBaseline />
          <Provider store={store}>
            <Suspense>
              {missing.length > 0 ? <CannotWork missing={missing} /> : <RouterProvider router={router} />}
            </Suspense>
            <NotificationArea />
          </Provider>
        </ThemeProvider>
      </CacheProvider>
    </StrictMode>
  )
}

/** Nothing is shown before it can be said. */
async function begin(page: HTMLElement): Promise<void> {
  await changeLanguage(preferredLanguage())
  watchLanguage()
  const part = missing.length > 0 ? 'unfit' : partOfPath(window.location.pathname)
  await Promise.all([loadTexts(part), applyBranding(), openLink(part)])
  // What finds its page only once it stands draws that at one stretch, deaf meanwhile.
  if (missing.length === 0) await router.load()
  const application = createRoot(page)
  // In slices, between which the browser draws and hears: nobody waits for nothing, something is there already.
  startTransition(() => application.render(<Application />))
}

/** The page of an upload link has something to show when it is drawn. What is missing of it, its route says. */
async function openLink(part: Part): Promise<void> {
  if (part !== 'upload') return
  try {
    const { openFirst } = await import('../routes/UploadRoute.tsx')
    await openFirst(window.location)
  } catch {
    // As above.
  }
}

// Without words the page says what it says where the application itself does not arrive: public/start.js.
// The worker after that: what it fetches for the next visit does not share the line with what this one waits for.
void begin(root).catch(reportError).then(registerServiceWorker)

/** At every start, whatever the page. */
async function forgetSentRows(): Promise<void> {
  if (!(await isHere('sent'))) return
  const { SentHere } = await import('../features/upload/sentHere.ts')
  await new SentHere().forgetOld()
}

watchReach()
// Nobody waits for it. Where there is no such file system, or a private window refuses it, nothing was left.
setTimeout(() => {
  import('../../workers/protocol/leftovers.ts')
    .then(({ sweepLeftovers }) => sweepLeftovers())
    .catch(() => undefined)
  forgetSentRows().catch(() => undefined)
}, 2_000)
