import { expect, it } from 'vitest'
import { readExpiry } from '../../../../cli/share/expiry.ts'

const now = new Date('2026-03-01T10:00:00.000Z')

it.each([
  ['30m', '2026-03-01T10:30:00.000Z'],
  ['12h', '2026-03-01T22:00:00.000Z'],
  ['7d', '2026-03-08T10:00:00.000Z'],
  ['2w', '2026-03-15T10:00:00.000Z'],
  ['2026-03-02T00:00Z', '2026-03-02T00:00:00.000Z'],
  ['2026-03-02T00:00:30+02:00', '2026-03-01T22:00:30.000Z'],
  ['2026-03-02', new Date('2026-03-02T23:59:59').toISOString()],
  ['2026-03-02T18:00', new Date('2026-03-02T18:00').toISOString()],
  ['never', null],
])('the end %s is a time', (text, iso) => {
  expect(readExpiry(text, now)).toBe(iso)
})

it.each([
  '',
  '7',
  'd',
  '-1d',
  '0d',
  '1.5d',
  '999999d',
  '7 d',
  '2026-13-01',
  '2026-03-01T09:59Z',
  'tomorrow',
  '1y',
])('the end %j is none', (text) => {
  expect(() => readExpiry(text, now)).toThrow('--expires')
})

it('no end is further away than the server keeps times', () => {
  expect(() => readExpiry('99999w', new Date('9000-01-01'))).toThrow('too far away')
})
