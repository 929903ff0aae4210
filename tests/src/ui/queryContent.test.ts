import { ThemeProvider } from '@mui/material/styles'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { QueryContent } from '../../../src/ui/messages/QueryContent.tsx'
import { defaultTheme } from '../../../src/ui/theme/defaultTheme.ts'

const failedFault = new FaultError(fault('refused', { status: 500 }))
const unansweredFault = new FaultError(fault('unanswered'))

function shownTexts(query: { data?: string; error?: unknown }): string[] {
  const content = createElement(QueryContent<string>, {
    query: { ...query, refetch: () => undefined },
    loading: 'Loading...',
    children: (data) => data,
  })
  const markup = renderToStaticMarkup(
    createElement(ThemeProvider, { theme: defaultTheme(), children: content }),
  )
  const parts = { 'Loading...': 'loading', 'Try again': 'error', 'the list': 'data' }
  const at = (text: string) => markup.toLowerCase().indexOf(text.toLowerCase())
  const present = Object.entries(parts).filter(([text]) => at(text) >= 0)
  return present.sort(([a], [b]) => at(a) - at(b)).map(([, part]) => part)
}

it.each([
  ['says that it is loading', {}, ['loading']],
  ['shows what is loaded', { data: 'the list' }, ['data']],
  ['offers another try in place of what could not be loaded', { error: failedFault }, ['error']],
  [
    'says that what it shows could not be loaded anew',
    { data: 'the list', error: failedFault },
    ['error', 'data'],
  ],
  ['leaves a lost connection to the header', { data: 'the list', error: unansweredFault }, ['data']],
  ['says so where there is nothing yet', { error: unansweredFault }, ['error']],
])('%s', (_, query, parts) => expect(shownTexts(query)).toEqual(parts))
