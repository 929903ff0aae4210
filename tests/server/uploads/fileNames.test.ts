import { describe, expect, it } from 'vitest'
import {
  parseFileName,
  parseDirectory,
  assignFreeNames,
  listedKey,
} from '../../../server/uploads/fileNames.ts'
import { numberedName } from '../../../contract/fileNames.ts'
import { plainSize, sealedSize } from '../../../contract/sealedSize.ts'
import vectors from '../../fixtures/vectors.json' with { type: 'json' }

const foldersDeep = (levels: number) => Array(levels).fill('d').join('/')

describe('a bare name', () => {
  it.each([
    ['a.txt', 'a.txt'],
    ['%22a%22.txt', '"a".txt'],
    ['Icon%0D', 'Icon_'],
    ['a\tb\u0001\u007f\u0085', 'a_b___'],
    ['back\\slash', 'back\\slash'],
    ['100%25', '100%25'],
    ['…', '…'],
  ])('of %j is %j', (wire, name) => {
    expect(parseFileName(wire)).toBe(name)
  })

  it.each(['', '.', '..', 'a/b', '/a', 'a\0b', 'x'.repeat(1025)])('is not made of %j', (wire) => {
    expect(() => parseFileName(wire)).toThrow(/name/)
  })
})

describe('a directory path', () => {
  it.each([
    ['.', '.'],
    ['', '.'],
    ['a', 'a'],
    ['./a/b', 'a/b'],
    ['a b/ü', 'a b/ü'],
    ['..a/b..', '..a/b..'],
    ['a\r/b', 'a_/b'],
    [foldersDeep(100), foldersDeep(100)],
  ])('of %j is %j', (wire, path) => {
    expect(parseDirectory(wire)).toBe(path)
  })

  it.each([
    '/',
    '/a',
    'a/',
    'a//b',
    '..',
    '../a',
    'a/../b',
    'a/..',
    'a/./b',
    './',
    'a\0',
    '\\a',
    'C:\\a',
    'c:/a',
    'a\\..\\b',
    'x'.repeat(4097),
    foldersDeep(101),
  ])('is not made of %j', (wire) => {
    expect(() => parseDirectory(wire)).toThrow(/path/)
  })
})

describe('a repeated name', () => {
  it.each([
    ['a.txt', 'a (2).txt'],
    ['a.tar.gz', 'a.tar (2).gz'],
    ['noextension', 'noextension (2)'],
    ['.hidden', '.hidden (2)'],
  ])('%s becomes %s', (name, numbered) => {
    expect(numberedName(name, 2)).toBe(numbered)
  })

  const take =
    (...names: string[]) =>
    (keys: readonly string[]) =>
      Promise.resolve(new Set(keys.filter((key) => names.includes(key))))
  const inRoot = (...names: string[]) => names.map((name) => ({ directory: '.', name }))

  it('gets the next free number, in the order of the files', async () => {
    const names = await assignFreeNames(inRoot('a', 'a', 'b', 'a', 'a (2)'), take('./a (3)', './b'))
    expect(names.map(({ name }) => name)).toEqual(['a', 'a (2)', 'b (2)', 'a (4)', 'a (2) (2)'])
  })

  it('is one only within its directory, with the same case, and after NFC', async () => {
    const files = [...inRoot('a', 'A', 'u\u0308', 'ü'), { directory: 'd', name: 'a' }]
    const names = await assignFreeNames(files, take())
    expect(names.map(({ name }) => name)).toEqual(['a', 'A', 'u\u0308', 'ü (2)', 'a'])
    expect(listedKey('.', 'u\u0308')).toBe(listedKey('.', 'ü'))
  })

  it('finds a number behind many that are taken', async () => {
    const taken = ['./a', ...Array.from({ length: 998 }, (_, i) => `./a (${i + 2})`)]
    expect((await assignFreeNames(inRoot('a', 'a'), take(...taken))).map(({ name }) => name)).toEqual([
      'a (1000)',
      'a (1001)',
    ])
  })

  /** A folder of these keys that counts what it is asked. */
  function counting(names: readonly string[]) {
    const keys = new Set(names)
    const asked = { queries: 0, keys: 0 }
    const taken = (wanted: readonly string[]) => {
      asked.queries++
      asked.keys += wanted.length
      return Promise.resolve(new Set(wanted.filter((key) => keys.has(key))))
    }
    return { asked, taken }
  }

  it('is found in few lookups, however many are taken', async () => {
    const { asked, taken } = counting(['./a', ...Array.from({ length: 99_999 }, (_, i) => `./a (${i + 2})`)])
    expect((await assignFreeNames(inRoot('a'), taken)).map(({ name }) => name)).toEqual(['a (100001)'])
    expect(asked.queries).toBeLessThanOrEqual(40)
    expect(asked.keys).toBeLessThanOrEqual(60)
  })

  it('is found in few lookups where files stand in the way of doubled steps', async () => {
    const inTheWay = Array.from({ length: 48 }, (_, i) => [
      2 ** i,
      2 ** i + 1,
      10 * 2 ** i + 1,
      10 * 2 ** i + 2,
    ])
    const near = Array.from({ length: 10 }, (_, i) => i + 2)
    const { asked, taken } = counting(['./a', ...[...near, ...inTheWay.flat()].map((n) => `./a (${n})`)])
    const [found] = await assignFreeNames(inRoot('a'), taken)
    expect(found?.key).toMatch(/^\.\/a \([1-9][0-9]*\)$/)
    expect(await taken([found?.key ?? ''])).toEqual(new Set())
    expect(asked.queries).toBeLessThanOrEqual(40)
  })

  it('is the lowest free one among the first', async () => {
    const { taken } = counting(['./a', './a (2)', './a (4)', './a (8)'])
    const names = await assignFreeNames(inRoot('a', 'a', 'a'), taken)
    expect(names.map(({ name }) => name)).toEqual(['a (3)', 'a (5)', 'a (6)'])
  })

  it('is looked up for many files of one name at once', async () => {
    const { asked, taken } = counting(['./a'])
    const names = await assignFreeNames(inRoot(...Array<string>(1000).fill('a')), taken)
    expect(new Set(names.map(({ key }) => key)).size).toBe(1000)
    expect(names.at(-1)?.name).toBe('a (1001)')
    expect(asked.queries).toBeLessThanOrEqual(101)
  })
})

describe('a sealed length', () => {
  it('agrees with the vectors', () => {
    for (const { plain, sealed } of vectors.sizes) {
      expect(sealedSize(plain)).toBe(sealed)
      expect(plainSize(sealed)).toBe(plain)
    }
    for (const sealed of vectors.impossibleSealedLengths) expect(plainSize(sealed)).toBeUndefined()
  })
})
