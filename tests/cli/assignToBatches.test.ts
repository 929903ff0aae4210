import { describe, expect, it } from 'vitest'
import { assignToBatches, storedFileOf, type EarlierBatch } from '../../cli/send/assignToBatches.ts'
import type { FoundFile } from '../../cli/send/findFiles.ts'

const foundFile = (path: string | Buffer, modified = 1): FoundFile => ({
  file: { path, size: 3, modified: BigInt(modified), device: 1n, inode: 1n, hasBlocks: true },
  name: path.toString(),
  folder: '.',
})
const earlierBatch = (files: readonly FoundFile[], ...ended: number[]): EarlierBatch => ({
  files: files.map(storedFileOf),
  completed: new Set(ended),
})
const pathsOf = (files: readonly FoundFile[]) => files.map(({ file: { path } }) => path)

describe('what becomes of files that are there now', () => {
  it('sends all as new where nothing was begun', () => {
    expect(assignToBatches([foundFile('a')], [])).toEqual({
      resumed: [],
      newFiles: [foundFile('a')],
      arrivedCount: 0,
      abandoned: [],
      missing: [],
    })
  })

  it('leaves out what has ended and is as it was, and sends the rest in its place of before', () => {
    const { resumed, newFiles } = assignToBatches(
      [foundFile('b'), foundFile('a')],
      [earlierBatch([foundFile('a'), foundFile('b')], 0)],
    )
    expect(resumed).toEqual([[{ ...foundFile('b'), index: 1 }]])
    expect(newFiles).toEqual([])
  })

  it('sends in its place what changed before it had ended, and besides what changed since', () => {
    const now = [foundFile('a', 2), foundFile('b', 2), foundFile('c')]
    const { resumed, newFiles } = assignToBatches(now, [earlierBatch([foundFile('a'), foundFile('b')], 0)])
    expect(resumed).toEqual([[{ ...foundFile('b', 2), index: 1 }]])
    expect(pathsOf(newFiles)).toEqual(['a', 'c'])
  })

  it('knows what was stored anew after a change, and gives up its place of before', () => {
    const batches = [earlierBatch([foundFile('a')]), earlierBatch([foundFile('a', 2)], 0)]
    const { resumed, newFiles, abandoned, missing } = assignToBatches([foundFile('a', 2)], batches)
    expect([resumed, newFiles, missing]).toEqual([[[], []], [], []])
    expect(abandoned).toEqual([new Set([0]), new Set()])
  })

  it('takes the latest of several places that have not ended', () => {
    const { resumed, abandoned } = assignToBatches(
      [foundFile('a')],
      [earlierBatch([foundFile('a')]), earlierBatch([foundFile('a')])],
    )
    expect(resumed.map((its) => its.length)).toEqual([0, 1])
    expect(abandoned).toEqual([new Set([0]), new Set()])
  })

  it('gives up the place of what has arrived otherwise since, and names it not as gone', () => {
    const { resumed, abandoned, missing, arrivedCount } = assignToBatches(
      [foundFile('a'), foundFile('b')],
      [earlierBatch([foundFile('a'), foundFile('b')])],
      {
        hasArrived: ({ path }) => path === 'a',
      },
    )
    expect(resumed).toEqual([[{ ...foundFile('b'), index: 1 }]])
    expect([abandoned, missing, arrivedCount]).toEqual([[new Set([0])], [], 1])
  })

  it('sends once more what has ended or arrived, where it is to', () => {
    const how = { shouldResend: true, hasArrived: () => true }
    const { resumed, newFiles } = assignToBatches(
      [foundFile('a'), foundFile('b')],
      [earlierBatch([foundFile('a'), foundFile('b')], 0)],
      how,
    )
    expect([resumed, pathsOf(newFiles)]).toEqual([[[{ ...foundFile('b'), index: 1 }]], ['a']])
  })

  it('gives up what is gone, and names it', () => {
    const { abandoned, missing } = assignToBatches([], [earlierBatch([foundFile('a'), foundFile('b')], 1)])
    expect(abandoned).toEqual([new Set([0])])
    expect(missing.map(({ name }) => name)).toEqual(['a'])
  })

  it('keeps a name that is no text apart from the text that it looks like', () => {
    const bytes = Buffer.from([0x61, 0xff])
    const { newFiles } = assignToBatches(
      [foundFile(bytes), foundFile(bytes.toString())],
      [earlierBatch([foundFile(bytes)], 0)],
    )
    expect(pathsOf(newFiles)).toEqual([bytes.toString()])
  })

  it('keeps the name that a file was begun by', () => {
    const renamed = { ...foundFile('a'), name: 'a (2)' }
    expect(assignToBatches([renamed], [earlierBatch([foundFile('a')])]).resumed).toEqual([
      [{ ...foundFile('a'), index: 0 }],
    ])
  })
})
