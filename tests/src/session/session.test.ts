import { beforeEach, expect, it, vi } from 'vitest'
import { deriveLoginVerifier } from '../../../core/crypto/index.ts'
import type { UnlockedKey } from '../../../src/session/unlockedKey.ts'
import { userNamed } from './userNamed.ts'

const user = userNamed('admin')

const storageOf = (kept: Map<string, string>) => ({
  setItem: (key: string, value: string) => void kept.set(key, value),
  getItem: (key: string) => kept.get(key) ?? null,
  removeItem: (key: string) => void kept.delete(key),
})

/** A fresh page, with what it keeps in the tab. */
async function loadPage(device = new Map<string, string>()) {
  vi.resetModules()
  vi.stubGlobal('localStorage', storageOf(device))
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('sessionStorage', storageOf(new Map<string, string>()))
  const [session, keys, marks, { store }, { selectSession }, pendingSignOut] = await Promise.all([
    import('../../../src/session/session.ts'),
    import('../../../src/session/unlockedKey.ts'),
    import('../../../src/session/keyRestoredFlag.ts'),
    import('../../../src/store/store.ts'),
    import('../../../src/session/sessionSlice.ts'),
    import('../../../src/session/pendingSignOut.ts'),
  ])
  const unlock = () => keys.addOlderKey({ fingerprint: 'of a former pair' } as UnlockedKey)
  return {
    ...session,
    ...keys,
    ...marks,
    ...pendingSignOut,
    unlock,
    state: () => selectSession(store.getState()),
  }
}

const stubResponse = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })))
const unauthenticatedResponse = () =>
  Response.json({ detail: 'Not authenticated. Please log in.' }, { status: 401 })
const stubProxyRefusal = () =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('Blocked', { status: 403 })))
const stubServerDown = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

beforeEach(() => () => vi.unstubAllGlobals())

it('forgets keys, the restored key and the user at logout even when the call fails', async () => {
  const page = await loadPage()
  page.enterSession(user)
  page.unlock()
  page.markKeyRestored()
  stubServerDown()
  await page.logOut()
  expect(page.getOlderKeys()).toEqual([])
  expect(page.wasKeyRestored()).toBe(false)
  expect(page.state()).toEqual({ status: 'anonymous', user: null, reason: 'signed-out' })
})

it('ends a session that was left offline, before anything of it is used: in a page that is opened later, too', async () => {
  const device = new Map<string, string>()
  const page = await loadPage(device)
  page.enterSession(user)
  stubServerDown()
  await page.logOut()
  expect(device.size).toBe(1)

  const later = await loadPage(device)
  await later.checkSession()
  expect(later.state()).toMatchObject({ status: 'anonymous', user: null })

  const requests: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url)
    return Promise.resolve(
      url.endsWith('/logout') ? new Response(null, { status: 204 }) : unauthenticatedResponse(),
    )
  })
  const last = await loadPage(device)
  await last.checkSession()
  expect(requests).toEqual(['/api/auth/logout', '/api/auth/users/me'])
  expect(last.state()).toMatchObject({ status: 'anonymous', user: null })
  expect(device.size).toBe(0)
})

it.each([
  ['a proxy refuses it', stubProxyRefusal],
  ['its CSRF token is refused twice', () => stubResponse(403, { detail: 'No', code: 'csrf' })],
] as const)('owes a sign-out for as long as the session may live: when %s, too', async (_, answer) => {
  const device = new Map<string, string>()
  const page = await loadPage(device)
  page.enterSession(user)
  answer()
  await page.logOut()
  expect(device.size).toBe(1)
})

it('leaves no answer that was asked for before it was known that nobody is signed in', async () => {
  const page = await loadPage()
  const { prefetch, takePrefetched } = await import('../../../src/api/prefetch.ts')
  vi.stubGlobal('fetch', () => Promise.resolve(unauthenticatedResponse()))
  for (const url of ['/api/auth/users/me', '/api/space']) void prefetch(url)
  await page.checkSession()
  expect(takePrefetched('/api/space')).toBeUndefined()
  void prefetch('/api/space')
  page.enterSession(user)
  expect(takePrefetched('/api/space')).toBeUndefined()
})

it('owes no sign-out where the server knows no session', async () => {
  const device = new Map<string, string>()
  const page = await loadPage(device)
  page.enterSession(user)
  vi.stubGlobal('fetch', () => Promise.resolve(unauthenticatedResponse()))
  await page.logOut()
  expect(device.size).toBe(0)
})

it('ends no session that began in another tab after a sign-out was left offline', async () => {
  const device = new Map<string, string>()
  const page = await loadPage(device)
  page.enterSession(user)
  stubServerDown()
  await page.logOut()
  // The other tab signs in.
  device.clear()
  const fetched = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })))
  vi.stubGlobal('fetch', fetched)
  expect(await page.finishSignOut()).toBe(true)
  expect(fetched).not.toHaveBeenCalled()
})

