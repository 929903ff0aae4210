import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { chunkBytes, sealedChunkBytes } from '../../../contract/limits.ts'
import { plainSize } from '../../../contract/sealedSize.ts'
import { type LibraryAnswer, runJob, RunningJob, SealedLibrary, type StoredFile } from './sealedLibrary.ts'
import { caseCount } from '../../volume.ts'

/*
 * Whatever stands between the store and the page may do this to a file of four chunks. No case may end as a finished
 * download; nothing that did not verify may come out before it fails.
 */

const fileSize = 3 * chunkBytes + 1000
const chunkCount = 4

/** A file that is sealed once: each test serves it from a library of its own. */
function sealFileOnce(name: string, plain: Buffer) {
  let file: StoredFile | undefined
  return async (library: SealedLibrary) =>
    file ? library.copy(file) : (file = await library.add(name, plain))
}
const addFirstFile = sealFileOnce('a.bin', randomBytes(fileSize))
const addOtherFile = sealFileOnce('b.bin', randomBytes(fileSize))

async function libraryOfFourChunks() {
  const library = await SealedLibrary.open()
  return { library, file: await addFirstFile(library), other: await addOtherFile(library) }
}

const chunkOf = (sealed: Buffer, index: number) =>
  sealed.subarray(index * sealedChunkBytes, (index + 1) * sealedChunkBytes)

/** Serves a changed object instead of the file, for Range requests too. */
function serveInstead(library: SealedLibrary, changed: Buffer, announced?: number) {
  library.alterAnswer = (_, { body }: LibraryAnswer): LibraryAnswer => {
    const start = fileSize + 16 * chunkCount - body.length
    const bytes = changed.subarray(start)
    return { body: bytes, length: announced === undefined ? bytes.length : announced - start }
  }
}

async function expectFailure(library: SealedLibrary, file: StoredFile, reasons: string[]) {
  const { end, bytes } = await runJob(file.entry)
  expect(end.type).toBe('failed')
  expect(reasons).toContain(end.type === 'failed' ? end.fault.code : '')
  // What came before is the beginning of the file, to the byte.
  expect(file.plain.subarray(0, bytes.length).equals(bytes)).toBe(true)
  expect(bytes.length).toBeLessThan(fileSize)

  // In an archive it is left out, or ends the archive when it had begun.
  library.offersBulk = false
  const archive = await runJob([file.entry])
  expect(archive.end.type).toBe('failed')
}

const chunkIndexes = Array.from({ length: chunkCount }, (_, index) => index)

describe('content that is not the recorded one, though every tag verifies', () => {
  it('fails by itself and in an archive, whichever of its two hashes differs', async () => {
    const { library, file } = await libraryOfFourChunks()
    const root = `${file.entry.root?.startsWith('A') ? 'B' : 'A'}${file.entry.root?.slice(1)}`
    const sha256 = 'f'.repeat(64)
    const records = [
      ['content-mismatch', { root }],
      ['hash-mismatch', { sha256 }],
      ['hash-mismatch', { root: null, sha256 }],
    ] as const
    for (const [code, record] of records) {
      const entry = { ...file.entry, ...record }
      expect((await runJob(entry)).end).toMatchObject({ type: 'failed', fault: { code } })
      const { end, leftOut } = await runJob([entry, library.entries[1] ?? entry])
      expect(end.type).toBe('opened')
      expect(leftOut).toMatchObject([{ entry: 0, fault: { code } }])
    }
  })
})

describe('chunks', () => {
  it.each(chunkIndexes.flatMap((a) => chunkIndexes.filter((b) => b > a).map((b) => [a, b] as const)))(
    '%i and %i swapped fail',
    async (a, b) => {
      const { library, file } = await libraryOfFourChunks()
      const order = chunkIndexes.map((index) => (index === a ? b : index === b ? a : index))
      serveInstead(library, Buffer.concat(order.map((index) => chunkOf(file.sealed, index))))
      await expectFailure(library, file, ['stored-damaged', 'incomplete'])
    },
  )

  it.each(chunkIndexes)('without number %i fail, whatever length is announced', async (missing) => {
    const { library, file } = await libraryOfFourChunks()
    const rest = Buffer.concat(
      chunkIndexes.filter((index) => index !== missing).map((index) => chunkOf(file.sealed, index)),
    )
    serveInstead(library, rest)
    await expectFailure(library, file, ['incomplete'])
    serveInstead(
      library,
      Buffer.concat([rest, randomBytes(sealedChunkBytes)]).subarray(0, file.sealed.length),
    )
    await expectFailure(library, file, ['stored-damaged'])
  })

  it.each(chunkIndexes)('with number %i repeated fail', async (twice) => {
    const { library, file } = await libraryOfFourChunks()
    const order = chunkIndexes.flatMap((index) => (index === twice ? [index, index] : [index]))
    const longer = Buffer.concat(order.map((index) => chunkOf(file.sealed, index)))
    serveInstead(library, longer)
    await expectFailure(library, file, ['incomplete'])
    if (twice === chunkCount - 1) return
    serveInstead(library, longer.subarray(0, file.sealed.length))
    await expectFailure(library, file, ['stored-damaged'])
  })

  it.each(chunkIndexes)('with number %i of another file fail', async (foreign) => {
    const { library, file, other } = await libraryOfFourChunks()
    const mixed = chunkIndexes.map((index) => chunkOf(index === foreign ? other.sealed : file.sealed, index))
    serveInstead(library, Buffer.concat(mixed))
    await expectFailure(library, file, ['stored-damaged'])
  })

  it('of another file altogether fail', async () => {
    const { library, file, other } = await libraryOfFourChunks()
    serveInstead(library, other.sealed)
    await expectFailure(library, file, ['stored-damaged'])
  })
})

