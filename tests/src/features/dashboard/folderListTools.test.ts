import { ThemeProvider } from '@mui/material/styles'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Folder } from '../../../../contract/schemas/folders.ts'
import { FolderListTools } from '../../../../src/features/dashboard/FolderListTools.tsx'
import { defaultTheme } from '../../../../src/ui/theme/defaultTheme.ts'

const noop = () => undefined
const folder = { has_undownloaded_files: false } as Folder

function markupOf({ typed = '', onlyNew = false }): string {
  const props = { folders: [folder], found: 0, typed, onlyNew, onType: noop, onToggleNew: noop }
  const children = createElement(FolderListTools, props)
  return renderToStaticMarkup(createElement(ThemeProvider, { theme: defaultTheme(), children })).replace(
    /<style.*?<\/style>/g,
    '',
  )
}

it('leaves nothing to choose with one folder, except the way back from a filter or a search', () => {
  expect(markupOf({})).toBe('')
  expect(markupOf({ onlyNew: true })).toContain('With new files')
  expect(markupOf({ typed: 'tax' })).toContain('value="tax"')
})
