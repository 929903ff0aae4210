import { createHash, randomBytes as nodeRandomBytes } from 'node:crypto'
import { uploadForm } from '../../contract/uploadForm.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { chunkBytes, MiB, sealedChunkBytes } from '../../contract/limits.ts'
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
import { BatchSealer, type SmallFile } from '../../workers/batchSealer.ts'
import { keysBench } from '../../src/transfer/keys/bench.ts'
import { HashService, serveHashes } from '../../workers/hashService.ts'
import { FileSealer } from '../../workers/fileSealer.ts'
import type { ManifestNames, SealedFields } from '../../workers/uploadRequest.ts'

const names: ManifestNames = {
  name: 'grüße.bin',
  path: 'a/b',
  batch: 'AAECAwQFBgcICQoLDA0ODw',
  index: 0,
  count: 1,
}

const unchecked = { checkTypes: false }
let recipient: CryptoKey
let privateKey: CryptoKey

beforeAll(async () => {
  const pair = await generateKeyPair()
  recipient = await importRecipientKey(pair.spkiBytes)
  privateKey = await importPrivateKey(pair.pkcs8Bytes)
})

const randomFile = (bytes: number, lastModified = 1_700_000_000_000) =>
  new File([nodeRandomBytes(bytes)], 'x', { lastModified })

const sha256 = async (blob: Blob) =>
  createHash('sha256')
    .update(new Uint8Array(await blob.arrayBuffer()))
    .digest('hex')

const rootOf = async (file: File) => contentRootB64u(new Uint8Array(await file.arrayBuffer()))

/** Opens with the private key alone, as a recipient would. */
async function openSealed(sealed: Blob, fields: SealedFields) {
  const rawKey = await unwrapFileKey(privateKey, fields.encryptedKeyB64)
  const iv = readFileIv(fields.ivB64)
  const opener = openStream({ key: await importFileKey(rawKey), iv, sealedSize: sealed.size })
  const plain = await new Response(new Response(sealed).body?.pipeThrough(opener)).blob()
  return { plain, manifest: await openManifest(rawKey, iv, fields.manifestB64) }
}

/** The request's files and their fields, as a form reader that is not ours finds them. */
async function sentFiles(sealer: BatchSealer) {
  await sealer.close(true)
  const { body, contentType } = sealer.request()
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
  const texts = (name: string) => form.getAll(name) as string[]
  expect(texts(uploadForm.batchId)).toEqual([names.batch])
  expect(texts(uploadForm.batchLast)).toEqual(['1'])
  return (form.getAll(uploadForm.files) as File[]).map((file, i) => ({
    body: file,
    path: texts(uploadForm.relativePaths)[i],
    fields: {
      hash: texts(uploadForm.fileHashes)[i] ?? '',
      encryptedKeyB64: texts(uploadForm.encryptedKeys)[i] ?? '',
      ivB64: texts(uploadForm.encryptionIvs)[i] ?? '',
      manifestB64: texts(uploadForm.fileManifests)[i] ?? '',
    },
  }))
}

/** What became of each file, and those that were sealed in their order. */
async function sealBatch(files: SmallFile[], key: CryptoKey) {
  const sealer = new BatchSealer(names.batch)
  const outcomes = await sealer.seal(files, key, unchecked)
  return { outcomes, sealed: await sentFiles(sealer) }
}

/** Every encryption takes a while from now on, and is counted. */
function encryptSlowly(before: (plaintext: BufferSource) => void = () => undefined) {
  const counts = { begun: 0, underWay: 0 }
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  const spy = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
    before(given[2])
    counts.begun++
    counts.underWay++
    const sealed = await encrypt(...given)
    await new Promise((resolve) => setTimeout(resolve, 200))
    counts.underWay--
    return sealed
  })
  return Object.assign(counts, { end: () => spy.mockRestore() })
}

describe('a large file sealed part by part', () => {
  // Slices of 4 MiB are read, and end where parts do: those of 20 chunks in the second, of 127 in the eighth.
  it.each([
    [1, 20],
    [20 * chunkBytes, 20],
    [20 * chunkBytes + 1, 20],
    [40 * 1024 * 1024 + 12_345, 127],
    [40 * 1024 * 1024 + 12_345, 20],
  ])('of %i bytes in parts of %i chunks opens to the same bytes', async (bytes, partChunks) => {
    const file = randomFile(bytes)
    const sealer = await FileSealer.open(file, recipient, partChunks, unchecked)
    const parts: Blob[] = []
    let mark = ''
    for (let n = 1; (n - 1) * partChunks * chunkBytes < bytes; n++) {
      await sealer.sealPart(n)
      mark = await sealer.mark(n)
      parts.push(new Blob([sealer.part(n)]))
    }
    const fields = await sealer.finish(names, mark)
    for (const part of parts.slice(0, -1)) expect(part.size).toBe(partChunks * sealedChunkBytes)

    const { plain, manifest } = await openSealed(new Blob(parts), fields)
    const hash = await sha256(file)
    expect(await sha256(plain)).toBe(hash)
    expect(fields.hash).toBe(hash)
    const said = { v: 1, size: bytes, sha256: hash, mtime: file.lastModified, ...names }
    expect(manifest).toEqual(bytes > chunkBytes ? { ...said, root: await rootOf(file) } : said)
  })

  it('has the same hash when another thread makes it', async () => {
    const { port1, port2 } = new MessageChannel()
    serveHashes(port1)
    const service = new HashService(port2)
    const file = randomFile(33 * 1024 * 1024)
    const sealer = await FileSealer.open(file, recipient, 127, unchecked, () => service.begin())
    for (let n = 1; n <= 2; n++) await sealer.sealPart(n)
    expect(await sealer.mark(2)).toBe(`${await sha256(file)} ${await rootOf(file)}`)
    port1.close()
  })

  it('fails, and seals nothing more, when the file shrank under it', async () => {
    const file = randomFile(3 * chunkBytes)
    Object.defineProperty(file, 'size', { value: 4 * chunkBytes })
    const sealer = await FileSealer.open(file, recipient, 20, unchecked)
    await expect(sealer.sealPart(1)).rejects.toThrow('The file changed or can no longer be read')
  })

  it('fails only when all is sealed that was begun: the memory of the part then serves another', async () => {
    const file = randomFile(9 * MiB)
    Object.defineProperty(file, 'size', { value: 16 * MiB })
    const sealer = await FileSealer.open(file, recipient, 80, unchecked)
    const slowly = encryptSlowly()
    try {
      await expect(sealer.sealPart(1)).rejects.toThrow('The file changed or can no longer be read')
      expect(slowly).toMatchObject({ begun: (8 * MiB) / chunkBytes, underWay: 0 })
    } finally {
      slowly.end()
    }
  })
})

