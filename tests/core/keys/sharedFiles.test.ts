import { describe, expect, it } from 'vitest'
import { parseLinkFragment, toBase64 } from '../../../core/crypto/index.ts'
import { countMissingFiles } from '../../../core/keys/sharedFiles.ts'

const key = toBase64(new Uint8Array(32).fill(7))
const offered = (...ids: number[]) => ids.map((id) => ({ id }))

describe('files that a link names and the server does not offer', () => {
  it('are counted by the keys behind the link, whatever else is offered', () => {
    const keys = parseLinkFragment(`1:${key},2:${key},30:${key}`)
    expect(countMissingFiles(keys, offered(1, 2, 30))).toBe(0)
    expect(countMissingFiles(keys, offered(2, 99))).toBe(2)
    expect(countMissingFiles(keys, [])).toBe(3)
  })

  it('cannot be known of a link with one key', () => {
    expect(countMissingFiles(parseLinkFragment(`*:${key}`), [])).toBe(0)
  })
})
