import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newBlobKey } from '../../../../server/blobs/blobKeys.ts'
import { compareObjects } from '../../../../server/ops/maintenance/compareObjects.ts'
import type { TestServer } from '../../testServer.ts'
import { partSize, createMaintenanceScene } from './maintenanceScene.ts'
import { changeObject, storeWithChanges } from './changeObject.ts'

const noDifferences = { missing: [], orphans: [], unknownNames: [] }

const comparedStores = ({ services }: TestServer) => ({ db: services.db, store: services.blobs })

it('finds files without bytes and bytes without files, planted both ways, and nothing else', async () => {
  const { server, place, send, sendInParts, beginInParts, keyOf } = await createMaintenanceScene()
  const { blobs } = server.services
  const [gone = 0, cut = 0] = await send([100, 101, 102, 103, 104, 105])
  const large = await sendInParts(partSize + 100)
  // As somebody is sending it.
  await beginInParts()
  expect(await compareObjects(comparedStores(server))).toMatchObject({ files: 7, ...noDifferences })

  for (const id of [gone, large]) await changeObject(place, await keyOf(id), () => undefined)
  await changeObject(place, await keyOf(cut), (bytes) => bytes.subarray(1))
  const prefix = newBlobKey()
  const group = await blobs.openGroup(prefix)
  for (const i of [0, 1]) await group.put(`${prefix}/${i}`, [randomBytes(10 + i)])
  await group.makeDurable()
  const unfinished = newBlobKey()
  await blobs.createParts(unfinished)
  const planted = [`${prefix}/0`, `${prefix}/1`, unfinished]
  if (place.s3 === undefined) {
    // Beside objects that have their files.
    const neighbour = `${(await keyOf(gone)).slice(0, 32)}/77`
    await writeFile(join(place.dataDir, 'blobs', neighbour.slice(0, 2), neighbour), 'x')
    await writeFile(join(place.dataDir, 'blobs', 'notes'), 'x')
    planted.push(neighbour)
  }
  const found = await compareObjects(comparedStores(server))
  const missing = new Map(found.missing.map(({ file, bytes }) => [file.id, bytes]))
  expect(missing).toEqual(
    new Map([
      [gone, undefined],
      [cut, 100],
      [large, undefined],
    ]),
  )
  expect(found.orphans.map(({ key }) => key).sort()).toEqual(planted.sort())
  expect(found.unknownNames).toEqual(place.s3 === undefined ? ['notes'] : [])
  // It only tells.
  expect(await blobs.sizeOf(`${prefix}/0`)).toBe(10)
})

it('looks again at what came and went between its look at the rows and its look at the store', async () => {
  const { server, send, sendInParts, remove } = await createMaintenanceScene()
  const ids = [...(await send([50, 90_000])), await sendInParts(40_000)]
  const { db, store } = comparedStores(server)
  const between = storeWithChanges(store, {
    async *list() {
      await remove(ids)
      await send([60])
      await sendInParts(40_000)
      yield* store.list()
    },
  })
  expect(await compareObjects({ db, store: between })).toMatchObject(noDifferences)
})

it('tells of nothing that is arriving or going at this moment', async () => {
  const { server, send, sendInParts, remove } = await createMaintenanceScene()
  const over = new AbortController()
  const found: unknown[] = []
  const looking = (async () => {
    do found.push(await compareObjects(comparedStores(server)))
    while (!over.signal.aborted)
  })()
  const rounds = 5
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let round = 0; round < rounds; round++) {
        const ids = await send([90_000, 50, 50])
        await sendInParts(40_000)
        await remove(ids)
      }
    }),
  )
  over.abort()
  await looking
  for (const one of found) expect(one).toMatchObject(noDifferences)
  expect(await compareObjects(comparedStores(server))).toMatchObject({ files: 4 * rounds, ...noDifferences })
})
