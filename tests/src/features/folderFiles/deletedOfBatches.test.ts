import { beforeEach, expect, it, vi } from 'vitest'
import {
  addDeletedOfBatches,
  maxBatches,
  readDeletedOfBatches,
} from '../../../../src/features/folderFiles/checks/deletedOfBatches.ts'

const entries = new Map<string, string>()
beforeEach(() => {
  entries.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
  })
})

it('counts the files of each batch that were deleted here', () => {
  addDeletedOfBatches(['a', 'a', 'b'])
  addDeletedOfBatches(['a'])
  expect(readDeletedOfBatches()).toEqual({ a: 3, b: 1 })
})

it('counts restored files no more, and never less than none', () => {
  addDeletedOfBatches(['a', 'a', 'b'])
  addDeletedOfBatches(['a', 'b', 'b', 'c'], -1)
  expect(readDeletedOfBatches()).toEqual({ a: 1 })
})

it('forgets the batches that were changed first', () => {
  addDeletedOfBatches(['first'])
  addDeletedOfBatches(['second'])
  addDeletedOfBatches(['first'])
  addDeletedOfBatches(Array.from({ length: maxBatches - 1 }, (_, n) => `batch ${n}`))
  expect(Object.keys(readDeletedOfBatches())).toHaveLength(maxBatches)
  expect(readDeletedOfBatches()).toMatchObject({ first: 2 })
  expect(readDeletedOfBatches()).not.toHaveProperty('second')
})

it.each(['{', '{}', '[1, ["a"], ["b", "c"]]'])('counts nothing where storage holds %s', (stored) => {
  addDeletedOfBatches(['a'])
  for (const key of entries.keys()) entries.set(key, stored)
  expect(readDeletedOfBatches()).toEqual({})
})
