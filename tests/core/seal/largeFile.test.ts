import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chunkBytes, MiB, sealedChunkBytes } from '../../../contract/limits.ts'
import {
  type Bytes,
  contentRootB64u,
  importOriginKey,
  type OriginKey,
  sealAnswers,
  uploadLinkTag,
} from '../../../core/crypto/index.ts'
import { keysWorker } from '../../../core/keys/keysWorker.ts'
import type { FolderTags } from '../../../core/keys/sentTo.ts'
import type { MakePartOptions, SealingWorker } from '../../../core/ports.ts'
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
import { caseCount } from '../../volume.ts'

const { recipient, privateKey } = await recipientKeys()
let ports: LocalPorts
let worker: SealingWorker<TestFile>

beforeEach(() => {
  ports = new LocalPorts()
  worker = sealingWorker(ports)
})
afterEach(() => void vi.restoreAllMocks())

const lastModified = 1_700_000_000_000
const newBytes = (bytes: number): Bytes => new Uint8Array(randomBytes(bytes))
const fileOf = (bytes: Bytes): TestFile => ({ name: 'a.bin', bytes, lastModified })
const forFirstTime: MakePartOptions = { checkpoint: null, isWanted: true, isNew: true }
const forResumed = (checkpoint: string | undefined, isWanted: boolean): MakePartOptions => ({
  checkpoint: checkpoint ?? null,
  isWanted,
  isNew: false,
})
const partChunks = 20
const partBytes = partChunks * chunkBytes
const openFile = (unit: number, file: TestFile, kept: unknown = null, chunks = partChunks) =>
  worker.open(unit, file, { ...batchSettings(recipient), manifestDraft, partChunks: chunks }, kept)
const openOrigin = async (
  { fields }: Awaited<ReturnType<typeof confirmUpload>>,
  origin: OriginKey | null,
) => {
  const [key] = await keysWorker.openOwn([{ privateKey, origin }], [{ id: 1, ...fields }])
  return key?.ok && key.origin
}

const openSentTo = async (
  { fields }: Awaited<ReturnType<typeof confirmUpload>>,
  remembered: FolderTags[],
) => {
  const [key] = await keysWorker.openOwn([{ privateKey, origin: null }], [{ id: 1, ...fields }], remembered)
  return key?.ok && key.sentTo
}

/** @throws what went wrong */
async function valueOf<T>(
  work: Promise<{ ok: true; value: T } | { ok: false; fault: { code: string; said?: string } }>,
): Promise<T> {
  const done = await work
  if (!done.ok) throw new Error(`${done.fault.code} ${done.fault.said ?? ''}`)
  return done.value
}

/** Parts of 1 MiB, where what is read at once does not matter. */
const fewChunks = 4
const smallBytes = fewChunks * chunkBytes

/** Seals parts 1 to `count` as another unit: what would have been kept and sent. */
async function sealParts(file: TestFile, count: number, unit = 1, chunks = partChunks) {
  const { packedKey: seal } = await valueOf(openFile(unit, file, null, chunks))
  const marks: string[] = []
  for (let n = 1; n <= count; n++) marks[n] = (await valueOf(worker.make(unit, n, forFirstTime))).checkpoint
  const sent: Bytes[] = []
  for (let n = 1; n <= count; n++) sent[n] = await sendPart(unit, n)
  return { seal: structuredClone(seal), marks, sent }
}

async function sendPart(unit: number, n: number): Promise<Bytes> {
  await worker.send(unit, n, requestHead(String(n)), sendOptions)
  const last = ports.sent.at(-1)
  if (!last) throw new Error('Nothing was sent.')
  return last.bytes
}

async function confirmUpload(unit: number, finalCheckpoint: string) {
  await worker.send(unit, 'confirm', requestHead('confirm'), {
    isLast: true,
    uploadId: 'the upload',
    finalCheckpoint,
  })
  const last = ports.sent.at(-1)
  if (!last) throw new Error('Nothing was sent.')
  const { files, answers } = await readForm(last.bytes, last.request.contentType)
  const [file] = files
  if (!file) throw new Error('No file is in the form.')
  return { ...file, answers }
}

