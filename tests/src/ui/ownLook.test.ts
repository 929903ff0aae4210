import { afterEach, describe, expect, it, vi } from 'vitest'
import { applyBranding } from '../../../src/app/applyBranding.ts'
import { serviceName } from '../../../src/ui/look.ts'
import { readLook, applyLook } from '../../../src/ui/ownLook.ts'

const nothing = {
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
      expect(readLook(value)).toEqual(nothing)
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
    expect(readLook(links)).toEqual(nothing)
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

describe('of a page that was kept and what was seen since, the later counts', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    applyLook(null)
  })

  /** What the service is called on each of these pages, one after the other in one browser. */
  async function namesOn(...pages: object[]): Promise<string[]> {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
    const names: string[] = []
    for (const page of pages) {
      vi.stubGlobal('document', { querySelector: () => ({ content: JSON.stringify(page) }) })
      // A page begins with the look as it comes.
      applyLook(null)
      await applyBranding()
      names.push(serviceName())
    }
    return names
  }
  const acme = { name: 'Acme', imprint_url: 'https://a.example/i', at: '2026-01-01T00:00:00.000Z' }
  const changed = { name: 'Acme Post', at: '2026-01-02T00:00:00.000Z' }
  const reset = { at: '2026-01-03T00:00:00.000Z' }

  it('where the look was changed', async () => {
    expect(await namesOn(acme, changed, acme)).toEqual(['Acme', 'Acme Post', 'Acme Post'])
  })

  it('where it was reset', async () => {
    expect(await namesOn(acme, reset, acme)).toEqual(['Acme', 'Sealpost', 'Sealpost'])
  })

  it('and nothing is kept where there never was one', async () => {
    const setItem = vi.fn()
    vi.stubGlobal('localStorage', { getItem: () => null, setItem })
    vi.stubGlobal('document', { querySelector: () => ({ content: JSON.stringify(reset) }) })
    await applyBranding()
    expect(setItem).not.toHaveBeenCalled()
  })
})
