import { GetBucketCorsCommand, PutBucketCorsCommand } from '@aws-sdk/client-s3'
import { createHash, randomBytes } from 'node:crypto'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { bodyChecksumOf } from '../../../contract/bodyChecksum.ts'
import { announcedLifetimeSeconds } from '../../../contract/limits.ts'
import type { UploadResult } from '../../../contract/schemas/uploads.ts'
import { openDirectUploads } from '../../../server/blobs/s3/directUploads.ts'
import { createS3Client } from '../../../server/blobs/s3/s3Client.ts'
import type { S3Config } from '../../../server/config/config.ts'
import type { Services } from '../../../server/context.ts'
import { maxRowBytes } from '../../../server/db/files/rowBytes.ts'
import { createPartRecords } from '../../../server/db/files/partRecords.ts'
import { maxPartDrops } from '../../../server/uploads/completeUpload.ts'
import { listen } from '../../listen.ts'
import { startNodeUpload } from '../../transfer/nodeUpload.ts'
import { diskHashes, storedHashes, setUpTransfer } from '../../transfer/setUpTransfer.ts'
import { keysIn, scratchBucket } from '../scratchBucket.ts'
import { startTestServer } from '../testServer.ts'
import { uploadForm } from '../uploads.ts'

const partSize = 20 * 262160
const content = randomBytes(2 * partSize + 1000)
const partBytes = (n: number) => content.subarray((n - 1) * partSize, n * partSize)
const pageOrigin = 'https://files.example.org'

async function scratchS3Config(direct = true): Promise<S3Config> {
  const config = assertDefined(await scratchBucket())
  return direct ? { ...config, direct: { endpoint: config.endpoint } } : config
}

async function startServerWithFolder(options: Partial<Services> & { s3?: S3Config } = {}) {
  const s3 = options.s3 ?? (await scratchS3Config())
  const server = await startTestServer({ ...options, s3 })
  const browser = await server.signIn()
  const { link_token, id: folderId } = await browser.createFolder()
  const url = `/api/upload/${link_token}`
  const callUploads = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    server.app.inject({ method, url: `${url}${path}`, ...(payload && { payload }) })
  const beginUpload = async (size = content.length) => {
    const reply = await callUploads('POST', '/files', { size, part_size: partSize })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ upload_id: string; direct: boolean }>()
  }
  const requestPartAddress = (id: string, n: number, stated?: object) =>
    callUploads('POST', `/files/${id}/parts/${n}/address`, stated)
  const partAddress = async (id: string, n: number, stated?: object) => {
    const reply = await requestPartAddress(id, n, stated)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ url: string; expires_at: string }>()
  }
  /** Sends a part whose checksum is stated; `altered`: another byte than was stated arrives. */
  const sendStated = async (id: string, n: number, altered = false) => {
    const bytes = Buffer.from(partBytes(n))
    const { url } = await partAddress(id, n, { xxh64: await bodyChecksumOf([bytes]) })
    if (altered) bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500)
    expect(await putToStore(url, bytes)).toBe(200)
  }
  const sendAll = async () => {
    const { upload_id: id } = await beginUpload()
    for (const n of [1, 2, 3])
      expect(await putToStore((await partAddress(id, n)).url, partBytes(n))).toBe(200)
    return id
  }
  const confirm = async (reference: string): Promise<UploadResult> =>
    (
      await server.app.inject({
        method: 'POST',
        url,
        ...uploadForm({ files: [{ name: 'large.bin', reference }] }),
      })
    ).json()
  const readUploadRow = () => server.services.db.selectFrom('upload').selectAll().executeTakeFirstOrThrow()
  return {
    ...{
      server,
      browser,
      folderId,
      s3,
      callUploads,
      beginUpload,
      requestPartAddress,
      partAddress,
      sendStated,
      sendAll,
      confirm,
      readUploadRow,
    },
  }
}

const putToStore = async (url: string, body: Buffer, headers: Record<string, string> = {}) =>
  (await fetch(url, { method: 'PUT', body: new Uint8Array(body), headers })).status