describe('one flipped bit', () => {
  it('anywhere in the content fails', async () => {
    const { library, file } = await libraryOfFourChunks()
    const flips = caseCount(9, 24)
    const places = Array.from({ length: flips }, (_, index) =>
      Math.floor((index * file.sealed.length) / flips),
    )
    const tags = chunkIndexes.map(
      (index) => index * sealedChunkBytes + chunkOf(file.sealed, index).length - 1,
    )
    for (const place of [...places, ...tags]) {
      const changed = Buffer.from(file.sealed)
      changed.writeUInt8(changed.readUInt8(place) ^ (1 << (place % 8)), place)
      serveInstead(library, changed)
      const { end } = await runJob(file.entry)
      expect(end, `byte ${place}`).toMatchObject({ type: 'failed', fault: { code: 'stored-damaged' } })
    }
  })

  it('of the 96 of the IV fails, whichever it is', async () => {
    const library = await SealedLibrary.open()
    const { entry } = await library.add('a.bin', randomBytes(chunkBytes + 1))
    for (let bit = 0; bit < 96; bit += caseCount(7, 1)) {
      const iv = Uint8Array.from(entry.iv)
      iv[bit >> 3] = (iv[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const { end, bytes } = await runJob({ ...entry, iv })
      expect(end, `bit ${bit}`).toMatchObject({ type: 'failed', fault: { code: 'stored-damaged' } })
      expect(bytes.length).toBe(0)
    }
  })

  it('of the key fails', async () => {
    const library = await SealedLibrary.open()
    const { entry } = await library.add('a.bin', randomBytes(1000))
    for (let bit = 0; bit < 256; bit += caseCount(19, 5)) {
      const rawKey = Uint8Array.from(entry.rawKey)
      rawKey[bit >> 3] = (rawKey[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect((await runJob({ ...entry, rawKey })).end.type).toBe('failed')
    }
  })
})

describe('a file of another program', () => {
  /** Stored in one piece, while its record counts a tag for each chunk that it would have. */
  async function libraryOfOnePiece(bytes: number) {
    const library = await SealedLibrary.open()
    const plain = randomBytes(bytes)
    const file = await library.add('a.bin', plain)
    const key = await crypto.subtle.importKey('raw', file.entry.rawKey, 'AES-GCM', false, ['encrypt'])
    file.sealed = Buffer.from(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: file.entry.iv }, key, plain))
    const recorded = plainSize(file.sealed.length) ?? expect.fail('No server takes a file of this length.')
    const entry = { ...file.entry, hasManifest: false, root: null, size: recorded }
    return { library, entry, plain }
  }

  it.each([100, chunkBytes, chunkBytes + 17, 5 * chunkBytes])(
    'that has sealed its %i bytes in one piece comes by itself, at its real length',
    async (bytes) => {
      const { entry, plain } = await libraryOfOnePiece(bytes)
      const { end, bytes: opened, news } = await runJob(entry)
      expect(end).toEqual({ type: 'opened', bytes })
      expect(news.filter(({ type }) => type === 'ready')).toEqual([{ type: 'ready', total: bytes }])
      expect(plain.equals(opened)).toBe(true)
    },
  )

  it('whose length is not the one in its record is left out of an archive', async () => {
    const { library, entry } = await libraryOfOnePiece(5 * chunkBytes)
    const other = await library.add('b.bin', randomBytes(10))
    const { end, leftOut } = await runJob([entry, other.entry])
    expect(end.type).toBe('opened')
    expect(leftOut).toMatchObject([{ entry: 0, fault: { code: 'other-length' } }])
  })

  it('that has chunks and no manifest comes at the length of its record', async () => {
    const { file } = await libraryOfFourChunks()
    const { end, news } = await runJob({ ...file.entry, hasManifest: false, root: null })
    expect(end).toEqual({ type: 'opened', bytes: fileSize })
    expect(news[0]).toEqual({ type: 'ready', total: fileSize })
  })

  it('that is refused fails before anything is announced; one that is damaged does not come either', async () => {
    const { library, entry } = await libraryOfOnePiece(5 * chunkBytes)
    library.alterAnswer = () => ({ status: 404, body: Buffer.from('{"detail":"File not found."}') })
    const { end, news } = await runJob(entry)
    expect(end).toMatchObject({ type: 'failed', fault: { code: 'fileNotFound' } })
    expect(news).toEqual([])
    library.alterAnswer = (_, answer) => ({ ...answer, body: Buffer.alloc(answer.body.length) })
    expect((await runJob(entry)).end).toMatchObject({ type: 'failed', fault: { code: 'stored-damaged' } })
  })
})

describe('a file larger than a block', () => {
  const plain = randomBytes(33 * 1024 * 1024)
  const largeFile = sealFileOnce('a.bin', plain)

  it('is asked for block by block, so that what is not read yet does not pile up', async () => {
    const library = await SealedLibrary.open()
    const { entry } = await largeFile(library)
    const { end, bytes } = await runJob(entry)
    expect(end).toEqual({ type: 'opened', bytes: plain.length })
    expect(plain.equals(bytes)).toBe(true)
    const block = 128 * sealedChunkBytes
    expect(library.requests).toEqual([`GET /0 bytes=0-${block - 1}`, `GET /0 bytes=${block}-`])
  })

  it('comes whole from a server that knows no Range', async () => {
    const library = await SealedLibrary.open()
    const { entry, sealed } = await largeFile(library)
    library.alterAnswer = () => ({ status: 200, body: sealed })
    const { end, bytes } = await runJob(entry)
    expect(end).toEqual({ type: 'opened', bytes: plain.length })
    expect(plain.equals(bytes)).toBe(true)
    expect(library.requests).toHaveLength(1)
  })
})

describe('a body that ends early', () => {
  const count = caseCount(12, 50)
  const places = Array.from({ length: count }, (_, index) =>
    Math.floor(((index + 1) * (fileSize + 16 * chunkCount)) / (count + 1)),
  )

  it(`at any of ${count} places is never taken for the whole`, async () => {
    const { library, file } = await libraryOfFourChunks()
    for (const place of places) {
      serveInstead(library, file.sealed.subarray(0, place))
      const { end } = await runJob(file.entry)
      expect(end, `after ${place}`).toMatchObject({ type: 'failed', fault: { code: 'incomplete' } })
    }
  })

  it(`once, at any of ${count} places, is gone on with`, async () => {
    const library = await SealedLibrary.open()
    for (const place of places) await library.add(`${place}`, randomBytes(fileSize))
    library.alterAnswer = (id, answer, attempt) =>
      attempt === 1 ? { ...answer, cutAfter: places[id] ?? 0 } : answer
    const results = await Promise.all(library.files.map(({ entry }) => runJob(entry)))
    for (const [index, { end, bytes }] of results.entries()) {
      expect(end, `after ${places[index]}`).toEqual({ type: 'opened', bytes: fileSize })
      expect(library.files[index]?.plain.equals(bytes)).toBe(true)
    }
  })

  it('again and again at the same place is waited for, and said, until it comes', async () => {
    const { library, file } = await libraryOfFourChunks()
    const limit = 2 * sealedChunkBytes + 99
    library.alterAnswer = (_, answer) => {
      const start = file.sealed.length - answer.body.length
      return { ...answer, cutAfter: Math.max(0, limit - start) }
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const clock = setInterval(() => vi.advanceTimersByTime(1000), 1)
    try {
      const running = new RunningJob(file.entry)
      await expect.poll(() => library.requests.length).toBeGreaterThan(25)
      expect(running.blockers).toEqual(['network'])
      library.alterAnswer = (_, answer) => answer
      const { end, bytes } = await running.result
      expect(end).toEqual({ type: 'opened', bytes: fileSize })
      expect(running.blockers).toEqual(['network', null])
      expect(file.plain.equals(bytes)).toBe(true)
    } finally {
      clearInterval(clock)
      vi.useRealTimers()
    }
  })

  it('is asked for at once by who says that the network is back', async () => {
    const { library, file } = await libraryOfFourChunks()
    library.alterAnswer = (_, answer) => ({ ...answer, cutAfter: 0 })
    const running = new RunningJob(file.entry)
    await expect.poll(() => running.blockers).toEqual(['network'])
    library.alterAnswer = (_, answer) => answer
    running.worker.resume()
    const { end } = await running.result
    expect(end).toEqual({ type: 'opened', bytes: fileSize })
    expect(running.blockers).toEqual(['network', null])
  })
})
