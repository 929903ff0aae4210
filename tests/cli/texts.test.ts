import { expect, it } from 'vitest'
import { countText } from '../../cli/texts.ts'

it('counts in words, and separates thousands', () => {
  expect([
    countText(0, 'file'),
    countText(1, 'file'),
    countText(2, 'file'),
    countText(2, 'entry', 'entries'),
  ]).toEqual(['0 files', '1 file', '2 files', '2 entries'])
  expect(countText(75_225, 'file')).toBe('75,225 files')
})
