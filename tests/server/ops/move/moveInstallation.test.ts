import { PutObjectCommand } from '@aws-sdk/client-s3'
import { randomBytes } from 'node:crypto'
import { rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createS3Client } from '../../../../server/blobs/s3/s3Client.ts'
import type { S3Config } from '../../../../server/config/config.ts'
import { type MoveResult, moveInstallation } from '../../../../server/ops/move/moveInstallation.ts'
import type { InstallationConfig } from '../../../../server/ops/move/movePlan.ts'
import { lockDataFolder, openDatabase, openBlobStore } from '../../../../server/services.ts'
import { hashNextFiles } from '../../../../server/ops/maintenance/scrubPass.ts'
import { createReadThrottle } from '../../../../server/ops/maintenance/readThrottle.ts'
import { randomBitIndex, changeObject, flipBit } from '../maintenance/changeObject.ts'
import { startTestServer } from '../../testServer.ts'
import {
  signInAgain,
  newEmbeddedConfig,
  expectFiles,
  type FilledInstallation,
  fillInstallation,
  finishUpload,
  moveAll,
  silentMove,
  removeFile,
  rowsOf,
  newScaledConfig,
  sendFile,
  sha256,
} from './installation.ts'

const moveUnfinishedText = 'A move into this database has not been finished.'

