import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32, inflateRawSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import yauzl from 'yauzl'
import { chunkBytes, GiB, MiB } from '../../../contract/limits.ts'
import { directoryRecordBytes, entryHeadBytes, writeHead, writeRecord } from '../../../core/open/zipLayout.ts'
import { zipLength, zipStream } from '../../../core/open/zipStream.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { installedExtractors, testArchive } from '../../../e2e/extractors.ts'
import { isFullSize } from '../../../e2e/fullSize.ts'
import { fetchRange, runJob, RunningJob, SealedLibrary, unusedSource } from './sealedLibrary.ts'

const modifiedInJune = new Date(2024, 5, 1, 12, 30, 20).getTime()

async function libraryOfSizes(sizes: number[]) {
  const library = await SealedLibrary.open()
  for (const [index, size] of sizes.entries())
    await library.add(`${index}.bin`, randomBytes(size), modifiedInJune)
  return library
}

/** So many files of one content. */
async function libraryOfCopies(count: number, size: number) {
  const library = await libraryOfSizes([size])
  for (const first = library.files[0]; first && library.files.length < count;)
    library.copy(first, `${library.files.length}.bin`)
  return library
}

async function writeArchive(bytes: Buffer) {
  const path = join(await scratchFolder(), 'archive.zip')
  await writeFile(path, bytes)
  return path
}

