import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { StoredBlocks, storedBlocksBytes } from '../../../core/open/storedBlocks.ts'

it.each([[1], [65_535], [65_536], [65_534, 1, 1], [1, 65_535, 200_000], [262_144, 262_144, 7]])(
  'are a deflate stream of announced length, in whatever pieces the content comes: %j',
  (...lengths: number[]) => {
    const pieces = lengths.map((length) => new Uint8Array(randomBytes(length)))
    const content = Buffer.concat(pieces)
    const blocks = new StoredBlocks(content.length)
    const packed = Buffer.concat(pieces.map((piece) => blocks.add(piece)))
    expect(packed).toHaveLength(storedBlocksBytes(content.length))
    expect(inflateRawSync(packed).equals(content)).toBe(true)
  },
)
