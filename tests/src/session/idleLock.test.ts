import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UnlockedKey } from '../../../src/session/unlockedKey.ts'
import { userNamed } from './userNamed.ts'

const minuteMs = 60_000
const user = userNamed('admin')

/** Tabs of one browser: each has modules, window and memory of its own; storage and channel are shared. */
let channels: Set<{ hear: (event: MessageEvent) => void }>
let sharedStorage: Map<string, string>

function storageOf(kept: Map<string, string>) {
  return {
    setItem: (key: string, value: string) => void kept.set(key, value),
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
  }
}

async function openTab() {
  vi.resetModules()
  const page = new EventTarget()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: '' }))
  vi.stubGlobal('window', page)
  vi.stubGlobal('sessionStorage', storageOf(new Map()))
  vi.stubGlobal('localStorage', storageOf(sharedStorage))
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      hear: (event: MessageEvent) => void = () => undefined
      constructor() {
        channels.add(this)
      }
      addEventListener(_: 'message', hear: (event: MessageEvent) => void) {
        const before = this.hear
        this.hear = (event) => {
          before(event)
          hear(event)
        }
      }
      postMessage(data: unknown) {
        for (const other of channels) if (other !== this) other.hear(new MessageEvent('message', { data }))
      }
    },
  )
  const [idle, signIn, session, keys, transfers, { store }, { selectNotifications }, { selectSession }] =
    await Promise.all([
      import('../../../src/session/idleLock.ts'),
      import('../../../src/session/signInPassword.ts'),
      import('../../../src/session/session.ts'),
      import('../../../src/session/unlockedKey.ts'),
      import('../../../workers/shared/transfers.ts'),
      import('../../../src/store/store.ts'),
      import('../../../src/store/notifications.ts'),
      import('../../../src/session/sessionSlice.ts'),
    ])
  idle.startIdleLock()
  return {
    ...idle,
    ...signIn,
    ...session,
    ...transfers,
    unlock: () => {
      page.dispatchEvent(new Event('pointerdown'))
      keys.addOlderKey({ fingerprint: 'of a former pair' } as UnlockedKey)
    },
    registerPendingKey: keys.registerPendingKey,
    dropAllKeys: keys.dropAllKeys,
    isUnlocked: () => keys.getOlderKeys().length > 0,
    touch: (type = 'pointerdown') => page.dispatchEvent(new Event(type)),
    notices: () => selectNotifications(store.getState()).map(({ message }) => message),
    status: () => selectSession(store.getState()).status,
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') })
  channels = new Set()
  sharedStorage = new Map()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a private key that is not used', () => {
  it('is forgotten after fifteen minutes, the session is not, and the reason is said', async () => {
    const tab = await openTab()
    tab.enterSession(user)
    tab.unlock()
    vi.advanceTimersByTime(14 * minuteMs)
    expect(tab.isUnlocked()).toBe(true)
    vi.advanceTimersByTime(1.5 * minuteMs)
    expect(tab.isUnlocked()).toBe(false)
    expect(tab.status()).toBe('authenticated')
    expect(tab.notices()).toEqual(['Your private key was locked after 15 minutes without use.'])
  })

  it.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])(
    'is kept by a %s',
    async (use) => {
      const tab = await openTab()
      tab.unlock()
      for (let n = 0; n < 6; n++) {
        vi.advanceTimersByTime(10 * minuteMs)
        tab.touch(use)
      }
      expect(tab.isUnlocked()).toBe(true)
    },
  )

  it('is forgotten when it was opened and waits for a word, until it waits no longer', async () => {
    const tab = await openTab()
    const forgotten: string[] = []
    tab.enterSession(user)
    tab.touch()
    tab.registerPendingKey(() => void forgotten.push('unused'))
    vi.advanceTimersByTime(14 * minuteMs)
    expect(forgotten).toEqual([])
    vi.advanceTimersByTime(1.5 * minuteMs)
    expect(forgotten).toEqual(['unused'])
    expect(tab.notices()).toHaveLength(1)
    const waitsNoLonger = tab.registerPendingKey(() => void forgotten.push('in use'))
    waitsNoLonger()
    tab.dropAllKeys()
    expect(forgotten).toEqual(['unused'])
  })

  it('is locked by hand in all tabs, and the session goes on', async () => {
    const [tab, other] = [await openTab(), await openTab()]
    for (const one of [tab, other]) one.enterSession(user)
    for (const one of [tab, other]) one.unlock()
    tab.lockNow()
    expect([tab.isUnlocked(), other.isUnlocked()]).toEqual([false, false])
    expect([tab.status(), other.status()]).toEqual(['authenticated', 'authenticated'])
    expect(other.notices()).toEqual([])
  })

  it('outlives a sign-in after a long absence', async () => {
    const tab = await openTab()
    tab.touch()
    vi.advanceTimersByTime(60 * minuteMs)
    tab.enterSession(user)
    tab.openKeyAtSignIn(user, 'a password')
    let forgotten = false
    tab.registerPendingKey(() => (forgotten = true))
    tab.touch()
    expect(forgotten).toBe(false)
  })

  it('that only wraps is forgotten without a word about a private key', async () => {
    const tab = await openTab()
    let forgotten = false
    tab.enterSession(user)
    tab.touch()
    tab.registerPendingKey(() => (forgotten = true), false)
    vi.advanceTimersByTime(16 * minuteMs)
    expect(forgotten).toBe(true)
    expect(tab.notices()).toEqual([])
  })

  it('is forgotten when a laptop wakes, before the first click can use it', async () => {
    const tab = await openTab()
    tab.unlock()
    // Asleep, no timer runs.
    vi.setSystemTime(Date.now() + 8 * 60 * minuteMs)
    tab.touch()
    expect(tab.isUnlocked()).toBe(false)
  })

  it.each(['focus', 'visibilitychange', 'pageshow'])('is not kept by a %s alone', async (back) => {
    const tab = await openTab()
    tab.unlock()
    vi.setSystemTime(Date.now() + 16 * minuteMs)
    tab.touch(back)
    expect(tab.isUnlocked()).toBe(false)
  })

  it('is forgotten as soon when the clock is set back, counted from then', async () => {
    const tab = await openTab()
    tab.unlock()
    vi.setSystemTime(Date.now() - 24 * 60 * minuteMs)
    vi.advanceTimersByTime(14 * minuteMs)
    expect(tab.isUnlocked()).toBe(true)
    vi.advanceTimersByTime(2 * minuteMs)
    expect(tab.isUnlocked()).toBe(false)
  })

  it('is kept while a transfer runs, and the time begins when it ends', async () => {
    const tab = await openTab()
    tab.unlock()
    const ended = tab.beginTransfer()
    vi.advanceTimersByTime(60 * minuteMs)
    expect(tab.isUnlocked()).toBe(true)
    ended()
    vi.advanceTimersByTime(14 * minuteMs)
    expect(tab.isUnlocked()).toBe(true)
    vi.advanceTimersByTime(2 * minuteMs)
    expect(tab.isUnlocked()).toBe(false)
  })

  it('lives as long as was chosen on this device, or for ever', async () => {
    const tab = await openTab()
    tab.setIdleLockMinutes(60)
    tab.unlock()
    vi.advanceTimersByTime(59 * minuteMs)
    expect(tab.isUnlocked()).toBe(true)
    tab.setIdleLockMinutes(null)
    vi.advanceTimersByTime(600 * minuteMs)
    expect(tab.isUnlocked()).toBe(true)
    tab.setIdleLockMinutes(5)
    vi.advanceTimersByTime(minuteMs)
    expect(tab.isUnlocked()).toBe(false)
    expect((await openTab()).idleLockMinutes()).toBe(5)
    sharedStorage.set('sealpost-lock-after', 'nonsense')
    expect(tab.idleLockMinutes()).toBe(15)
  })
})

