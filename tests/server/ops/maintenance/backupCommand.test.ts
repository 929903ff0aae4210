import { copyFile, readdir, rename, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MiB } from '../../../../contract/limits.ts'
import { backupCommand } from '../../../../server/ops/admin/backup.ts'
import { checkCommand } from '../../../../server/ops/admin/check.ts'
import { restoreCommand } from '../../../../server/ops/admin/restore.ts'
import { blobPath, DiskBlobStore } from '../../../../server/blobs/diskBlobStore.ts'
import { backUpFile } from '../../../../server/ops/maintenance/backUpFile.ts'
import { openObjectTransfer } from '../../../../server/ops/maintenance/objectTransfer.ts'
import { createReadThrottle } from '../../../../server/ops/maintenance/readThrottle.ts'
import { hashNextFiles } from '../../../../server/ops/maintenance/scrubPass.ts'
import { verifyBackup } from '../../../../server/ops/maintenance/verifyFiles.ts'
import { findSetting } from '../../../../server/db/installation/settings.ts'
import { commandContext } from '../../commandContext.ts'
import { cannotMount, cannotMountImage, mountSmallDisk, mountUnreadable } from '../../mounts.ts'
import { newEmbeddedConfig } from '../move/installation.ts'
import { scratchFolder } from '../../scratchFolder.ts'
import { partSize, createMaintenanceScene, type MaintenanceScene } from './maintenanceScene.ts'
import { randomBitIndex, changeObject, flipBit } from './changeObject.ts'

const noop = () => undefined

/** Files in memory, streamed and in parts, with a hash of each, and a place for a backup. */
async function createFilledScene() {
  const on = await createMaintenanceScene(await newEmbeddedConfig())
  const ids = [...(await on.send([40, 5000, 90_000])), await on.sendInParts(partSize + 5000)]
  const { db, blobs: store } = on.server.services
  await hashNextFiles({ db, store, throttle: createReadThrottle(), now: () => new Date(), onFile: noop }, 0)
  return { on, ids, dir: join(await scratchFolder(), 'backup') }
}

/** What an operator sees. `error`: what is said at an end with exit code 1. */
async function runBackup(on: MaintenanceScene, dir: string, ...flags: string[]) {
  const { context, printed } = commandContext(on.server)
  const config = { ...context.config, dataDir: on.place.dataDir }
  const error = await backupCommand.run({ ...context, config }, [dir], {}, new Set(flags)).then(
    () => undefined,
    (reason: unknown) => (reason as Error).message,
  )
  return { error, said: printed.join('\n') }
}

/** As on another disk: bytes of its own for every object. */
async function unlinkCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if ((await stat(path)).isDirectory()) {
      await unlinkCopies(path)
      continue
    }
    await copyFile(path, `${path}.copy`)
    await rename(`${path}.copy`, path)
  }
}

const backupPlace = (dir: string) => ({ dataDir: dir, s3: undefined })

it('names what the server has lost or damaged, whatever the backup has of it', async () => {
  const { on, ids, dir } = await createFilledScene()
  expect((await runBackup(on, dir)).error).toBeUndefined()
  await unlinkCopies(join(dir, 'blobs'))
  const [gone = 0, cut = 0, , flipped = 0] = ids
  const root = join(on.place.dataDir, 'blobs')
  await rm(blobPath(root, await on.keyOf(gone)))
  await truncate(blobPath(root, await on.keyOf(cut)), 10)
  await changeObject(on.place, await on.keyOf(flipped), flipBit(randomBitIndex()))
  const { error, said } = await runBackup(on, dir)
  expect(error).toContain('3 files')
  for (const [id, how] of [
    [gone, 'not there'],
    [cut, 'has 10 bytes instead of'],
    [flipped, 'has other bytes than it had'],
  ] as const) {
    expect(said).toMatch(
      new RegExp(`Damaged on the server, whole in the backup: file ${id}, .*folder \\d+, object .*${how}`),
    )
  }
  expect(await verifyBackup(dir, noop)).toMatchObject({ files: 4, wrong: [] })
})