describe('a large file sealed part by part', () => {
  // Slices of 4 MiB are read, and end where parts do: those of 20 chunks in the second, of 127 in the eighth.
  it.each([
    [1, 20],
    [20 * chunkBytes, 20],
    [20 * chunkBytes + 1, 20],
    [caseCount(32, 40) * MiB + 12_345, 127],
    [caseCount(10, 40) * MiB + 12_345, 20],
  ])('of %i bytes in parts of %i chunks opens to the same bytes', async (bytes, chunks) => {
    const content = newBytes(bytes)
    await valueOf(openFile(1, fileOf(content), null, chunks))
    const count = Math.ceil(bytes / (chunks * chunkBytes))
    // All are asked for at once: they are made in order.
    const made = Array.from({ length: count }, (_, i) => valueOf(worker.make(1, i + 1, forFirstTime)))
    const finalCheckpoint = (await Promise.all(made)).at(-1)?.checkpoint ?? ''
    const parts: Bytes[] = []
    for (let n = 1; n <= count; n++) parts.push(await sendPart(1, n))
    for (const part of parts.slice(0, -1)) expect(part.length).toBe(chunks * sealedChunkBytes)

    const { body, fields } = await confirmUpload(1, finalCheckpoint)
    expect(await body.text()).toBe('the upload')
    const { plain, manifest } = await openSealed(new Blob(parts), fields, privateKey)
    const hash = sha256(content)
    expect(sha256(plain)).toBe(hash)
    expect(fields.hash).toBe(hash)
    const expectedManifest = { v: 1, size: bytes, sha256: hash, mtime: lastModified, ...manifestDraft }
    expect(manifest).toEqual(
      bytes > chunkBytes ? { ...expectedManifest, root: await contentRootB64u(content) } : expectedManifest,
    )
  })

  it('names the answers that its batch was begun with, and brings them', async () => {
    const answers = await sealAnswers(recipient, manifestDraft.batch, [{ label: 'Name', value: 'Zoë' }])
    const head = { ...batchSettings(recipient, null, answers), manifestDraft, partChunks }
    await valueOf(worker.open(1, fileOf(newBytes(100)), head, null))
    const { checkpoint } = await valueOf(worker.make(1, 1, forFirstTime))
    const { fields, answers: sent } = await confirmUpload(1, checkpoint)
    expect(sent).toEqual([answers.sealedB64])
    const { manifest } = await openSealed(new Blob([await sendPart(1, 1)]), fields, privateKey)
    expect(manifest.answers).toBe(answers.digestB64u)
  })

  it('proves the secret link that it was confirmed by, whatever link it was begun with', async () => {
    const originKey = await importOriginKey(newBytes(16))
    const file = fileOf(newBytes(partBytes + 1))
    const { seal, marks } = await sealParts(file, 1)
    const linkTag = await uploadLinkTag('EBESExQVFhcYGRobHB0eHw')
    const head = { ...batchSettings(recipient, originKey, null, linkTag), manifestDraft, partChunks }
    await valueOf(worker.open(2, file, head, seal))
    await valueOf(worker.make(2, 1, forResumed(marks[1], false)))
    const { checkpoint } = await valueOf(worker.make(2, 2, forFirstTime))
    const bySecret = await confirmUpload(2, checkpoint)
    expect(await openOrigin(bySecret, originKey)).toBe('proven')
    expect(await openOrigin(bySecret, await importOriginKey(newBytes(16)))).toBe('wrong')
    expect(await openOrigin(bySecret, null)).toBeNull()
    expect(await openSentTo(bySecret, [{ id: 41, tags: [linkTag] }])).toBe(41)
    expect(JSON.stringify(seal)).not.toContain('origin')

    await valueOf(openFile(3, file, seal))
    await valueOf(worker.make(3, 1, forResumed(marks[1], false)))
    await valueOf(worker.make(3, 2, forFirstTime))
    expect(await openOrigin(await confirmUpload(3, checkpoint), originKey)).toBe('plain')
  })

  it('fails as another file, and seals nothing more, when it shrank under it', async () => {
    await valueOf(openFile(1, { ...fileOf(newBytes(3 * partBytes)), size: 4 * partBytes }))
    const made = [1, 2, 3, 4].map((n) => worker.make(1, n, forFirstTime))
    const ends = await Promise.all(made)
    expect(ends.map((end) => (end.ok ? 'made' : end.fault.code))).toEqual([
      'made',
      'made',
      'made',
      'file-changed',
    ])
    expect(await worker.make(1, 5, forFirstTime)).toMatchObject({
      ok: false,
      fault: { code: 'file-changed' },
    })
  })

  it('fails only when all is sealed that was begun: the memory of the part then serves another', async () => {
    await valueOf(openFile(1, { ...fileOf(newBytes(9 * MiB)), size: 16 * MiB }, null, 80))
    const encryptCounts = encryptSlowly()
    expect(await worker.make(1, 1, forFirstTime)).toMatchObject({
      ok: false,
      fault: { code: 'file-changed' },
    })
    expect(encryptCounts).toMatchObject({ begun: (8 * MiB) / chunkBytes, underWay: 0 })
    expect(ports.held).toBe(0)
  })

  it('reports how much of a part has been sent, and frees it when the server has it', async () => {
    const reports: unknown[] = []
    worker.onProgress((...heard) => reports.push(heard))
    await sealParts(fileOf(newBytes(partBytes)), 1)
    expect(reports).toEqual([[1, 1, partChunks * sealedChunkBytes, true]])
    expect(ports.held).toBe(0)
    await expect(sendPart(1, 1)).rejects.toThrow('There is no part 1.')
  })

  it('keeps a part that the server did not take, and sends the same again', async () => {
    const refused = { status: 0, statusText: '', retryAfter: null, text: '' }
    ports.answer = () => Promise.resolve(refused)
    await valueOf(openFile(1, fileOf(newBytes(partBytes))))
    await valueOf(worker.make(1, 1, forFirstTime))
    const [first, second] = [await sendPart(1, 1), await sendPart(1, 1)]
    expect(sha256(second)).toBe(sha256(first))
    expect(ports.held).toBe(1)
  })

  it('has memory of a part that has left serve the next one', async () => {
    await valueOf(openFile(1, fileOf(newBytes(3 * partBytes))))
    const take = vi.spyOn(ports.memory, 'take')
    for (const n of [1, 2, 3]) await valueOf(worker.make(1, n, forFirstTime))
    for (const n of [1, 2]) await sendPart(1, n)
    await valueOf(openFile(2, fileOf(newBytes(2 * partBytes))))
    for (const n of [1, 2]) await valueOf(worker.make(2, n, forFirstTime))
    const [first, second, , fourth, fifth] = take.mock.results.map(({ value }) => value as ArrayBuffer)
    expect(new Set([fourth, fifth])).toEqual(new Set([first, second]))
  })
})