it('becomes a file of parts that went straight to the store, and of those that came to us', async () => {
  const { server, browser, callUploads, beginUpload, partAddress, confirm } = await startServerWithFolder()
  const { upload_id: id, direct } = await beginUpload()
  expect(direct).toBe(true)
  expect(await putToStore((await partAddress(id, 3)).url, partBytes(3))).toBe(200)
  const type = { 'content-type': 'application/octet-stream' }
  expect(await putToStore((await partAddress(id, 1)).url, partBytes(1), type)).toBe(200)
  expect((await callUploads('GET', `/files/${id}`)).json()).toMatchObject({ parts: [1, 3], direct: true })
  const [folder] = (await browser.get('/api/folders/')).json<[{ link_token: string }]>()
  const here = `/api/upload/${folder.link_token}/files/${id}/parts/2`
  const reply = await server.app.inject({ method: 'PUT', url: here, payload: partBytes(2), headers: type })
  expect(reply.statusCode).toBe(204)
  const { successful_files } = await confirm(id)
  const stored = await browser.get(`/api/folders/download/${successful_files[0]?.id}`)
  expect(stored.rawPayload.equals(content)).toBe(true)
  const hashes = await server.services.db.selectFrom('stored_hash').select('part').orderBy('part').execute()
  expect(hashes.map((one) => one.part)).toEqual([1, 2, 3])
})

it('takes a file straight to the store from a sender that is no browser', async () => {
  const its = await setUpTransfer(['large.bin'], { s3: await scratchS3Config() })
  const upload = await startNodeUpload(its.batch)
  await upload.over()
  expect(upload.failed()).toEqual({})
  expect([...its.proxy.partTransfers.keys()]).toEqual([])
  expect(await storedHashes(its)).toEqual(await diskHashes(its, ['large.bin']))
})

it('takes them through us when the store is not to be reached', async () => {
  const s3 = await scratchS3Config()
  const its = await setUpTransfer(['large.bin'], {
    s3: { ...s3, direct: { endpoint: 'http://127.0.0.1:1' } },
  })
  const upload = await startNodeUpload(its.batch)
  await upload.over()
  expect(upload.failed()).toEqual({})
  expect([...its.proxy.partTransfers.keys()]).toHaveLength(4)
  expect(await storedHashes(its)).toEqual(await diskHashes(its, ['large.bin']))
})

type Fate = 'pass' | 'alter' | 'hold'

/** A way to the store on which a request passes, has a byte of its body altered, or gets no answer. @returns its origin */
function startWayToStore(
  { endpoint }: S3Config,
  fateOf: (incoming: IncomingMessage) => Fate | Promise<Fate>,
): Promise<string> {
  const passOn = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const fate = await fateOf(incoming)
    if (fate === 'hold') return
    const { method, url = '', headers } = incoming
    const onwards = request(new URL(url, endpoint), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers)
      response.pipe(outgoing)
    })
    let isAltered = fate === 'pass'
    incoming.on('data', (piece: Buffer) => {
      if (!isAltered) piece.writeUInt8(piece.readUInt8(0) ^ 1, 0)
      isAltered = true
      onwards.write(piece)
    })
    incoming.on('end', () => onwards.end())
    onwards.on('error', () => outgoing.destroy())
  }
  return listen(createServer((incoming, outgoing) => void passOn(incoming, outgoing)))
}

/**
 * A bucket, and which whole parts the server reads back from it and copies in it, in order.
 * @param beforeCopy is waited for before a part is copied to that path
 */
async function watchedStore(beforeCopy: (path: string) => Promise<void> = () => Promise.resolve()) {
  const s3 = await scratchS3Config()
  const reads: number[] = []
  const copies: number[] = []
  const partOfRange = new Map(
    [1, 2, 3].map((n) => [`bytes=${(n - 1) * partSize}-${Math.min(n * partSize, content.length) - 1}`, n]),
  )
  const endpoint = await startWayToStore(s3, async ({ method, url = '', headers }): Promise<Fate> => {
    const { pathname, searchParams } = new URL(url, s3.endpoint)
    const read = partOfRange.get(headers.range ?? '')
    if (method === 'GET' && read !== undefined) reads.push(read)
    if (headers['x-amz-copy-source'] !== undefined) {
      copies.push(Number(searchParams.get('partNumber')))
      await beforeCopy(pathname)
    }
    return 'pass'
  })
  return { s3: { ...s3, endpoint, direct: { endpoint: s3.endpoint } }, reads, copies }
}