it('copies again what the backup has damaged: by its length, its bytes, or a part of it', async () => {
  const { on, ids, dir } = await createFilledScene()
  await runBackup(on, dir)
  await unlinkCopies(join(dir, 'blobs'))
  const [cut = 0, flipped = 0, , inParts = 0] = ids
  await truncate(blobPath(join(dir, 'blobs'), await on.keyOf(cut)), 10)
  await changeObject(backupPlace(dir), await on.keyOf(flipped), flipBit(randomBitIndex()))
  await changeObject(backupPlace(dir), await on.keyOf(inParts), flipBit(randomBitIndex()))
  const { error, said } = await runBackup(on, dir)
  expect(error).toBeUndefined()
  for (const id of [cut, flipped, inParts])
    expect(said).toContain(`Was damaged in the backup, copied again: file ${id},`)
  expect(await verifyBackup(dir, noop)).toMatchObject({ files: 4, wrong: [] })
  expect((await runBackup(on, dir)).said).not.toContain('copied again')
})

it.skipIf(cannotMount).each(['streamed', 'in parts'] as const)(
  `keeps a damaged copy, %s, until another is written whole ${cannotMount ?? ''}`,
  async (kind) => {
    const on = await createMaintenanceScene(await newEmbeddedConfig())
    const size = partSize + 5000
    const [id = 0] = kind === 'in parts' ? [await on.sendInParts(size)] : await on.send([size])
    const dir = await scratchFolder()
    await mountSmallDisk(dir, '24m')
    expect((await runBackup(on, dir)).error).toBeUndefined()
    const key = await on.keyOf(id)
    await changeObject(backupPlace(dir), key, (bytes) => bytes.subarray(0, 10))
    const store = await DiskBlobStore.open(join(dir, 'blobs'))
    const left = await store.sizeOf(key)
    const filler = join(dir, 'filler')
    const { bavail, bsize } = await statfs(dir)
    await writeFile(filler, Buffer.alloc(bavail * bsize - 4 * MiB))
    expect((await runBackup(on, dir)).error).toContain('ENOSPC')
    expect([await store.sizeOf(key), left]).toEqual([left, expect.any(Number)])
    await rm(filler)
    expect((await runBackup(on, dir)).said).toContain(`Was damaged in the backup, copied again: file ${id},`)
    expect(await verifyBackup(dir, noop)).toMatchObject({ files: 1, wrong: [] })
    expect(await readdir(join(dir, 'blobs', 'tmp'))).toEqual([])
  },
)

it('says every time that hard links share the disk of the server, and its damage', async () => {
  const { on, ids, dir } = await createFilledScene()
  const linked = (files: string) =>
    `${files} of the backup share their bytes with the server's, as hard links on its disk`
  expect((await runBackup(on, dir)).said).toContain(linked('4 files'))
  const [flipped = 0, copied = 0] = ids
  const path = blobPath(join(dir, 'blobs'), await on.keyOf(copied))
  await copyFile(path, `${path}.copy`)
  await rename(`${path}.copy`, path)
  expect((await runBackup(on, dir)).said).toContain(linked('3 files'))

  await changeObject(on.place, await on.keyOf(flipped), flipBit(randomBitIndex()))
  const { error, said } = await runBackup(on, dir)
  expect(error).toContain('1 file')
  expect(said).toMatch(new RegExp(`Damaged on the server, and in the backup: file ${flipped},`))
})

it('takes neither for the right one where they differ and nobody has noted what the bytes were', async () => {
  const { on, ids, dir } = await createFilledScene()
  await runBackup(on, dir)
  await unlinkCopies(join(dir, 'blobs'))
  const [, , , inParts = 0] = ids
  await on.server.services.db
    .updateTable('file')
    .set({ sealed_sha256: null })
    .where('id', '=', inParts)
    .execute()
  await changeObject(backupPlace(dir), await on.keyOf(inParts), flipBit(randomBitIndex()))
  const { error, said } = await runBackup(on, dir)
  expect(error).toContain('1 file')
  expect(said).toMatch(new RegExp(`Not the same on the server and in the backup: file ${inParts},`))
})

/** Into an empty folder. What an operator sees, as `run` says it. */
async function runRestore(on: MaintenanceScene, dir: string) {
  const { dataDir } = await newEmbeddedConfig()
  const { context, printed } = commandContext({ services: on.server.services, dataDir })
  const config = { ...context.config, dataDir }
  const error = await restoreCommand.run({ ...context, config }, [dir], {}, new Set()).then(
    () => undefined,
    (reason: unknown) => (reason as Error).message,
  )
  return { error, said: printed.join('\n') }
}