it('owes a sign-out for the life of the page if the browser stores nothing', async () => {
  const page = await loadPage()
  vi.stubGlobal('localStorage', undefined)
  page.enterSession(user)
  stubServerDown()
  await page.logOut()
  const fetched = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })))
  vi.stubGlobal('fetch', fetched)
  expect(await page.finishSignOut()).toBe(true)
  expect(fetched).toHaveBeenCalledTimes(1)
})

it('takes the user that the server names at the start', async () => {
  const page = await loadPage()
  stubResponse(200, { user })
  await page.checkSession()
  expect(page.state()).toEqual({ status: 'authenticated', user })
})

it.each([
  ['refuses', () => stubResponse(401, { detail: 'Not authenticated. Please log in.' }), 'anonymous'],
  ['does not answer', stubServerDown, 'offline'],
  ['is behind a proxy that refuses', stubProxyRefusal, 'offline'],
] as const)('keeps no key when the server %s at the start', async (_, answer, status) => {
  const page = await loadPage()
  page.unlock()
  answer()
  await page.checkSession()
  expect(page.getOlderKeys()).toEqual([])
  expect(page.state()).toMatchObject({ status, user: null })
})

it('keeps no key of a session that has ended, or of the one before', async () => {
  const page = await loadPage()
  page.unlock()
  page.enterSession(user)
  expect(page.getOlderKeys()).toEqual([])
  page.unlock()
  stubResponse(401, { detail: 'Session expired' })
  await expect(page.confirmLoginPassword('admin', 'password')).rejects.toMatchObject({
    fault: { code: 'sessionExpired' },
  })
  expect(page.getOlderKeys()).toEqual([])
  expect(page.state()).toEqual({ status: 'anonymous', user: null, reason: 'expired' })
})

/** Connects the pages that are loaded afterwards, as the tabs of a browser are. */
function stubChannel() {
  const channels = new Map<object, (event: MessageEvent) => void>()
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener(_: 'message', hear: (event: MessageEvent) => void) {
        channels.set(this, hear)
      }
      postMessage(data: unknown) {
        for (const [other, hear] of channels) if (other !== this) hear(new MessageEvent('message', { data }))
      }
    },
  )
}

const renamed = userNamed('anna.b')

it('takes the new name of a user who was renamed in another tab, and keeps the keys', async () => {
  stubChannel()
  const [page, other] = [await loadPage(), await loadPage()]
  other.enterSession(user)
  other.unlock()
  page.updateUser(user)
  page.unlock()
  stubResponse(200, { user: renamed })
  other.updateUser(renamed)
  other.notifyUserChanged()
  await vi.waitFor(() => expect(page.state().user?.username).toBe('anna.b'), 60_000)
  expect(page.getOlderKeys()).toHaveLength(1)
})

it('accepts the password of a user who was renamed on another device', async () => {
  const kdfOf = (username: string) => ({
    ...{ kdf: 'pbkdf2-sha256' as const, iterations: 600_000 },
    salt: btoa(username.padEnd(16).slice(0, 16)),
  })
  const right = await deriveLoginVerifier('a password', kdfOf('anna.b'))
  const calls: string[] = []
  let current = renamed
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string } = {}) => {
    calls.push(url)
    const sent = JSON.parse(body ?? '{}') as { username?: string; password?: string }
    if (url.endsWith('/prelogin')) return Promise.resolve(Response.json(kdfOf(sent.username ?? '')))
    if (url.endsWith('/users/me')) return Promise.resolve(Response.json({ user: current }))
    return Promise.resolve(
      sent.password === right
        ? new Response(null, { status: 204 })
        : Response.json({ detail: 'Incorrect password', code: 'badPassword' }, { status: 401 }),
    )
  })
  const page = await loadPage()
  page.enterSession(user)
  expect(await page.confirmLoginPassword('admin', 'a password')).toBe(right)
  expect(page.state().user?.username).toBe('anna.b')

  const wrong = page.confirmLoginPassword('anna.b', 'another password')
  await expect(wrong).rejects.toMatchObject({ fault: { code: 'badPassword' } })
  // The password is not tried on another account, which has signed in meanwhile.
  current = { ...userNamed('ben'), id: 2 }
  calls.length = 0
  const ofOther = page.confirmLoginPassword('anna.b', 'another password')
  await expect(ofOther).rejects.toMatchObject({ fault: { code: 'badPassword' } })
  expect(calls.filter((url) => url.endsWith('/prelogin'))).toHaveLength(1)
})