/**
 * A sender whose way to the store alters a byte of a part, or holds it.
 * @param fate of part `n` that comes for the `time`th time
 */
async function setUpAlteringStore(fate: (n: number, time: number) => Fate) {
  const s3 = await scratchS3Config()
  /** Numbers of the parts that came, in order. */
  const parts: number[] = []
  const endpoint = await startWayToStore(s3, ({ url = '' }) => {
    const n = Number(new URLSearchParams(url).get('partNumber'))
    parts.push(n)
    return fate(n, parts.filter((one) => one === n).length)
  })
  const its = await setUpTransfer(['large.bin'], { s3: { ...s3, direct: { endpoint } } })
  return { its, parts, s3 }
}

it('has a part that arrives altered at the store sent again', async () => {
  const { its, parts } = await setUpAlteringStore((n, time) => (n === 2 && time < 3 ? 'alter' : 'pass'))
  const upload = await startNodeUpload(its.batch)
  await upload.over()
  expect(upload.failed()).toEqual({})
  expect(parts.toSorted()).toEqual([1, 2, 2, 2, 3, 4])
  expect(await storedHashes(its)).toEqual(await diskHashes(its, ['large.bin']))
})

it('names a file of which a part arrives altered at the store each time, and goes on over a better way', async () => {
  let isBad = true
  const { its, parts } = await setUpAlteringStore((n) => (n === 4 && isBad ? 'alter' : 'pass'))
  const upload = await startNodeUpload(its.batch)
  await upload.over()
  expect(upload.failed()).toEqual({ 'large.bin': 'partsMissing' })
  expect(parts.toSorted()).toEqual([1, 2, 3, 4, 4, 4])
  expect(await storedHashes(its)).toEqual({})
  isBad = false
  const again = await startNodeUpload(its.batch)
  await again.over()
  expect(again.failed()).toEqual({})
  expect(await storedHashes(its)).toEqual(await diskHashes(its, ['large.bin']))
})

it('names a file of which parts were altered too often, and begins it anew the next time', async () => {
  let isBad = true
  const { its } = await setUpAlteringStore((n) => (n === 4 && isBad ? 'alter' : 'pass'))
  const failures: Record<string, string>[] = []
  for (const isBadNow of [true, true, false]) {
    isBad = isBadNow
    const upload = await startNodeUpload(its.batch)
    await upload.over()
    failures.push(upload.failed())
  }
  expect(failures).toEqual([{ 'large.bin': 'partsMissing' }, { 'large.bin': 'uploadSentTooOften' }, {}])
  expect(await storedHashes(its)).toEqual(await diskHashes(its, ['large.bin']))
})

it('notices a part that arrived altered before its sender went on', async () => {
  let isLeft = false
  const { its, parts } = await setUpAlteringStore((n) =>
    isLeft || n === 2 ? 'pass' : n === 1 ? 'alter' : 'hold',
  )
  const upload = await startNodeUpload(its.batch)
  await expect.poll(() => new Set(parts).size).toBe(4)
  const [{ id }] = (await its.server.services.db.selectFrom('upload').select('id').execute()) as [
    { id: string },
  ]
  const listed = `/api/upload/${its.batch.linkToken}/files/${id}`
  await expect
    .poll(async () => (await its.server.app.inject(listed)).json<{ parts: number[] }>().parts)
    .toEqual([1, 2])
  await upload.leave()
  isLeft = true
  const again = await startNodeUpload(its.batch)
  await again.over()
  expect(again.failed()).toEqual({})
  expect(await storedHashes(its)).toEqual(await diskHashes(its, ['large.bin']))
})