describe('an archive', () => {
  it('holds every file, is as long as announced, and every reader that is here accepts it', async () => {
    const library = await libraryOfSizes([0, 1, 5000, chunkBytes, chunkBytes + 1, 9 * MiB, 77])
    const { bytes, end, news } = await runJob(library.entries)
    expect(end).toEqual({ type: 'opened', bytes: bytes.length })
    expect(news).toContainEqual({ type: 'ready', total: bytes.length })
    const path = await writeArchive(bytes)
    const contents = await testArchive(path)
    expect([...contents]).toEqual(
      library.files.map(({ entry, plain }) => [entry.name, plain.toString('hex')]),
    )
    for (const extractor of installedExtractors) await extractor.test(path)
  })

  it('ends only after its last event has arrived, however late', async () => {
    const library = await libraryOfSizes([10, 20])
    const [first, second] = library.entries
    if (!first || !second) throw new Error('There are no entries.')
    const altered = { ...second, sha256: 'a'.repeat(64) }
    const delay = () => new Promise<void>((resolve) => setTimeout(resolve, 50))
    const { leftOut, end } = await runJob([first, altered], { beforeNews: delay })
    expect(end.type).toBe('opened')
    expect(leftOut).toHaveLength(1)
  })

  it('keeps the times of the files, within what a ZIP can hold', async () => {
    const library = await SealedLibrary.open()
    await library.add('june.txt', Buffer.from('a'), modifiedInJune)
    await library.add('first.txt', Buffer.from('a'), 0)
    await library.add('last.txt', Buffer.from('a'), Date.UTC(9999, 1))
    const { bytes } = await runJob(library.entries)
    const times = await testArchive(await writeArchive(bytes), (entry) =>
      entry.getLastModDate({ forceDosFormat: true }).getTime(),
    )
    expect(times.get('june.txt')).toBe(modifiedInJune)
    expect(new Date(times.get('first.txt') ?? 0).getFullYear()).toBe(1980)
    expect(new Date(times.get('last.txt') ?? 0).getFullYear()).toBe(2107)
  })

  it('keeps the moment of a change for whoever unpacks it in another zone, also one before 1980', async () => {
    const moments = {
      odd: modifiedInJune + 3_000,
      old: Date.UTC(1965, 2, 3, 4, 5, 6),
      oldest: -(2 ** 31) * 1000,
      newest: (2 ** 31 - 1) * 1000,
    }
    const library = await SealedLibrary.open()
    for (const [name, at] of Object.entries(moments)) await library.add(name, Buffer.from(name), at)
    await library.add('beyond', Buffer.from('a'), 2 ** 31 * 1000)
    await library.add('before', Buffer.from('a'), -(2 ** 31) * 1000 - 1)
    const { bytes, end } = await runJob(library.entries)
    expect(end).toEqual({ type: 'opened', bytes: bytes.length })
    const path = await writeArchive(bytes)
    for (const extractor of installedExtractors) await extractor.test(path)
    const fields = await testArchive(path, (entry) => [
      entry.extraFields.length,
      entry.getLastModDate({ timezone: 'UTC' }).getTime(),
    ])
    for (const [name, at] of Object.entries(moments)) expect(fields.get(name)).toEqual([1, at])
    for (const name of ['beyond', 'before']) expect(fields.get(name)?.[0]).toBe(0)
  })

  it.each(['Pacific/Kiritimati', 'America/St_Johns'])(
    'is unpacked with them by Info-ZIP in %s',
    async (zone) => {
      if (!installedExtractors.some(({ name }) => name === 'unzip')) return
      const library = await SealedLibrary.open()
      await library.add('june', Buffer.from('a'), modifiedInJune + 3_000)
      const path = await writeArchive((await runJob(library.entries)).bytes)
      const target = await scratchFolder()
      execFileSync('unzip', ['-qq', path, '-d', target], { env: { ...process.env, TZ: zone } })
      expect((await stat(join(target, 'june'))).mtimeMs).toBe(modifiedInJune + 3_000)
      const shown = execFileSync('zipinfo', ['-v', path], { env: { ...process.env, TZ: zone } }).toString()
      // Once in front of the content, once in the directory.
      expect(shown.match(/universal time/g)).toHaveLength(1)
      expect(shown).toMatch(/local extra field|1 local/)
      expect((await readFile(path)).toString('latin1').split('UT\u0005\u0000\u0001')).toHaveLength(3)
    },
  )

  it('can be read as a stream: checksums stand before the content, or the content shows its end', async () => {
    const library = await libraryOfSizes([0, 5000, 8 * MiB, 8 * MiB + 1, 77])
    const { bytes } = await runJob(library.entries)
    let at = 0
    for (const { entry, plain } of library.files) {
      const isWhole = plain.length <= 8 * MiB
      const header = {
        signature: bytes.toString('latin1', at, at + 4),
        hasDescriptor: (bytes.readUInt16LE(at + 6) & 8) !== 0,
        method: bytes.readUInt16LE(at + 8),
        crc: bytes.readUInt32LE(at + 14),
        sizes: [bytes.readUInt32LE(at + 18), bytes.readUInt32LE(at + 22)],
      }
      const crc = isWhole ? crc32(plain) : 0
      const packed = plain.length + (isWhole ? 0 : 5 * Math.ceil(plain.length / 65_535))
      const sizes = [packed, plain.length]
      const method = isWhole ? 0 : 8
      expect(header).toEqual({ signature: 'PK\u0003\u0004', hasDescriptor: !isWhole, method, crc, sizes })
      const content = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
      expect(bytes.toString('utf8', at + 30, at + 30 + entry.name.length)).toBe(entry.name)
      const inArchive = bytes.subarray(content, content + packed)
      expect((isWhole ? inArchive : inflateRawSync(inArchive)).equals(plain)).toBe(true)
      at = content + packed + (isWhole ? 0 : 16)
    }
    expect(bytes.toString('latin1', at, at + 4)).toBe('PK\u0001\u0002')
  })

  it('tells sizes beyond 32 bits before the content in 64', () => {
    const entry = { nameBytes: 1, modifiedSeconds: -2, size: 4 * GiB + 7, hasDescriptor: true }
    const head = Buffer.alloc(entryHeadBytes(entry))
    writeHead(head, entry, null)
    expect([head.readUInt32LE(18), head.readUInt32LE(22)]).toEqual([0xffffffff, 0xffffffff])
    const size = [7, 0, 0, 0, 1, 0, 0, 0]
    // 65 538 blocks, with a head of five bytes each.
    const packed = [0x11, 0, 5, 0, 1, 0, 0, 0]
    const time = [0x55, 0x54, 5, 0, 1, 0xfe, 0xff, 0xff, 0xff]
    expect(head.readUInt16LE(28)).toBe(29)
    expect([...head.subarray(31)]).toEqual([1, 0, 16, 0, ...size, ...packed, ...time])
  })

  it('asks for ZIP64 nowhere while nothing needs it', async () => {
    const { bytes } = await runJob((await libraryOfSizes([10, 20])).entries)
    for (const [signature, version] of [
      ['PK\u0003\u0004', 4],
      ['PK\u0001\u0002', 6],
    ] as const) {
      const at = bytes.indexOf(signature, 0, 'latin1')
      expect(bytes.readUInt16LE(at + version)).toBe(20)
    }
    expect(bytes.includes('PK\u0006\u0006')).toBe(false)
  })

  it('of more files than 16 bits count is whole', { tags: 'thorough' }, async () => {
    const names = Array.from({ length: 65_536 }, (_, index) => `${index}`)
    const entries = names.map((name) => ({ ...unusedSource, name, size: 1 }))
    // oxlint-disable-next-line typescript/require-await -- what a reader gives, without the reading
    async function* opened() {
      for (const [index, entry] of entries.entries()) yield { index, entry, whole: [Uint8Array.of(1)] }
    }
    const pieces: Uint8Array[] = []
    const ignored = { onLeftOut: () => undefined, onOverhead: () => undefined, onWritten: () => undefined }
    for await (const piece of zipStream(zipLength(entries), opened(), ignored)) pieces.push(piece)
    const path = await writeArchive(Buffer.concat(pieces))
    const archive = await yauzl.openPromise(path, { lazyEntries: true })
    expect(archive.entryCount).toBe(names.length)
    archive.close()
    for (const extractor of installedExtractors) await extractor.test(path)
  })

  it('says where a file begins in 32 bits, and in 64 where those are not enough', () => {
    const untimed = { nameBytes: 1, modifiedSeconds: null, size: 10, hasDescriptor: false, crc: 0x01020304 }
    const extraOf = (offset: number, modifiedSeconds: number | null = null) => {
      const entry = { ...untimed, modifiedSeconds }
      const record = Buffer.alloc(directoryRecordBytes(entry, offset))
      writeRecord(record, entry, offset)
      expect(record.readUInt32LE(16)).toBe(entry.crc)
      expect([record.readUInt32LE(20), record.readUInt32LE(24)]).toEqual([entry.size, entry.size])
      return {
        offset: record.readUInt32LE(42),
        extraBytes: record.readUInt16LE(30),
        extra: record.subarray(47),
      }
    }
    expect(extraOf(1000)).toEqual({ offset: 1000, extraBytes: 0, extra: Buffer.alloc(0) })
    const extra = Buffer.from([1, 0, 8, 0, 7, 0, 0, 0, 1, 0, 0, 0])
    expect(extraOf(4 * GiB + 7)).toEqual({ offset: 0xffffffff, extraBytes: 12, extra })
    const time = Buffer.from([0x55, 0x54, 5, 0, 1, 0xfe, 0xff, 0xff, 0xff])
    expect(extraOf(1000, -2)).toEqual({ offset: 1000, extraBytes: 9, extra: time })
    const both = Buffer.concat([extra, time])
    expect(extraOf(4 * GiB + 7, -2)).toEqual({ offset: 0xffffffff, extraBytes: 21, extra: both })
  })

  it.runIf(isFullSize)(
    'beyond 4 GiB has every file where it says',
    async () => {
      const large = 4 * GiB + 3
      const sizes = {
        'first.txt': 5,
        'large.bin': large,
        'second.txt': 6,
        'large too.bin': large,
        'last.txt': 4,
      }
      const entries = Object.entries(sizes).map(([name, size]) => ({ ...unusedSource, name, size }))
      const zeros = new Uint8Array(64 * MiB)
      // oxlint-disable-next-line typescript/require-await -- what a reader gives, without the reading
      async function* content(size: number) {
        for (let left = size; left > 0; left -= zeros.length)
          yield zeros.subarray(0, Math.min(left, zeros.length))
      }
      // oxlint-disable-next-line typescript/require-await -- the same
      async function* opened() {
        for (const [index, entry] of entries.entries()) {
          if (entry.size === large) yield { index, entry, pieces: content(large) }
          else yield { index, entry, whole: [Buffer.from(entry.name.slice(0, entry.size))] }
        }
      }
      const path = join(await scratchFolder(), 'archive.zip')
      const file = await open(path, 'w')
      let written = 0
      const ignored = { onLeftOut: () => undefined, onOverhead: () => undefined, onWritten: () => undefined }
      for await (const piece of zipStream(zipLength(entries), opened(), ignored)) {
        // Long runs of zeros are left to the file system, which does not store them.
        if (piece.length < MiB) await file.write(piece, 0, piece.length, written)
        written += piece.length
      }
      await file.close()
      expect(written).toBe(zipLength(entries))
      const archive = await yauzl.openPromise(path, { lazyEntries: true })
      const found: Record<string, number> = {}
      for await (const entry of archive.eachEntry()) {
        found[entry.fileName] = entry.uncompressedSize
        if (entry.uncompressedSize === large) continue
        const bytes = await buffer(await archive.openReadStreamPromise(entry))
        expect(bytes.toString()).toBe(entry.fileName.slice(0, bytes.length))
      }
      expect(found).toEqual(sizes)
    },
    120_000,
  )

  it('fetches small files together, and each by itself where that does not work', async () => {
    const library = await libraryOfCopies(300, 900)
    const { bytes } = await runJob(library.entries)
    expect(library.requests.length).toBeLessThan(6)
    library.offersBulk = false
    const again = await runJob(library.entries)
    expect(again.bytes.length).toBe(bytes.length)
    expect(again.end.type).toBe('opened')
  })

  it('leaves out and counts a file that fails before its first byte, at its announced length', async () => {
    const library = await libraryOfSizes([100, 2000, 3000, 10 * MiB, 500])
    library.alterAnswer = (id, answer) => {
      if (id === 1) return { status: 404, body: Buffer.from('{"detail":"File not found."}') }
      if (id === 2 || id === 3) answer.body = withByteFlipped(answer.body, 5)
      return answer
    }
    const { bytes, end, leftOut } = await runJob(library.entries)
    expect(end).toEqual({ type: 'opened', bytes: zipLength(library.entries) })
    expect(bytes.length).toBe(zipLength(library.entries))
    expect(leftOut).toMatchObject([
      { entry: 1, fault: { code: 'fileNotFound', status: 404 } },
      { entry: 2, fault: { code: 'stored-damaged' } },
      { entry: 3, fault: { code: 'stored-damaged' } },
    ])
    const path = await writeArchive(bytes)
    expect([...(await testArchive(path)).keys()]).toEqual(['0.bin', '4.bin'])
    for (const extractor of installedExtractors) await extractor.test(path)
  })

  it('verifies a small file whole before it begins: one damaged at its end is left out', async () => {
    const library = await libraryOfSizes([8 * MiB, 10])
    library.alterAnswer = (id, answer) =>
      id === 0 ? { ...answer, body: withByteFlipped(answer.body, answer.body.length - 1) } : answer
    const { end, leftOut } = await runJob(library.entries)
    expect(end.type).toBe('opened')
    expect(leftOut[0]).toMatchObject({ entry: 0, fault: { code: 'stored-damaged' } })
  })

  it('ends with an error when a file fails after its first byte', async () => {
    const library = await libraryOfSizes([100, 9 * MiB, 100])
    library.alterAnswer = (id, answer) =>
      id === 1 ? { ...answer, body: withByteFlipped(answer.body, answer.body.length - 1) } : answer
    const { end, bytes } = await runJob(library.entries)
    expect(end).toMatchObject({ type: 'failed', entry: 1, fault: { code: 'stored-damaged' } })
    expect(bytes.length).toBeLessThan(zipLength(library.entries))
  })

  it('is no archive when every file fails', async () => {
    const library = await libraryOfSizes([100, 200])
    library.alterAnswer = () => ({ status: 410, body: Buffer.from('{"detail":"This link has expired."}') })
    const { end, bytes, leftOut } = await runJob(library.entries)
    expect(end).toMatchObject({ type: 'failed', fault: { code: 'none-opened' } })
    expect(bytes.length).toBe(0)
    expect(leftOut).toHaveLength(2)
  })

  it('does not ask for the rest when the link itself is refused', async () => {
    const library = await libraryOfCopies(40, MiB)
    library.alterAnswer = (id, answer) =>
      id < 1 ? answer : { status: 410, body: Buffer.from('{"detail":"This link has expired."}') }
    const { leftOut } = await runJob(library.entries)
    expect(leftOut).toHaveLength(39)
    expect(library.requests.length).toBeLessThan(25)
  })

  it('waits for a server that is out of order for a while, says so, and leaves nothing out', async () => {
    const library = await libraryOfSizes([100, 2000, 9 * MiB])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const clock = setInterval(() => vi.advanceTimersByTime(1000), 1)
    try {
      const until = performance.now() + 2 * 60_000
      const running = new RunningJob(library.entries, {
        fetchForJob: (...asked) =>
          performance.now() < until
            ? Promise.resolve(new Response('Bad gateway', { status: 502 }))
            : fetchRange(...asked),
      })
      const { end, leftOut } = await running.result
      expect(end).toEqual({ type: 'opened', bytes: zipLength(library.entries) })
      expect(leftOut).toEqual([])
      expect(running.blockers).toEqual(['network', null])
    } finally {
      clearInterval(clock)
      vi.useRealTimers()
    }
  })

  it('of many small files retries a few requests at a time while the network is lost, and goes on as it began', async () => {
    const library = await libraryOfCopies(900, 10)
    const lost = { is: true, asks: 0, most: 0 }
    const running = new RunningJob(library.entries, {
      fetchForJob: async (...asked) => {
        if (!lost.is) return fetchRange(...asked)
        lost.most = Math.max(lost.most, ++lost.asks)
        await new Promise((resolve) => setTimeout(resolve, 20))
        lost.asks--
        throw new TypeError('Failed to fetch')
      },
    })
    await expect.poll(() => running.blockers).toEqual(['network'])
    expect(lost.most).toBeLessThan(6)
    lost.is = false
    running.worker.resume()
    const { end, leftOut } = await running.result
    expect([end.type, leftOut]).toEqual(['opened', []])
    expect(library.requests.length).toBeLessThan(12)
  })

  it('of many small files asks for each by itself, a few side by side, where answers break off', async () => {
    const library = await libraryOfCopies(300, 10)
    let asks = 0
    let most = 0
    const running = new RunningJob(library.entries, {
      fetchForJob: async (url, options) => {
        most = Math.max(most, ++asks)
        const answer = await fetchRange(url, options)
        asks--
        if (!url.includes('/many')) return answer
        const cut = new ReadableStream({
          type: 'bytes',
          start: (controller) => controller.error(new TypeError('network error')),
        })
        return new Response(cut, { headers: answer.headers })
      },
    })
    const { end, leftOut } = await running.result
    expect([end.type, leftOut]).toEqual(['opened', []])
    expect(most).toBeLessThan(6)
    expect(library.requests.filter((one) => one.includes('/many'))).toHaveLength(6)
  })

  it('reads no further ahead than a bound, however slowly it is saved', async () => {
    const library = await libraryOfCopies(120, MiB)
    let resume: () => void = () => undefined
    const slow = new Promise<void>((resolve) => (resume = resolve))
    const running = new RunningJob(library.entries, { onPiece: () => slow })
    await expect.poll(() => library.requests.length).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(library.requests.length).toBeLessThan(20)
    running.worker.cancel()
    resume()
    expect((await running.result).end).toEqual({ type: 'aborted' })
  })

  it('stops asking when it is cancelled', async () => {
    const library = await libraryOfCopies(60, MiB)
    const running: RunningJob = new RunningJob(library.entries, {
      onPiece: () => running.worker.cancel(),
    })
    expect((await running.result).end).toEqual({ type: 'aborted' })
    expect(library.requests.length).toBeLessThan(30)
  })
})

function withByteFlipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}