describe('small files sealed as a batch', () => {
  it('each open with a key of their own, the empty one too', async () => {
    const files = [0, 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes + 7].map((bytes) => randomFile(bytes))
    const batch = files.map((file, index) => ({ file, names: { ...names, index, count: files.length } }))
    const { sealed } = await sealBatch(batch, recipient)
    const wrapped = new Set<string>()
    for (const [index, file] of files.entries()) {
      const one = sealed[index]
      if (!one) throw new Error('not sealed')
      const { plain, manifest } = await openSealed(one.body, one.fields)
      expect(await sha256(plain)).toBe(await sha256(file))
      expect(manifest.index).toBe(index)
      expect(manifest.root).toBe(file.size > chunkBytes ? await rootOf(file) : undefined)
      wrapped.add(one.fields.encryptedKeyB64).add(one.fields.ivB64)
    }
    expect(wrapped.size).toBe(files.length * 2)
  })

  it('travel under their own names and paths, however odd', async () => {
    const odd = ['a "quote" %22.txt', 'back\\slash', 'two\r\nlines', '🎉.txt', '; filename=x', '--']
    const batch = odd.map((name, index) => ({
      file: randomFile(index),
      names: { ...names, name, path: `p/${name}`, index, count: odd.length },
    }))
    const { sealed } = await sealBatch(batch, recipient)
    const escaped = (name: string) => name.replaceAll(/[\r\n"]/g, (char) => encodeURIComponent(char))
    // A reader that follows the standard leaves the escapes; one that undoes them finds the name.
    expect(sealed.map(({ body }) => escaped(body.name))).toEqual(odd.map(escaped))
    expect(sealed.map(({ path }) => path)).toEqual(odd.map((name) => `p/${name}`))
  })

  it('fail one by one: an unreadable file does not take the others with it', async () => {
    const broken = randomFile(10)
    broken.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
    const files = [randomFile(5), broken, randomFile(6)]
    const { outcomes, sealed } = await sealBatch(
      files.map((file) => ({ file, names })),
      recipient,
    )
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, false, true])
    expect(sealed.length).toBe(2)
  })
})

describe('a batch that cannot be sealed', () => {
  it('fails only when nothing of it is being sealed any more: its memory then serves another', async () => {
    let chunks = 0
    const slowly = encryptSlowly(({ byteLength }) => {
      if (byteLength === chunkBytes && ++chunks === 3) throw new DOMException('', 'OperationError')
    })
    try {
      const files = [{ file: randomFile(6 * chunkBytes), names }]
      await expect(new BatchSealer(names.batch).seal(files, recipient, unchecked)).rejects.toThrow()
      expect(slowly.underWay).toBe(0)
    } finally {
      slowly.end()
    }
  })
})

describe('opening the keys of many files', () => {
  it('opens what is ours and says which are not', async () => {
    const [sealed] = (await sealBatch([{ file: randomFile(9), names }], recipient)).sealed
    if (!sealed) throw new Error('not sealed')
    const { encryptedKeyB64, ivB64, manifestB64 } = sealed.fields
    const foreign = await importRecipientKey((await generateKeyPair()).spkiBytes)
    const [other] = (await sealBatch([{ file: randomFile(9), names }], foreign)).sealed
    if (!other) throw new Error('not sealed')
    const [mine, notMine, mixed] = await keysBench.openOwn(
      [privateKey],
      [
        { id: 1, encryptedKeyB64, ivB64, manifestB64 },
        { id: 2, encryptedKeyB64: other.fields.encryptedKeyB64, ivB64, manifestB64 },
        { id: 3, encryptedKeyB64, ivB64: other.fields.ivB64, manifestB64 },
      ],
    )
    expect(mine?.ok && mine.manifest?.name).toBe('grüße.bin')
    expect(notMine).toMatchObject({ ok: false, id: 2 })
    expect(mixed).toMatchObject({ ok: false, id: 3 })
  })
})
