import { describe, expect, it } from 'vitest'
import { directoryOf, isListedAsSent, listedName } from '../../../core/keys/storedNames.ts'

const recordOf = (stored_filename: string, original_filename = '') => ({ stored_filename, original_filename })

describe('a stored name', () => {
  it.each([
    ['7/a.txt', '.', 'a.txt'],
    ['7/x/a.txt', 'x', 'a.txt'],
    ['7/x/y z/a.txt', 'x/y z', 'a.txt'],
  ])('%s is in directory %s and listed as %s', (name, directory, listed) => {
    expect(directoryOf(recordOf(name))).toBe(directory)
    expect(listedName(recordOf(name))).toBe(listed)
  })

  it.each([
    ['7/a.txt', 'a.txt', true],
    ['7/x/a (2).txt', 'a.txt', true],
    ['7/a (31).tar.gz', 'a.tar.gz', false],
    ['7/a.tar (31).gz', 'a.tar.gz', true],
    ['7/.env (2)', '.env', true],
    ['7/README (2)', 'README', true],
    ['7/a (2).exe', 'a.txt', false],
    ['7/b.txt', 'a.txt', false],
    ['7/a ().txt', 'a.txt', false],
    ['7/a (2) (3).txt', 'a.txt', false],
  ])('%s as the listing of %s counts as sent: %s', (name, original, expected) => {
    expect(isListedAsSent(recordOf(name, original))).toBe(expected)
  })
})
