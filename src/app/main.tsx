import { nonce } from './nonce.ts'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { watchReach } from '../api/reach.ts'
import { store } from '../store/store.ts'
import { NotificationArea } from '../ui/NotificationArea.tsx'
import '../ui/start.css'
import { theme } from '../ui/theme.ts'
import { missingAbilities } from './abilities.ts'
import { router } from './router.tsx'
import { registerServiceWorker } from './serviceWorker.ts'

/** Few need it. */
const CannotWork = lazy(() => import('./CannotWork.tsx').then((module) => ({ default: module.CannotWork })))
const missing = missingAbilities()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

const emotionCache = createCache({ key: 'mui', nonce, prepend: true })

createRoot(root).render(
  <StrictMode>
    <CacheProvider value={emotionCache}>
      {/* Light or dark is the system's choice: nothing to store. */}
      <ThemeProvider theme={theme} storageManager={null}>
        <CssBaseline />
        <Provider store={store}>
          <Suspense>
            {missing.length > 0 ? <CannotWork missing={missing} /> : <RouterProvider router={router} />}
          </Suspense>
          <NotificationArea />
        </Provider>
      </ThemeProvider>
    </CacheProvider>
  </StrictMode>,
)

watchReach()
void registerServiceWorker()
// Nobody waits for it. Where there is no such file system, or a private window refuses it, nothing was left.
setTimeout(() => {
  import('../protocol/leftovers.ts').then(({ sweepLeftovers }) => sweepLeftovers()).catch(() => undefined)
}, 2_000)
