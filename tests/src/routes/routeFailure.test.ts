import { ThemeProvider } from '@mui/material/styles'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { RouteFailure } from '../../../src/routes/RouteFailure.tsx'
import { defaultTheme } from '../../../src/ui/theme/defaultTheme.ts'
import { beginTransfer } from '../../../workers/shared/transfers.ts'

const page = vi.hoisted(() => ({ reconnect: (): void => undefined }))

// Effects do not run here.
vi.mock(import('../../../src/store/connectivityHooks.ts'), async (original) => ({
  ...(await original()),
  useOnReconnect: (isWaiting, callback) => {
    page.reconnect = () => {
      if (isWaiting) callback()
    }
  },
}))

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/** Shows that a page's code is missing. @returns what reloads the page */
function showMissingPage() {
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/ProfileRoute.js')
  const failure = createElement(RouteFailure, { error, reset: () => undefined })
  const routed = createElement(RouterContextProvider, { router, children: failure })
  renderToStaticMarkup(createElement(ThemeProvider, { theme: defaultTheme(), children: routed }))
  const reload = vi.fn<() => void>()
  vi.stubGlobal('window', { location: { reload } })
  return reload
}

afterEach(() => void vi.unstubAllGlobals())

it('reloads a page whose code is missing once the server can be reached', () => {
  const reload = showMissingPage()
  page.reconnect()
  expect(reload).toHaveBeenCalledOnce()
})

it('does not reload by itself during a transfer, which would break off', () => {
  const endTransfer = beginTransfer()
  const reload = showMissingPage()
  page.reconnect()
  expect(reload).not.toHaveBeenCalled()
  endTransfer()
})
