/**
 * [Note: Rows in blocks] The queue takes 50 000 files and changes several times a second. A record by id
 * would be copied whole at every change, so rows are stored in blocks of 256 and found by their id: a change
 * copies only the blocks that it touches. Ids are assigned in order and never reused; a removed row is null.
 */
export type RowBlocks<Row> = readonly (readonly (Row | null)[])[]

const blockBits = 8
const blockSize = 1 << blockBits

export function rowAt<Row>(blocks: RowBlocks<Row>, id: number): Row | null {
  return blocks[id >> blockBits]?.[id & (blockSize - 1)] ?? null
}

/** Sets rows by id; null removes a row. */
export function withRows<Row>(
  blocks: RowBlocks<Row>,
  rows: Iterable<readonly [id: number, row: Row | null]>,
): RowBlocks<Row> {
  const newBlocks = [...blocks]
  const copied = new Map<number, (Row | null)[]>()
  for (const [id, row] of rows) {
    const blockIndex = id >> blockBits
    let block = copied.get(blockIndex)
    if (!block) {
      block = [...(blocks[blockIndex] ?? [])]
      copied.set(blockIndex, block)
      while (newBlocks.length < blockIndex) newBlocks.push([])
      newBlocks[blockIndex] = block
    }
    const position = id & (blockSize - 1)
    while (block.length < position) block.push(null)
    block[position] = row
  }
  return newBlocks
}
