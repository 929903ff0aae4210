import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { chunkBytes } from '../../../contract/limits.ts'
import {
  type Bytes,
  contentRootB64u,
  generateKeyPair,
  importOriginKey,
  importRecipientKey,
  type OriginKey,
  sealAnswers,
  setPrimitives,
  uploadLinkTag,
  webPrimitives,
} from '../../../core/crypto/index.ts'
import { keysWorker } from '../../../core/keys/keysWorker.ts'
import type { FolderTags } from '../../../core/keys/sentTo.ts'
import type { SealingWorker, SmallFile } from '../../../core/ports.ts'
import { sealingWorker } from '../../../core/seal/sealingWorker.ts'
import {
  batchSettings,
  sendOptions,
  LocalPorts,
  manifestDraft,
  recipientKeys,
  requestHead,
  type TestFile,
} from './localPorts.ts'
import { openSealed, readForm, sha256 } from './openSealed.ts'

const { recipient, privateKey } = await recipientKeys()
let ports: LocalPorts
let worker: SealingWorker<TestFile>

beforeEach(() => {
  ports = new LocalPorts()
  worker = sealingWorker(ports)
})
afterEach(() => void vi.restoreAllMocks())

const newOriginKey = () => importOriginKey(new Uint8Array(randomBytes(16)))
const fileOf = (bytes: number): TestFile => ({
  name: 'x',
  bytes: new Uint8Array(randomBytes(bytes)),
  lastModified: 1_700_000_000_000,
})
const smallFilesOf = (files: TestFile[]): SmallFile<TestFile>[] =>
  files.map((file, index) => ({ file, manifestDraft: { ...manifestDraft, index, count: files.length } }))

async function sealFiles(files: SmallFile<TestFile>[], checkTypes = false) {
  const done = await worker.seal(1, files, { ...batchSettings(recipient), checkTypes })
  if (!done.ok) throw new Error(done.fault.code)
  return done.value
}

async function sentForm(isLast = true) {
  await worker.send(1, 'form', requestHead('form'), { ...sendOptions, isLast })
  const last = ports.sent.at(-1)
  if (!last) throw new Error('Nothing was sent.')
  return readForm(last.bytes, last.request.contentType)
}

