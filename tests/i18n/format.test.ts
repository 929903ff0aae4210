import { describe, expect, it } from 'vitest'
import {
  splitDateTime,
  formatBytes,
  formatDateTime,
  formatDay,
  formatDecimal,
  formatDuration,
  formatKilobytes,
  formatNumber,
  formatRate,
  formatShortTime,
} from '../../i18n/format.ts'

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1.0 KB'],
    [1536, '1.5 KB'],
    [99.9 * 1024, '99.9 KB'],
    [100 * 1024, '100.0 KB'],
    [1000 * 1024, '1,000.0 KB'],
    [340.4 * 1024 ** 2, '340.4 MB'],
    [1024 * 1024 - 1, '1.0 MB'],
    [5 * 1024 ** 3, '5.0 GB'],
    [5000 * 1024 ** 4, '5,120,000.0 GB'],
  ])('%d bytes', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
  it('are exact in KB with one decimal', () => {
    expect(formatKilobytes(0)).toBe('0.0 KB')
    expect(formatKilobytes(12_595)).toBe('12.3 KB')
    expect(formatKilobytes(3 * 1024 ** 3)).toBe('3,145,728.0 KB')
  })
  it('have the decimals that somebody asks for', () => {
    expect([formatDecimal(6144, 2), formatDecimal(0.66, 1), formatDecimal(12.4, 0)]).toEqual([
      '6144.00',
      '0.7',
      '12',
    ])
  })
  it('are rates a second', () => {
    expect(formatRate(150 * 1024 * 1024)).toBe('150.0 MB/s')
  })
})

describe('time left', () => {
  it.each([
    [0, '0 s'],
    [0.2, '1 s'],
    [59.5, '1 min'],
    [125, '2 min 5 s'],
    [3600, '1 h'],
    [4320, '1 h 12 min'],
    [Infinity, '-'],
    [NaN, '-'],
  ])('%d seconds', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text)
  })
})

describe('dates', () => {
  it('have seconds and follow the locale', () => {
    expect(formatDateTime('2026-03-01T12:04:05Z', 'de-DE')).toMatch(/^01\.03\.2026, \d\d:\d\d:05$/)
    // Digits alone would be read in two ways.
    expect(formatDateTime('2026-03-01T12:04:05Z', 'en-US')).toMatch(/^Mar 1, 2026, \d+:\d\d:05\s[AP]M$/)
    expect(formatDateTime('2026-03-01T12:04:05Z', 'en')).toContain('Mar')
  })
  it('stand in two parts where one is below the other', () => {
    const { date, time } = splitDateTime('2026-03-01T12:04:05Z', 'de-DE') ?? {}
    expect(date).toBe('01.03.2026')
    expect(time).toMatch(/^\d\d:\d\d:05$/)
    expect(splitDateTime(null)).toBeNull()
    expect(splitDateTime('tomorrow')).toBeNull()
  })
  it('are a dash when missing or unreadable', () => {
    expect(formatDateTime(null)).toBe('-')
    expect(formatDateTime('tomorrow')).toBe('-')
  })
})

it('separates thousands', () => {
  expect(formatNumber(75_225)).toBe('75,225')
})

describe('what a sender answered', () => {
  it('is a day of their reader where it is exactly one, and else as they wrote it', () => {
    expect([formatDay('2001-02-03', 'en-GB'), formatDay('2001-02-03', 'de')]).toEqual([
      '3 Feb 2001',
      '03.02.2001',
    ])
    for (const text of ['2001-02-33', '2023-02-31', '2001-02-03 ', 'born 2001-02-03', ''])
      expect(formatDay(text)).toBe(null)
  })
})

describe('times as people say them', () => {
  const isoTime = (text: string) => new Date(text).toISOString()
  // The clock of the page: no zone is given.
  const now = Date.parse('2026-03-12T14:20:00')
  it.each([
    ['2026-03-12T08:05:59', 'today, 08:05', 'heute, 08:05'],
    ['2026-03-12T00:00:00', 'today, 00:00', 'heute, 00:00'],
    ['2026-03-11T23:59:59', 'yesterday, 23:59', 'gestern, 23:59'],
    ['2026-03-13T09:00:00', 'tomorrow, 09:00', 'morgen, 09:00'],
    ['2026-03-10T14:20:00', '10 Mar, 14:20', '10. März, 14:20'],
    ['2025-12-31T14:20:00', '31 Dec 2025', '31. Dez. 2025'],
    ['2027-01-02T14:20:00', '2 Jan 2027', '2. Jan. 2027'],
  ])('%s', (time, english, german) => {
    expect(formatShortTime(isoTime(time), now, 'en-GB')).toBe(english)
    expect(formatShortTime(isoTime(time), now, 'de-DE')).toBe(german)
  })
  it('says yesterday across the turn of the year, and of no time nothing', () => {
    const newYear = Date.parse('2026-01-01T10:00:00')
    expect(formatShortTime(isoTime('2025-12-31T23:00:00'), newYear, 'en-GB')).toBe('yesterday, 23:00')
    expect(formatShortTime(null)).toBe('-')
    expect(formatShortTime('soon')).toBe('-')
  })
})