/** Keys of objects and of unfinished parts, whichever store has them. */
async function storedObjectKeys(where: InstallationConfig): Promise<Set<string>> {
  const server = await startTestServer({ where })
  const files = await server.storedFiles()
  const rows = await server.services.db.selectFrom('file').select('blob_key').execute()
  await server.stop()
  const whole = new Set(rows.map(({ blob_key }) => blob_key))
  const named = files.map((path) => path.replace(/^[0-9a-f]{2}\//, ''))
  return new Set(named.map((path) => (whole.has(path.slice(0, 32)) ? path.slice(0, 32) : path)))
}

/** A server on `where` is as the one that was filled, and goes on. */
async function expectMovedInstallation(
  where: InstallationConfig,
  { hashes, ...filled }: FilledInstallation,
): Promise<number> {
  const server = await startTestServer({ where })
  const admin = await signInAgain(server)
  await expectFiles(admin, hashes)
  const partsThere = await finishUpload(server, admin, { hashes, ...filled })
  const bytes = randomBytes(50)
  const id = await sendFile(server, filled.linkToken, bytes)
  expect(id).toBeGreaterThan(filled.deletedId)
  await expectFiles(admin, new Map([[id, sha256(bytes)]]))
  await server.stop()
  return partsThere
}

const blobPath = ({ dataDir }: InstallationConfig, key: string) =>
  join(dataDir, 'blobs', key.slice(0, 2), key)

async function blobKeysById(where: InstallationConfig): Promise<Map<number, string>> {
  const database = await openDatabase(where)
  const rows = await database.db.selectFrom('file').select(['id', 'blob_key']).execute()
  await database.close()
  return new Map(rows.map(({ id, blob_key }) => [id, blob_key]))
}

/** Expects that these files, in the order of their ids, and no others are damaged by other bytes. */
function expectDamagedFiles(
  { damages }: Pick<MoveResult, 'damages'>,
  ids: readonly (number | undefined)[],
): void {
  const found = damages.toSorted((a, b) => a.file.id - b.file.id).map(({ file, how }) => [file.id, how])
  expect(found).toEqual(ids.map((id) => [id, 'other bytes than arrived']))
}

/** As a kill between the last byte of an object and its note leaves it. */
async function resetMovedObjects(where: InstallationConfig): Promise<void> {
  const database = await openDatabase(where)
  await database.db.updateTable('moved_object').set({ is_done: 0 }).execute()
  await database.close()
}

it('moves everything to PostgreSQL and a bucket, and back', async () => {
  const [from, to, back] = [await newEmbeddedConfig(), await newScaledConfig(), await newEmbeddedConfig()]
  const filled = await fillInstallation(from)
  const source = await openDatabase(from)
  // As an insertion that came to nothing leaves it.
  await sql`insert into sqlite_sequence values ('former_key_pair', 0)`.execute(source.db)
  await source.close()
  const rows = await rowsOf(from)
  const objects = await storedObjectKeys(from)
  const moved = await moveAll(from, to)
  expect(moved).toMatchObject({ files: 7, uploads: 1, partsLeft: 0, damages: [], isFinished: true })
  expect(await rowsOf(to)).toEqual(rows)
  expect(await storedObjectKeys(to)).toEqual(objects)

  // The parts of an unfinished upload cannot be read there.
  const returned = await moveAll(to, back)
  expect(returned).toMatchObject({ files: 7, uploads: 1, partsLeft: 1, damages: [], isFinished: true })
  expect(await rowsOf(back)).toEqual(rows)
  expect(await expectMovedInstallation(back, filled)).toBe(0)
  expect(await expectMovedInstallation(to, filled)).toBe(1)
  expect(await expectMovedInstallation(from, filled)).toBe(1)
})

it('moves the database alone', async () => {
  const from = await newEmbeddedConfig()
  const to = { ...from, databaseUrl: (await newScaledConfig()).databaseUrl }
  const filled = await fillInstallation(from)
  const rows = await rowsOf(from)
  const garbage = { blob_key: 'c'.repeat(32), created_at: '2026' }
  const source = await openDatabase(from)
  await source.db.insertInto('garbage').values(garbage).execute()
  await source.close()
  expect(await moveAll(from, to)).toMatchObject({ files: 0, uploads: 0, isFinished: true })
  expect(await rowsOf(to)).toEqual(rows)
  const target = await openDatabase(to)
  expect(await target.db.selectFrom('garbage').selectAll().execute()).toEqual([garbage])
  await target.close()
  await expectMovedInstallation(to, filled)
})

it('moves the files alone, and back; no server looks for them where they are not', async () => {
  const from = await newEmbeddedConfig()
  const to = { ...from, s3: (await newScaledConfig()).s3 }
  const filled = await fillInstallation(from)
  await expect(startTestServer({ where: to })).rejects.toThrow('are in the data folder, not in a bucket')
  await moveAll(from, to)
  await expect(startTestServer({ where: from })).rejects.toThrow('are in a bucket, not in the data folder')
  const server = await startTestServer({ where: to })
  await expectFiles(await signInAgain(server), filled.hashes)
  await server.stop()

  await expect(moveAll(to, from)).rejects.toThrow('holds files already')
  await rm(join(from.dataDir, 'blobs'), { recursive: true })
  await moveAll(to, from)
  await expectMovedInstallation(from, filled)
})

it.each<[string, () => Promise<InstallationConfig>, () => Promise<InstallationConfig>]>([
  ['the services', newEmbeddedConfig, newScaledConfig],
  ['the default', newScaledConfig, newEmbeddedConfig],
])('goes on where it was interrupted, to %s, whatever the source did meanwhile', async (_, a, b) => {
  const [from, to] = [await a(), await b()]
  const filled = await fillInstallation(from)
  const { hashes } = filled
  // All that is copied is told of at least once; at each of these it stops.
  for (const stopAt of [1, 2, 4, 6]) {
    let calls = 0
    const onProgress = () => {
      if (++calls === stopAt) throw new Error('cut')
    }
    await expect(moveInstallation(from, to, false, { ...silentMove, onProgress })).rejects.toThrow('cut')
    await expect(startTestServer({ where: to })).rejects.toThrow(moveUnfinishedText)
    if (stopAt === 1) await resetMovedObjects(to)
    const server = await startTestServer({ where: from })
    const admin = await signInAgain(server)
    await expectFiles(admin, hashes)
    const [first = 0] = hashes.keys()
    await removeFile(admin, first)
    hashes.delete(first)
    const bytes = randomBytes(100 + stopAt)
    hashes.set(await sendFile(server, filled.linkToken, bytes), sha256(bytes))
    await server.app.housekeeping.whenIdle()
    await server.stop()
  }
  await moveAll(from, to)
  expect(await rowsOf(to)).toEqual(await rowsOf(from))
  const whole = (keys: Set<string>) => [...keys].filter((key) => !key.includes('.parts')).sort()
  expect(whole(await storedObjectKeys(to))).toEqual(whole(await storedObjectKeys(from)))
  await expectMovedInstallation(to, filled)
})

it('reports what is damaged on a disk, moves the rest, and leaves the decision', async () => {
  const [from, to] = [await newEmbeddedConfig(), await newScaledConfig()]
  const { hashes } = await fillInstallation(from)
  const keys = await blobKeysById(from)
  const [short = 0, gone = 0, , streamed = 0, inParts = 0] = hashes.keys()
  await truncate(blobPath(from, keys.get(short) ?? ''), 10)
  await rm(blobPath(from, keys.get(gone) ?? ''))
  await truncate(blobPath(from, keys.get(streamed) ?? ''), 10 * 1024 ** 2)
  await truncate(join(blobPath(from, keys.get(inParts) ?? ''), '2'), 10)
  const damaged = [short, gone, streamed, inParts]
  const moved = await moveAll(from, to)
  expect(moved.isFinished).toBe(false)
  expect(moved.damages.map(({ file }) => file.id).sort((a, b) => a - b)).toEqual(damaged)
  await expect(startTestServer({ where: to })).rejects.toThrow(moveUnfinishedText)

  expect((await moveInstallation(from, to, true, silentMove)).isFinished).toBe(true)
  const server = await startTestServer({ where: to })
  const admin = await signInAgain(server)
  await expectFiles(admin, new Map([...hashes].filter(([id]) => !damaged.includes(id))))
  const stored = await server.storedFiles()
  for (const id of damaged) expect(stored).not.toContain(keys.get(id))
})

it('moves no other bytes from a disk than arrived, however the file came', async () => {
  const [from, to] = [await newEmbeddedConfig(), await newScaledConfig()]
  const { hashes } = await fillInstallation(from)
  const keys = await blobKeysById(from)
  const database = await openDatabase(from)
  const scrubbing = {
    db: database.db,
    store: await openBlobStore(from, database.db),
    throttle: createReadThrottle(),
  }
  await hashNextFiles({ ...scrubbing, now: () => new Date(), onFile: () => undefined }, 0)
  await database.close()
  const [small = 0, , , streamed = 0, inParts = 0] = hashes.keys()
  const damaged = [small, streamed, inParts]
  for (const id of damaged) await changeObject(from, keys.get(id) ?? '', flipBit(randomBitIndex()))
  const moved = await moveAll(from, to)
  expect(moved.isFinished).toBe(false)
  expectDamagedFiles(moved, damaged)
})

it('finds other bytes in a bucket than arrived, and repeated, copies only what is not there', async () => {
  const [from, to] = [await newScaledConfig(), await newEmbeddedConfig()]
  const { hashes } = await fillInstallation(from)
  const keys = await blobKeysById(from)
  const ids = [...hashes.keys()]
  const database = await openDatabase(from)
  const files = await database.db.selectFrom('file').select(['id', 'sealed_size']).execute()
  await database.close()
  const damaged = [ids[0], ids[3], ids[4]]
  const client = createS3Client(from.s3)
  for (const { id, sealed_size } of files.filter((one) => damaged.includes(one.id))) {
    const Body = Buffer.alloc(sealed_size, 1)
    await client.send(new PutObjectCommand({ Bucket: from.s3.bucket, Key: keys.get(id), Body }))
  }
  client.destroy()
  const moved = await moveAll(from, to)
  expectDamagedFiles(moved, damaged)

  const wholePath = blobPath(to, keys.get(ids[5] ?? 0) ?? '')
  const { ctimeMs } = await stat(wholePath)
  expect(await moveAll(from, to)).toMatchObject({ files: moved.files, bytes: moved.bytes, isFinished: false })
  expect((await stat(wholePath)).ctimeMs).toBe(ctimeMs)
})

it('does not begin while a server runs, and keeps servers away', async () => {
  const [from, to] = [await newScaledConfig(), await newEmbeddedConfig()]
  await fillInstallation(from)
  const server = await startTestServer({ where: from })
  await expect(moveAll(from, to)).rejects.toThrow('in use by a server')
  await server.stop()
  const lock = await lockDataFolder(to)
  await expect(moveAll(from, to)).rejects.toThrow('Another Sealpost server')
  lock.release()
  const alone = await openDatabase(from, true)
  await expect(startTestServer({ where: from })).rejects.toMatchObject({ code: '55P03' })
  await alone.close()
  await moveAll(from, to)
})

it('touches nothing of another installation', async () => {
  const [from, other, empty] = [await newEmbeddedConfig(), await newScaledConfig(), await newScaledConfig()]
  await fillInstallation(from)
  await fillInstallation(other)
  await expect(moveAll(from, other)).rejects.toThrow('is not empty')
  const bucketOfOther: InstallationConfig & { s3: S3Config } = { ...empty, s3: other.s3 }
  await expect(moveAll(from, bucketOfOther)).rejects.toThrow('belongs to another Sealpost')
  await expect(moveAll(from, from)).rejects.toThrow('Both settings name the same')
})
