import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyLook } from '../../../src/ui/theme/applyTheme.ts'
import { readLook } from '../../../src/ui/theme/readLook.ts'

const plainLook = {
  ...{ name: null, greeting: null, imprint_url: null, privacy_url: null, support: null },
  ...{ logo: null, tones: null },
}
const logo = { path: `/look/logo-${'a'.repeat(32)}.png`, width: 40, height: 20 }
const tone = { main: '#123456', hover: '#234567' }

describe('what a page believes of the look', () => {
  it('is what can only be looked at', () => {
    const look = {
      ...{ name: 'Acme', greeting: 'Hello <b>', imprint_url: 'https://a.example/i' },
      ...{ privacy_url: 'http://a.example/p', support: 'help@a.example', logo },
      tones: { light: tone, dark: tone },
    }
    expect(readLook({ ...look, at: '2026', more: 1 })).toEqual(look)
  })

  it.each([null, 'text', 7, [], { name: 7, greeting: {}, logo: 'x', tones: [] }])(
    'is nothing of %j',
    (value) => {
      expect(readLook(value)).toEqual(plainLook)
    },
  )

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'javascript:alert(1)//@a.example',
    'help@a.example?subject=x:y',
    'help me@a.example',
  ])('is no address like %s that leads elsewhere', (address) => {
    const links = { imprint_url: address, privacy_url: address, support: address }
    expect(readLook(links)).toEqual(plainLook)
  })

  it.each([
    'https://evil.example/logo.png',
    '//evil.example/look/logo-aa.png',
    '/look/../api/x',
    'data:image/png,x',
  ])('is no picture from %s', (path) => {
    expect(readLook({ logo: { ...logo, path } }).logo).toBe(null)
  })

  it.each(['red', '#fff', '#12345g', 'url(//evil.example)', '#123456;x'])('is no colour %s', (main) => {
    expect(readLook({ tones: { light: { ...tone, main }, dark: tone } }).tones).toBe(null)
  })
})

describe('a page shows what the server says, and what was seen last where it says nothing', () => {
  beforeEach(() => vi.stubGlobal('location', { pathname: '/login' }))
  afterEach(() => {
    applyLook(null)
    vi.unstubAllGlobals()
  })

  /** What the service is called on each of these visits of one browser: null is one without an answer. */
  async function namesOn(...answers: (object | null)[]): Promise<string[]> {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    })
    const names: string[] = []
    for (const answer of answers) {
      vi.resetModules()
      vi.stubGlobal('fetch', () =>
        answer === null ? Promise.reject(new TypeError('offline')) : Promise.resolve(Response.json(answer)),
      )
      const { applyBranding } = await import('../../../src/app/applyBranding.ts')
      const { serviceName } = await import('../../../src/ui/theme/look.ts')
      await applyBranding()
      names.push(serviceName())
    }
    return names
  }

  it('where the look was changed', async () => {
    expect(await namesOn({ name: 'Acme' }, null, { name: 'Acme Post' }, null)).toEqual([
      'Acme',
      'Acme',
      'Acme Post',
      'Acme Post',
    ])
  })

  it('where it was reset', async () => {
    expect(await namesOn({ name: 'Acme' }, {}, null)).toEqual(['Acme', 'Sealpost', 'Sealpost'])
  })

  it('and nothing is kept where there never was one', async () => {
    const setItem = vi.fn()
    vi.stubGlobal('localStorage', { getItem: () => null, setItem })
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ name: null })))
    vi.resetModules()
    await (await import('../../../src/app/applyBranding.ts')).applyBranding()
    expect(setItem).not.toHaveBeenCalled()
  })
})
