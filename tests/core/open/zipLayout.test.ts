import { expect, it } from 'vitest'
import { GiB } from '../../../contract/limits.ts'
import { dataDescriptor, entryHeadBytes, writeHead, type ZipEntrySize } from '../../../core/open/zipLayout.ts'

/** Fields of a local header by APPNOTE 4.3.7, and its ZIP64 field by 4.5.3. */
function localHeader(entry: ZipEntrySize, crc: number | null) {
  const head = new Uint8Array(entryHeadBytes(entry))
  // The time of an empty entry's header, and its flags.
  head[6] = 8
  writeHead(head, entry, crc)
  const view = new DataView(head.buffer)
  const extra = 30 + entry.nameBytes
  const hasField = view.getUint16(28, true) > 0 && view.getUint16(extra, true) === 1
  return {
    hasDescriptor: (view.getUint16(6, true) & 8) !== 0,
    method: view.getUint16(8, true),
    crc: view.getUint32(14, true),
    sizes: [view.getUint32(18, true), view.getUint32(22, true)],
    extraBytes: view.getUint16(28, true),
    zip64: hasField
      ? [
          view.getUint16(extra + 2, true),
          view.getBigUint64(extra + 4, true),
          view.getBigUint64(extra + 12, true),
        ]
      : null,
  }
}

const unknown = { nameBytes: 5, modifiedSeconds: null }

/** With the heads of deflate blocks, which hold 65 535 bytes each. */
const inBlocks = (size: number) => size + 5 * Math.ceil(size / 65_535)

it('says the sizes of every entry before its content, and the checksum of what it holds whole', () => {
  expect(localHeader({ ...unknown, size: 7, hasDescriptor: false }, 0xcafe)).toEqual({
    ...{ hasDescriptor: false, method: 0, crc: 0xcafe, sizes: [7, 7], extraBytes: 0, zip64: null },
  })
  expect(localHeader({ ...unknown, size: 4_294_639_629, hasDescriptor: true }, null)).toEqual({
    ...{ hasDescriptor: true, method: 8, crc: 0, extraBytes: 0, zip64: null },
    sizes: [4 * GiB - 2, 4_294_639_629],
  })
})

// The first is larger than 32 bits with the heads of its blocks only.
it.each([4_294_639_630, 4 * GiB - 1, 5 * GiB])(
  'has %d bytes in 64 bits in the local header, as in the descriptor',
  (size) => {
    const entry = { ...unknown, size, hasDescriptor: true }
    expect(localHeader(entry, null)).toEqual({
      ...{ hasDescriptor: true, method: 8, crc: 0, sizes: [0xffffffff, 0xffffffff], extraBytes: 20 },
      zip64: [16, BigInt(size), BigInt(inBlocks(size))],
    })
    const descriptor = new DataView(dataDescriptor({ ...entry, crc: 1 }).buffer)
    expect([
      descriptor.byteLength,
      descriptor.getBigUint64(8, true),
      descriptor.getBigUint64(16, true),
    ]).toEqual([24, BigInt(inBlocks(size)), BigInt(size)])
  },
)
