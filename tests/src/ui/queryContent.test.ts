import { ThemeProvider } from '@mui/material/styles'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { QueryContent } from '../../../src/ui/QueryContent.tsx'
import { theme } from '../../../src/ui/theme.ts'

const failed = new FaultError(fault('unanswered'))

function shown(query: { data?: string; error?: unknown }): string[] {
  const content = createElement(QueryContent<string>, {
    query: { ...query, refetch: () => undefined },
    loading: 'Loading...',
    children: (data) => data,
  })
  const markup = renderToStaticMarkup(createElement(ThemeProvider, { theme, children: content }))
  const parts = { 'Loading...': 'loading', 'Try again': 'error', 'the list': 'data' }
  return Object.entries(parts).flatMap(([text, part]) =>
    markup.toLowerCase().includes(text.toLowerCase()) ? [part] : [],
  )
}

it.each([
  ['says that it is loading', {}, ['loading']],
  ['shows what is loaded', { data: 'the list' }, ['data']],
  ['offers another try in place of what could not be loaded', { error: failed }, ['error']],
  [
    'says that what it shows could not be loaded anew',
    { data: 'the list', error: failed },
    ['error', 'data'],
  ],
])('%s', (_, query, parts) => expect(shown(query)).toEqual(parts))
