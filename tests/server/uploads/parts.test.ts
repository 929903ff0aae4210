import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bodyChecksumHeader, bodyChecksumOf } from '../../../contract/bodyChecksum.ts'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { maxBytesInParts } from '../../../contract/fileLimits.ts'
import { chunkBytes, GiB, sealedChunkBytes } from '../../../contract/limits.ts'
import { sealedSize } from '../../../contract/sealedSize.ts'
import type { UploadResult, UploadStatus } from '../../../contract/schemas/uploads.ts'
import type { Services } from '../../../server/context.ts'
import { slicesOf } from '../../../server/db/slicesOf.ts'
import { newBlobKey } from '../../../server/blobs/blobKeys.ts'
import { maxOpenUploads } from '../../../server/routes/parts.ts'
import { networkLimitFactor } from '../../../server/http/ipAddresses.ts'
import type { InstallationConfig } from '../../../server/ops/move/movePlan.ts'
import { confirmClock } from '../../../server/retention/sweepClock.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { startTestServer } from '../testServer.ts'
import { newBatchId, uploadForm, type TestForm } from '../uploads.ts'

const partSize = 20 * 262160
/** Two whole parts and a short one. */
const content = randomBytes(2 * partSize + 1000)
const partBytes = (n: number) => content.subarray((n - 1) * partSize, n * partSize)

async function startServerWithFolder(
  options: Partial<Services> & { where?: InstallationConfig } = {},
  payload: object = {},
) {
  const server = await startTestServer(options)
  const browser = await server.signIn()
  const folder = await browser.createFolder(payload)
  const url = `/api/upload/${folder.link_token}`
  const createUpload = (body: object) =>
    server.app.inject({ method: 'POST', url: `${url}/files`, payload: body })
  const beginUpload = async () => {
    const reply = await createUpload({ size: content.length, part_size: partSize })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ upload_id: string; expires_at: string }>().upload_id
  }
  const putPart = async (
    id: string,
    n: number | string,
    bytes = partBytes(Number(n)),
    headers: object = {},
  ) =>
    (
      await server.app.inject({
        method: 'PUT',
        url: `${url}/files/${id}/parts/${n}`,
        payload: bytes,
        headers: { 'content-type': 'application/octet-stream', ...headers },
      })
    ).statusCode
  const arrivedParts = async (id: string) =>
    (await server.app.inject(`${url}/files/${id}`)).json<{ parts: number[] }>().parts
  const deleteUpload = async (id: string) =>
    (await server.app.inject({ method: 'DELETE', url: `${url}/files/${id}` })).statusCode
  const confirm = async (form: TestForm): Promise<UploadResult> =>
    (await server.app.inject({ method: 'POST', url, ...uploadForm(form) })).json()
  const uploadAllParts = async () => {
    const id = await beginUpload()
    for (const n of [1, 2, 3]) expect(await putPart(id, n)).toBe(204)
    return id
  }
  const download = async (id: number, headers = {}) =>
    (await browser.get(`/api/folders/download/${id}`, { headers })).rawPayload
  const uploadRow = () => server.services.db.selectFrom('upload').selectAll().executeTakeFirstOrThrow()
  /** Begins to send part 1; comes back when the server has some of it. */
  const beginPart = async (id: string, bytes: Buffer) => {
    // After a minute it notes what comes.
    server.passTime(120)
    const { last_part_at } = await uploadRow()
    const options = { method: 'PUT', headers: { 'content-length': partSize } }
    const call = request(`${await server.listen()}${url}/files/${id}/parts/1`, options)
    const left = once(call, 'error')
    const answered = once(call, 'response') as Promise<[IncomingMessage]>
    // One of them never comes.
    void Promise.allSettled([left, answered])
    call.write(bytes)
    await expect.poll(async () => (await uploadRow()).last_part_at).not.toBe(last_part_at)
    return { call, left, answered }
  }
  return {
    ...{
      server,
      browser,
      folder,
      url,
      createUpload,
      beginUpload,
      putPart,
      arrivedParts,
      deleteUpload,
      confirm,
      uploadAllParts,
      download,
    },
    ...{ uploadRow, beginPart },
  }
}