describe('several tabs', () => {
  it('are used together: one of them keeps the keys of all, also without a key of its own', async () => {
    const [first, second] = [await openTab(), await openTab()]
    first.unlock()
    for (let n = 0; n < 6; n++) {
      vi.advanceTimersByTime(10 * minuteMs)
      second.touch()
    }
    expect(first.isUnlocked()).toBe(true)
  })

  it('that slept are locked by the first click in any of them', async () => {
    const [first, second] = [await openTab(), await openTab()]
    first.unlock()
    vi.setSystemTime(Date.now() + 16 * minuteMs)
    second.touch()
    expect(first.isUnlocked()).toBe(false)
    expect(first.notices()).toHaveLength(1)
    expect(second.notices()).toEqual([])
  })

  it('are signed out together, and say nothing but that', async () => {
    const [first, second] = [await openTab(), await openTab()]
    const messages: unknown[] = []
    channels.add({ hear: ({ data }) => messages.push(data) })
    first.enterSession(user)
    second.enterSession(user)
    first.unlock()
    second.unlock()
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    void second.logOut()
    expect(first.isUnlocked()).toBe(false)
    expect(first.status()).toBe('anonymous')
    expect(messages).toEqual(['signed-in', 'signed-in', 'signed-out'])
  })

  it('forget the key when another replaces it, and ask the server who is signed in', async () => {
    const [first, second] = [await openTab(), await openTab()]
    first.enterSession(user)
    second.enterSession(user)
    first.unlock()
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ detail: 'Session expired' }, { status: 401 })),
    )
    second.notifyKeyChanged()
    expect(first.isUnlocked()).toBe(false)
    await vi.waitFor(() => expect(first.status()).toBe('anonymous'), 60_000)
  })
})
