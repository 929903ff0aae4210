import { describe, expect, it } from 'vitest'
import { readLook } from '../../../src/ui/ownLook.ts'

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