it('gives an address for one part and its length, for a quarter of an hour', async () => {
  const { beginUpload, partAddress, requestPartAddress } = await startServerWithFolder()
  const { upload_id: id } = await beginUpload()
  const { url, expires_at } = await partAddress(id, 1)
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('900')
  const left = Date.parse(expires_at) - Date.now()
  expect(left).toBeGreaterThan(890_000)
  expect(left).toBeLessThanOrEqual(900_000)
  expect(await putToStore(url, partBytes(1).subarray(1))).toBe(403)
  expect(await putToStore(url, Buffer.concat([partBytes(1), Buffer.alloc(1)]))).toBe(403)
  expect(await putWithoutLength(url, partBytes(1))).not.toBe(200)
  expect(await putToStore(url.replace('partNumber=1', 'partNumber=2'), partBytes(1))).toBe(403)
  expect(await putToStore(url.replace('X-Amz-Expires=900', 'X-Amz-Expires=90000'), partBytes(1))).toBe(403)
  expect((await fetch(url)).status).toBe(403)
  expect(await putToStore(url, partBytes(1))).toBe(200)
  expect(await putToStore(url, partBytes(1))).toBe(200)
  expect((await requestPartAddress(id, 4)).statusCode).toBe(422)
  expect((await requestPartAddress(id, 0)).statusCode).toBe(422)
})

/** Without saying how long it is. */
function putWithoutLength(url: string, body: Buffer): Promise<number | undefined> {
  return new Promise((resolve) => {
    const call = request(url, { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } }, (answer) => {
      resolve(answer.statusCode)
      call.destroy()
    })
    call.on('error', () => resolve(undefined))
    call.end(body)
  })
}

it('stores nothing more by an address when the upload is confirmed, or gone', async () => {
  const { browser, callUploads, beginUpload, partAddress, requestPartAddress, sendAll, confirm } =
    await startServerWithFolder()
  const id = await sendAll()
  const { url } = await partAddress(id, 1)
  const { successful_files } = await confirm(id)
  expect(await putToStore(url, Buffer.alloc(partSize))).toBe(404)
  const stored = await browser.get(`/api/folders/download/${successful_files[0]?.id}`)
  expect(stored.rawPayload.equals(content)).toBe(true)
  expect((await requestPartAddress(id, 1)).json()).toMatchObject({ code: 'uploadConfirmed' })

  const { upload_id: other } = await beginUpload()
  const { url: late } = await partAddress(other, 1)
  expect((await callUploads('DELETE', `/files/${other}`)).statusCode).toBe(204)
  await expect.poll(() => putToStore(late, partBytes(1))).toBe(404)
  expect((await requestPartAddress(other, 1)).json()).toMatchObject({ code: 'uploadUnknown' })
})

it('refuses what is no ciphertext when it is confirmed, and keeps nothing of it', async () => {
  const { server, beginUpload, partAddress, confirm } = await startServerWithFolder()
  const text = Buffer.from('Plain text, which nobody has encrypted. '.repeat(100))
  const { upload_id: id } = await beginUpload(text.length)
  expect(await putToStore((await partAddress(id, 1)).url, text)).toBe(200)
  expect((await confirm(id)).failed_files).toMatchObject([{ code: 'notEncrypted' }])
  expect(await server.storedFiles()).toEqual([])
})

it('confirms nothing while parts are missing', async () => {
  const { beginUpload, partAddress, confirm } = await startServerWithFolder()
  const { upload_id: id } = await beginUpload()
  expect(await putToStore((await partAddress(id, 1)).url, partBytes(1))).toBe(200)
  await partAddress(id, 2)
  expect((await confirm(id)).failed_files).toMatchObject([{ code: 'partsMissing', parts: [2, 3] }])
})

