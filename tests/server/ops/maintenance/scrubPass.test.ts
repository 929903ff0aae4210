import { expect, it } from 'vitest'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { BlobError, type BlobStore } from '../../../../server/blobs/blobStore.ts'
import { createReadThrottle } from '../../../../server/ops/maintenance/readThrottle.ts'
import {
  saveScrubPass,
  readLatestScrubPass,
  newScrubPass,
  type ScrubPass,
  scrubNextFiles,
  type ScrubContext,
} from '../../../../server/ops/maintenance/scrubPass.ts'
import { createScrubber, isPassDue } from '../../../../server/ops/maintenance/scrubber.ts'
import { readInstallationState } from '../../../../server/db/installation/installationState.ts'
import { listDamagedFiles } from '../../../../server/db/files/integrity.ts'
import { partSize, createMaintenanceScene, type MaintenanceScene } from './maintenanceScene.ts'
import { randomBitIndex, changeObject, flipBit, storeWithChanges } from './changeObject.ts'

const newScrubContext = (
  { server: { services } }: MaintenanceScene,
  store: BlobStore = services.blobs,
): ScrubContext => ({
  ...{ db: services.db, store, throttle: createReadThrottle(), now: services.now },
  onFile: () => undefined,
})

async function scrubAll(scrubbing: ScrubContext): Promise<ScrubPass> {
  let pass = newScrubPass('2026')
  while (pass.finished === null) pass = await scrubNextFiles(scrubbing, pass)
  return pass
}

const damagedFileIds = (files: readonly FileRecord[]) =>
  files.filter(({ damaged_at }) => damaged_at !== undefined).map(({ id }) => id)

it('names exactly the 100 files of 180 in each of which one bit is another, and takes the mark back', async () => {
  const on = await createMaintenanceScene()
  const ids = [
    ...(await on.send(Array.from({ length: 170 }, (_, i) => 30 + i * 7))),
    ...(await on.send(Array.from({ length: 8 }, () => 100_000))),
    await on.sendInParts(partSize + 5000),
    await on.sendInParts(40_000),
  ]
  const first = await scrubAll(newScrubContext(on))
  expect(first).toMatchObject({ files: 180, damaged: 0, unread: 0 })

  // The large ones among them.
  const chosen = [...ids.slice(-8), ...ids.slice(20, 112)]
  const bits = new Map(chosen.map((id) => [id, randomBitIndex()]))
  for (const [id, bit] of bits) await changeObject(on.place, await on.keyOf(id), flipBit(bit))
  expect(await scrubAll(newScrubContext(on))).toMatchObject({ files: 180, damaged: 100, unread: 0 })
  expect(damagedFileIds(await on.listed()).sort()).toEqual([...chosen].sort())
  expect(await readInstallationState(on.server.services.db, new Date())).toMatchObject({ damagedFiles: 100 })

  const [again = 0] = chosen
  await changeObject(on.place, await on.keyOf(again), flipBit(bits.get(again) ?? 0))
  expect(await scrubAll(newScrubContext(on))).toMatchObject({ damaged: 99 })
  expect(damagedFileIds(await on.listed())).not.toContain(again)
  // What is damaged is there still, for whoever can use the rest of it.
  expect((await on.browser.get(`/api/folders/download/${chosen[1]}`)).statusCode).toBe(200)
})

it('finds what is damaged in small files before it has ever read them: their hash was taken as they came', async () => {
  const on = await createMaintenanceScene()
  const [id = 0] = await on.send([5000])
  await changeObject(on.place, await on.keyOf(id), flipBit(randomBitIndex()))
  expect(await scrubAll(newScrubContext(on))).toMatchObject({ files: 1, damaged: 1 })
})

it('finds an object that is gone, and one of another length', async () => {
  const on = await createMaintenanceScene()
  const [gone = 0, cut = 0, whole = 0] = await on.send([50, 60, 70])
  await changeObject(on.place, await on.keyOf(gone), () => undefined)
  await changeObject(on.place, await on.keyOf(cut), (bytes) => bytes.subarray(1))
  await scrubAll(newScrubContext(on))
  expect(damagedFileIds(await on.listed())).toEqual([gone, cut])
  expect(whole).toBeGreaterThan(0)
})

it('marks nothing while the store does not answer, and stops where it gives nothing at all', async () => {
  const on = await createMaintenanceScene()
  const [id = 0] = await on.send([50])
  const silent = (changes: Partial<BlobStore>) => storeWithChanges(on.server.services.blobs, changes)
  const fail = () => Promise.reject(new BlobError('unavailable'))
  const pass = await scrubAll(newScrubContext(on, silent({ sizeOf: fail })))
  expect(pass).toMatchObject({ files: 1, damaged: 0, unread: 1 })
  await expect(scrubAll(newScrubContext(on, silent({ sizeOf: fail, checkReads: fail })))).rejects.toThrow(
    'unavailable',
  )
  // A disk that cannot read it, but everything else, has lost it.
  const broken = () => Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }))
  await expect(scrubAll(newScrubContext(on, silent({ read: broken, checkReads: fail })))).rejects.toThrow(
    'unavailable',
  )
  expect(damagedFileIds(await on.listed())).toEqual([])
  expect(
    await scrubAll(newScrubContext(on, silent({ read: broken, checkReads: () => Promise.resolve() }))),
  ).toMatchObject({
    damaged: 1,
  })
  expect(damagedFileIds(await on.listed())).toEqual([id])
})