describe('a unit that is dropped', () => {
  it('leaves nothing behind, and answers whoever waits', async () => {
    await valueOf(openFile(1, fileOf(newBytes(3 * partBytes))))
    await valueOf(worker.make(1, 1, forFirstTime))
    const dropped = Promise.withResolvers<null>()
    const encryptCounts = encryptSlowly(() => dropped.promise)
    const waiting = [2, 3].map((n) => worker.make(1, n, forFirstTime))
    await vi.waitUntil(() => encryptCounts.underWay > 0, 60_000)
    worker.drop(1)
    dropped.resolve(null)
    for (const end of await Promise.all(waiting)) expect(end.ok).toBe(false)
    await vi.waitUntil(() => encryptCounts.underWay === 0, 60_000)
    expect({ held: ports.held, hashes: ports.openHashes }).toEqual({ held: 0, hashes: 0 })
    expect(await worker.make(1, 4, forFirstTime)).toMatchObject({ ok: false })
  })

  it('leaves nothing behind when it is only being opened', async () => {
    const opening = openFile(1, fileOf(newBytes(partBytes)))
    worker.drop(1)
    await opening
    await vi.waitUntil(() => ports.openHashes === 0, 60_000)
  })
})

describe('a file that is gone on with', () => {
  const content = newBytes(3 * partBytes + 12_345)
  const small = content.slice(0, 3 * smallBytes + 12_345)

  it('opens whole: parts of before, a part sealed again and new parts fit together', async () => {
    const before = await sealParts(fileOf(content), 2)
    await valueOf(openFile(2, fileOf(content), before.seal))
    await valueOf(worker.make(2, 1, forResumed(undefined, false)))
    await valueOf(worker.make(2, 2, forResumed(before.marks[2], true)))
    const second = await sendPart(2, 2)
    expect(sha256(second)).toBe(sha256(before.sent[2] ?? newBytes(0)))
    await valueOf(worker.make(2, 3, forFirstTime))
    const { checkpoint } = await valueOf(worker.make(2, 4, forFirstTime))
    const rest = [await sendPart(2, 3), await sendPart(2, 4)]
    const { fields } = await confirmUpload(2, checkpoint)
    const sealed = new Blob([before.sent[1] ?? '', second, ...rest])
    const { plain, manifest } = await openSealed(sealed, fields, privateKey)
    expect(sha256(plain)).toBe(sha256(content))
    expect(manifest).toMatchObject({ sha256: sha256(content), root: await contentRootB64u(content) })
  })

  it('has the same root as one that was never cut, wherever it is gone on with', async () => {
    const whole = await sealParts(fileOf(small), 4, 1, fewChunks)
    for (const covered of [1, 2, 3, 4]) {
      const unit = 10 + covered
      await valueOf(openFile(unit, fileOf(small), whole.seal, fewChunks))
      const marks: string[] = []
      for (let n = 1; n <= 4; n++) {
        const as = n > covered ? forFirstTime : forResumed(whole.marks[n], n === covered)
        marks[n] = (await valueOf(worker.make(unit, n, as))).checkpoint
      }
      expect(marks).toEqual(whole.marks)
    }
  })

  it('keeps nothing of the root before its last part', async () => {
    const { marks } = await sealParts(fileOf(small), 3, 1, fewChunks)
    // 116 bytes of state, in hex, whatever the length of the file.
    for (const checkpoint of marks.slice(1)) expect(checkpoint).toMatch(/^[0-9a-f]{232}$/)
  })

  it('goes on behind its last part, too, where the hash has ended', async () => {
    const before = await sealParts(fileOf(small), 4, 1, fewChunks)
    await valueOf(openFile(2, fileOf(small), before.seal, fewChunks))
    for (const n of [1, 2, 3]) await valueOf(worker.make(2, n, forResumed(undefined, false)))
    await valueOf(worker.make(2, 4, forResumed(before.marks[4], true)))
    expect(sha256(await sendPart(2, 4))).toBe(sha256(before.sent[4] ?? newBytes(0)))
    expect((await confirmUpload(2, before.marks[4] ?? '')).fields.hash).toBe(sha256(small))
  })

  it('is confirmed without being read where all of it is on the server', async () => {
    const before = await sealParts(fileOf(small), 4, 1, fewChunks)
    const file = fileOf(small)
    await valueOf(openFile(2, file, before.seal, fewChunks))
    file.bytes = newBytes(0)
    expect((await confirmUpload(2, before.marks[4] ?? '')).fields.hash).toBe(sha256(small))
  })

  it('is refused when its size or date is another', async () => {
    const { seal } = await sealParts(fileOf(small), 1, 1, fewChunks)
    const longer = fileOf(newBytes(small.length + 1))
    const younger = { ...fileOf(small), lastModified: lastModified + 1 }
    for (const other of [longer, younger])
      expect(await openFile(2, other, seal, fewChunks)).toMatchObject({
        ok: false,
        fault: { code: 'not-as-sealed' },
      })
  })

  it('is refused when one bit of what was covered is another, before anything is sealed', async () => {
    const { seal, marks } = await sealParts(fileOf(small), 2, 1, fewChunks)
    const changed = small.slice()
    changed[17] = (changed[17] ?? 0) ^ 1
    await valueOf(openFile(2, fileOf(changed), seal, fewChunks))
    const encrypt = vi.spyOn(crypto.subtle, 'encrypt')
    const made = [
      worker.make(2, 1, forResumed(undefined, false)),
      worker.make(2, 2, forResumed(marks[2], true)),
      // Whoever asks ahead gets nothing either.
      worker.make(2, 3, forFirstTime),
    ]
    const ends = (await Promise.all(made)).map((end) => (end.ok ? 'made' : end.fault.code))
    expect(ends).toEqual(['made', 'not-as-sealed', 'not-as-sealed'])
    expect(encrypt).not.toHaveBeenCalled()
  })

  it('seals no part of before again that no checkpoint vouches for', async () => {
    const { seal } = await sealParts(fileOf(small), 2, 1, fewChunks)
    await valueOf(openFile(2, fileOf(small), seal, fewChunks))
    const encrypt = vi.spyOn(crypto.subtle, 'encrypt')
    expect(await worker.make(2, 1, forResumed(undefined, true))).toMatchObject({
      fault: { code: 'not-as-sealed' },
    })
    expect(encrypt).not.toHaveBeenCalled()
  })

  it('cannot skip what was covered', async () => {
    const { seal } = await sealParts(fileOf(small), 2, 1, fewChunks)
    await valueOf(openFile(2, fileOf(small), seal, fewChunks))
    expect(await worker.make(2, 3, forFirstTime)).toMatchObject({
      fault: { said: 'Part 3 is not the next.' },
    })
  })
})