it('keeps nothing of parts that are not what their sender stated, and takes them again', async () => {
  const { server, s3, browser, callUploads, beginUpload, sendStated, confirm } = await startServerWithFolder()
  const { upload_id: id } = await beginUpload()
  for (const n of [1, 2, 3]) await sendStated(id, n, n !== 2)
  const refused = { successful_files: [], failed_files: [{ code: 'partsMissing', parts: [1, 3] }] }
  expect(await confirm(id)).toMatchObject(refused)
  expect((await callUploads('GET', `/files/${id}`)).json()).toMatchObject({ parts: [2] })
  await server.app.housekeeping.whenIdle()
  expect(await keysIn(s3)).toEqual([expect.stringMatching(/^\w{32}\.parts\/2$/)])
  // The answer was lost.
  expect(await confirm(id)).toMatchObject(refused)
  await sendStated(id, 1)
  await sendStated(id, 3)
  const { successful_files } = await confirm(id)
  const stored = await browser.get(`/api/folders/download/${successful_files[0]?.id}`)
  expect(stored.rawPayload.equals(content)).toBe(true)
  expect(await server.services.db.selectFrom('stated_checksum').selectAll().execute()).toEqual([])
})

it('answers two confirmations of altered parts alike', async () => {
  const { server, s3, beginUpload, sendStated, confirm } = await startServerWithFolder()
  const { upload_id: id } = await beginUpload()
  for (const n of [1, 2, 3]) await sendStated(id, n, n === 2)
  const answers = await Promise.all([confirm(id), confirm(id)])
  for (const { failed_files } of answers)
    expect(failed_files).toMatchObject([{ code: 'partsMissing', parts: [2] }])
  await server.app.housekeeping.whenIdle()
  expect(await keysIn(s3)).toHaveLength(2)
  await sendStated(id, 2)
  expect((await confirm(id)).successful_files).toHaveLength(1)
})

it('reads back no part twice while others arrive altered', async () => {
  const { s3, reads, copies } = await watchedStore()
  const { server, browser, beginUpload, sendStated, confirm } = await startServerWithFolder({ s3 })
  const { upload_id: id } = await beginUpload()
  for (const n of [1, 2, 3]) await sendStated(id, n, n === 3)
  expect((await confirm(id)).failed_files).toMatchObject([{ code: 'partsMissing', parts: [3] }])
  expect(reads.toSorted()).toEqual([1, 2, 3])
  await sendStated(id, 3, true)
  expect((await confirm(id)).failed_files).toMatchObject([{ code: 'partsMissing', parts: [3] }])
  await sendStated(id, 3)
  const { successful_files } = await confirm(id)
  expect(reads.toSorted()).toEqual([1, 2, 3, 3, 3])
  expect(copies.toSorted()).toEqual([1, 1, 2, 2])
  const stored = await browser.get(`/api/folders/download/${successful_files[0]?.id}`)
  expect(stored.rawPayload.equals(content)).toBe(true)
  await server.app.housekeeping.whenIdle()
  const hashes = await server.services.db
    .selectFrom('stored_hash')
    .select(['part', 'sha256'])
    .orderBy('part')
    .execute()
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url')
  expect(hashes).toEqual([1, 2, 3].map((part) => ({ part, sha256: sha256(partBytes(part)) })))
})

it('reads back a kept part that is sent again with other bytes', async () => {
  const { s3, reads } = await watchedStore()
  const { beginUpload, sendStated, confirm } = await startServerWithFolder({ s3 })
  const { upload_id: id } = await beginUpload()
  for (const n of [1, 2, 3]) await sendStated(id, n, n === 3)
  await confirm(id)
  await sendStated(id, 1, true)
  await sendStated(id, 3)
  expect((await confirm(id)).failed_files).toMatchObject([{ code: 'partsMissing', parts: [1] }])
  expect(reads.toSorted()).toEqual([1, 1, 2, 3, 3])
})

it('reads and copies once for confirmations that come at the same time', async () => {
  const { s3, reads, copies } = await watchedStore()
  const { beginUpload, sendStated, confirm } = await startServerWithFolder({ s3 })
  const { upload_id: id } = await beginUpload()
  for (const n of [1, 2, 3]) await sendStated(id, n, n === 2)
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(id)))
  for (const { failed_files } of answers)
    expect(failed_files).toMatchObject([{ code: 'partsMissing', parts: [2] }])
  expect(reads.toSorted()).toEqual([1, 2, 3])
  expect(copies.toSorted()).toEqual([1, 3])
})

