import fc from '../fastCheck.ts'
import { expect, it } from 'vitest'
import {
  toNfc,
  escapeFormName,
  storedName,
  nameKey,
  numberedName,
  normalizedName,
} from '../../contract/fileNames.ts'

it('a name is the same as it was, as a form writes it, and as the server keeps it', () => {
  const signs = ['a', '"', '\r', '\n', '\t', '\u0085', '\u007f', '%', '2', 'é', 'e\u0301', '%0a', '.', '\\']
  const names = fc.array(fc.constantFrom(...signs), { maxLength: 12 }).map((some) => some.join(''))
  fc.assert(
    fc.property(names, (name) => {
      const same = [name, escapeFormName(name), storedName(escapeFormName(name)), name.normalize('NFC')].map(
        normalizedName,
      )
      expect(new Set(same).size).toBe(1)
    }),
  )
})

it.each([
  ['a.txt', 2, 'a (2).txt'],
  ['.gitignore', 2, '.gitignore (2)'],
  ['a', 3, 'a (3)'],
  ['a.tar.gz', 2, 'a.tar (2).gz'],
])('repeats %s as number %i', (name, n, numbered) => {
  expect(numberedName(name, n)).toBe(numbered)
})

it('takes no long end of a name for an extension where somebody says so', () => {
  expect(numberedName('one. and the rest of the name', 2, 20)).toBe('one. and the rest of the name (2)')
})

it('is one name to some disk in any case and Unicode form', () => {
  expect(new Set(['\u00fcss', 'u\u0308SS', '\u00dc\u00df'].map(nameKey)).size).toBe(1)
  expect(nameKey('a b')).not.toBe(nameKey('a_b'))
})

it('is not normalized with more combining marks in a row than text has', () => {
  const marks = (n: number) => '\u0315\u0316'.repeat(n)
  expect(toNfc(`a${marks(15)}`)).toBe(`a${marks(15)}`.normalize('NFC'))
  expect(toNfc(`a${marks(16)}`)).toBe(`a${marks(16)}`)
  expect(toNfc(`a${marks(16)}`)).not.toBe(`a${marks(16)}`.normalize('NFC'))
})
