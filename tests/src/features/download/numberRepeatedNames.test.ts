import { expect, it } from 'vitest'
import type { SharedRow } from '../../../../src/features/download/downloadPageSlice.ts'
import { numberRepeatedNames } from '../../../../src/features/download/numberRepeatedNames.ts'

const row = (id: number, name: string, path = '.'): SharedRow => ({
  ...{ id, name, path, size: 1, isSealed: true, isText: false, difference: null, last: null },
})
const namesOf = (rows: readonly SharedRow[]) => numberRepeatedNames(rows).map(({ name }) => name)

it('equal names of a directory are numbered; the file that came first keeps its name', () => {
  expect(namesOf([row(3, 'a.txt'), row(1, 'a.txt'), row(2, 'A.TXT'), row(4, 'a.txt', 'sub')])).toEqual([
    'a (3).txt',
    'a.txt',
    'A (2).TXT',
    'a.txt',
  ])
})

it('a number that is another file’s name is passed over', () => {
  expect(namesOf([row(1, 'a.txt'), row(2, 'a.txt'), row(3, 'a (2).txt')])).toEqual([
    'a.txt',
    'a (3).txt',
    'a (2).txt',
  ])
})
