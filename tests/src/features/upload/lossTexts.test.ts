import { expect, it } from 'vitest'
import { lossTexts } from '../../../../src/features/upload/queue/lossTexts.ts'

it('says what goes, what was never sent, and what stays', () => {
  const loss = { storedFiles: 3, arrivedBytes: 36_700_160, begunFiles: 2, unsentFiles: 7 }
  expect(lossTexts(loss)).toEqual([
    '2 files are under way and not confirmed: the 35.0\u00a0MB that have arrived are removed from the server.',
    '7 files are not sent yet.',
    '3 files are confirmed and stay stored.',
  ])
  expect(lossTexts({ storedFiles: 0, arrivedBytes: 0, begunFiles: 0, unsentFiles: 1 })).toEqual([
    '1 file is not sent yet.',
    'No file is confirmed yet.',
  ])
})
