import { describe, expect, it } from 'vitest'
import { maxFileBytes, tagBytes } from '../../../contract/limits.ts'
import { checkFile, FileRefused } from '../../../server/uploads/checkFile.ts'
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
    const size = sealedSize(maxFileBytes)
    expect(maxFileBytes).toBe(5120 * 1024 * 1024)
    expect(checkFile(sent, { key, size }).size).toBe(maxFileBytes)
    const refused = new FileRefused('The file is larger than 5120 MB.')
    expect(() => checkFile(sent, { key, size: size + tagBytes + 1 })).toThrow(refused)
  })
})
