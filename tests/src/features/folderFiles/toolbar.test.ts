import { ThemeProvider } from '@mui/material/styles'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Toolbar } from '../../../../src/features/folderFiles/Toolbar.tsx'
import { theme } from '../../../../src/ui/theme.ts'

const nothing = () => undefined

/** Every control by its words, and whether it is off. */
function controls(props: { selectedCount: number; busy?: boolean; total?: number; onlyNew?: boolean }) {
  const toolbar = createElement(Toolbar, {
    total: 7,
    all: 'unchecked',
    busy: false,
    onlyNew: false,
    search: '',
    onToggleAll: nothing,
    onToggleFilter: nothing,
    onSearch: nothing,
    onCreateLink: nothing,
    onDownloadSelected: nothing,
    onDownloadAll: nothing,
    onDelete: nothing,
    ...props,
  })
  const markup = renderToStaticMarkup(createElement(ThemeProvider, { theme, children: toolbar })).replace(
    /<style.*?<\/style>/g,
    '',
  )
  const buttons = [...markup.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(
    ([, attributes = '', words = '']) => [words, attributes.includes(' disabled')] as const,
  )
  const box = /<input type="checkbox"[^>]*>/.exec(markup)?.[0] ?? ''
  return { markup, off: Object.fromEntries([...buttons, ['Select all', box.includes(' disabled')]]) }
}

it('separates thousands', () => {
  const { markup, off } = controls({ selectedCount: 1_005, total: 75_225 })
  expect(markup).toContain('1,005 / 75,225 selected')
  expect(Object.keys(off)).toContain('Download All (75,225)')
})

it('offers for a selection what needs one, and says how many files it is', () => {
  const { markup, off } = controls({ selectedCount: 2 })
  expect(markup).toContain('2 / 7 selected')
  expect(off).toEqual({
    'Select all': false,
    'Never Downloaded': false,
    'Create Download Link...': false,
    'Download Selected': false,
    'Download All (7)': false,
    'Delete Selected': false,
  })
  expect(controls({ selectedCount: 0 }).off).toMatchObject({
    'Create Download Link...': false,
    'Download Selected': true,
    'Download All (7)': false,
    'Delete Selected': true,
  })
})

it('is off while something runs', () => {
  const { off } = controls({ selectedCount: 2, busy: true })
  expect(Object.keys(off)).toHaveLength(6)
  expect(Object.values(off)).not.toContain(false)
})

it('leads back from the filter, also when nothing is left', () => {
  const { off } = controls({ selectedCount: 0, total: 0, onlyNew: true })
  expect(off).toMatchObject({ 'Show All': false, 'Download All (0)': true, 'Select all': true })
})