it('ends an upload of which parts arrived altered too often', async () => {
  const { s3, copies } = await watchedStore()
  const { server, callUploads, beginUpload, sendStated, confirm } = await startServerWithFolder({ s3 })
  const { upload_id: id } = await beginUpload()
  for (const n of [1, 2]) await sendStated(id, n)
  for (let time = 0; time < maxPartDrops; time++) {
    await sendStated(id, 3, true)
    expect((await confirm(id)).failed_files).toMatchObject([{ code: 'partsMissing', parts: [3] }])
  }
  await sendStated(id, 3, true)
  expect((await confirm(id)).failed_files).toMatchObject([{ code: 'uploadSentTooOften' }])
  expect(copies).toHaveLength(2 * maxPartDrops)
  expect((await callUploads('GET', `/files/${id}`)).json()).toMatchObject({ code: 'uploadUnknown' })
  expect(await server.storedFiles()).toEqual([])
})

it('counts the copies of all servers, and keeps one of those that are made at the same time', async () => {
  const paths = new Set<string>()
  let letGo = (): void => undefined
  const bothCopy = new Promise<void>((resolve) => (letGo = resolve))
  const { s3 } = await watchedStore((path) => {
    if (paths.add(path).size === 2) letGo()
    return bothCopy
  })
  const { server, beginUpload, sendStated, confirm, readUploadRow } = await startServerWithFolder({ s3 })
  const { upload_id: id } = await beginUpload()
  for (const n of [1, 2, 3]) await sendStated(id, n, n === 2)
  const row = await readUploadRow()
  // Another server has turns of its own.
  const path = '../../../server/uploads/completeUpload.ts?other'
  const other = (await import(path)) as typeof import('../../../server/uploads/completeUpload.ts')
  const deps = { ...server.services, housekeeping: server.app.housekeeping }
  const [answer, refusal] = await Promise.all([
    confirm(id),
    other.completeUpload(deps, row, 'other').catch((error: unknown) => error),
  ])
  expect(answer.failed_files).toMatchObject([{ code: 'partsMissing', parts: [2] }])
  expect(refusal).toMatchObject({ parts: [2] })
  expect((await readUploadRow()).part_drops).toBe(2)
  expect(await server.storedFiles()).toHaveLength(2)
  await sendStated(id, 2)
  expect((await confirm(id)).successful_files).toHaveLength(1)
})

it.each([{ xxh64: 'A'.repeat(16) }, { xxh64: '0'.repeat(15) }, { xxh64: null }, { sha256: '0'.repeat(64) }])(
  'refuses %j as a checksum of a part',
  async (stated) => {
    const { beginUpload, requestPartAddress } = await startServerWithFolder()
    const { upload_id: id } = await beginUpload()
    expect((await requestPartAddress(id, 1, stated)).statusCode).toBe(422)
  },
)

it('counts each address as its bytes, of the upload and of the folder', async () => {
  const { beginUpload, requestPartAddress, readUploadRow } = await startServerWithFolder()
  const { upload_id: id } = await beginUpload()
  expect((await requestPartAddress(id, 1)).statusCode).toBe(200)
  expect((await readUploadRow()).sent_bytes).toBe(partSize)
  const most = Math.floor((4 * content.length + 256 * 1024 ** 2) / partSize)
  const replies = await Promise.all(Array.from({ length: most }, () => requestPartAddress(id, 1)))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(most - 1)
  expect(replies.find(({ statusCode }) => statusCode !== 200)?.json()).toMatchObject({
    code: 'uploadSentTooOften',
  })
  const full = await startServerWithFolder({ folderQuotaBytes: content.length + maxRowBytes })
  const first = await full.beginUpload()
  for (const n of [1, 2, 3]) expect((await full.requestPartAddress(first.upload_id, n)).statusCode).toBe(200)
  expect((await full.callUploads('POST', '/files', { size: 1000, part_size: partSize })).statusCode).toBe(507)
})

