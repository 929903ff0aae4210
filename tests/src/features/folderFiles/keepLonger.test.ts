import { firstExpiry } from '../../../../core/upload/storedAs.ts'
import { describe, expect, it } from 'vitest'
import { errorDetails } from '../../../../contract/errors.ts'
import { noRules } from '../../../../contract/operatorRules.ts'
import { trashDate } from '../../../../src/api/trashDate.ts'
import { keepingMessages } from '../../../../src/features/folderFiles/keepLonger/keepFilesLonger.ts'
import {
  filesToKeep,
  isExpirySoon,
  keepingChoices,
} from '../../../../src/features/folderFiles/keepLonger/keepingChoices.ts'

const dayMs = 86_400_000
const now = Date.parse('2026-12-01T12:00:00.000Z')
const dayFromNow = (days: number) => new Date(now + days * dayMs).toISOString()
/** A file that arrived so many days ago and goes in so many. */
const fileOf = (age: number, left?: number) => ({
  id: 1,
  upload_time: dayFromNow(-age),
  ...(left !== undefined && { expires_at: dayFromNow(left) }),
})

describe('until when files can be kept', () => {
  const daysOffered = (files: ReturnType<typeof fileOf>[], max: number | null = null) =>
    keepingChoices(files, { ...noRules, max_retention_days: max }, now).map(({ days, until }) =>
      days === null && until !== null ? `most ${(Date.parse(until) - now) / dayMs}` : days,
    )

  it('is later than the date of a file, or always', () => {
    expect(daysOffered([fileOf(1, 6)])).toEqual([7, 30, 90, null])
    expect(daysOffered([fileOf(0.1, 6.9)])).toEqual([30, 90, null])
    expect(daysOffered([fileOf(0, 60)])).toEqual([90, null])
    expect(daysOffered([fileOf(0, 60), fileOf(0)])).toEqual([90, null])
  })

  it('is no longer after the arrival than the rules allow', () => {
    expect(daysOffered([fileOf(5, 2)], 40)).toEqual([7, 30, 'most 35'])
    expect(daysOffered([fileOf(5, 2), fileOf(20, 1)], 40)).toEqual([7, 30])
    expect(daysOffered([fileOf(25, 2)], 30)).toEqual(['most 5'])
    expect(daysOffered([fileOf(25, 5)], 30)).toEqual([])
  })

  it('changes nothing for files that stay, or go later', () => {
    const files = [fileOf(0, 5), fileOf(0, 8), fileOf(0)]
    expect(filesToKeep(files, dayFromNow(7))).toEqual(files.slice(0, 1))
    expect(filesToKeep(files, null)).toEqual(files.slice(0, 2))
  })
})

it('marks files that go within three days', () => {
  expect([-1, 0, 2.9, 3].map((days) => isExpirySoon(dayFromNow(days), now))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

describe('the message after dates were put off', () => {
  const until = '2026-12-31T12:00:00.000Z'
  const refused = (...errors: string[]) => ({
    errors: errors.map((error, index) => ({ file_id: index, error })),
  })

  it('counts the files that are kept', () => {
    expect(keepingMessages(2, refused(), until)).toEqual([
      { severity: 'success', text: '2 files kept until Dec 31, 2026.' },
    ])
    expect(keepingMessages(1, refused(), null)).toEqual([
      { severity: 'success', text: '1 file is not deleted by date any more.' },
    ])
  })

  it('says why others are not', () => {
    const { retentionTooLong, ownersOnly } = errorDetails
    const messages = keepingMessages(4, refused(retentionTooLong, retentionTooLong, ownersOnly), until)
    expect(messages.map(({ text }) => text)).toEqual([
      '1 file kept until Dec 31, 2026.',
      expect.stringMatching(/^2 files not kept longer: This server limits how long files may be kept\./),
      expect.stringMatching(/^1 file not kept longer: /),
    ])
    expect(keepingMessages(1, refused(ownersOnly), until)).toHaveLength(1)
  })
})

it('says of the trash the first day on which something goes', () => {
  const later = new Date(Date.now() + 30 * dayMs).toISOString()
  const sooner = new Date(Date.now() + 2 * dayMs).toISOString()
  expect(trashDate(7, later)).toBe(trashDate(7))
  expect(trashDate(7, sooner)).toBe(trashDate(2))
  expect(firstExpiry([later, undefined, sooner])).toBe(sooner)
  expect(firstExpiry([undefined])).toBeNull()
})
