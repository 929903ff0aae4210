import { expect, it } from 'vitest'
import { count } from '../../cli/words.ts'

it('counts in words, and separates thousands', () => {
  expect([count(0, 'file'), count(1, 'file'), count(2, 'file'), count(2, 'entry', 'entries')]).toEqual([
    '0 files',
    '1 file',
    '2 files',
    '2 entries',
  ])
  expect(count(75_225, 'file')).toBe('75,225 files')
})