describe('small files sealed as a batch', () => {
  it('name in every manifest the answers of their sender, which go beside them once', async () => {
    const answers = await sealAnswers(recipient, manifestDraft.batch, [{ label: 'Name', value: 'Zoë' }])
    const done = await worker.seal(
      1,
      smallFilesOf([1, 2].map(fileOf)),
      batchSettings(recipient, null, answers),
    )
    expect(done.ok).toBe(true)
    const form = await sentForm()
    expect(form.answers).toEqual([answers.sealedB64])
    for (const { body, fields } of form.files) {
      const { manifest } = await openSealed(body, fields, privateKey)
      expect(manifest.answers).toBe(answers.digestB64u)
    }
  })

  it('each open with a key of their own, the empty one too', async () => {
    const files = [0, 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes + 7].map(fileOf)
    const plains = files.map(({ bytes }): Bytes => bytes.slice())
    const outcomes = await sealFiles(smallFilesOf(files))
    const form = await sentForm()
    expect([form.batchId, form.batchLast]).toEqual([[manifestDraft.batch], ['1']])
    const wrapped = new Set<string>()
    for (const [index, content] of plains.entries()) {
      const one = form.files[index]
      if (!one) throw new Error('not sealed')
      const { plain, manifest } = await openSealed(one.body, one.fields, privateKey)
      expect(sha256(plain)).toBe(sha256(content))
      expect(outcomes[index]).toEqual({ hash: sha256(content), sealedBytes: one.body.size })
      expect(manifest).toMatchObject({ index, mtime: 1_700_000_000_000 })
      expect(manifest.root).toBe(content.length > chunkBytes ? await contentRootB64u(content) : undefined)
      wrapped.add(one.fields.encryptedKeyB64).add(one.fields.ivB64)
    }
    expect(wrapped.size).toBe(files.length * 2)
  })

  it('are read together up to 256 KiB each, 4 MiB at a time, and their memory is freed', async () => {
    const buffers = ports.allowReadingTogether()
    const sizes = [5, 0, chunkBytes, chunkBytes + 1, ...Array.from({ length: 16 }, () => chunkBytes), 7]
    const files = sizes.map(fileOf)
    const plains = files.map(({ bytes }): Bytes => bytes.slice())
    await sealFiles(smallFilesOf(files))
    for (const [index, one] of (await sentForm()).files.entries()) {
      const { plain } = await openSealed(one.body, one.fields, privateKey)
      expect(sha256(plain)).toBe(sha256(plains[index] ?? new Uint8Array()))
    }
    expect(buffers).toHaveLength(2)
    expect(buffers.map(({ byteLength }) => byteLength)).toEqual([0, 0])
  })

  it('are read one by one where one of them cannot be, which fails alone', async () => {
    ports.allowReadingTogether()
    const outcomes = await sealFiles(smallFilesOf([fileOf(10), { ...fileOf(10), size: 11 }, fileOf(10)]))
    expect(outcomes.map((outcome) => 'code' in outcome && outcome.code)).toEqual([
      false,
      'file-changed',
      false,
    ])
  })

  it('fail by themselves when what was sealed of their names does not open', async () => {
    let seals = 0
    setPrimitives({
      ...webPrimitives,
      // Memory that is faulty once: of the first manifest, as content is sealed after all of them.
      gcmSeal: async (...input) => {
        const [sealed, ...rest] = await webPrimitives.gcmSeal(...input)
        if (sealed && seals++ === 0) sealed[20] = (sealed[20] ?? 0) ^ 1
        return sealed ? [sealed, ...rest] : []
      },
    })
    onTestFinished(() => setPrimitives(webPrimitives))
    const outcomes = await sealFiles(smallFilesOf([1, 2].map(fileOf)))
    expect(outcomes.filter((outcome) => 'code' in outcome)).toMatchObject([
      { code: 'unexpected', said: 'What this device sealed does not open.' },
    ])
    expect((await sentForm()).files).toHaveLength(1)
  })

  it('travel under their own names and paths, however odd', async () => {
    const odd = ['a "quote" %22.txt', 'back\\slash', 'two\r\nlines', '🎉.txt', '; filename=x', '--']
    await sealFiles(
      odd.map((name, index) => ({
        file: fileOf(index),
        manifestDraft: { ...manifestDraft, name, path: `p/${name}`, index, count: odd.length },
      })),
    )
    const { files } = await sentForm()
    const escaped = (name: string) => name.replaceAll(/[\r\n"]/g, (char) => encodeURIComponent(char))
    // A reader that follows the standard leaves the escapes; one that undoes them finds the name.
    expect(files.map(({ body }) => escaped(body.name))).toEqual(odd.map(escaped))
    expect(files.map(({ path }) => path)).toEqual(odd.map((name) => `p/${name}`))
  })

  it('prove the secret link that they are sent by, each for itself', async () => {
    const [origin, other] = [await newOriginKey(), await newOriginKey()]
    await worker.seal(1, smallFilesOf([0, 1, chunkBytes + 1].map(fileOf)), batchSettings(recipient, origin))
    const wrapped = (await sentForm()).files.map(({ fields }, id) => ({ id, ...fields }))
    const verdicts = async (known: OriginKey) =>
      (await keysWorker.openOwn([{ privateKey, origin: known }], wrapped)).map((key) => key.ok && key.origin)
    expect(await verdicts(origin)).toEqual(['proven', 'proven', 'proven'])
    expect(await verdicts(other)).toEqual(['wrong', 'wrong', 'wrong'])
    const taken = wrapped.map((file, at) => ({
      ...file,
      manifestB64: wrapped[(at + 1) % 3]?.manifestB64 ?? '',
    }))
    const opened = await keysWorker.openOwn([{ privateKey, origin }], taken)
    expect(opened.map((key) => key.ok || key.fault.code)).toEqual(Array(3).fill('commitment'))
  })

  it('say by which link they were sent, each in its own words', async () => {
    const tag = await uploadLinkTag('EBESExQVFhcYGRobHB0eHw')
    const other = await uploadLinkTag('MDEyMzQ1Njc4OTo7PD0-Pw')
    const files = smallFilesOf([0, 1, chunkBytes + 1].map(fileOf))
    await worker.seal(1, files, batchSettings(recipient, null, null, tag))
    const wrapped = (await sentForm()).files.map(({ fields }, id) => ({ id, ...fields }))
    const openers = [{ privateKey, origin: null }]
    const sentTo = async (remembered: FolderTags[]) =>
      (await keysWorker.openOwn(openers, wrapped, remembered)).map((key) => key.ok && key.sentTo)
    expect(
      await sentTo([
        { id: 42, tags: [other] },
        { id: 41, tags: [other, tag] },
      ]),
    ).toEqual([41, 41, 41])
    expect(await sentTo([{ id: 42, tags: [other] }])).toEqual(['unknown', 'unknown', 'unknown'])
    const manifests = (await keysWorker.openOwn(openers, wrapped)).map((key) => key.ok && key.manifest?.to)
    expect(new Set(manifests).size).toBe(3)
  })

  it('fail one by one: one that changed does not take the others with it', async () => {
    const changed = { ...fileOf(10), size: 11 }
    const wrong = { ...fileOf(10), name: 'a.pdf', bytes: new Uint8Array([0x4d, 0x5a, ...new Uint8Array(64)]) }
    const outcomes = await sealFiles(smallFilesOf([fileOf(5), changed, wrong, fileOf(6)]), true)
    expect(outcomes.map((one) => ('code' in one ? one.code : 'sealed'))).toEqual([
      'sealed',
      'file-changed',
      'type-mismatch',
      'sealed',
    ])
    expect((await sentForm()).files.length).toBe(2)
  })

  it('are sent as they are, however often, and say last only where they are', async () => {
    await sealFiles(smallFilesOf([fileOf(5)]))
    expect((await sentForm(false)).batchLast).toEqual([])
    await sentForm(false)
    const [first, second] = ports.sent
    expect(second?.bytes).toEqual(first?.bytes)
    await expect(sentForm(true)).rejects.toThrow('There is no such form.')
  })

  it('leave nothing behind when they are dropped, sealed or sent or neither', async () => {
    await sealFiles(smallFilesOf([fileOf(5)]))
    worker.drop(1)
    expect(ports.held).toBe(0)
    await sealFiles(smallFilesOf([fileOf(5)]))
    await sentForm()
    worker.drop(1)
    expect(ports.held).toBe(0)
    const sealing = sealFiles(smallFilesOf(Array.from({ length: 40 }, () => fileOf(3 * chunkBytes))))
    worker.drop(1)
    await sealing
    expect(ports.held).toBe(0)
  })

  it('fail together only when nothing of them is being sealed any more: their memory then serves others', async () => {
    let chunks = 0
    let underWay = 0
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
    vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
      if (given[2].byteLength === chunkBytes && ++chunks === 3) throw new DOMException('', 'OperationError')
      underWay++
      const sealed = await encrypt(...given)
      await new Promise((resolve) => setTimeout(resolve, 100))
      underWay--
      return sealed
    })
    const done = await worker.seal(1, smallFilesOf([fileOf(6 * chunkBytes)]), batchSettings(recipient))
    expect(done).toMatchObject({ ok: false, fault: { code: 'unexpected' } })
    expect({ underWay, held: ports.held }).toEqual({ underWay: 0, held: 0 })
  })
})

describe('the keys of many files', () => {
  it('open for whom they were sealed, and say which did not', async () => {
    const fieldsFor = async (key: CryptoKey) => {
      await worker.seal(1, smallFilesOf([fileOf(9)]), batchSettings(key))
      const [file] = (await sentForm()).files
      if (!file) throw new Error('not sealed')
      return file.fields
    }
    const { encryptedKeyB64, ivB64, manifestB64 } = await fieldsFor(recipient)
    const other = await fieldsFor(await importRecipientKey((await generateKeyPair()).spkiBytes))
    const [mine, notMine, mixed] = await keysWorker.openOwn(
      [{ privateKey, origin: null }],
      [
        { id: 1, encryptedKeyB64, ivB64, manifestB64 },
        { id: 2, encryptedKeyB64: other.encryptedKeyB64, ivB64, manifestB64 },
        { id: 3, encryptedKeyB64, ivB64: other.ivB64, manifestB64 },
      ],
    )
    expect(mine?.ok && mine.manifest?.name).toBe('grüße.bin')
    expect(notMine).toMatchObject({ ok: false, id: 2 })
    expect(mixed).toMatchObject({ ok: false, id: 3 })
  })
})