describe('an upload in parts', () => {
  it('becomes a file when a batch names it, whatever the order of its parts', async () => {
    const { beginUpload, putPart, arrivedParts, confirm, download } = await startServerWithFolder()
    const id = await beginUpload()
    expect(await Promise.all([putPart(id, 3), putPart(id, 1), putPart(id, 2)])).toEqual([204, 204, 204])
    expect(await arrivedParts(id)).toEqual([1, 2, 3])
    const { successful_files } = await confirm({
      files: [{ name: 'small' }, { name: 'large.bin', path: 'videos', reference: id }],
    })
    expect(successful_files[1]).toMatchObject({
      filename: 'large.bin',
      path: 'videos',
      size: content.length - 41 * 16,
      index: 1,
    })
    const fileId = successful_files[1]?.id ?? 0
    expect((await download(fileId)).equals(content)).toBe(true)
    const range = `bytes=${partSize - 5}-${partSize + 4}`
    expect((await download(fileId, { range })).equals(content.subarray(partSize - 5, partSize + 5))).toBe(
      true,
    )
    expect((await download(fileId, { range: 'bytes=-1500' })).equals(content.subarray(-1500))).toBe(true)
  })

  it('tells its plan and the parts that are there', async () => {
    const { server, url, beginUpload, putPart } = await startServerWithFolder()
    const id = await beginUpload()
    await putPart(id, 2)
    expect((await server.app.inject(`${url}/files/${id}`)).json()).toEqual({
      size: content.length,
      part_size: partSize,
      parts: [2],
      direct: false,
    })
  })

  it('takes a part again, also at the same time', async () => {
    const { beginUpload, putPart, confirm, download } = await startServerWithFolder()
    const id = await beginUpload()
    await putPart(id, 1, Buffer.alloc(partSize))
    expect(
      await Promise.all([putPart(id, 1), putPart(id, 1), putPart(id, 2), putPart(id, 3), putPart(id, 3)]),
    ).toEqual(Array(5).fill(204))
    const { successful_files } = await confirm({ files: [{ name: 'a', reference: id }] })
    expect((await download(successful_files[0]?.id ?? 0)).equals(content)).toBe(true)
  })

  it('takes a part in any content type, or none', async () => {
    const { server, url, beginUpload } = await startServerWithFolder()
    const id = await beginUpload()
    for (const type of [
      'application/octet-stream',
      'application/json',
      'multipart/form-data',
      'text/plain',
      undefined,
    ]) {
      const reply = await server.app.inject({
        method: 'PUT',
        url: `${url}/files/${id}/parts/3`,
        payload: partBytes(3),
        headers: type === undefined ? {} : { 'content-type': type },
      })
      expect(reply.statusCode, type).toBe(204)
    }
  })

  it.each([
    ['part 1 short', 1, partSize - 1],
    ['part 1 long', 1, partSize + 1],
    ['the last part too long', 3, partSize],
    ['the last part too short', 3, 999],
    ['nothing', 1, 0],
    ['part 0', 0, partSize],
    ['a part behind the last', 4, 1000],
    ['part 10001', 10001, 1000],
    ['a part without a number', 'x', 1000],
  ] as const)('refuses %s with 422', async (_name, n, length) => {
    const { beginUpload, putPart, arrivedParts, server } = await startServerWithFolder()
    const id = await beginUpload()
    expect(await putPart(id, n, Buffer.alloc(length))).toBe(422)
    expect(await arrivedParts(id)).toEqual([])
    expect(await server.storedFiles()).toEqual([])
  })

  it('refuses a part that does not say its length', async () => {
    const { server, url, beginUpload, arrivedParts } = await startServerWithFolder()
    const id = await beginUpload()
    const origin = await server.listen()
    const path = `${url}/files/${id}/parts/3`
    const status = await new Promise((resolve, reject) => {
      const call = request(origin + path, { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } })
      call.on('response', (response) => resolve(response.statusCode))
      call.on('error', reject)
      call.end(partBytes(3))
    })
    expect(status).toBe(422)
    expect(await arrivedParts(id)).toEqual([])
  })

  it.each([
    ['a size that no plaintext has', { size: 262160 * 30 + 16, part_size: partSize }],
    ['no size', { part_size: partSize }],
    ['a size of 0', { size: 0, part_size: partSize }],
    ['more than 5120 MB', { size: 5120 * 1024 * 1024 + 20480 * 16 + 17, part_size: partSize }],
    ['small parts', { size: 10_000_000, part_size: 19 * 262160 }],
    ['large parts', { size: 10_000_000, part_size: 128 * 262160 }],
    ['parts of broken chunks', { size: 10_000_000, part_size: partSize + 1 }],
  ])('does not begin with %s', async (_name, body) => {
    const { createUpload } = await startServerWithFolder()
    const reply = await createUpload(body)
    expect(reply.statusCode).toBe(422)
    expect(Array.isArray(reply.json<{ detail: unknown }>().detail)).toBe(true)
  })

  it('says what the largest file is, and begins with that one', async () => {
    const { server, url, createUpload } = await startServerWithFolder({ maxFileBytes: 6 * GiB })
    const status = await server.app.inject(`${url}/status`)
    expect(status.json<UploadStatus>().max_file_bytes).toBe(6 * GiB)
    expect((await createUpload({ size: sealedSize(6 * GiB), part_size: partSize })).statusCode).toBe(200)
    const beyond = await createUpload({ size: sealedSize(6 * GiB + 1), part_size: partSize })
    expect([beyond.statusCode, beyond.body]).toEqual([422, expect.stringContaining('larger than 6144 MB.')])
  })

  it('has at most 10 000 parts, which are larger for that', async () => {
    const { createUpload } = await startServerWithFolder({ maxFileBytes: 2 ** 50, minFreeBytes: -(2 ** 50) })
    const beginUploadOf = async (plain: number, chunks: number) => {
      const reply = await createUpload({ size: sealedSize(plain), part_size: chunks * sealedChunkBytes })
      return reply.statusCode === 422
        ? reply.json<{ detail: { loc: string[] }[] }>().detail[0]?.loc
        : reply.statusCode
    }
    const edge = 10_000 * 20 * chunkBytes
    expect(await beginUploadOf(edge, 20)).toBe(200)
    expect(await beginUploadOf(edge + 1, 20)).toEqual(['body', 'part_size'])
    expect(await beginUploadOf(edge + 1, 21)).toBe(200)
    expect(await beginUploadOf(maxBytesInParts, 126)).toEqual(['body', 'part_size'])
    expect(await beginUploadOf(maxBytesInParts, 127)).toBe(200)
    expect(await beginUploadOf(maxBytesInParts + 1, 127)).toEqual(['body', 'size'])
  })

  it('that is larger than the figure of a later start is read as before, and goes on where it was begun', async () => {
    const where = { dataDir: join(await scratchFolder(), 'data'), databaseUrl: undefined, s3: undefined }
    const before = await startServerWithFolder({ where })
    const { successful_files } = await before.confirm({
      files: [{ name: 'a', reference: await before.uploadAllParts() }],
    })
    const begun = await before.beginUpload()
    expect(await before.putPart(begun, 1)).toBe(204)
    await before.server.stop()
    const server = await startTestServer({ where, maxFileBytes: 1000 })
    const admin = await server.newBrowser().signIn('admin')
    const stored = await admin.get(`/api/folders/download/${successful_files[0]?.id ?? 0}`)
    expect(stored.rawPayload.equals(content)).toBe(true)
    for (const n of [2, 3]) {
      const reply = await server.app.inject({
        method: 'PUT',
        url: `${before.url}/files/${begun}/parts/${n}`,
        payload: partBytes(n),
        headers: { 'content-type': 'application/octet-stream' },
      })
      expect(reply.statusCode).toBe(204)
    }
    const form = uploadForm({ files: [{ name: 'b', reference: begun }] })
    const result = await server.app.inject({ method: 'POST', url: before.url, ...form })
    expect(result.json<UploadResult>().failed_files).toEqual([])
    const payload = { size: content.length, part_size: partSize }
    const anew = await server.app.inject({ method: 'POST', url: `${before.url}/files`, payload })
    expect(anew.statusCode).toBe(422)
  })

  it('begins with 5120 MB, and with a form', async () => {
    const { server, url, createUpload } = await startServerWithFolder()
    expect(
      (await createUpload({ size: 5120 * 1024 * 1024 + 20480 * 16, part_size: partSize })).statusCode,
    ).toBe(200)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = `size=10000000&part_size=${partSize}`
    const reply = await server.app.inject({ method: 'POST', url: `${url}/files`, headers, payload })
    expect(reply.statusCode).toBe(200)
  })

  it('is not confirmed while a part is missing, and can then be completed', async () => {
    const { beginUpload, putPart, confirm } = await startServerWithFolder()
    const id = await beginUpload()
    await putPart(id, 1)
    await putPart(id, 3)
    const form = { files: [{ name: 'a', reference: id }], batchId: newBatchId() }
    expect((await confirm(form)).failed_files).toMatchObject([{ code: 'partsMissing', parts: [2] }])
    await putPart(id, 2)
    expect((await confirm(form)).successful_files).toHaveLength(1)
  })

  it('is confirmed once: a late part is 409, so is its removal, and another file cannot have it', async () => {
    const { putPart, arrivedParts, deleteUpload, confirm, uploadAllParts, download } =
      await startServerWithFolder()
    const id = await uploadAllParts()
    const { successful_files } = await confirm({ files: [{ name: 'a', reference: id }] })
    expect(await putPart(id, 1, randomBytes(partSize))).toBe(409)
    expect(await deleteUpload(id)).toBe(409)
    expect(await arrivedParts(id)).toEqual([1, 2, 3])
    const again = await confirm({ files: [{ name: 'b', reference: id }] })
    expect(again.failed_files).toMatchObject([{ error: 'This file has already been confirmed.' }])
    expect((await download(successful_files[0]?.id ?? 0)).equals(content)).toBe(true)
  })

  it('gives one file when it is named twice, in one request or in two at the same time', async () => {
    const { confirm, uploadAllParts, server } = await startServerWithFolder()
    const twice = await confirm({ files: Array.from({ length: 2 }, () => ({ name: 'a', reference: '' })) })
    expect(twice.successful_files).toEqual([])
    const first = await uploadAllParts()
    const inOne = await confirm({
      files: [
        { name: 'a', reference: first },
        { name: 'b', reference: first },
      ],
    })
    expect([inOne.successful_files.length, inOne.failed_files.length]).toEqual([1, 1])
    const second = await uploadAllParts()
    const inTwo = await Promise.all(
      ['c', 'd'].map((name) => confirm({ files: [{ name, reference: second }] })),
    )
    expect(inTwo.flatMap((result) => result.successful_files)).toHaveLength(1)
    expect(await server.services.db.selectFrom('file').select('id').execute()).toHaveLength(2)
  })

  it('gets the same result when its batch is repeated, also at the same time', async () => {
    const { confirm, uploadAllParts } = await startServerWithFolder()
    const form = { files: [{ name: 'a', reference: await uploadAllParts() }], batchId: newBatchId() }
    const [first, second] = await Promise.all([confirm(form), confirm(form)])
    expect(first.successful_files).toHaveLength(1)
    expect(second).toEqual(first)
    expect(await confirm(form)).toEqual(first)
  })

  it('goes when its file had come in a form, whose sender did not get to know it', async () => {
    const { server, confirm, uploadAllParts, arrivedParts } = await startServerWithFolder()
    const batchId = newBatchId()
    const first = await confirm({ files: [{ name: 'a' }], batchId })
    const stored = await server.storedFiles()
    const id = await uploadAllParts()
    expect(await confirm({ files: [{ name: 'a', reference: id }], batchId })).toEqual(first)
    expect(await arrivedParts(id)).toBeUndefined()
    await expect.poll(() => server.storedFiles()).toEqual(stored)
  })

  it('can be confirmed again when the server fell between the store and the database', async () => {
    const { server, confirm, uploadAllParts, download, arrivedParts } = await startServerWithFolder()
    const id = await uploadAllParts()
    const { blob_key } = await server.services.db.selectFrom('upload').selectAll().executeTakeFirstOrThrow()
    await server.services.blobs.completeParts(blob_key, { size: content.length, partSize })
    expect(await arrivedParts(id)).toEqual([1, 2, 3])
    const { successful_files } = await confirm({ files: [{ name: 'a', reference: id }] })
    expect((await download(successful_files[0]?.id ?? 0)).equals(content)).toBe(true)
  })

  it('leaves nothing when it is removed', async () => {
    const { server, beginUpload, putPart, arrivedParts, deleteUpload } = await startServerWithFolder()
    const id = await beginUpload()
    await putPart(id, 1)
    expect(await deleteUpload(id)).toBe(204)
    expect(await server.storedFiles()).toEqual([])
    expect(await putPart(id, 2)).toBe(404)
    expect(await deleteUpload(id)).toBe(404)
    expect(await arrivedParts(id)).toBeUndefined()
  })

  it('is known under its own link alone', async () => {
    const { browser, server, beginUpload, putPart, confirm, uploadAllParts } = await startServerWithFolder()
    const id = await uploadAllParts()
    const other = await browser.createFolder()
    const url = `/api/upload/${other.link_token}`
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await server.app.inject({ method, url: `${url}/files/${id}` })).statusCode).toBe(404)
    }
    const stolen = await server.app.inject({
      method: 'POST',
      url,
      ...uploadForm({ files: [{ name: 'a', reference: id }] }),
    })
    expect(stolen.json<UploadResult>().failed_files).toMatchObject([
      { error: 'This upload is unknown or has expired.' },
    ])
    expect(await putPart('A'.repeat(22), 1)).toBe(404)
    expect(await putPart('..%2f..%2fx', 1)).toBe(404)
    expect(await putPart(await beginUpload(), 1)).toBe(204)
    expect((await confirm({ files: [{ name: 'a', reference: id }] })).successful_files).toHaveLength(1)
  })

  it('keeps nothing of a part whose sender goes away', async () => {
    const { server, beginUpload, beginPart, arrivedParts } = await startServerWithFolder()
    const id = await beginUpload()
    const { call, left } = await beginPart(id, partBytes(1).subarray(0, 2_000_000))
    call.destroy()
    await left
    expect(await arrivedParts(id)).toEqual([])
    await expect.poll(() => server.storedFiles()).toEqual([])
  })

  it('keeps nothing of a part that is not what its sender states', async () => {
    const { beginUpload, putPart, arrivedParts } = await startServerWithFolder()
    const id = await beginUpload()
    const checksum = { [bodyChecksumHeader]: await bodyChecksumOf([partBytes(1)]) }
    for (const n of [1, 3])
      expect(await putPart(id, n, Buffer.alloc(partBytes(n).length), checksum)).toBe(400)
    expect(await arrivedParts(id)).toEqual([])
    expect(await putPart(id, 1, partBytes(1), checksum)).toBe(204)
    expect(await arrivedParts(id)).toEqual([1])
  })

  it('keeps nothing of a part whose sender stands still', async () => {
    const { server, beginUpload, beginPart, arrivedParts } = await startServerWithFolder({ stallMs: 2000 })
    const id = await beginUpload()
    const { answered } = await beginPart(id, partBytes(1).subarray(0, 2_000_000))
    const [response] = await answered
    expect(response.statusCode).toBe(408)
    response.destroy()
    expect(await arrivedParts(id)).toEqual([])
    await expect.poll(() => server.storedFiles()).toEqual([])
  })

  it('ends an hour after it was announced when no part of it comes', async () => {
    const { server, beginUpload, putPart, arrivedParts } = await startServerWithFolder()
    const id = await beginUpload()
    server.passTime(3600 - 60)
    expect(await arrivedParts(id)).toEqual([])
    server.passTime(61)
    expect(await putPart(id, 1)).toBe(404)
    await server.app.housekeeping.sweep()
    expect(await server.services.db.selectFrom('upload').select('id').execute()).toEqual([])
  })

  it('does not end while its first part is coming, however slowly', async () => {
    const { server, url, beginUpload, arrivedParts } = await startServerWithFolder()
    const id = await beginUpload()
    const origin = await server.listen()
    const sent = new Promise<number | undefined>((resolve, reject) => {
      const call = request(`${origin}${url}/files/${id}/parts/1`, {
        method: 'PUT',
        headers: { 'content-length': partSize },
      })
      call.on('response', (response) => resolve(response.statusCode))
      call.on('error', reject)
      const lastPartAt = async () =>
        (await server.services.db.selectFrom('upload').selectAll().executeTakeFirst())?.last_part_at ?? ''
      async function dribble() {
        call.write(partBytes(1).subarray(0, 1000))
        for (const at of [1000, 2000]) {
          server.passTime(2000)
          call.write(partBytes(1).subarray(at, at + 1000))
          const now = server.services.now().getTime()
          await expect.poll(async () => now - Date.parse(await lastPartAt()) < 60_000).toBe(true)
          await server.app.housekeeping.sweep()
        }
        call.end(partBytes(1).subarray(3000))
      }
      dribble().catch(reject)
    })
    expect(await sent).toBe(204)
    expect(await arrivedParts(id)).toEqual([1])
  })

  it('is sent at most four times and 256 MiB in all, counting what has come of parts that broke off', async () => {
    const { server, url, beginUpload, beginPart, putPart, uploadRow } = await startServerWithFolder()
    const id = await beginUpload()
    const sentBytes = async () => (await uploadRow()).sent_bytes
    expect(await putPart(id, 3)).toBe(204)
    expect(await putPart(id, 3)).toBe(204)
    expect(await sentBytes()).toBe(2000)
    const { call, left } = await beginPart(id, partBytes(1).subarray(0, 1_000_000))
    call.destroy()
    await left
    await expect.poll(sentBytes).toBeLessThanOrEqual(1_002_000)
    expect(await sentBytes()).toBeGreaterThan(2000)
    const most = 4 * content.length + 256 * 1024 * 1024
    await server.services.db
      .updateTable('upload')
      .set({ sent_bytes: most - 1500 })
      .execute()
    expect(await putPart(id, 3)).toBe(204)
    const refused = await server.app.inject({
      method: 'PUT',
      url: `${url}/files/${id}/parts/3`,
      payload: partBytes(3),
    })
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        detail: 'Parts of this file were sent too many times. Please send it again from its beginning.',
        code: 'uploadSentTooOften',
      },
    ])
    expect(await sentBytes()).toBe(most - 500)
  })

  it('may be open 64 times for one visitor at one link, until parts stop coming', async () => {
    const { server, browser, url, putPart } = await startServerWithFolder()
    const beginFrom = (remoteAddress: string, at = url) =>
      server.app.inject({
        method: 'POST',
        url: `${at}/files`,
        remoteAddress,
        payload: { size: content.length, part_size: partSize },
      })
    const ids: string[] = []
    for (let i = 0; i < 64; i++) {
      const reply = await beginFrom('203.0.113.7')
      ids.push(reply.json<{ upload_id: string }>().upload_id)
    }
    const refused = await beginFrom('203.0.113.7')
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      {
        detail:
          'Too many uploads from your address are unfinished here. Let some of them finish, or try again later.',
        code: 'tooManyUploads',
      },
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await beginFrom('203.0.113.8')).statusCode).toBe(200)
    const other = await browser.createFolder()
    expect((await beginFrom('203.0.113.7', `/api/upload/${other.link_token}`)).statusCode).toBe(200)
    const ownUpload = { size: content.length, part_size: partSize }
    expect((await browser.post(`${url}/files`, ownUpload, { remoteAddress: '203.0.113.7' })).statusCode).toBe(
      200,
    )
    // One that was begun and left counts for ten minutes, one that was only announced for an hour.
    await putPart(ids[0] ?? '', 3)
    server.passTime(601)
    expect((await beginFrom('203.0.113.7')).statusCode).toBe(200)
    expect((await beginFrom('203.0.113.7')).statusCode).toBe(429)
    server.passTime(3600)
    expect((await beginFrom('203.0.113.7')).statusCode).toBe(200)
  })

  it('may be open 640 times for one network of IPv6, of which a visitor is a part', async () => {
    const { server, url } = await startServerWithFolder()
    const beginUploadFrom = async (remoteAddress: string) =>
      (
        await server.app.inject({
          method: 'POST',
          url: `${url}/files`,
          remoteAddress,
          payload: { size: content.length, part_size: partSize },
        })
      ).statusCode
    expect(await beginUploadFrom('2001:db8:1:1::1')).toBe(200)
    const { db } = server.services
    const one = await db.selectFrom('upload').selectAll().executeTakeFirstOrThrow()
    const others = Array.from({ length: networkLimitFactor * maxOpenUploads - 2 }, (_, n) => ({
      ...one,
      id: `other ${n}`,
      blob_key: newBlobKey(),
      visitor_mark: assertDefined(one.visitor_mark ?? undefined).replace(/.{8}$/, String(n).padStart(8, '0')),
    }))
    for (const some of slicesOf(others, 500)) await db.insertInto('upload').values(some).execute()
    expect(await beginUploadFrom('2001:db8:1:ff::1')).toBe(200)
    expect(await beginUploadFrom('2001:db8:1:fe::1')).toBe(429)
    expect(await beginUploadFrom('2001:db8:2:1::1')).toBe(200)
    expect(await beginUploadFrom('203.0.113.7')).toBe(200)
  })

  it('expires seven days after its last part', async () => {
    const { server, beginUpload, putPart, arrivedParts } = await startServerWithFolder()
    const id = await beginUpload()
    const sixDays = 6 * 24 * 3600
    await putPart(id, 2)
    server.passTime(sixDays)
    await putPart(id, 1)
    server.passTime(sixDays)
    await server.app.housekeeping.sweep()
    expect(await arrivedParts(id)).toEqual([1, 2])
    server.passTime(24 * 3600 + 120)
    await confirmClock(server.services)
    await server.app.housekeeping.sweep()
    expect(await arrivedParts(id)).toBeUndefined()
    expect(await server.storedFiles()).toEqual([])
  })

  it('that was begun before the folder expired may be finished within a day', async () => {
    const { server, beginUpload, putPart, confirm, createUpload } = await startServerWithFolder(
      {},
      { expires_in_days: 1 },
    )
    const id = await beginUpload()
    expect(await putPart(id, 2)).toBe(204)
    server.passTime(24 * 3600 + 60)
    expect((await createUpload({ size: content.length, part_size: partSize })).statusCode).toBe(410)
    for (const n of [1, 2, 3]) expect(await putPart(id, n)).toBe(204)
    expect((await confirm({ files: [{ name: 'a', reference: id }] })).successful_files).toHaveLength(1)
    server.passTime(24 * 3600)
    expect(await putPart(id, 1)).toBe(410)
  })

  it('does not begin when its folder goes at that moment', async () => {
    const { server, browser, folder, createUpload } = await startServerWithFolder()
    const { blobs } = server.services
    blobs.freeBytes = async () => {
      await browser.delete(`/api/folders/${folder.id}`)
      return undefined
    }
    const reply = await createUpload({ size: content.length, part_size: partSize })
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { detail: 'Link invalid/expired.', code: 'linkInvalid' },
    ])
  })

  it('is refused on a folder that has a gate', async () => {
    const { server, beginUpload, putPart } = await startServerWithFolder()
    const id = await beginUpload()
    await server.services.db.updateTable('folder').set({ link_password_hash: 'x' }).execute()
    expect(await putPart(id, 1)).toBe(403)
  })

  it('is 507 when the disk is full', async () => {
    const { server, beginUpload, putPart } = await startServerWithFolder()
    const id = await beginUpload()
    server.services.blobs.putPart = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    expect(await putPart(id, 1)).toBe(507)
  })
})
