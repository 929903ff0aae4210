import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { expect, it } from 'vitest'
import { DashboardPage } from '../../../src/features/dashboard/DashboardPage.tsx'
import { ActiveLinks } from '../../../src/features/share/ActiveLinks.tsx'
import { store } from '../../../src/store/store.ts'

/** The first drawing of a screen, before any answer. */
function firstDrawing<P extends object>(component: ComponentType<P>, props: P): string {
  const screen = createElement(Provider, { store, children: createElement(component, props) })
  return renderToStaticMarkup(screen)
    .replace(/<style.*?<\/style>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

it('says that authentication is being checked while nobody is signed in', () => {
  expect(firstDrawing(DashboardPage, {})).toContain('Checking authentication...')
})

it('says that the links are being loaded', () => {
  const links = { folderId: 7, unlock: () => Promise.resolve(null) }
  expect(firstDrawing(ActiveLinks, links)).toContain('Loading links...')
})
