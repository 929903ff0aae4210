import { describe, expect, it } from 'vitest'
import { parseLinkFragment, toBase64 } from '../../../core/crypto/index.ts'
import { countMissingFiles } from '../../../core/keys/sharedFiles.ts'

const fileKeyB64 = toBase64(new Uint8Array(32).fill(7))
const filesWithIds = (...ids: number[]) => ids.map((id) => ({ id }))

describe('files that a link names and the server does not offer', () => {
  it('are counted by the keys behind the link, whatever else is offered', () => {
    const keys = parseLinkFragment(`1:${fileKeyB64},2:${fileKeyB64},30:${fileKeyB64}`)
    expect(countMissingFiles(keys, filesWithIds(1, 2, 30))).toBe(0)
    expect(countMissingFiles(keys, filesWithIds(2, 99))).toBe(2)
    expect(countMissingFiles(keys, [])).toBe(3)
  })

  it('cannot be known of a link with one key', () => {
    expect(countMissingFiles(parseLinkFragment(`*:${fileKeyB64}`), [])).toBe(0)
  })
})
