import { describe, expect, it } from 'vitest'
import { usualMaxFileBytes } from '../../../../contract/limits.ts'
import { rejectionOf, rejectionTexts } from '../../../../src/features/upload/intake/rejections.ts'

describe('rejected files', () => {
  const textsAt = (most: number, ...files: { name: string; size: number; path?: string }[]) =>
    rejectionTexts(
      files
        .map(({ path = '.', ...file }) => rejectionOf({ file, path }, most))
        .filter((rejection) => rejection !== null),
      most,
    )
  const textsOf = (...files: { name: string; size: number; path?: string }[]) =>
    textsAt(usualMaxFileBytes, ...files)

  it('are named with the limit and their own size', () => {
    expect(
      textsOf({ name: 'film.mov', size: 6 * 1024 ** 3 }, { name: 'fits.mov', size: 5 * 1024 ** 3 }),
    ).toEqual(['Files too large (max 5120 MB): film.mov (6144.00 MB)'])
  })

  it('are named with the limit that the operator has set', () => {
    const most = 20 * 1024 ** 3
    const files = [
      { name: 'film.mov', size: most + 1 },
      { name: 'fits.mov', size: most },
    ]
    expect(textsAt(most, ...files)).toEqual(['Files too large (max 20480 MB): film.mov (20480.00 MB)'])
  })

  it('are named with their reasons other than size', () => {
    const long = { name: 'x'.repeat(1025), size: 1 }
    const fits = { name: 'x'.repeat(1024), size: 1 }
    expect(textsOf(long, fits)).toEqual([
      `Other rejected files: ${long.name}: File name is longer than 1,024 characters`,
    ])
  })

  it('are named with what the server would refuse of their folders', () => {
    const deep = (levels: number) => Array(levels).fill('d').join('/')
    expect(
      textsOf(
        { name: 'deep.txt', size: 1, path: deep(101) },
        { name: 'fits.txt', size: 1, path: deep(100) },
        { name: 'long.txt', size: 1, path: 'd'.repeat(4097) },
      ),
    ).toEqual([
      'Other rejected files: deep.txt: It is more than 100 folders deep, ' +
        'long.txt: The path of its folder is longer than 4,096 characters',
    ])
  })

  it('are named up to a maximum number', () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ name: `${index}`, size: 6e9 }))
    expect(textsOf(...many)[0]).toMatch(/ and 4 more$/)
  })
})
