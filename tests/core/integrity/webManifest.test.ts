import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { maxWebManifestLength, withoutBranding } from '../../../core/integrity/webManifest.ts'

const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as object
const ownIcon = { src: '/icon.svg' }

describe('a web app manifest', () => {
  it('is compared without what operators may set', () => {
    const branded = { ...manifest, name: 'Ada', short_name: 'Ada', theme_color: '#aa3311', icons: [ownIcon] }
    expect(withoutBranding(JSON.stringify(branded))).toBe(withoutBranding(JSON.stringify(manifest)))
  })

  it('that is longer than any of ours is not parsed', () => {
    const text = JSON.stringify({ ...manifest, name: '' })
    const named = (length: number) => JSON.stringify({ ...manifest, name: 'x'.repeat(length - text.length) })
    expect(withoutBranding(named(maxWebManifestLength))).not.toBeNull()
    expect(withoutBranding(named(maxWebManifestLength + 1))).toBeNull()
  })

  it('of nothing but brackets is none', () => {
    expect(withoutBranding('['.repeat(maxWebManifestLength))).toBeNull()
  })
})
