import { createHash, randomBytes as nodeRandomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { chunkBytes } from '../../contract/limits.ts'
import {
  contentRootB64u,
  generateKeyPair,
  importFileKey,
  importPrivateKey,
  importRecipientKey,
  openManifest,
  openStream,
  readFileIv,
  unwrapFileKey,
} from '../../src/crypto/index.ts'
import { CoveredBytesError, FileSealer } from '../../workers/fileSealer.ts'
import type { Payload } from '../../workers/httpSend.ts'

/** An upload that one worker began and another goes on with. */

const partChunks = 20
const partBytes = partChunks * chunkBytes
const fileBytes = 3 * partBytes + 12_345
const lastModified = 1_700_000_000_000
const names = { name: 'a.bin', path: '.', batch: 'AAECAwQFBgcICQoLDA0ODw', index: 0, count: 1 }

let recipient: CryptoKey
let privateKey: CryptoKey
beforeAll(async () => {
  const pair = await generateKeyPair()
  recipient = await importRecipientKey(pair.spkiBytes)
  privateKey = await importPrivateKey(pair.pkcs8Bytes)
})

const fileOf = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'a.bin', { lastModified })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const hashOf = async (part: Payload | undefined) =>
  sha256(new Uint8Array(await new Blob(part && [part]).arrayBuffer()))

/** Seals parts 1 to `count`; what would have been kept and sent. */
async function begin(file: File, count: number) {
  const sealer = await FileSealer.open(file, recipient, partChunks, { checkTypes: false })
  const marks: string[] = []
  const sent: Payload[] = []
  for (let n = 1; n <= count; n++) {
    await sealer.sealPart(n)
    marks[n] = await sealer.mark(n)
    sent[n] = sealer.part(n)
  }
  return { seal: sealer.seal, marks, sent }
}

afterEach(() => void vi.restoreAllMocks())

describe('a file that is gone on with', () => {
  const content = nodeRandomBytes(fileBytes)

  it('opens whole: parts of before, a part sealed again and new parts fit together', async () => {
    const before = await begin(fileOf(content), 2)
    // As it comes back from a storage.
    const seal = structuredClone(before.seal)
    const sealer = await FileSealer.reopen(fileOf(content), seal, partChunks)
    await sealer.coverPart(1, null, false)
    await sealer.coverPart(2, before.marks[2] ?? null, true)
    expect(await hashOf(sealer.part(2))).toBe(await hashOf(before.sent[2]))
    for (const n of [3, 4]) await sealer.sealPart(n)
    const fields = await sealer.finish(names, await sealer.mark(4))
    expect(fields.hash).toBe(sha256(content))

    const sealed = new Blob([before.sent[1] ?? '', ...[2, 3, 4].map((n) => sealer.part(n))])
    const rawKey = await unwrapFileKey(privateKey, fields.encryptedKeyB64)
    const iv = readFileIv(fields.ivB64)
    const opener = openStream({ key: await importFileKey(rawKey), iv, sealedSize: sealed.size })
    const plain = await new Response(sealed.stream().pipeThrough(opener)).arrayBuffer()
    expect(sha256(new Uint8Array(plain))).toBe(sha256(content))
    expect(await openManifest(rawKey, iv, fields.manifestB64)).toMatchObject({
      sha256: sha256(content),
      root: await contentRootB64u(content),
    })
  })

  it('has the same root as one that was never cut, wherever it is gone on with', async () => {
    const whole = await begin(fileOf(content), 4)
    for (const covered of [1, 2, 3, 4]) {
      const sealer = await FileSealer.reopen(fileOf(content), whole.seal, partChunks)
      for (let n = 1; n <= covered; n++) await sealer.coverPart(n, whole.marks[n] ?? null, n === covered)
      for (let n = covered + 1; n <= 4; n++) await sealer.sealPart(n)
      expect(await sealer.mark(4)).toBe(whole.marks[4])
    }
  })

  it('keeps nothing of the root before its last part', async () => {
    const { marks } = await begin(fileOf(content), 3)
    // 116 bytes of state, in hex, whatever the length of the file.
    for (const mark of marks.slice(1)) expect(mark).toMatch(/^[0-9a-f]{232}$/)
  })

  it('goes on behind its last part, too, where the hash has ended', async () => {
    const before = await begin(fileOf(content), 4)
    const sealer = await FileSealer.reopen(fileOf(content), before.seal, partChunks)
    for (const n of [1, 2, 3]) await sealer.coverPart(n, null, false)
    await sealer.coverPart(4, before.marks[4] ?? null, true)
    expect(await hashOf(sealer.part(4))).toBe(await hashOf(before.sent[4]))
    expect((await sealer.finish(names, before.marks[4] ?? '')).hash).toBe(sha256(content))
  })

  it('is refused when its size or date is another', async () => {
    const { seal } = await begin(fileOf(content), 1)
    const longer = fileOf(Buffer.concat([content, Buffer.of(0)]))
    const younger = new File([content], 'a.bin', { lastModified: lastModified + 1 })
    for (const other of [longer, younger]) {
      await expect(FileSealer.reopen(other, seal, partChunks)).rejects.toThrow(CoveredBytesError)
    }
  })

  it('is refused when one bit of what was covered is another, before anything is sealed', async () => {
    const { seal, marks } = await begin(fileOf(content), 2)
    const changed = Buffer.from(content)
    changed.writeUInt8(changed.readUInt8(17) ^ 1, 17)
    const encrypt = vi.spyOn(crypto.subtle, 'encrypt')
    const sealer = await FileSealer.reopen(fileOf(changed), seal, partChunks)
    await sealer.coverPart(1, null, false)
    await expect(sealer.coverPart(2, marks[2] ?? null, true)).rejects.toThrow(CoveredBytesError)
    expect(encrypt).not.toHaveBeenCalled()
  })

  it('seals no part of before again that no mark vouches for', async () => {
    const { seal } = await begin(fileOf(content), 2)
    const sealer = await FileSealer.reopen(fileOf(content), seal, partChunks)
    await expect(sealer.coverPart(1, null, true)).rejects.toThrow(CoveredBytesError)
  })

  it('cannot skip what was covered', async () => {
    const { seal } = await begin(fileOf(content), 2)
    const sealer = await FileSealer.reopen(fileOf(content), seal, partChunks)
    await expect(sealer.sealPart(3)).rejects.toThrow('Part 3 is not the next.')
  })
})

