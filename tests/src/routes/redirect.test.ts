import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { routeTree } from '../../../src/routes/routeTree.ts'

/** What `useSearch` gives the page of `/login` at this address. */
function searchAt(query: string): { redirect?: unknown; sso?: unknown } {
  const history = createMemoryHistory({ initialEntries: [`/login?${query}`] })
  const router = createRouter({ routeTree, history })
  const page = router
    .matchRoutes('/login', router.latestLocation.search)
    .find(({ routeId }) => routeId === '/public/login')
  if (page === undefined) throw new Error('This address has no login page.')
  return page.search as object
}

it.each([
  '/dashboard',
  '/profile/security?sso=linked',
  '/folders/view/7?sort=size#row',
  '/folders/view/7?title=a%20b%2Fc&x=//example.org',
  // Slashes that are escaped are part of a name, here as in the address bar.
  '/%2F/evil.example',
  '/%5Cevil.example',
])('who has signed in comes to the page of ours that was asked for: %s', (path) => {
  expect(searchAt(new URLSearchParams({ redirect: path }).toString()).redirect).toBe(path)
})

it.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2E//evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,a',
  'evil.example',
  ' //evil.example',
  '/api/auth/logout',
  '/login?redirect=//evil.example',
  '',
  '7',
  '["//evil.example"]',
  '{"to":"//evil.example"}',
])('and nowhere else: %s', (to) => {
  expect(searchAt(new URLSearchParams({ redirect: to }).toString()).redirect).toBeUndefined()
})

it('of several redirects none counts, and one that is left out takes nothing else away', () => {
  expect(searchAt('redirect=//evil.example&redirect=/dashboard').redirect).toBeUndefined()
  expect(searchAt('sso=[1]').sso).toBeUndefined()
  expect(searchAt('redirect=//evil.example&sso=done')).toMatchObject({ sso: 'done' })
})
