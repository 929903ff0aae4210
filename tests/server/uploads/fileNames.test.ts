import { describe, expect, it } from 'vitest'
import {
  bareName,
  directoryPath,
  freeNames,
  listedKey,
  numberedName,
} from '../../../server/uploads/fileNames.ts'
import { maxSealedBytes, plainSize, sealedSize } from '../../../server/uploads/sealedLength.ts'
import vectors from '../../fixtures/vectors.json' with { type: 'json' }

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
    expect(bareName(wire)).toBe(name)
  })

  it.each(['', '.', '..', 'a/b', '/a', 'a\0b', 'x'.repeat(1025)])('is not made of %j', (wire) => {
    expect(() => bareName(wire)).toThrow(/name/)
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
  ])('of %j is %j', (wire, path) => {
    expect(directoryPath(wire)).toBe(path)
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
  ])('is not made of %j', (wire) => {
    expect(() => directoryPath(wire)).toThrow(/path/)
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
    const names = await freeNames(inRoot('a', 'a', 'b', 'a', 'a (2)'), take('./a (3)', './b'))
    expect(names.map(({ name }) => name)).toEqual(['a', 'a (2)', 'b (2)', 'a (4)', 'a (2) (2)'])
  })

  it('is one only within its directory, with the same case, and after NFC', async () => {
    const files = [...inRoot('a', 'A', 'u\u0308', 'ü'), { directory: 'd', name: 'a' }]
    const names = await freeNames(files, take())
    expect(names.map(({ name }) => name)).toEqual(['a', 'A', 'u\u0308', 'ü (2)', 'a'])
    expect(listedKey('.', 'u\u0308')).toBe(listedKey('.', 'ü'))
  })

  it('finds a number behind many that are taken', async () => {
    const taken = ['./a', ...Array.from({ length: 998 }, (_, i) => `./a (${i + 2})`)]
    expect((await freeNames(inRoot('a', 'a'), take(...taken))).map(({ name }) => name)).toEqual([
      'a (1000)',
      'a (1001)',
    ])
  })
})

describe('a sealed length', () => {
  it('agrees with the vectors', () => {
    for (const { plain, sealed } of vectors.sizes) {
      expect(sealedSize(plain)).toBe(sealed)
      expect(plainSize(sealed)).toBe(plain)
    }
    for (const sealed of vectors.impossibleSealedLengths) expect(plainSize(sealed)).toBeUndefined()
    expect(plainSize(maxSealedBytes)).toBe(5120 * 1024 * 1024)
  })
})