it('keeps an upload for days when a part is there, and for an hour when none ever came', async () => {
  const { server, callUploads, beginUpload, partAddress, readUploadRow } = await startServerWithFolder()
  const { upload_id: idle } = await beginUpload()
  await partAddress(idle, 1)
  const { upload_id: running } = await beginUpload()
  expect(await putToStore((await partAddress(running, 1)).url, partBytes(1))).toBe(200)
  server.passTime(announcedLifetimeSeconds - 60)
  await server.app.housekeeping.sweep()
  server.passTime(120)
  await server.app.housekeeping.sweep()
  expect((await callUploads('GET', `/files/${idle}`)).statusCode).toBe(404)
  expect((await readUploadRow()).id).toBe(running)
  expect((await callUploads('GET', `/files/${running}`)).json()).toMatchObject({ parts: [1] })
})

it('says that parts come to us where they do, and gives no address', async () => {
  const { server, beginUpload, requestPartAddress, callUploads } = await startServerWithFolder({
    s3: await scratchS3Config(false),
  })
  const { upload_id: id, direct } = await beginUpload()
  expect(direct).toBe(false)
  expect((await callUploads('GET', `/files/${id}`)).json()).toMatchObject({ direct: false })
  expect((await requestPartAddress(id, 1)).statusCode).toBe(409)
  expect((await server.app.inject('/')).headers['content-security-policy']).toContain("connect-src 'self';")
})

it('lets pages talk to the store, and to nobody else', async () => {
  const { server, s3 } = await startServerWithFolder()
  for (const path of ['/', '/assets/upload.worker-a1b2.js']) {
    const { headers } = await server.app.inject(path)
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${s3.endpoint};`)
  }
  const ofAws = { ...s3, forcePathStyle: false }
  const addresses = await openDirectUploads(
    ofAws,
    { endpoint: undefined },
    createPartRecords(server.services.db),
  )
  expect(addresses.origin).toBe(`https://${s3.bucket}.s3.us-east-1.amazonaws.com`)
})

it('never logs an address', async () => {
  const { server, beginUpload, partAddress } = await startServerWithFolder()
  const { upload_id: id } = await beginUpload()
  const { url } = await partAddress(id, 1)
  const signature = new URL(url).searchParams.get('X-Amz-Signature') ?? ''
  expect(signature).toHaveLength(64)
  expect(server.logged()).not.toContain(signature)
  expect(server.logged()).toContain('parts/:n/address')
})

it('has the bucket let in our pages, beside the rules that it has, and changes nothing the second time', async () => {
  const { server, s3 } = await startServerWithFolder()
  const { directUploads } = server.services.blobs
  const client = createS3Client(s3)
  onTestFinished(() => client.destroy())
  const Bucket = s3.bucket
  const other = { ID: 'other', AllowedOrigins: ['https://other.example.org'], AllowedMethods: ['GET'] }
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [other] } }))
  const rules = async () => (await client.send(new GetBucketCorsCommand({ Bucket }))).CORSRules ?? []
  for (const origin of ['https://before.example.org', pageOrigin, pageOrigin]) {
    expect(await directUploads?.allowOrigin(origin)).toBeUndefined()
    expect((await rules()).map(({ ID }) => ID).sort()).toEqual(['other', 'sealpost'])
  }
  expect((await rules()).find(({ ID }) => ID === 'sealpost')).toMatchObject({
    AllowedOrigins: [pageOrigin],
    AllowedMethods: ['PUT'],
    AllowedHeaders: ['content-type'],
    MaxAgeSeconds: 900,
  })
})

it('says which rule to set where it may not set it', async () => {
  const s3 = await scratchS3Config()
  const wrong = { ...s3, credentials: { accessKeyId: 'A'.repeat(20), secretAccessKey: 'x' } }
  const { services } = await startTestServer({ s3 })
  const addresses = await openDirectUploads(wrong, { endpoint: s3.endpoint }, createPartRecords(services.db))
  const advice = await addresses.allowOrigin(pageOrigin)
  expect(advice).toContain(`The bucket ${s3.bucket} does not let pages of ${pageOrigin} send to it`)
  const [, json = ''] = advice?.split('\n') ?? []
  expect(JSON.parse(json)).toMatchObject({
    CORSRules: [{ AllowedOrigins: [pageOrigin], AllowedMethods: ['PUT'] }],
  })
})