it('does not take a file for damaged that is deleted while it is read', async () => {
  const on = await createMaintenanceScene()
  const [id = 0] = await on.send([50])
  const { blobs } = on.server.services
  const store = storeWithChanges(blobs, {
    async sizeOf(key: string) {
      await on.browser.post('/api/folders/files/delete', { file_ids: [id] })
      await on.server.app.housekeeping.whenIdle()
      return blobs.sizeOf(key)
    },
  })
  expect(await scrubAll(newScrubContext(on, store))).toMatchObject({ files: 0, damaged: 0 })
})

it('goes on behind the files that it has read', async () => {
  const on = await createMaintenanceScene()
  const ids = await on.send(Array.from({ length: 130 }, () => 30))
  const read: number[] = []
  const scrubbing = { ...newScrubContext(on), onFile: ({ id }: { id: number }) => void read.push(id) }
  await saveScrubPass(on.server.services.db, await scrubNextFiles(scrubbing, newScrubPass('2026')))
  let pass = (await readLatestScrubPass(on.server.services.db)) ?? newScrubPass('never')
  expect(pass).toMatchObject({ began: '2026', finished: null, files: 100 })
  while (pass.finished === null) pass = await scrubNextFiles(scrubbing, pass)
  expect(pass.files).toBe(130)
  expect(read.sort()).toEqual([...ids].sort())
})

const newScrubber = ({ server: { services, app } }: MaintenanceScene) =>
  createScrubber({ ...services, bytesPerSecond: 1e9, log: app.log })

it('runs once a night at one server of several, and hashes in between what has come', async () => {
  const on = await createMaintenanceScene()
  const [a, b] = [newScrubber(on), newScrubber(on)]
  const id = await on.sendInParts(40_000)
  await Promise.all([a.run(), b.run(), a.run()])
  const first = await readLatestScrubPass(on.server.services.db)
  expect(first).toMatchObject({ files: 1, damaged: 0 })
  expect(on.server.logged().match(/all stored files were compared/g)).toHaveLength(1)

  const late = await on.sendInParts(50_000)
  await b.run()
  expect(await readLatestScrubPass(on.server.services.db)).toEqual(first)
  for (const one of [id, late]) await changeObject(on.place, await on.keyOf(one), flipBit(randomBitIndex()))
  on.server.passTime(25 * 3600)
  await b.run()
  expect(await readLatestScrubPass(on.server.services.db)).toMatchObject({ files: 2, damaged: 2 })
  expect((await listDamagedFiles(on.server.services.db)).map((file) => file.id)).toEqual([id, late])
  await Promise.all([a.close(), b.close()])
})

it('is taken over from a server that died, once its lease has ended', async () => {
  const on = await createMaintenanceScene()
  const { db } = on.server.services
  const until = (ms: number) => new Date(on.server.services.now().getTime() + ms).toISOString()
  await db
    .insertInto('setting')
    .values({ name: 'scrub_lease', value: `${until(60_000)} dead` })
    .execute()
  const scrubber = newScrubber(on)
  await scrubber.run()
  expect(await readLatestScrubPass(db)).toBeUndefined()
  on.server.passTime(61)
  await scrubber.run()
  expect(await readLatestScrubPass(db)).toMatchObject({ files: 0, damaged: 0 })
})

it('is due at two, or as soon as the server is back', () => {
  const halfPast = (day: number, hour: number) => new Date(2026, 10, day, hour, 30)
  const began = (day: number, hour: number) => newScrubPass(halfPast(day, hour).toISOString())
  expect(isPassDue(undefined, halfPast(3, 12))).toBe(true)
  expect(isPassDue(began(3, 2), halfPast(4, 1))).toBe(false)
  expect(isPassDue(began(3, 2), halfPast(4, 2))).toBe(true)
  expect(isPassDue(began(3, 12), halfPast(4, 1))).toBe(false)
  expect(isPassDue(began(1, 2), halfPast(4, 1))).toBe(true)
})

it('ends in the middle of a file when the server does', async () => {
  const ending = new AbortController()
  const throttle = createReadThrottle(undefined, ending.signal)
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) yield await Promise.resolve(Buffer.alloc(10))
  }
  const reading = (async () => {
    let pieces = 0
    for await (const piece of throttle.limit(endless()))
      if (piece.length > 0 && ++pieces === 5) ending.abort()
  })()
  await expect(reading).rejects.toThrow()
})
