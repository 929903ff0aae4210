import { describe, expect, it } from 'vitest'
import { GiB, MiB, tagBytes, usualMaxFileBytes } from '../../../contract/limits.ts'
import { checkSentFile, FileRefusedError } from '../../../server/uploads/checkSentFile.ts'
import { sealedSize } from '../../../contract/sealedSize.ts'
import { newBlobKey } from '../../../server/blobs/blobKeys.ts'

describe('a file', () => {
  const key = newBlobKey()
  const sent = {
    index: 0,
    wireName: 'a.bin',
    path: '',
    hash: 'ab'.repeat(32),
    encryptedKey: Buffer.alloc(512).toString('base64'),
    iv: Buffer.alloc(12).toString('base64'),
    manifest: null,
    content: { uploadId: 'x' },
  }
  it('has up to 5120 MB', () => {
    const size = sealedSize(usualMaxFileBytes)
    expect(usualMaxFileBytes).toBe(5120 * 1024 * 1024)
    expect(checkSentFile(sent, { key, size }, usualMaxFileBytes).size).toBe(usualMaxFileBytes)
    const refused = new FileRefusedError('The file is larger than 5120 MB.')
    expect(() => checkSentFile(sent, { key, size: size + tagBytes + 1 }, usualMaxFileBytes)).toThrow(refused)
  })

  it('has what the operator lets it have, and is refused with that figure', () => {
    const check = (plain: number, most: number) =>
      checkSentFile(sent, { key, size: sealedSize(plain) }, most).size
    expect(check(6 * GiB, 6 * GiB)).toBe(6 * GiB)
    expect(() => check(6 * GiB + 1, 6 * GiB)).toThrow(
      new FileRefusedError('The file is larger than 6144 MB.'),
    )
    expect(() => check(MiB, MiB / 2)).toThrow(new FileRefusedError('The file is larger than 0.5 MB.'))
  })

  it('that was begun in parts is taken whatever the figure is by now', () => {
    const begun = { key, size: sealedSize(6 * GiB), uploadId: 'x' }
    expect(checkSentFile(sent, begun, usualMaxFileBytes).size).toBe(6 * GiB)
  })
})