it.each(['server', 'backup'])(
  'says why the %s could not be read, and how the other is damaged',
  async (one) => {
    const { on, ids, dir } = await createFilledScene()
    await runBackup(on, dir)
    await unlinkCopies(join(dir, 'blobs'))
    const [id = 0] = ids
    const db = on.server.services.db
    const row = await db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const file = { ...row, part_size: null }
    await changeObject(
      one === 'server' ? backupPlace(dir) : on.place,
      file.blob_key,
      flipBit(randomBitIndex()),
    )
    const way = await openObjectTransfer(join(on.place.dataDir, 'blobs'), join(dir, 'blobs'), true)
    const refused = () =>
      Promise.reject(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }))
    const end = one === 'server' ? 'from' : 'to'
    Object.assign(way[end], { read: refused })
    const { problem: trouble } = await backUpFile(way, db, file, true, () =>
      Promise.reject(new Error('not to be asked for')),
    )
    const other = one === 'server' ? 'in the backup' : 'on the server'
    expect(trouble).toEqual({
      kind: 'unreadable',
      how: `Error: EACCES: permission denied; ${other}: has other bytes than it had`,
    })
  },
)

it('tells of a restore which bytes are not those that were sent', async () => {
  const { on, ids, dir } = await createFilledScene()
  await runBackup(on, dir)
  await unlinkCopies(join(dir, 'blobs'))
  const [flipped = 0] = ids
  await changeObject(backupPlace(dir), await on.keyOf(flipped), flipBit(randomBitIndex()))
  const { error, said } = await runRestore(on, dir)
  expect(error).toContain('1 file')
  expect(said).toMatch(new RegExp(`Damaged in the backup: file ${flipped}, .*: has other bytes than it had`))
})

describe.skipIf(cannotMountImage)(`a bad sector ${cannotMountImage ?? ''}`, () => {
  it('of the server keeps one file from a backup, and is named', async () => {
    const { on, ids, dir } = await createFilledScene()
    const [, bad = 0] = ids
    const { repair } = await mountUnreadable(blobPath(join(on.place.dataDir, 'blobs'), await on.keyOf(bad)))
    const { error, said } = await runBackup(on, dir)
    expect(error).toContain('1 file')
    expect(error).toContain('Look at the disk')
    expect(said).toMatch(new RegExp(`Could not be read: file ${bad}, .*EIO`))
    const { wrong } = await verifyBackup(dir, noop)
    expect(wrong.map(({ file }) => file.id)).toEqual([bad])
    expect(await findSetting(on.server.services.db, 'last_backup')).not.toBeUndefined()
    await repair()
    expect((await runBackup(on, dir)).error).toBeUndefined()
    expect(await verifyBackup(dir, noop)).toMatchObject({ files: 4, wrong: [] })
  })

  it('of the backup keeps one file from a restore, and is named', async () => {
    const { on, ids, dir } = await createFilledScene()
    await runBackup(on, dir)
    await unlinkCopies(join(dir, 'blobs'))
    const [, bad = 0] = ids
    await mountUnreadable(blobPath(join(dir, 'blobs'), await on.keyOf(bad)))
    const { error, said } = await runRestore(on, dir)
    expect(error).toContain('1 file')
    expect(said).toContain('3 files')
    expect(said).toMatch(new RegExp(`Damaged in the backup: file ${bad}, .*EIO`))
  })
})

it('ends a check with an error while files are marked as damaged, and names them', async () => {
  const { on, ids } = await createFilledScene()
  const { db, blobs: store } = on.server.services
  const [marked = 0] = ids
  await db.updateTable('file').set({ damaged_at: '2026-01-01' }).where('id', '=', marked).execute()
  const { context, printed } = commandContext(on.server)
  const checked = checkCommand.run(
    { ...context, openInstallation: () => Promise.resolve({ db, store }) },
    [],
    {},
    new Set(),
  )
  await expect(checked).rejects.toThrow('Damaged:')
  expect(printed.join('\n')).toContain(`Damaged: file ${marked},`)
})
