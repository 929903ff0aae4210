import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { nodeHash } from '../../cli/platform/nodeHash.ts'
import { nodeVault } from '../../cli/platform/nodeVault.ts'
import {
  chunkSealer,
  deriveManifestKey,
  generateFileKey,
  openManifest,
  sealManifest,
} from '../../core/crypto/index.ts'

describe('the hash of Node', () => {
  it('gives the digest, and marks that are equal where the beginnings are', async () => {
    const bytes = new Uint8Array(randomBytes(100_000))
    const [one, other] = [await nodeHash(), await nodeHash()]
    const pieces = [bytes.subarray(0, 40_000)]
    expect(await one.update(pieces)).toBe(pieces)
    await other.update([bytes.subarray(0, 10_000), bytes.subarray(10_000, 40_000)])
    expect(await one.checkpoint()).toBe(await other.checkpoint())
    await one.update([bytes.subarray(40_000)])
    await other.update([bytes.subarray(40_001)])
    expect(await one.checkpoint()).not.toBe(await other.checkpoint())
    expect(await one.digestHex()).toBe(createHash('sha256').update(bytes).digest('hex'))
  })
})

describe('the vault of Node', () => {
  async function packed() {
    const { key, rawKey, iv } = await generateFileKey()
    const copy = rawKey.slice()
    const manifestKey = await deriveManifestKey(rawKey, iv)
    const seal = { key, manifestKey, encryptedKeyB64: 'e', sealedTo: 's', size: 7, lastModified: 8 }
    const packedSeal: unknown = JSON.parse(JSON.stringify(nodeVault.pack(seal, rawKey)))
    rawKey.fill(0)
    return { seal, kept: packedSeal, rawKey: copy, iv }
  }

  it('gives a key back that seals the same, through a file', async () => {
    const { seal, kept: packedSeal, rawKey, iv } = await packed()
    const back = await nodeVault.unpack(packedSeal)
    expect(back).toMatchObject({ encryptedKeyB64: 'e', sealedTo: 's', size: 7, lastModified: 8 })
    const sealed = (key: CryptoKey) =>
      chunkSealer({ key, iv, plainSize: 3 }).seal(0, new Uint8Array([1, 2, 3]))
    expect(await sealed(back.key)).toEqual(await sealed(seal.key))
    const manifest = { v: 1, size: 7, sha256: 'a'.repeat(64), name: 'n', path: '.', mtime: 8 } as const
    const fields = { ...manifest, batch: randomBytes(16).toString('base64url'), index: 0, count: 1 }
    const manifestB64 = await sealManifest(back.manifestKey, fields)
    expect(await openManifest(rawKey as Parameters<typeof openManifest>[0], iv, manifestB64)).toEqual(fields)
  })

  it('does not take what it did not pack', async () => {
    const { kept: packedSeal } = await packed()
    const notOurs = [
      null,
      'text',
      {},
      { ...(packedSeal as object), fileKeyB64: 'AAAA' },
      { ...(packedSeal as object), size: 'x' },
    ]
    for (const one of notOurs)
      await expect(nodeVault.unpack(one)).rejects.toMatchObject({ fault: { code: 'not-as-sealed' } })
  })
})
