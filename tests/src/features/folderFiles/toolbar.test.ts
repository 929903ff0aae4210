import { ThemeProvider } from '@mui/material/styles'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Toolbar } from '../../../../src/features/folderFiles/toolbar/Toolbar.tsx'
import { toolbarState } from '../../../../src/features/folderFiles/toolbar/toolbarState.ts'
import { defaultTheme } from '../../../../src/ui/theme/defaultTheme.ts'

const noop = () => undefined

const idleState = { downloading: false, deleting: false, offline: false }

interface ToolbarProps extends Partial<typeof idleState> {
  selectedCount: number
  total?: number
  onlyNew?: boolean
  isNarrow?: boolean
}

/** Every control by its name, and whether it is off. */
function renderToolbar({
  selectedCount,
  total = 7,
  onlyNew = false,
  isNarrow = false,
  ...circumstances
}: ToolbarProps) {
  const toolbar = createElement(Toolbar, {
    state: toolbarState({ ...idleState, ...circumstances, selectedCount }),
    ...{ selectedCount, total, onlyNew, isNarrow, all: 'unchecked', search: '' },
    ...{ onToggleAll: noop, onClearSelection: noop, onToggleNew: noop, onSearch: noop },
    ...{ onCreateLink: noop, onDownloadSelected: noop, onDownloadAll: noop, onDelete: noop },
  })
  const markup = renderToStaticMarkup(
    createElement(ThemeProvider, { theme: defaultTheme(), children: toolbar }),
  ).replace(/<style.*?<\/style>/g, '')
  const controls = [...markup.matchAll(/<(?:button|input)[^>]*aria-label="([^"]*)"[^>]*>/g)]
    .filter(([tag]) => !tag.includes('visibility:hidden'))
    .map(([tag, name = '']) => [name, / disabled(?:=|\s|>)/.test(tag)] as const)
  return { markup, off: Object.fromEntries(controls) }
}

it('separates thousands', () => {
  const { markup, off } = renderToolbar({ selectedCount: 1_005, total: 75_225 })
  expect(markup).toContain('1,005 / 75,225 selected')
  expect(off).toHaveProperty('Select all files', false)
})

it('shows on phones the selected number alone, and says the whole', () => {
  const { markup } = renderToolbar({ selectedCount: 10_000, total: 10_000, isNarrow: true })
  expect(markup).toMatch(/aria-hidden="true">10,000<\/span>/)
  expect(markup).toContain('10,000 / 10,000 selected')
})

it('says on phones that a filter holds, whose button gives way to the actions', () => {
  const { markup, off } = renderToolbar({ selectedCount: 2, onlyNew: true, isNarrow: true })
  expect(off).not.toHaveProperty('New: Show All')
  expect(markup).toContain('2 / 7 selected, list filtered')
  expect(renderToolbar({ selectedCount: 2, isNarrow: true }).markup).not.toContain('list filtered')
})

it('has actions on all files while none is selected, one that warns among them', () => {
  expect(renderToolbar({ selectedCount: 0 }).off).toEqual({
    'Select all files': false,
    'Search names': false,
    'New: Never Downloaded': false,
    'Create Download Link...': false,
    'Download All (7)': false,
  })
})

it('has actions on the selected files, and the way back', () => {
  const { markup, off } = renderToolbar({ selectedCount: 2 })
  expect(markup).toContain('2 / 7 selected')
  expect(off).toEqual({
    'Select all files': false,
    'Clear selection': false,
    'Search names': false,
    'New: Never Downloaded': false,
    'Download Selected': false,
    'Create Download Link...': false,
    'Delete Selected': false,
  })
})

describe('while something runs', () => {
  const actions = ['Download Selected', 'Create Download Link...', 'Delete Selected']
  const selecting = ['Select all files', 'Clear selection']
  it.each([
    ['a download', { downloading: true }, actions],
    ['a deletion', { deleting: true }, [...actions, ...selecting]],
    ['no server', { offline: true }, actions],
  ])('%s turns off actions, and never reading and filtering', (_, circumstances, expected) => {
    const { off } = renderToolbar({ selectedCount: 2, ...circumstances })
    expect(Object.keys(off).filter((name) => off[name] === true)).toEqual(
      Object.keys(off).filter((name) => expected.includes(name)),
    )
    expect(off).toMatchObject({ 'Search names': false, 'New: Never Downloaded': false })
  })
})

it('leads back from the filter, also when nothing is left', () => {
  const { markup, off } = renderToolbar({ selectedCount: 0, total: 0, onlyNew: true })
  expect(off).toMatchObject({
    'New: Show All': false,
    'Download All (0)': true,
    'Select all files': true,
  })
  // Its label says the state.
  expect(markup).not.toContain('aria-pressed')
  expect(markup).toContain('data-pressed="true"')
})
