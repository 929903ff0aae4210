import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Services } from '../../server/context.ts'
import { fileRowBytes, storedNameCopies, maxRowBytes } from '../../server/db/files/rowBytes.ts'
import { createStorageLimits } from '../../server/uploads/storageLimits.ts'
import { startTestServer } from './testServer.ts'
import { newBatchId, uploadForm, type TestForm } from './uploads.ts'

const MiB = 1024 * 1024
const partSize = 20 * 262160
/** Of a file that counts as so many: its row, with a name of one letter and a path, takes some of them. */
const bytesCountingAs = (bytes: number) => randomSealedBytes(bytes - rowBytes)
/** Of a file with a name of one letter, in no folder. */
const rowBytes = fileRowBytes + 2 * storedNameCopies
/** A sealed file has one of the lengths that plaintexts have. */
const randomSealedBytes = (bytes: number) => randomBytes(bytes)

async function startServerWithFolder(options: Partial<Services> = {}) {
  const server = await startTestServer(options)
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  const url = `/api/upload/${folder.link_token}`
  const upload = async (form: TestForm) => {
    const reply = await server.app.inject({ method: 'POST', url, ...uploadForm(form) })
    const { detail, successful_files } = reply.json<{
      detail?: string
      successful_files?: { id: number }[]
    }>()
    return detail === undefined ? successful_files?.length : `${reply.statusCode} ${detail}`
  }
  const beginUpload = async (size: number, to = url) => {
    const payload = { size, part_size: partSize }
    const reply = await server.app.inject({ method: 'POST', url: `${to}/files`, payload })
    return reply.json<{ upload_id?: string; detail?: string }>()
  }
  const putPart = (id: string | undefined, n: number, bytes: Buffer) =>
    server.app.inject({ method: 'PUT', url: `${url}/files/${id}/parts/${n}`, payload: bytes })
  const countRows = async (table: 'file' | 'staged' | 'garbage') => {
    await server.app.housekeeping.whenIdle()
    return (await server.services.db.selectFrom(table).selectAll().execute()).length
  }
  return { server, browser, folder, url, upload, beginUpload, putPart, countRows }
}

const quotaExceeded = 'This upload link has reached the amount of data that it takes.'

