import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { KiB } from '../../../contract/limits.ts'
import { newBlobKey } from '../../../server/blobs/blobKeys.ts'
import { S3BlobStore } from '../../../server/blobs/s3/s3BlobStore.ts'
import { maxStoreResponseBytes, createS3Client } from '../../../server/blobs/s3/s3Client.ts'
import { createPartRecords } from '../../../server/db/files/partRecords.ts'
import { openDatabase } from '../../../server/services.ts'
import { scratchFolder } from '../scratchFolder.ts'

const ownerMark = 'this installation'

type StoreAnswer = (response: ServerResponse, method: string, headers: IncomingHttpHeaders) => void

/** A store that answers as told, once it was opened. */
async function openLyingStore(answer: StoreAnswer, isOpened = true, isInEnvironment = false) {
  let isLying = !isOpened
  const server = createServer((request, response) => {
    request.resume()
    if (isLying) answer(response, request.method ?? '', request.headers)
    else response.end(ownerMark)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const database = await openDatabase({ dataDir: await scratchFolder(), databaseUrl: undefined })
  onTestFinished(() => database.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  if (isInEnvironment) vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint)
  onTestFinished(() => void vi.unstubAllEnvs())
  const config = {
    endpoint: isInEnvironment ? undefined : endpoint,
    region: 'us-east-1',
    bucket: 'bucket',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    forcePathStyle: true,
  }
  const client = createS3Client(config)
  onTestFinished(() => client.destroy())
  const store = await S3BlobStore.open(client, config, createPartRecords(database.db), ownerMark)
  isLying = true
  return store
}

/** Goes on until the other side has enough of it, or far beyond the bound: a test must not go on for ever. */
function answerEndlessly(response: ServerResponse, status: number, start: string): { sent: number } {
  response.writeHead(status, { 'content-type': 'application/xml' })
  const piece = Buffer.alloc(64 * KiB, ' ')
  const so = { sent: 0 }
  const pieces = function* () {
    yield Buffer.from(start)
    for (; so.sent < 4 * maxStoreResponseBytes; so.sent += piece.length) yield piece
  }
  pipeline(Readable.from(pieces()), response).catch(() => undefined)
  return so
}

it('is not opened where the mark of its owner has no end', async () => {
  const opening = openLyingStore((response) => void answerEndlessly(response, 200, ''), false)
  await expect(opening).rejects.toThrow('cannot be reached or does not work')
})

it.each([
  ['a listing', 200, '<ListBucketResult>'],
  ['an error', 400, '<Error><Code>'],
])('reads %s no further than it may be', async (_name, status, start) => {
  const answers: { sent: number }[] = []
  const store = await openLyingStore(
    (response) => void answers.push(answerEndlessly(response, status, start)),
  )
  const listing = async () => {
    for await (const unit of store.list()) expect(unit).toBeUndefined()
  }
  await expect(listing()).rejects.toMatchObject({ code: 'unavailable' })
  // What the sockets of both sides hold was sent as well.
  for (const { sent } of answers) expect(sent).toBeLessThan(2 * maxStoreResponseBytes)
  expect(answers.length).toBeGreaterThan(0)
})

it('takes a listing of as many objects as one may have, with the longest keys', async () => {
  const keys = Array.from({ length: 1000 }, () => `${newBlobKey()}/${'&amp;'.repeat(990)}`)
  const store = await openLyingStore((response) => {
    const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<ListBucketResult>${contents}<IsTruncated>false</IsTruncated></ListBucketResult>`)
  })
  const strange: string[] = []
  for await (const name of store.listUnknownNames()) strange.push(name)
  expect(strange).toHaveLength(1000)
})

it('hears what a short error says', async () => {
  const store = await openLyingStore((response) =>
    response
      .writeHead(403, { 'content-type': 'application/xml' })
      .end('<Error><Code>AccessDenied</Code></Error>'),
  )
  const listing = async () => {
    for await (const unit of store.list()) expect(unit).toBeUndefined()
  }
  await expect(listing()).rejects.toThrow('AccessDenied (403)')
})

it.each([
  ['elements in elements', '<a>', '</a>'],
  ['elements that do not end', '<a>', ''],
  ['entities', '&amp;', ''],
])('outlives an answer of nothing but %s', async (_name, start, end) => {
  const count = Math.floor((maxStoreResponseBytes - KiB) / (start + end).length)
  const store = await openLyingStore((response) => {
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(
      `<ListBucketResult><Prefix>${start.repeat(count)}${end.repeat(count)}</Prefix></ListBucketResult>`,
    )
  })
  const listing = async () => {
    for await (const unit of store.list()) expect(unit).toBeUndefined()
  }
  await listing().catch((error: unknown) => expect(error).toMatchObject({ code: 'unavailable' }))
})

const putSmallObject = async (store: S3BlobStore) => {
  const prefix = newBlobKey()
  const group = await store.openGroup(prefix)
  return group.put(`${prefix}/0`, [Buffer.from('some bytes')])
}

it('stores a small object by one request', async () => {
  const methods: string[] = []
  const store = await openLyingStore((response, method) => {
    methods.push(method)
    response.writeHead(200, { etag: '"a"' }).end()
  })
  await putSmallObject(store)
  expect(methods).toEqual(['PUT'])
})

it('sends a small object to the endpoint of the environment, as the SDK does', async () => {
  const methods: string[] = []
  const answer: StoreAnswer = (response, method) => {
    methods.push(method)
    response.writeHead(200, { etag: '"a"' }).end()
  }
  await putSmallObject(await openLyingStore(answer, true, true))
  expect(methods).toEqual(['PUT'])
})

it('sends small objects by commands of the SDK where they alone succeed', async () => {
  const byCommand: boolean[] = []
  const store = await openLyingStore((response, _method, headers) => {
    byCommand.push('amz-sdk-request' in headers)
    response.writeHead('amz-sdk-request' in headers ? 200 : 400, { etag: '"a"' }).end()
  })
  await putSmallObject(store)
  await putSmallObject(store)
  expect(byCommand).toEqual([false, true, true])
})

it('sends a small object again that the store was too busy for', async () => {
  const statuses = [503, 503, 200]
  const store = await openLyingStore((response) =>
    response.writeHead(statuses.shift() ?? 500, { etag: '"a"' }).end(),
  )
  await putSmallObject(store)
  expect(statuses).toEqual([])
})

it.each([
  [
    'says why a small object is refused',
    403,
    '<Error><Code>AccessDenied</Code></Error>',
    'AccessDenied (403)',
  ],
  ['believes no confirmation of a small object without an ETag', 200, '', 'without an ETag'],
])('%s', async (_name, status, body, message) => {
  const store = await openLyingStore((response) => response.writeHead(status).end(body))
  await expect(putSmallObject(store)).rejects.toThrow(message)
})

it('reads the answer to a small object no further than it may be', async () => {
  const answers: { sent: number }[] = []
  const store = await openLyingStore((response) => void answers.push(answerEndlessly(response, 200, '')))
  await expect(putSmallObject(store)).rejects.toThrow()
  for (const { sent } of answers) expect(sent).toBeLessThan(2 * maxStoreResponseBytes)
  expect(answers.length).toBeGreaterThan(0)
})
