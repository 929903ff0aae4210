import { ThemeProvider } from '@mui/material/styles'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { wordsOfFingerprint } from '../../../../core/crypto/index.ts'
import { ComparableStatement } from '../../../../src/features/people/RosterHistory.tsx'
import { defaultTheme } from '../../../../src/ui/theme/defaultTheme.ts'

it('a history is compared by twelve words, 132 bits: an owner who works with the server finds no two that are alike', () => {
  const hash = Buffer.from(Array.from({ length: 32 }, (_, i) => 7 * i)).toString('base64url')
  const head = { seq: 3, at: '2026-01-02T03:04:05Z', hash }
  const children = createElement(ComparableStatement, { statement: head, kind: 'newest' })
  const shown = renderToStaticMarkup(createElement(ThemeProvider, { theme: defaultTheme(), children }))
  const words = Array.from(shown.matchAll(/<li[^>]*>(?:<[^>]*>)*([a-z]+)/g), ([, word]) => word)
  expect(words).toHaveLength(12)
  expect(words).toEqual(wordsOfFingerprint(hash))
})
