import { expect, it } from 'vitest'
import { formatTime } from '../../../server/mail/mailTexts.ts'

it.each([
  ['en', 'Europe/Berlin', '24 November 2026 at 05:10 CET'],
  ['de', 'Europe/Berlin', '24. November 2026 um 05:10 MEZ'],
  ['en', 'Europe/London', '24 November 2026 at 04:10 GMT'],
  ['de', 'UTC', '24. November 2026 um 04:10 UTC'],
] as const)('times in mails are of a zone, and name it: %s in %s', (language, zone, text) => {
  expect(formatTime(language, '2026-11-24T04:10:00.000Z', zone)).toBe(text)
})

it('the zone is that of the server', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const time = '2026-07-01T12:00:00.000Z'
  expect(formatTime('en', time)).toBe(formatTime('en', time, timeZone))
})
