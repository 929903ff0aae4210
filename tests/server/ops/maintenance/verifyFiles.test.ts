import { expect, it } from 'vitest'
import { verifyFiles } from '../../../../server/ops/maintenance/verifyFiles.ts'
import { partSize, createMaintenanceScene } from './maintenanceScene.ts'
import { randomBitIndex, changeObject, flipBit } from './changeObject.ts'

it('compares all bytes of an installation without marking anything, and says what it had no hash for', async () => {
  const { server, place, send, sendInParts, keyOf, listed } = await createMaintenanceScene()
  const { db, blobs: store } = server.services
  const verified = () => verifyFiles({ db, store }, () => undefined)
  const [flipped = 0, gone = 0] = await send([500, 600, 700])
  await sendInParts(partSize + 100)
  const bytes = 500 + 600 + 700 + partSize + 100
  // A disk has none of what came in parts until a scrub has read it; a bucket has all.
  expect(await verified()).toEqual({ files: 4, bytes, unhashed: place.s3 === undefined ? 1 : 0, wrong: [] })

  await changeObject(place, await keyOf(flipped), flipBit(randomBitIndex()))
  await changeObject(place, await keyOf(gone), () => undefined)
  const { wrong } = await verified()
  expect(wrong.map(({ file, finding }) => [file.id, finding])).toEqual([
    [flipped, { kind: 'damaged', damage: 'has other bytes than it had' }],
    [gone, { kind: 'damaged', damage: 'not there' }],
  ])
  expect((await listed()).every(({ damaged_at }) => damaged_at === undefined)).toBe(true)
})
