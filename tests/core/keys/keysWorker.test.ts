import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  stretchLinkPassword,
  deriveManifestKey,
  generateFileKey,
  generateLinkMaster,
  importPrivateKey,
  importRecipientKey,
  newPasswordKdf,
  openLinkMaster,
  sealLinkFileKey,
  sealLinkMaster,
  sealManifest,
  toBase64,
  wrapFileKey,
} from '../../../core/crypto/index.ts'
import { keysWorker } from '../../../core/keys/keysWorker.ts'
import { testPair } from '../../keyPairs.ts'

const manifest = {
  v: 1,
  size: 3,
  sha256: 'a'.repeat(64),
  name: 'a.txt',
  path: '.',
  batch: randomBytes(16).toString('base64url'),
  index: 0,
  count: 1,
} as const

async function newSharedFile(id = 7) {
  const master = generateLinkMaster()
  const { rawKey, iv } = await generateFileKey()
  const file = {
    id,
    ivB64: toBase64(iv),
    manifestB64: await sealManifest(await deriveManifestKey(rawKey, iv), manifest),
    part2B64: await sealLinkFileKey(master, id, rawKey),
  }
  return { master, rawKey, iv, file }
}

/** Every `step`-th bit of something in base64, flipped. */
function* withEachBitFlipped(base64: string, step = 1) {
  const bytes = Buffer.from(base64, 'base64')
  for (let bit = 0; bit < bytes.length * 8; bit += step) {
    const copy = Buffer.from(bytes)
    copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    yield copy.toString('base64')
  }
}

describe('the keys of a link', () => {
  it('open by the link’s one key, and by the files’ own', async () => {
    const { master, rawKey, file } = await newSharedFile()
    const [byMaster] = await keysWorker.openLinked(master, [file])
    expect(byMaster).toMatchObject({ ok: true, rawKey, manifest })
    const [byKey] = await keysWorker.openWithRawKeys([{ ...file, rawKey }])
    expect(byKey).toEqual(byMaster)
  })

  it('open nothing after one flipped bit, wherever it is', async () => {
    const { master, file } = await newSharedFile()
    const altered = [
      ...Array.from(withEachBitFlipped(file.part2B64), (part2B64) => ({ ...file, part2B64 })),
      ...Array.from(withEachBitFlipped(file.ivB64), (ivB64) => ({ ...file, ivB64 })),
      ...Array.from(withEachBitFlipped(file.manifestB64, 3), (manifestB64) => ({ ...file, manifestB64 })),
    ]
    const opened = await keysWorker.openLinked(master, altered)
    expect(opened.filter(({ ok }) => ok)).toEqual([])
    expect(opened.length).toBeGreaterThan(1000)
  })

  it('of two files do not open each other', async () => {
    const one = await newSharedFile(7)
    const two = await newSharedFile(8)
    const swapped = [
      { ...one.file, part2B64: two.file.part2B64 },
      { ...one.file, manifestB64: two.file.manifestB64 },
      { ...one.file, id: 8 },
    ]
    for (const { ok } of await keysWorker.openLinked(one.master, swapped)) expect(ok).toBe(false)
  })

  it('of malformed strings fail by themselves and leave the others alone', async () => {
    const { master, file } = await newSharedFile()
    const bad = ['', 'x', 'a:b:c', '=', toBase64(new Uint8Array(11))].map((part2B64) => ({
      ...file,
      part2B64,
    }))
    const opened = await keysWorker.openLinked(master, [...bad, file])
    expect(opened.map(({ ok }) => ok)).toEqual([...bad.map(() => false), true])
  })

  it('do not open by a password after one flipped bit of part1', async () => {
    const password = await stretchLinkPassword('TischSonne26417', newPasswordKdf())
    const master = generateLinkMaster()
    const part1 = await sealLinkMaster(password, master)
    expect(await openLinkMaster(password, part1)).toEqual(master)
    for (const altered of withEachBitFlipped(part1)) {
      await expect(openLinkMaster(password, altered)).rejects.toMatchObject({ name: 'CryptoError' })
    }
  })
})

describe('the key of an administrator’s file', () => {
  it('does not open after one flipped bit', async () => {
    const pair = testPair
    const opener = { privateKey: await importPrivateKey(pair.pkcs8Bytes), origin: null }
    const { rawKey, iv, file } = await newSharedFile()
    const encryptedKeyB64 = await wrapFileKey(await importRecipientKey(pair.spkiBytes), rawKey)
    const whole = { id: 1, encryptedKeyB64, ivB64: toBase64(iv), manifestB64: file.manifestB64 }
    expect((await keysWorker.openOwn([opener], [whole]))[0]?.ok).toBe(true)
    const altered = Array.from(withEachBitFlipped(encryptedKeyB64, 16), (key) => ({
      ...whole,
      encryptedKeyB64: key,
    }))
    const opened = await keysWorker.openOwn([opener], altered)
    expect(opened.filter(({ ok }) => ok)).toEqual([])
  })
})
