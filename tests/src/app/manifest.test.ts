import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { defaultTheme } from '../../../src/ui/theme/defaultTheme.ts'

interface ManifestImage {
  src: string
  sizes: string
  type: string
  purpose?: string
}

const manifest = JSON.parse(await readFile('public/manifest.webmanifest', 'utf8')) as {
  icons: ManifestImage[]
  screenshots: ManifestImage[]
  shortcuts: { url: string; icons: ManifestImage[] }[]
  theme_color: string
  background_color: string
}
const indexHtml = await readFile('index.html', 'utf8')

const images = [
  ...manifest.icons,
  ...manifest.screenshots,
  ...manifest.shortcuts.flatMap(({ icons }) => icons),
]

it.each(images)('has the picture $src as it says', async ({ src, sizes, type }) => {
  const bytes = await readFile(`public${src}`)
  if (type === 'image/svg+xml') {
    expect(sizes).toBe('any')
    expect(bytes.toString()).toMatch(/^<svg [^>]*viewBox="0 0 (\d+) \1"/)
    return
  }
  expect(type).toBe('image/png')
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  // Width and height stand at the beginning of the first chunk.
  expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
})

it('has icons in every size and for every purpose', () => {
  for (const purpose of ['any', 'maskable', 'monochrome']) {
    const sizes = manifest.icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes)
    expect(sizes.sort()).toEqual(['192x192', '512x512', 'any'])
  }
})

it('has the colours of the page', () => {
  const [light, dark] = ['light', 'dark'].map(
    (scheme) => defaultTheme().colorSchemes[scheme as 'light' | 'dark']?.palette.background.default,
  )
  expect(manifest).toMatchObject({ theme_color: light, background_color: light })
  expect(indexHtml).toContain(`name="theme-color" content="${light}" media="(prefers-color-scheme: light)"`)
  expect(indexHtml).toContain(`name="theme-color" content="${dark}" media="(prefers-color-scheme: dark)"`)
})
