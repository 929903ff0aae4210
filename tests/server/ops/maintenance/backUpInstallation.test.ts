import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { blobPath } from '../../../../server/blobs/diskBlobStore.ts'
import {
  backUpInstallation,
  type BackupResult,
  planComparison,
} from '../../../../server/ops/maintenance/backUpInstallation.ts'
import { restoreBackup } from '../../../../server/ops/maintenance/restoreBackup.ts'
import { verifyFiles, verifyBackup } from '../../../../server/ops/maintenance/verifyFiles.ts'
import { holdGarbage, isGarbageHeld, releaseGarbage } from '../../../../server/db/installation/leases.ts'
import { findSetting } from '../../../../server/db/installation/settings.ts'
import { newEmbeddedConfig } from '../move/installation.ts'
import { scratchFolder } from '../../scratchFolder.ts'
import { startTestServer } from '../../testServer.ts'
import { expectFiles, partSize, createMaintenanceScene, type MaintenanceScene } from './maintenanceScene.ts'
import { randomBitIndex, changeObject, flipBit } from './changeObject.ts'

const noop = () => undefined
const noProblems = { wrong: [] }
const backUpTo = (
  { server }: MaintenanceScene,
  dir: string,
  onProgress: (done: { files: number }) => void = noop,
): Promise<BackupResult> =>
  backUpInstallation({ db: server.services.db, dataDir: server.dataDir }, dir, onProgress)

/** Files of every kind: in memory, streamed, and in parts. */
async function createFilledScene() {
  const on = await createMaintenanceScene(await newEmbeddedConfig())
  const ids = [...(await on.send([40, 5000, 90_000])), await on.sendInParts(partSize + 5000)]
  return { on, ids, dir: join(await scratchFolder(), 'backup') }
}

const inodeOf = async (root: string, key: string) => (await stat(blobPath(join(root, 'blobs'), key))).ino
const groupAndOtherBits = async (path: string) => (await stat(path)).mode & 0o077
const isGarbageHeldIn = ({ server }: MaintenanceScene) =>
  isGarbageHeld(server.services.db, new Date().toISOString())

it('gives everything back, and goes on with what has come and gone since', async () => {
  const { on, ids, dir } = await createFilledScene()
  const unfinished = await on.beginInParts()
  const first = await backUpTo(on, dir)
  expect(first).toMatchObject({ files: 4, added: { files: 4 }, problems: [], removed: 0 })
  expect(await verifyBackup(dir, noop)).toMatchObject({ files: 4, ...noProblems })
  expect(await findSetting(on.server.services.db, 'last_backup')).toBe(first.takenAt)
  // On one file system the bytes are there once.
  const [removed = 0, kept = 0] = ids
  const key = await on.keyOf(kept)
  expect(await inodeOf(dir, key)).toBe(await inodeOf(on.place.dataDir, key))

  expect(await backUpTo(on, dir)).toMatchObject({ files: 4, added: { files: 0, bytes: 0 }, removed: 0 })

  await on.send([3000])
  await on.remove([removed])
  expect(await backUpTo(on, dir)).toMatchObject({ files: 4, added: { files: 1, bytes: 3000 }, removed: 1 })
  expect(await verifyBackup(dir, noop)).toMatchObject({ files: 4, ...noProblems })
  await on.server.stop()
  await rm(on.place.dataDir, { recursive: true })

  const other = await newEmbeddedConfig()
  expect(await restoreBackup(other, dir, noop)).toMatchObject({ files: 4, lost: [] })
  expect(await inodeOf(other.dataDir, key)).not.toBe(await inodeOf(dir, key))
  const back = await startTestServer({ where: other })
  const browser = await back.newBrowser().signIn('admin')
  await expectFiles(browser, on.hashes)
  expect((await browser.get(`/api/folders/download/${removed}`)).statusCode).toBe(404)
  const { db, blobs: store } = back.services
  expect(await verifyFiles({ db, store }, noop)).toMatchObject({ files: 4, ...noProblems })
  // Its sender is told to begin again.
  expect((await back.app.inject(unfinished)).statusCode).toBe(404)
  // The file in parts has two.
  expect(await back.storedFiles()).toHaveLength(5)
})

it('can be read by its owner alone, wherever it lies', async () => {
  const { on, dir } = await createFilledScene()
  await backUpTo(on, dir)
  const other = await newEmbeddedConfig()
  await restoreBackup(other, dir, noop)
  for (const path of [
    dir,
    other.dataDir,
    ...['sealpost.db', 'blobs'].flatMap((one) => [join(dir, one), join(other.dataDir, one)]),
  ])
    expect([path, await groupAndOtherBits(path)]).toEqual([path, 0])
  expect(await groupAndOtherBits(join(dir, 'sealpost-backup.json'))).toBe(0)
})