describe('keys and nonces', () => {
  it('never seal two contents, however often files are begun, gone on with, changed and begun anew', async () => {
    const contentOf = new Map<string, string>()
    let sealings = 0
    const ids = new WeakMap<CryptoKey, number>()
    let nextId = 0
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
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
      return encrypt(algorithm, key, data)
    })

    for (let round = 0; round < caseCount(3, 12); round++) {
      const content = newBytes(3 * smallBytes + 12_345)
      const covered = 1 + (round % 3)
      const { packedKey: seal } = await valueOf(openFile(3 * round, fileOf(content), null, fewChunks))
      const marks: string[] = []
      for (let n = 1; n <= covered; n++)
        marks[n] = (await valueOf(worker.make(3 * round, n, forFirstTime))).checkpoint
      const now = content.slice()
      const at = (covered - 1) * smallBytes
      if (round % 2 === 1) now[at] = (now[at] ?? 0) ^ (1 << round)
      const unit = 3 * round + 1
      await valueOf(openFile(unit, fileOf(now), seal, fewChunks))
      const ends = []
      for (let n = 1; n <= 4; n++)
        ends.push(await worker.make(unit, n, n > covered ? forFirstTime : forResumed(marks[n], true)))
      const failed = ends.flatMap((end) => (end.ok ? [] : [end.fault.code]))
      expect(failed.every((code) => code === 'not-as-sealed')).toBe(true)
      expect(failed.length > 0).toBe(round % 2 === 1)
      if (failed.length > 0) await sealParts(fileOf(now), 4, unit + 1, fewChunks)
    }
    expect(sealings).toBeGreaterThan(60)
  })
})

/** Every encryption is counted from now on, and ends only after something else. */
function encryptSlowly(after: () => Promise<unknown> = manyTurns) {
  const counts = { begun: 0, underWay: 0 }
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
    counts.begun++
    counts.underWay++
    const sealed = await encrypt(...given)
    await after()
    counts.underWay--
    return sealed
  })
  return counts
}

async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
}
