import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxFileBytes, MiB } from '../../../contract/limits.ts'
import { partSize, putPart } from '../../../contract/uploads.ts'
import { sealedSize } from '../../../src/crypto/index.ts'
import { ByteBudget } from '../../../src/transfer/byteBudget.ts'
import { choosePartChunks } from '../../../src/transfer/partsUpload.ts'
import { sealedChunkBytes } from '../../../contract/limits.ts'

describe('the size of a part', () => {
  it('is one that the server takes, whatever the rate', () => {
    fc.assert(
      fc.property(fc.option(fc.double({ min: 0, max: 1e10, noNaN: true }), { nil: undefined }), (rate) => {
        expect(partSize.safeParse(choosePartChunks(rate) * sealedChunkBytes).success).toBe(true)
      }),
    )
  })

  it('lets the largest file have few enough parts', () => {
    const parts = Math.ceil(sealedSize(maxFileBytes) / (choosePartChunks(0) * sealedChunkBytes))
    expect(putPart.params.shape.n.safeParse(parts).success).toBe(true)
  })

  it('never keeps a request going for longer than a minute at 5 Mbit/s', () => {
    const slow = 5e6 / 8
    expect((choosePartChunks(slow) * sealedChunkBytes) / slow).toBeLessThan(60)
    expect((choosePartChunks(undefined) * sealedChunkBytes) / slow).toBeLessThan(60)
    expect(choosePartChunks(slow) * sealedChunkBytes).toBeLessThan(6 * MiB)
  })
})

describe('the budget of held bytes', () => {
  it('lets takers in as there is room, in their order', async () => {
    const budget = new ByteBudget(10)
    const order: string[] = []
    await budget.take(6)
    const large = budget.take(8).then(() => order.push('large'))
    const small = budget.take(1).then(() => order.push('small'))
    await Promise.resolve()
    expect(order).toEqual([])
    budget.give(6)
    await Promise.all([large, small])
    expect(order).toEqual(['large', 'small'])
  })
})
