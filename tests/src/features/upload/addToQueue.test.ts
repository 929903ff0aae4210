import fc from '../../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import type { FoundFile } from '../../../../src/features/upload/intake/scanFiles.ts'
import { sortInNaturalOrder } from '../../../../src/features/upload/intake/addToQueue.ts'

const foundFile = (name: string, path = '.'): FoundFile => ({ file: new File([], name), path })
const pathsOf = (files: FoundFile[]) => files.map(({ file, path }) => `${path}/${file.name}`)

describe('the order of the queue', () => {
  it('is natural: numbers by value, folder by folder', async () => {
    const files = [
      foundFile('page 10.txt', 'b'),
      foundFile('page 2.txt', 'b'),
      foundFile('z', 'a 10'),
      foundFile('Ähre.txt', 'b'),
      foundFile('y', 'a 9'),
    ]
    expect(pathsOf(await sortInNaturalOrder(files))).toEqual([
      'a 9/y',
      'a 10/z',
      'b/Ähre.txt',
      'b/page 2.txt',
      'b/page 10.txt',
    ])
  })

  it('contains every file once, and equal names in their order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 1, max: 40 }),
        async (count, names) => {
          const files = Array.from({ length: count }, (_, i) => foundFile(`f${(i * 7919) % names}`))
          const sorted = await sortInNaturalOrder(files)
          expect(new Set(sorted)).toEqual(new Set(files))
          const expected = [...files].sort(
            (a, b) => Number(a.file.name.slice(1)) - Number(b.file.name.slice(1)),
          )
          expect(sorted).toEqual(expected)
        },
      ),
      { numRuns: 15 },
    )
  })
})
