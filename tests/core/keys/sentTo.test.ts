import { expect, it } from 'vitest'
import { boundTo, type Bytes, importLinkTag, uploadLinkTag } from '../../../core/crypto/index.ts'
import { maxTagChecks, sentToLookup } from '../../../core/keys/sentTo.ts'

const commitment = (byte: number): Bytes => new Uint8Array(32).fill(byte)
const [a = '', b = '', c = ''] = await Promise.all(
  ['A', 'B', 'C'].map((one) => uploadLinkTag(one.repeat(22))),
)
const to = async (tag: string, byte: number) => boundTo(await importLinkTag(tag), commitment(byte))

it('shows nobody without the link that two files came by the same one', async () => {
  const seen = await Promise.all([to(a, 1), to(a, 2), to(b, 1), to(b, 2)])
  expect(new Set(seen).size).toBe(4)
})

it('finds the folder for whoever remembers the link, and none for a file that has the words of another', async () => {
  const find = sentToLookup([
    { id: 2, tags: [b] },
    { id: 1, tags: [a] },
  ])
  expect(await find(await to(a, 1), commitment(1))).toBe(1)
  expect(await find(await to(a, 1), commitment(2))).toBe('unknown')
})

it(
  'tries the links of other folders so often, and those of its own always',
  { tags: 'thorough' },
  async () => {
    const others = Array.from({ length: maxTagChecks }, () => c)
    const find = sentToLookup([
      { id: 2, tags: [b] },
      { id: 3, tags: others },
      { id: 1, tags: [a] },
    ])
    expect(await find(await to(a, 1), commitment(1))).toBe('unchecked')
    expect(await find(await to(b, 1), commitment(1))).toBe(2)
  },
)