it('restores what is there of a backup that lacks something, names the rest, and the next run brings it back', async () => {
  const { on, ids, dir } = await createFilledScene()
  await backUpTo(on, dir)
  const [lost = 0] = ids
  await rm(blobPath(join(dir, 'blobs'), await on.keyOf(lost)))
  const restored = await restoreBackup(await newEmbeddedConfig(), dir, noop)
  expect(restored).toMatchObject({ files: 3, lost: [{ id: lost }] })
  expect(await backUpTo(on, dir)).toMatchObject({ added: { files: 1 } })
})

it('keeps bytes of files that are deleted while one runs, and releases them after it', async () => {
  const { on, ids } = await createFilledScene()
  const { db } = on.server.services
  const secondsFromNow = (seconds: number) =>
    new Date(on.server.services.now().getTime() + seconds * 1000).toISOString()
  await holdGarbage(db, 'one', secondsFromNow(60))
  await holdGarbage(db, 'another', secondsFromNow(60))
  await on.remove(ids)
  await releaseGarbage(db, 'one', secondsFromNow(0))
  await on.server.app.housekeeping.sweep()
  expect(await on.server.storedFiles()).toHaveLength(5)
  // Its process has died.
  on.server.passTime(61)
  await on.server.app.housekeeping.sweep()
  expect(await on.server.storedFiles()).toEqual([])
})

it('holds bytes back only as long as it runs, however it ends', async () => {
  const { on, dir } = await createFilledScene()
  const held: Promise<boolean>[] = []
  const broken = backUpTo(on, dir, () => {
    held.push(isGarbageHeldIn(on))
    throw new Error('the disk is full')
  })
  await expect(broken).rejects.toThrow('the disk is full')
  expect(await held[0]).toBe(true)
  expect(await isGarbageHeldIn(on)).toBe(false)
  await expect(verifyBackup(dir, noop)).rejects.toThrow('was not finished')
  expect(await backUpTo(on, dir)).toMatchObject({ files: 4 })
})

it('says whose bytes the server does not have, and backs up the rest', async () => {
  const { on, ids, dir } = await createFilledScene()
  const [gone = 0, cut = 0] = ids
  const root = join(on.place.dataDir, 'blobs')
  await rm(blobPath(root, await on.keyOf(gone)))
  await truncate(blobPath(root, await on.keyOf(cut)), 10)
  const made = await backUpTo(on, dir)
  const kind = 'in-neither'
  expect(made.problems).toMatchObject([
    { file: { id: gone }, kind, how: 'not there' },
    { file: { id: cut }, kind, how: 'has 10 bytes instead of 5000' },
  ])
  const { wrong } = await verifyBackup(dir, noop)
  expect(wrong.map(({ file }) => file.id)).toEqual([gone, cut])
})

it('keeps a good copy when the server loses its own, and finds one bit that is another', async () => {
  const { on, ids, dir } = await createFilledScene()
  await backUpTo(on, dir)
  const [first = 0] = ids
  const key = await on.keyOf(first)
  await rm(blobPath(join(on.place.dataDir, 'blobs'), key))
  expect(await backUpTo(on, dir)).toMatchObject({ problems: [{ kind: 'on-server' }], added: { files: 0 } })
  expect(await verifyBackup(dir, noop)).toMatchObject(noProblems)
  await changeObject({ dataDir: dir, s3: undefined }, key, flipBit(randomBitIndex()))
  const { wrong } = await verifyBackup(dir, noop)
  expect(wrong.map(({ file }) => file.id)).toEqual([first])
})

it('tells of which side a part is lost or changed, where the other parts are hard links', async () => {
  const { on, ids, dir } = await createFilledScene()
  await backUpTo(on, dir)
  const inParts = ids.at(-1) ?? 0
  const key = await on.keyOf(inParts)
  const [here, there] = [on.place.dataDir, dir].map((root) => blobPath(join(root, 'blobs'), key)) as [
    string,
    string,
  ]
  const [part = '', ...others] = (await readdir(here)).sort()
  expect(others).toHaveLength(1)
  const [lost, kept] = [join(here, part), join(there, part)]

  await rm(lost)
  const file = { id: inParts }
  expect(await backUpTo(on, dir)).toMatchObject({ problems: [{ file, kind: 'on-server' }] })
  await writeFile(lost, Buffer.alloc((await stat(kept)).size))
  expect(await backUpTo(on, dir)).toMatchObject({ problems: [{ file, kind: 'unlike' }] })
  expect(await verifyBackup(dir, noop)).toMatchObject(noProblems)

  await copyFile(kept, lost)
  await rm(kept)
  expect(await backUpTo(on, dir)).toMatchObject({ problems: [], repaired: [file] })
  expect(await verifyBackup(dir, noop)).toMatchObject(noProblems)
})

