import { expect, it } from 'vitest'
import { countText } from '../../cli/texts.ts'

it('counts in words, and separates thousands', () => {
  expect([0, 1, 2].map((n) => countText(n, 'file'))).toEqual(['0 files', '1 file', '2 files'])
  expect(countText(75_225, 'file')).toBe('75,225 files')
})
