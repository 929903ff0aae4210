import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  boundTo,
  type FileKeyBytes,
  generateFileKey,
  importLinkTag,
  keyCommitment,
  uploadLinkTag,
} from '../../../core/crypto/index.ts'

const token = 'EBESExQVFhcYGRobHB0eHw'

/** A file that was sent by the link, as its recipient opens it. */
async function receiveFile() {
  const { rawKey, iv } = await generateFileKey()
  const to = await boundTo(await importLinkTag(await uploadLinkTag(token)), await keyCommitment(rawKey, iv))
  return { rawKey, iv, to }
}

/** The member `to`, by what anybody knows who has the file's key and an upload link. */
async function computeTo(rawKey: FileKeyBytes, iv: Uint8Array<ArrayBuffer>, link: string): Promise<string> {
  const tag = createHash('sha256').update(`sealpost/1/to-link\0${link}`).digest()
  const commitment = await keyCommitment(rawKey, iv)
  return createHmac('sha256', tag).update('sealpost/1/to\0').update(commitment).digest('base64url')
}

describe('a recipient of files', () => {
  it('who has the upload link can confirm that a file came by it, and by no other', async () => {
    const { rawKey, iv, to } = await receiveFile()
    expect(await computeTo(rawKey, iv, token)).toBe(to)
    expect(await computeTo(rawKey, iv, 'MDEyMzQ1Njc4OTo7PD0-Pw')).not.toBe(to)
  })

  it('who has not cannot see that two files came by one link', async () => {
    const [one, other] = [await receiveFile(), await receiveFile()]
    expect(one.to).not.toBe(other.to)
    // Not even by the key and IV of the one with the key of the other.
    expect(await computeTo(other.rawKey, one.iv, token)).not.toBe(one.to)
  })
})
