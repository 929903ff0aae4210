import { describe, expect, it } from 'vitest'
import { partition, keptFile, type KnownBatch } from '../../cli/send/partition.ts'
import type { FoundFile } from '../../cli/send/walk.ts'

const file = (path: string | Buffer, modified = 1): FoundFile => ({
  file: { path, size: 3, modified: BigInt(modified), device: 1n, inode: 1n },
  name: path.toString(),
  folder: '.',
})
const batch = (files: readonly FoundFile[], ...ended: number[]): KnownBatch => ({
  files: files.map(keptFile),
  ended: new Set(ended),
})
const paths = (files: readonly FoundFile[]) => files.map(({ file: { path } }) => path)

describe('what becomes of files that are there now', () => {
  it('sends all as new where nothing was begun', () => {
    expect(partition([file('a')], [])).toEqual({
      rest: [],
      fresh: [file('a')],
      arrived: 0,
      given: [],
      gone: [],
    })
  })

  it('leaves out what has ended and is as it was, and sends the rest in its place of before', () => {
    const { rest, fresh } = partition([file('b'), file('a')], [batch([file('a'), file('b')], 0)])
    expect(rest).toEqual([[{ ...file('b'), index: 1 }]])
    expect(fresh).toEqual([])
  })

  it('sends in its place what changed before it had ended, and besides what changed since', () => {
    const now = [file('a', 2), file('b', 2), file('c')]
    const { rest, fresh } = partition(now, [batch([file('a'), file('b')], 0)])
    expect(rest).toEqual([[{ ...file('b', 2), index: 1 }]])
    expect(paths(fresh)).toEqual(['a', 'c'])
  })

  it('knows what was stored anew after a change, and gives up its place of before', () => {
    const batches = [batch([file('a')]), batch([file('a', 2)], 0)]
    const { rest, fresh, given, gone } = partition([file('a', 2)], batches)
    expect([rest, fresh, gone]).toEqual([[[], []], [], []])
    expect(given).toEqual([new Set([0]), new Set()])
  })

  it('takes the latest of several places that have not ended', () => {
    const { rest, given } = partition([file('a')], [batch([file('a')]), batch([file('a')])])
    expect(rest.map((its) => its.length)).toEqual([0, 1])
    expect(given).toEqual([new Set([0]), new Set()])
  })

  it('gives up the place of what has arrived otherwise since, and names it not as gone', () => {
    const { rest, given, gone, arrived } = partition(
      [file('a'), file('b')],
      [batch([file('a'), file('b')])],
      {
        hasArrived: ({ path }) => path === 'a',
      },
    )
    expect(rest).toEqual([[{ ...file('b'), index: 1 }]])
    expect([given, gone, arrived]).toEqual([[new Set([0])], [], 1])
  })

  it('sends once more what has ended or arrived, where it is to', () => {
    const how = { isAgain: true, hasArrived: () => true }
    const { rest, fresh } = partition([file('a'), file('b')], [batch([file('a'), file('b')], 0)], how)
    expect([rest, paths(fresh)]).toEqual([[[{ ...file('b'), index: 1 }]], ['a']])
  })

  it('gives up what is gone, and names it', () => {
    const { given, gone } = partition([], [batch([file('a'), file('b')], 1)])
    expect(given).toEqual([new Set([0])])
    expect(gone.map(({ name }) => name)).toEqual(['a'])
  })

  it('keeps a name that is no text apart from the text that it looks like', () => {
    const bytes = Buffer.from([0x61, 0xff])
    const { fresh } = partition([file(bytes), file(bytes.toString())], [batch([file(bytes)], 0)])
    expect(paths(fresh)).toEqual([bytes.toString()])
  })

  it('keeps the name that a file was begun by', () => {
    const renamed = { ...file('a'), name: 'a (2)' }
    expect(partition([renamed], [batch([file('a')])]).rest).toEqual([[{ ...file('a'), index: 0 }]])
  })
})
