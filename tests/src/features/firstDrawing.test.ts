import { ThemeProvider } from '@mui/material/styles'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { expect, it } from 'vitest'
import { DashboardPage } from '../../../src/features/dashboard/DashboardPage.tsx'
import { FolderFilesPage } from '../../../src/features/folderFiles/FolderFilesPage.tsx'
import { ProfilePage } from '../../../src/features/profile/ProfilePage.tsx'
import { DownloadLinksSection } from '../../../src/features/share/DownloadLinksSection.tsx'
import { store } from '../../../src/store/store.ts'
import { defaultTheme } from '../../../src/ui/theme/defaultTheme.ts'
import { sampleFolder } from './sampleFolder.ts'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/** The first drawing of a screen, before any answer. */
function firstDrawing<P extends object>(component: ComponentType<P>, props: P): string {
  const stored = createElement(Provider, { store, children: createElement(component, props) })
  const routed = createElement(RouterContextProvider, { router, children: stored })
  return renderToStaticMarkup(createElement(ThemeProvider, { theme: defaultTheme(), children: routed }))
    .replace(/<style.*?<\/style>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

const renderNothing = () => null

it('says that authentication is being checked while nobody is signed in', () => {
  expect(
    firstDrawing(DashboardPage, {
      notes: renderNothing,
      createdId: null,
      downloadDelivery: () => Promise.resolve(),
      downloads: null,
      renderKeyStep: renderNothing,
      renderDetailsStep: renderNothing,
      renderFolderStep: renderNothing,
    }),
  ).toContain('Checking authentication...')
})

it('says that the links are being loaded', () => {
  const links = {
    folder: sampleFolder,
    rowNames: new Map<number, string>(),
    unlock: () => Promise.resolve(null),
  }
  expect(firstDrawing(DownloadLinksSection, links)).toContain('Loading links...')
})

it('shows no folder and no profile while nobody is signed in', () => {
  const slots = {
    createLinkDialog: renderNothing,
    copyFilesDialog: renderNothing,
    uploadLink: renderNothing,
    activeLinks: renderNothing,
    trustNote: renderNothing,
    people: renderNothing,
    history: renderNothing,
    statusLine: renderNothing,
    headActions: renderNothing,
    ownUpload: renderNothing,
  }
  expect(firstDrawing(FolderFilesPage, { folderId: '7', ...slots })).toContain('Not authenticated.')
  expect(firstDrawing(ProfilePage, { name: 'account', activity: null })).toContain(
    'Profile unavailable. Please try logging in again.',
  )
})