describe('the quota of a folder', () => {
  it('ends a form that goes beyond it: 507, and nothing of it stays', async () => {
    const { server, upload, countRows } = await startServerWithFolder({ folderQuotaBytes: 10_000 })
    expect(await upload({ files: [{ name: 'a', bytes: bytesCountingAs(6000) }] })).toBe(1)
    const files = [
      { name: 'b', bytes: bytesCountingAs(2500) },
      { name: 'c', bytes: bytesCountingAs(2500) },
    ]
    expect(await upload({ files })).toBe(`507 ${quotaExceeded}`)
    expect([await countRows('file'), await countRows('staged'), await countRows('garbage')]).toEqual([
      1, 0, 0,
    ])
    expect(await server.storedFiles()).toHaveLength(1)
    expect(await upload({ files: [{ name: 'd', bytes: bytesCountingAs(4000) }] })).toBe(1)
  })

  it('is that of each folder, and is free again when files are deleted', async () => {
    const { browser, upload, folder, server } = await startServerWithFolder({ folderQuotaBytes: 10_000 })
    const file = { name: 'a', bytes: bytesCountingAs(10000) }
    expect(await upload({ files: [file] })).toBe(1)
    const another = await browser.createFolder()
    const elsewhere = `/api/upload/${another.link_token}`
    const reply = await server.app.inject({
      method: 'POST',
      url: elsewhere,
      ...uploadForm({ files: [file] }),
    })
    expect(reply.statusCode).toBe(200)
    const listed = (await browser.get(`/api/folders/${folder.id}/files`)).json<{ id: number }[]>()
    await browser.post('/api/folders/files/delete', { file_ids: listed.map(({ id }) => id) })
    expect(await upload({ files: [file] })).toBe(1)
  })

  it('counts uploads in parts as soon as bytes of them come, until they are given up', async () => {
    const { server, url, upload, beginUpload, putPart } = await startServerWithFolder({
      folderQuotaBytes: 10 * MiB,
    })
    const { upload_id } = await beginUpload(8 * MiB)
    await putPart(upload_id, 1, randomSealedBytes(partSize))
    expect(await beginUpload(3 * MiB)).toEqual({ detail: quotaExceeded, code: 'linkQuota' })
    expect(await upload({ files: [{ name: 'a', bytes: randomSealedBytes(2 * MiB + 1000) }] })).toBe(
      `507 ${quotaExceeded}`,
    )
    await server.app.inject({ method: 'DELETE', url: `${url}/files/${upload_id}` })
    // What an upload that begins finds is remembered for a second.
    server.passTime(1)
    expect(await beginUpload(3 * MiB)).toMatchObject({ upload_id: expect.any(String) as string })
  })

  it(
    'is not used up by announcements, also not by one whose part has begun without a byte',
    { tags: 'thorough' },
    async () => {
      const { server, url, beginUpload, putPart, upload } = await startServerWithFolder({
        folderQuotaBytes: 12 * MiB,
      })
      const announced = await Promise.all(Array.from({ length: 51 }, () => beginUpload(9 * MiB)))
      expect(announced.map(({ detail }) => detail)).toEqual(Array(51).fill(undefined))
      const [first, second] = announced
      const address = `${await server.listen()}${url}/files/${first?.upload_id}/parts/1`
      const part = request(address, { method: 'PUT', headers: { 'content-length': partSize } })
      part.flushHeaders()
      const answered = once(part, 'response') as Promise<[IncomingMessage]>
      await expect.poll(() => server.services.memory.held).toBeGreaterThan(0)
      expect(await upload({ files: [{ name: 'a', bytes: randomSealedBytes(2 * MiB) }] })).toBe(1)
      expect((await putPart(second?.upload_id, 1, randomSealedBytes(partSize))).statusCode).toBe(204)
      // Now the second has its window, and the part of the first is one too many.
      part.write(randomSealedBytes(1))
      const [answer] = await answered
      expect(answer.statusCode).toBe(507)
      part.destroy()
    },
  )

  it('counts of an upload what was sent, the longest row, and while it runs as much again, four parts at most', async () => {
    const { server, beginUpload, putPart, upload } = await startServerWithFolder({
      folderQuotaBytes: 60 * MiB,
    })
    const first = await beginUpload(50 * MiB)
    const second = await beginUpload(30 * MiB)
    expect([first.detail, second.detail]).toEqual([undefined, undefined])
    // A window of four parts of the first; of the second one part, for no more has come of it.
    for (const [{ upload_id }, parts] of [
      [first, 4],
      [second, 1],
    ] as const)
      for (let n = 1; n <= parts; n++)
        expect((await putPart(upload_id, n, randomSealedBytes(partSize))).statusCode).toBe(204)
    expect(await beginUpload(15 * MiB)).toEqual({ detail: quotaExceeded, code: 'linkQuota' })
    const atMost = 60 * MiB - 10 * partSize - 3 * maxRowBytes
    expect(await beginUpload(atMost + 1000)).toEqual({ detail: quotaExceeded, code: 'linkQuota' })
    const third = await beginUpload(atMost)
    expect(third).toMatchObject({ upload_id: expect.any(String) as string })
    expect(await upload({ files: [{ name: 'a', bytes: bytesCountingAs(atMost) }] })).toBe(1)
    // What would take the next part beyond it does not come.
    expect((await putPart(first.upload_id, 5, randomSealedBytes(partSize))).statusCode).toBe(507)
    // Nobody is waited for when nothing has come for ten minutes.
    server.passTime(601)
    expect(await beginUpload(60 * MiB - atMost - 5 * partSize - 3 * maxRowBytes)).toMatchObject({
      upload_id: expect.any(String) as string,
    })
  })

  it('keeps nothing free for an upload of which no part has come whole', async () => {
    const { server, url, beginUpload } = await startServerWithFolder({ folderQuotaBytes: 60 * MiB })
    const { upload_id } = await beginUpload(50 * MiB)
    const address = `${await server.listen()}${url}/files/${upload_id}/parts/1`
    const part = request(address, { method: 'PUT', headers: { 'content-length': partSize } })
    part.on('error', () => undefined)
    part.write(randomSealedBytes(1000))
    const sentBytes = async () =>
      (await server.services.db.selectFrom('upload').select('sent_bytes').executeTakeFirst())?.sent_bytes
    await expect.poll(sentBytes).toBe(partSize)
    part.destroy()
    await expect.poll(sentBytes).toBeLessThanOrEqual(1000)
    expect(await beginUpload(60 * MiB - 1000 - 2 * maxRowBytes)).toMatchObject({
      upload_id: expect.any(String) as string,
    })
  })

  it('takes nothing of what a visitor may announce when it refuses', async () => {
    const { server, beginUpload } = await startServerWithFolder({ folderQuotaBytes: 10 * MiB })
    expect(await beginUpload(50 * MiB)).toEqual({ detail: quotaExceeded, code: 'linkQuota' })
    const counts = await server.services.db
      .selectFrom('rate_limit')
      .selectAll()
      .where('key', 'like', 'upload %')
      .execute()
    expect(counts.map(({ points }) => points)).toEqual([0, 0])
  })

  it('is never exceeded by parts that come at the same time, and has room again when one is given up', async () => {
    const { server, url, beginUpload, putPart } = await startServerWithFolder({ folderQuotaBytes: 50 * MiB })
    const [first, second] = [await beginUpload(45 * MiB), await beginUpload(25 * MiB)]
    const putParts = (id: string | undefined, parts: number[]) =>
      parts.map((n) => putPart(id, n, randomSealedBytes(partSize)))
    const ofSecond = () => putParts(second.upload_id, [1, 2, 3, 4])
    const replies = await Promise.all([...putParts(first.upload_id, [1, 2, 3, 4, 5, 6]), ...ofSecond()])
    const outcomes = replies.map(({ statusCode }) => statusCode)
    expect(new Set(outcomes)).toEqual(new Set([204, 507]))
    const stored = outcomes.filter((status) => status === 204).length
    expect(stored * partSize).toBeLessThanOrEqual(50 * MiB)
    await server.app.inject({ method: 'DELETE', url: `${url}/files/${first.upload_id}` })
    for (const reply of await Promise.all(ofSecond())) expect(reply.statusCode).toBe(204)
  })

  it('does not hold up what it has counted: neither a confirmation nor its repeat', async () => {
    const { upload, beginUpload, putPart } = await startServerWithFolder({
      folderQuotaBytes: 5000 + maxRowBytes,
    })
    const { upload_id = '' } = await beginUpload(2000)
    await putPart(upload_id, 1, randomSealedBytes(2000))
    const small = { files: [{ name: 'a', bytes: bytesCountingAs(3000) }], batchId: newBatchId() }
    expect(await upload(small)).toBe(1)
    expect(await upload({ files: [{ name: 'b', reference: upload_id }] })).toBe(1)
    expect(await upload(small)).toBe(1)
    const rest = maxRowBytes - rowBytes
    expect(await upload({ files: [{ name: 'c', bytes: bytesCountingAs(rest + 1) }] })).toBe(
      `507 ${quotaExceeded}`,
    )
  })

  it('holds against requests at the same time', async () => {
    const { upload, countRows } = await startServerWithFolder({ folderQuotaBytes: 25_000 })
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        upload({ files: [{ name: `${i}`, bytes: bytesCountingAs(10_000) }] }),
      ),
    )
    expect(results.filter((result) => result === 1)).toHaveLength(2)
    expect(await countRows('file')).toBe(2)
  })

  it('holds against uploads in parts whose first parts come at the same time', async () => {
    const { server, beginUpload, putPart } = await startServerWithFolder({ folderQuotaBytes: 14 * MiB })
    const begun = await Promise.all(Array.from({ length: 10 }, () => beginUpload(8 * MiB)))
    const replies = await Promise.all(
      begun.map(({ upload_id }) => putPart(upload_id, 1, randomSealedBytes(partSize))),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 204)).toHaveLength(2)
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 507]))
    const sent = await server.services.db.selectFrom('upload').select('sent_bytes').execute()
    expect(sent.filter(({ sent_bytes }) => sent_bytes > 0)).toHaveLength(2)
  })

  it('refuses a form that announces far too much before it has come', async () => {
    const { upload, countRows } = await startServerWithFolder({ folderQuotaBytes: 1000 })
    expect(await upload({ files: [{ name: 'a', bytes: Buffer.alloc(65 * MiB) }] })).toBe(
      `507 ${quotaExceeded}`,
    )
    expect(await countRows('staged')).toBe(0)
  })
})