it('compares a thirtieth of a large installation by its bytes, and goes on there with the next run', () => {
  const GiB = 1024 ** 3
  const files = Array.from({ length: 90 }, (_, i) => ({
    blob_key: String(i).padStart(2, '0'),
    sealed_size: GiB,
  }))
  const compareFrom = (after: string) => {
    const turn = planComparison(after, 90 * GiB)
    return [files.filter((file) => turn.takes(file)).length, turn.upTo()]
  }
  expect(compareFrom('')).toEqual([3, '02'])
  expect(compareFrom('02')).toEqual([3, '05'])
  expect(compareFrom('86')).toEqual([3, '89'])
  expect(compareFrom('89')).toEqual([0, ''])
  const all = planComparison('', Number.POSITIVE_INFINITY)
  expect(files.every((file) => all.takes(file)) && all.upTo()).toBe('')
  const small = planComparison('', 100)
  expect([small.takes({ blob_key: 'a', sealed_size: 100 }), small.upTo()]).toEqual([true, ''])
})

it('refuses folders that are not for it, and touches nothing there', async () => {
  const { on } = await createFilledScene()
  const { dataDir } = on.place
  const root = await scratchFolder()
  const within = 'cannot be in the data folder'
  await expect(backUpTo(on, join(dataDir, 'backup'))).rejects.toThrow(within)
  await expect(backUpTo(on, join(dataDir, '..'))).rejects.toThrow(within)
  await symlink(dataDir, join(root, 'way'))
  await expect(backUpTo(on, join(root, 'way', 'backup'))).rejects.toThrow(within)
  expect(existsSync(join(dataDir, 'backup'))).toBe(false)

  await mkdir(join(root, 'photos'))
  await writeFile(join(root, 'photos', 'a.jpg'), 'x')
  await expect(backUpTo(on, join(root, 'photos'))).rejects.toThrow('is not empty, and no backup')
  expect(await readdir(join(root, 'photos'))).toEqual(['a.jpg'])

  const other = await createMaintenanceScene(await newEmbeddedConfig())
  const mine = join(root, 'mine')
  await backUpTo(on, mine)
  await expect(backUpTo(other, mine)).rejects.toThrow('of another installation')
  expect(await verifyBackup(mine, noop)).toMatchObject({ files: 4, ...noProblems })

  await expect(restoreBackup(other.place, mine, noop)).rejects.toThrow('is not empty. Stop its server')
  await expect(restoreBackup(await newEmbeddedConfig(), join(root, 'photos'), noop)).rejects.toThrow(
    'is no backup',
  )
  await writeFile(join(mine, 'sealpost.db'), 'x'.repeat(10_000))
  await expect(verifyBackup(mine, noop)).rejects.toThrow('The database is damaged')
})

it('goes on with a restore that was interrupted, and no server takes its folder for an empty one', async () => {
  const { on, dir } = await createFilledScene()
  await backUpTo(on, dir)
  const other = await newEmbeddedConfig()
  const broken = restoreBackup(other, dir, ({ files }) => {
    if (files === 2) throw new Error('killed')
  })
  await expect(broken).rejects.toThrow('killed')
  await expect(startTestServer({ where: other })).rejects.toThrow('has not been finished')
  expect(await restoreBackup(other, dir, noop)).toMatchObject({ files: 4, lost: [] })
  const back = await startTestServer({ where: other })
  await expectFiles(await back.newBrowser().signIn('admin'), on.hashes)
})

it('may end at any file: what was there is whole, and the next run makes it new', async () => {
  const { on, dir } = await createFilledScene()
  await backUpTo(on, dir)
  for (let endsAt = 1; endsAt <= 3; endsAt++) {
    await on.send([100, 100, 100])
    const before = await verifyBackup(dir, noop)
    const ended = backUpTo(on, dir, ({ files }) => {
      if (files === before.files + endsAt) throw new Error('ended')
    })
    await expect(ended).rejects.toThrow('ended')
    expect(await verifyBackup(dir, noop)).toMatchObject({ files: before.files, ...noProblems })
    await backUpTo(on, dir)
    expect(await verifyBackup(dir, noop)).toMatchObject({ files: before.files + 3, ...noProblems })
  }
})
