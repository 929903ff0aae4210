import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { MiB } from '../../../contract/limits.ts'
import type { BlobStore } from '../../../server/blobs/blobStore.ts'
import { newBlobKey } from '../../../server/blobs/blobKeys.ts'
import { openBucket } from '../../../server/blobs/s3/openBucket.ts'
import { createS3Client } from '../../../server/blobs/s3/s3Client.ts'
import type { S3Config } from '../../../server/config/config.ts'
import type { Tables } from '../../../server/db/schema.ts'
import { createPartRecords } from '../../../server/db/files/partRecords.ts'
import { openDatabase } from '../../../server/services.ts'
import { startTcpProxy } from '../tcpProxy.ts'
import { keysIn, scratchBucket } from '../scratchBucket.ts'
import { scratchDatabase } from '../scratchDatabase.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { describeBlobStore } from './describeBlobStore.ts'

async function openScratchDatabase(): Promise<Kysely<Tables>> {
  const database = await openDatabase({
    dataDir: await scratchFolder(),
    databaseUrl: await scratchDatabase(),
  })
  onTestFinished(() => database.close())
  return database.db
}

async function openScratchStore() {
  const config = assertDefined(await scratchBucket())
  const db = await openScratchDatabase()
  const client = createS3Client(config)
  onTestFinished(() => client.destroy())
  return { config, db, client, records: createPartRecords(db), store: await openBucket(config, db) }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url')
const inOneMinute = () => new Date(Date.now() + 60_000)
async function readAll(store: BlobStore, key: string, end: number): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const piece of await store.read(key, { start: 0, end })) copies.push(Buffer.from(piece))
  return Buffer.concat(copies)
}

describeBlobStore('S3BlobStore', async () => (await openScratchStore()).store)

it('is not opened in the bucket of another Sealpost', async () => {
  const { config } = await openScratchStore()
  await expect(openBucket(config, await openScratchDatabase())).rejects.toThrow('belongs to another Sealpost')
})

it.each<[string, Partial<S3Config>, string]>([
  ['a missing bucket', { bucket: 'not-there' }, 'There is no bucket not-there.'],
  [
    'an unknown key',
    { credentials: { accessKeyId: 'A'.repeat(20), secretAccessKey: 'x' } },
    'The store does not know S3_ACCESS_KEY.',
  ],
  ['a port where nobody listens', { endpoint: 'http://127.0.0.1:1' }, 'cannot be reached'],
])('says what is wrong with %s', async (_name, wrong, sentence) => {
  const { config, db } = await openScratchStore()
  await expect(openBucket({ ...config, ...wrong }, db)).rejects.toThrow(sentence)
})

it('says that the secret is another', async () => {
  const { config, db } = await openScratchStore()
  const { accessKeyId } = assertDefined(config.credentials)
  const credentials = { accessKeyId, secretAccessKey: 'another' }
  await expect(openBucket({ ...config, credentials }, db)).rejects.toThrow('does not belong to S3_ACCESS_KEY')
})

it('makes parts as large as an object of that size needs, to have at most 10 000', async () => {
  const { store, records } = await openScratchStore()
  const prefix = newBlobKey()
  const group = await store.openGroup(prefix)
  const writer = await group.putStream(`${prefix}/0`, 60_000 * MiB)
  for (let i = 0; i < 13; i++) await writer.write(randomBytes(MiB))
  await expect(writer.close()).rejects.toMatchObject({ code: 'wrongSize' })
  const parts = await records.listHashes(`${prefix}/0`)
  expect(parts.map(({ size }) => size)).toEqual([6 * MiB, 6 * MiB])
  await store.delete([prefix])
})

it('keeps an object of known length as it comes', async () => {
  const { store } = await openScratchStore()
  const prefix = newBlobKey()
  const group = await store.openGroup(prefix)
  const bytes = randomBytes(13 * MiB)
  const writer = await group.putStream(`${prefix}/0`, bytes.length)
  for (let at = 0; at < bytes.length; at += 300_000) await writer.write(bytes.subarray(at, at + 300_000))
  await writer.close()
  await group.makeDurable()
  expect((await readAll(store, `${prefix}/0`, bytes.length - 1)).equals(bytes)).toBe(true)
  await store.delete([prefix])
})