describe('the floor of the disk', () => {
  const noRoom = 'The server has no room left for this upload.'

  /** A disk of which so much is free. */
  async function openSmallDisk(free: number) {
    const opened = await startServerWithFolder({ minFreeBytes: 1000 * MiB })
    const disk = { free: free + 1000 * MiB }
    opened.server.services.blobs.freeBytes = () => Promise.resolve(disk.free)
    return { ...opened, disk }
  }

  it('refuses forms and parts that would go below it, takes them when there is room again', async () => {
    const { upload, beginUpload, putPart, disk, countRows } = await openSmallDisk(20 * MiB)
    const { upload_id } = await beginUpload(partSize + 1000)
    disk.free = 1000 * MiB + 3000
    const form = { files: [{ name: 'a', bytes: randomSealedBytes(5000) }] }
    expect(await upload(form)).toBe(`507 ${noRoom}`)
    const refused = await putPart(upload_id, 1, randomSealedBytes(partSize))
    expect([refused.statusCode, refused.json()]).toEqual([507, { detail: noRoom, code: 'outOfSpace' }])
    expect((await putPart(upload_id, 2, randomSealedBytes(1000))).statusCode).toBe(204)
    disk.free = 1020 * MiB
    expect((await putPart(upload_id, 1, randomSealedBytes(partSize))).statusCode).toBe(204)
    expect(await upload(form)).toBe(1)
    expect(await upload({ files: [{ name: 'b', reference: upload_id ?? '' }] })).toBe(1)
    expect([await countRows('staged'), await countRows('garbage')]).toEqual([0, 0])
  })

  it('confirms what is here already, however little is free', async () => {
    const { upload, beginUpload, putPart, disk } = await openSmallDisk(20 * MiB)
    const { upload_id = '' } = await beginUpload(1000)
    await putPart(upload_id, 1, randomSealedBytes(1000))
    disk.free = 10
    expect(await upload({ files: [{ name: 'b', reference: upload_id }] })).toBe(1)
  })

  it('counts what running uploads have still to send, and not what they have sent', async () => {
    const { server, beginUpload, putPart, disk } = await openSmallDisk(20 * MiB)
    const size = 2 * partSize + 1000
    const [first, second] = [await beginUpload(size), await beginUpload(11 * MiB)]
    expect([first.detail, second.detail]).toEqual([undefined, undefined])
    // Of the first 10 MiB come 5 MiB, which are now used; of the second nothing comes.
    await putPart(first.upload_id, 1, randomSealedBytes(partSize))
    disk.free -= partSize
    expect(await beginUpload(8 * MiB)).toMatchObject({ upload_id: expect.any(String) as string })
    await putPart(second.upload_id, 1, randomSealedBytes(partSize))
    disk.free -= partSize
    // 10 MiB are free, and 11 are on their way.
    expect(await beginUpload(MiB / 2)).toEqual({ detail: noRoom, code: 'outOfSpace' })
    // Nobody is waited for when nothing has come for ten minutes.
    server.passTime(601)
    expect(await beginUpload(9 * MiB)).toMatchObject({ upload_id: expect.any(String) as string })
  })

  it('is not used up by announcements: not of uploads in parts, and not of requests that hardly come', async () => {
    const { server, beginUpload, upload } = await openSmallDisk(2000 * MiB)
    for (let i = 0; i < 20; i++) {
      expect(await beginUpload((1500 - i) * MiB)).toMatchObject({ upload_id: expect.any(String) as string })
    }
    const storageLimits = createStorageLimits({ ...server.services, log: server.app.log })
    const slow = await Promise.all(Array.from({ length: 50 }, () => storageLimits.reserve(1000 * MiB)))
    expect(await upload({ files: [{ name: 'a', bytes: randomSealedBytes(1000) }] })).toBe(1)
    const other = await storageLimits.reserve(1900 * MiB)
    other.end()
    // Of what has sent something as much is kept free, up to 4 MiB.
    for (const arrival of slow) await arrival.countReceived(4 * MiB)
    await expect(storageLimits.reserve(1900 * MiB)).rejects.toThrow(noRoom)
    for (const arrival of slow) arrival.end()
  })

  it('counts what other requests have announced and not sent yet', async () => {
    const { server } = await openSmallDisk(0)
    const storageLimits = createStorageLimits({
      ...server.services,
      log: server.app.log,
      minFreeBytes: 0,
    })
    const reserveOutcome = (announced: number) =>
      storageLimits.reserve(announced).then(
        () => 'taken',
        () => 'refused',
      )
    server.services.blobs.freeBytes = () => Promise.resolve(100)
    const first = await storageLimits.reserve(80)
    expect(await reserveOutcome(30)).toBe('refused')
    await first.countReceived(60)
    expect(await reserveOutcome(30)).toBe('taken')
    expect(await reserveOutcome(60)).toBe('refused')
    first.end()
    first.end()
    expect(await reserveOutcome(70)).toBe('taken')
    expect(await reserveOutcome(1)).toBe('refused')
  })

  it('is told by /readyz, which stays 200, and once in the log when it is reached and when it is left', async () => {
    const { server, upload, disk } = await openSmallDisk(20 * MiB)
    const ready = async () => {
      // Whoever asks within a second gets the answer of then.
      server.passTime(2)
      const reply = await server.app.inject('/readyz')
      return [reply.statusCode, reply.json<unknown>()]
    }
    const loggedLimitLines = () =>
      server
        .logged()
        .split('\n')
        .filter((line) => line.includes('"minFreeBytes"'))
        .map((line) => JSON.parse(line) as { level: number; msg: string; freeBytes: number })
    expect(await ready()).toEqual([200, { status: 'ready' }])
    disk.free = 999 * MiB
    expect(await upload({ files: [{ name: 'a', bytes: randomSealedBytes(5000) }] })).toBe(`507 ${noRoom}`)
    for (let i = 0; i < 2; i++)
      expect(await ready()).toEqual([
        200,
        {
          status: 'ready',
          uploads: 'refused',
          reason: 'less is free on the disk than MIN_FREE_BYTES',
        },
      ])
    expect(loggedLimitLines()).toMatchObject([
      {
        level: 40,
        msg: 'uploads are refused: less is free on the disk than MIN_FREE_BYTES',
        freeBytes: 999 * MiB,
        minFreeBytes: 1000 * MiB,
      },
    ])
    // Around the floor the log is quiet.
    for (const free of [1020, 999, 1020]) {
      disk.free = free * MiB
      await ready()
      expect(loggedLimitLines()).toHaveLength(1)
    }
    disk.free = 1063 * MiB
    expect(await ready()).toEqual([200, { status: 'ready' }])
    expect(loggedLimitLines()).toHaveLength(2)
    expect(loggedLimitLines()[1]).toMatchObject({ level: 30, msg: 'uploads are taken again' })
  })

  it('is looked at while bytes come whose number nobody has announced', async () => {
    const { server, disk } = await openSmallDisk(0)
    const storageLimits = createStorageLimits({ ...server.services, log: server.app.log })
    const arrival = await storageLimits.reserve(0)
    disk.free = 0
    await expect(
      (async () => {
        for (let i = 0; i < 20; i++) await arrival.countReceived(MiB)
      })(),
    ).rejects.toThrow(noRoom)
  })
})
