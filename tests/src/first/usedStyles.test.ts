import { expect, it } from 'vitest'
import { usedStyles } from '../../../src/first/usedStyles.ts'

it('keeps the rules of classes that a page has, and those of no class', () => {
  const inserted = {
    abc: '.mui-abc{color:red;}',
    'abc-Named': '.mui-abc-Named{color:blue;}@media (min-width:600px){.mui-abc-Named{color:green;}}',
    gone: '.mui-gone{color:black;}',
    global: 'body{margin:0;}',
    known: true as const,
  }
  expect(usedStyles(inserted, '<p class="Mui mui-abc-Named">')).toEqual({
    classes: { names: ['abc-Named'], rules: inserted['abc-Named'] },
    others: inserted.global,
  })
})

it('keeps variables that are used, and those that they are made of, in every scheme', () => {
  const variables =
    ':root{--sp-a:1px;--sp-b:var(--sp-c, 2px);--sp-c:3px;--sp-d:4px;}@media (dark){:root{--sp-c:5px;--sp-d:6px;}}'
  const page = { page: '.mui-page{width:var(--sp-b);}', variables }
  expect(usedStyles(page, 'mui-page').others).toBe(
    ':root{--sp-b:var(--sp-c, 2px);--sp-c:3px;}@media (dark){:root{--sp-c:5px;}}',
  )
})