describe('keys and nonces', () => {
  it('never seal two contents, however often files are begun, gone on with, changed and begun anew', async () => {
    const contentOf = new Map<string, string>()
    let sealings = 0
    const ids = new WeakMap<CryptoKey, number>()
    let nextId = 0
    const seal = crypto.subtle.encrypt.bind(crypto.subtle)
    vi.spyOn(crypto.subtle, 'encrypt').mockImplementation((algorithm, key, data) => {
      const { name, iv } = algorithm as AesGcmParams
      if (name === 'AES-GCM') {
        sealings++
        if (!ids.has(key)) ids.set(key, nextId++)
        const pair = `${ids.get(key)} ${Buffer.from(iv as Uint8Array).toString('hex')}`
        const content = sha256(new Uint8Array(data as Uint8Array<ArrayBuffer>))
        expect(contentOf.get(pair) ?? content).toBe(content)
        contentOf.set(pair, content)
      }
      return seal(algorithm, key, data)
    })

    for (let round = 0; round < 6; round++) {
      const content = nodeRandomBytes(fileBytes)
      const before = await begin(fileOf(content), 1 + (round % 3))
      const covered = 1 + (round % 3)
      const now = Buffer.from(content)
      const at = (covered - 1) * partBytes
      if (round % 2 === 1) now.writeUInt8(now.readUInt8(at) ^ (1 << round), at)
      const goOn = async () => {
        const sealer = await FileSealer.reopen(fileOf(now), before.seal, partChunks)
        for (let n = 1; n <= covered; n++) await sealer.coverPart(n, before.marks[n] ?? null, true)
        for (let n = covered + 1; n <= 4; n++) await sealer.sealPart(n)
        await sealer.finish(names, await sealer.mark(4))
      }
      const wentOn = await goOn().then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(CoveredBytesError)
          return false
        },
      )
      expect(wentOn).toBe(round % 2 === 0)
      if (!wentOn) await begin(fileOf(now), 4)
    }
    expect(sealings).toBeGreaterThan(200)
  })
})
