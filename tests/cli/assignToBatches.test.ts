import { describe, expect, it } from 'vitest'
import { assignToBatches, storedFileOf, type EarlierBatch } from '../../cli/send/assignToBatches.ts'
import type { FoundFile } from '../../cli/send/findFiles.ts'

const file = (path: string | Buffer, modified = 1): FoundFile => ({
  file: { path, size: 3, modified: BigInt(modified), device: 1n, inode: 1n },
  name: path.toString(),
  folder: '.',
})
const batch = (files: readonly FoundFile[], ...ended: number[]): EarlierBatch => ({
  files: files.map(storedFileOf),
  ended: new Set(ended),
})
const paths = (files: readonly FoundFile[]) => files.map(({ file: { path } }) => path)

describe('what becomes of files that are there now', () => {
  it('sends all as new where nothing was begun', () => {
    expect(assignToBatches([file('a')], [])).toEqual({
      resumed: [],
      newFiles: [file('a')],
      arrived: 0,
      abandoned: [],
      missing: [],
    })
  })

  it('leaves out what has ended and is as it was, and sends the rest in its place of before', () => {
    const { resumed, newFiles } = assignToBatches([file('b'), file('a')], [batch([file('a'), file('b')], 0)])
    expect(resumed).toEqual([[{ ...file('b'), index: 1 }]])
    expect(newFiles).toEqual([])
  })

  it('sends in its place what changed before it had ended, and besides what changed since', () => {
    const now = [file('a', 2), file('b', 2), file('c')]
    const { resumed, newFiles } = assignToBatches(now, [batch([file('a'), file('b')], 0)])
    expect(resumed).toEqual([[{ ...file('b', 2), index: 1 }]])
    expect(paths(newFiles)).toEqual(['a', 'c'])
  })

  it('knows what was stored anew after a change, and gives up its place of before', () => {
    const batches = [batch([file('a')]), batch([file('a', 2)], 0)]
    const { resumed, newFiles, abandoned, missing } = assignToBatches([file('a', 2)], batches)
    expect([resumed, newFiles, missing]).toEqual([[[], []], [], []])
    expect(abandoned).toEqual([new Set([0]), new Set()])
  })

  it('takes the latest of several places that have not ended', () => {
    const { resumed, abandoned } = assignToBatches([file('a')], [batch([file('a')]), batch([file('a')])])
    expect(resumed.map((its) => its.length)).toEqual([0, 1])
    expect(abandoned).toEqual([new Set([0]), new Set()])
  })

  it('gives up the place of what has arrived otherwise since, and names it not as gone', () => {
    const { resumed, abandoned, missing, arrived } = assignToBatches(
      [file('a'), file('b')],
      [batch([file('a'), file('b')])],
      {
        hasArrived: ({ path }) => path === 'a',
      },
    )
    expect(resumed).toEqual([[{ ...file('b'), index: 1 }]])
    expect([abandoned, missing, arrived]).toEqual([[new Set([0])], [], 1])
  })

  it('sends once more what has ended or arrived, where it is to', () => {
    const how = { shouldResend: true, hasArrived: () => true }
    const { resumed, newFiles } = assignToBatches(
      [file('a'), file('b')],
      [batch([file('a'), file('b')], 0)],
      how,
    )
    expect([resumed, paths(newFiles)]).toEqual([[[{ ...file('b'), index: 1 }]], ['a']])
  })

  it('gives up what is gone, and names it', () => {
    const { abandoned, missing } = assignToBatches([], [batch([file('a'), file('b')], 1)])
    expect(abandoned).toEqual([new Set([0])])
    expect(missing.map(({ name }) => name)).toEqual(['a'])
  })

  it('keeps a name that is no text apart from the text that it looks like', () => {
    const bytes = Buffer.from([0x61, 0xff])
    const { newFiles } = assignToBatches([file(bytes), file(bytes.toString())], [batch([file(bytes)], 0)])
    expect(paths(newFiles)).toEqual([bytes.toString()])
  })

  it('keeps the name that a file was begun by', () => {
    const renamed = { ...file('a'), name: 'a (2)' }
    expect(assignToBatches([renamed], [batch([file('a')])]).resumed).toEqual([[{ ...file('a'), index: 0 }]])
  })
})