it('knows the SHA-256 of what arrived: whole, as a stream, in parts', async () => {
  const { store, records } = await openScratchStore()
  const prefix = newBlobKey()
  const group = await store.openGroup(prefix)
  const [small, short, long] = [randomBytes(100), randomBytes(200), randomBytes(12 * MiB)]
  await group.put(`${prefix}/0`, [small.subarray(0, 30), small.subarray(30)])
  for (const [i, bytes] of [
    [1, short],
    [2, long],
  ] as const) {
    const writer = await group.putStream(`${prefix}/${i}`)
    for (let at = 0; at < bytes.length; at += 300_000) await writer.write(bytes.subarray(at, at + 300_000))
    await writer.close()
  }
  await group.makeDurable()
  const hashesOf = async (key: string) => (await records.listHashes(key)).map((row) => [row.part, row.sha256])
  expect(await hashesOf(`${prefix}/0`)).toEqual([[0, sha256(small)]])
  expect(await hashesOf(`${prefix}/1`)).toEqual([[0, sha256(short)]])
  expect((await readAll(store, `${prefix}/2`, long.length - 1)).equals(long)).toBe(true)
  const parts = await records.listHashes(`${prefix}/2`)
  expect(parts.map(({ part }) => part)).toEqual([1, 2, 3])

  const key = newBlobKey()
  const [first, other, second] = [randomBytes(100), randomBytes(100), randomBytes(50)]
  await store.createParts(key)
  for (const bytes of [first, other]) await store.putPart(key, 1, Readable.from([bytes]), 100)
  await store.putPart(key, 2, Readable.from([second]), 50)
  await store.completeParts(key, { size: 150, partSize: 100 })
  expect(await hashesOf(key)).toEqual([
    [1, sha256(other)],
    [2, sha256(second)],
  ])
  await store.delete([key, prefix])
  expect(await records.listHashes(key)).toEqual([])
  expect(await records.listHashes(`${prefix}/2`)).toEqual([])
})

it('reads back what went straight to the bucket before it is complete', async () => {
  const { store, records, client, config } = await openScratchStore()
  const key = newBlobKey()
  const bytes = randomBytes(150)
  await store.createParts(key)
  await store.putPart(key, 1, Readable.from([bytes.subarray(0, 100)]), 100)
  await client.send(
    new UploadPartCommand({
      Bucket: config.bucket,
      Key: key,
      UploadId: await records.findMultipartUploadId(key),
      PartNumber: 2,
      Body: bytes.subarray(100),
    }),
  )
  await store.completeParts(key, { size: 150, partSize: 100 })
  expect((await records.listHashes(key)).map((row) => row.sha256)).toEqual([
    sha256(bytes.subarray(0, 100)),
    sha256(bytes.subarray(100)),
  ])
})

it('aborts uploads that no row names, and no others', async () => {
  const { store, client, config } = await openScratchStore()
  const known = newBlobKey()
  await store.createParts(known)
  await store.putPart(known, 1, Readable.from([Buffer.alloc(100)]), 100)
  const beginMultipart = (Key: string) =>
    client.send(new CreateMultipartUploadCommand({ Bucket: config.bucket, Key }))
  const unfinished = async () => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: config.bucket }))
    return Uploads.map(({ Key }) => Key).sort()
  }
  const lost = newBlobKey()
  await beginMultipart(lost)
  await beginMultipart('of-somebody-else')
  expect(await store.sweep(new Date(Date.now() - 60_000))).toBe(0)
  expect(await store.sweep(inOneMinute())).toBe(1)
  expect(await keysIn(config)).toEqual([`${known}.parts/1`])
  expect(await unfinished()).toEqual([known, 'of-somebody-else'].sort())
  // And of an upload whose server died before it could note it, by its key.
  await beginMultipart(lost)
  await store.delete([lost, known])
  expect(await unfinished()).toEqual(['of-somebody-else'])
})

it('goes on reading where a connection broke, and says so when it cannot', async () => {
  const { store, config, db } = await openScratchStore()
  const prefix = newBlobKey()
  const key = `${prefix}/0`
  const bytes = randomBytes(4 * MiB)
  await (await store.openGroup(prefix)).put(key, [bytes])
  const proxy = await startTcpProxy(assertDefined(config.endpoint), 1 * MiB)
  const cut = await openBucket({ ...config, endpoint: proxy.url }, db)
  expect((await readAll(cut, key, bytes.length - 1)).equals(bytes)).toBe(true)
  expect(proxy.cuts).toBeGreaterThan(2)
  proxy.close()
  await expect(readAll(cut, key, bytes.length - 1)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(cut.createParts(newBlobKey())).rejects.toMatchObject({ code: 'unavailable' })
  await expect(cut.checkReads()).rejects.toMatchObject({ code: 'unavailable' })
})
