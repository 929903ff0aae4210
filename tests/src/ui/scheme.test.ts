import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { mayChooseScheme, parseScheme, schemeStorageKey } from '../../../src/ui/theme/scheme.ts'
import { themeOptions } from '../../../src/ui/theme/theme.ts'

/** What public/scheme.js does to a page before it is painted; null if it follows the system. */
function applySchemeAt(pathname: string, stored: string | null) {
  const metas = { scheme: { content: 'light dark' }, light: { content: 'a' }, dark: { content: 'b' } }
  const rules: string[] = []
  const document = {
    querySelector: () => metas.scheme,
    querySelectorAll: () => [metas.light, metas.dark],
    adoptedStyleSheets: [] as unknown[],
  }
  class CSSStyleSheet {
    replaceSync = (text: string) => void rules.push(text)
  }
  const localStorage = { getItem: (key: string) => (key === schemeStorageKey ? stored : null) }
  const page = { document, localStorage, location: { pathname }, CSSStyleSheet }
  runInNewContext(readFileSync('public/scheme.js', 'utf8'), page)
  if (document.adoptedStyleSheets.length === 0) return null
  return { scheme: metas.scheme.content, bar: metas.light.content, rules: rules.join('') }
}

it.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['system', 'system'],
  [null, 'system'],
  ['purple', 'system'],
])('takes a stored %s for %s', (stored, scheme) => {
  expect(parseScheme(stored)).toBe(scheme)
})

it.each(['/upload/abc', '/download/abc'])('leaves the page of strangers %s to the system', (path) => {
  expect(mayChooseScheme(path)).toBe(false)
  expect(applySchemeAt(path, 'dark')).toBeNull()
})

it.each(['/', '/login', '/dashboard', '/folders/view/1', '/uploads'])('applies to %s', (path) => {
  expect(mayChooseScheme(path)).toBe(true)
  expect(applySchemeAt(path, 'dark')?.scheme).toBe('dark')
  expect(applySchemeAt(path, 'system')).toBeNull()
})

it.each(['light', 'dark'] as const)(
  'paints %s in the colours of the theme from the first moment',
  (scheme) => {
    const { palette } = themeOptions.colorSchemes[scheme]
    const shown = applySchemeAt('/dashboard', scheme)
    expect(shown?.bar).toBe(palette.background?.default)
    expect(shown?.rules).toContain(`body{background:${palette.background?.default}}`)
    expect(shown?.rules).toContain(`border-color:${String(palette.divider)};color:${palette.text?.primary}`)
    // The mark as in start.css, where the dark one follows the light one.
    for (const [, colour] of shown?.rules.matchAll(/fill:(#\w+)/g) ?? [])
      expect(readFileSync('src/ui/theme/start.css', 'utf8')).toContain(`fill: ${colour}`)
  },
)
