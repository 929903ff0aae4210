import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, stat, utimes } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { MiB } from '../../contract/limits.ts'
import { startNodeUpload } from './nodeUpload.ts'
import {
  defaultNames,
  diskHashes,
  storedHashes,
  setUpTransfer,
  listUnfinishedUploads,
  uploadIdsThrough,
} from './setUpTransfer.ts'

/** Beyond what is held at a time: so a part has come through, and not all have. */
const bytesOfSomeParts = 50 * MiB

it('goes on in another process where a killed one was, with the same key and the parts of before', async () => {
  const setup = await setUpTransfer(['a.bin', 'longer.bin'])
  const { proxy } = setup
  const sender = fileURLToPath(new URL('sender.ts', import.meta.url))
  const reached = proxy.holdAt(bytesOfSomeParts)
  const child = spawn(process.execPath, [sender, JSON.stringify(setup.batch)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  await reached
  child.kill('SIGKILL')
  await ended
  proxy.resume()
  const second = await startNodeUpload(setup.batch)
  await second.over()
  expect(second.failed()).toEqual({})
  expect(second.stored()).toContain('longer.bin')
  expect(await storedHashes(setup)).toEqual(await diskHashes(setup, ['a.bin', 'longer.bin']))
  expect(uploadIdsThrough(proxy).size).toBe(1)
})

it(
  'begins a file anew in another process where it is another by then, though it looks as it did',
  { tags: 'thorough' },
  async () => {
    const setup = await setUpTransfer(['longer.bin'])
    const path = setup.pathOf('longer.bin')
    const { proxy } = setup
    const { mtime } = await stat(path)
    const reached = proxy.holdAt(bytesOfSomeParts)
    const first = await startNodeUpload(setup.batch)
    await reached
    await first.leave()
    proxy.resume()
    const other = await open(path, 'r+')
    await other.write(randomBytes(MiB), 0, MiB, 0)
    await other.close()
    await utimes(path, mtime, mtime)
    const second = await startNodeUpload(setup.batch)
    await second.over()
    expect(await storedHashes(setup)).toEqual(await diskHashes(setup, ['longer.bin']))
    expect(uploadIdsThrough(proxy).size).toBe(2)
  },
)

it(
  'begins a file anew whose parts were sent too many times, but not for ever; then nothing of it stays',
  { tags: 'thorough' },
  async () => {
    const setup = await setUpTransfer(['large.bin'])
    const { db } = setup.server.services
    const reached = setup.proxy.holdAt(MiB)
    const first = await startNodeUpload(setup.batch)
    await reached
    await first.leave()
    await db
      .updateTable('upload')
      .set({ sent_bytes: 1024 * MiB })
      .execute()
    await sql`create trigger spent after insert on upload begin
    update upload set sent_bytes = ${sql.lit(1024 * MiB)} where id = new.id; end`.execute(db)
    setup.proxy.resume()
    const second = await startNodeUpload(setup.batch)
    await second.over()
    expect(second.failed()).toEqual({ 'large.bin': 'uploadSentTooOften' })
    await vi.waitFor(async () => expect(await listUnfinishedUploads(setup)).toEqual([]), 60_000)
    await sql`drop trigger spent`.execute(db)
    await db
      .updateTable('upload')
      .set({ sent_bytes: 1024 * MiB })
      .execute()
    const third = await startNodeUpload(setup.batch)
    await third.over()
    expect(third.failed()).toEqual({})
    expect(await storedHashes(setup)).toEqual(await diskHashes(setup, ['large.bin']))
  },
)

it('ends with a link that is gone, and goes on when it is there again', async () => {
  const setup = await setUpTransfer()
  const { admin, folder, proxy } = setup
  const reached = proxy.holdAt(10 * MiB)
  const upload = await startNodeUpload(setup.batch)
  await reached
  await admin.put(`/api/folders/${folder.id}`, { ...folder, is_active: false })
  proxy.resume()
  await upload.over()
  expect(Object.values(upload.failed())).toContain('linkInvalid')
  await admin.put(`/api/folders/${folder.id}`, { ...folder, is_active: true })
  const second = await startNodeUpload(setup.batch)
  await second.over()
  expect(second.failed()).toEqual({})
  expect(await storedHashes(setup)).toEqual(await diskHashes(setup, defaultNames))
})

it(
  'ends on a full disk, and goes on with the same key and the parts of before when there is room',
  { tags: 'thorough' },
  async () => {
    const setup = await setUpTransfer(['longer.bin'])
    const { blobs } = setup.server.services
    const freeBytes = blobs.freeBytes.bind(blobs)
    const reached = setup.proxy.holdAt(bytesOfSomeParts)
    const upload = await startNodeUpload(setup.batch)
    await reached
    blobs.freeBytes = () => Promise.resolve(0)
    setup.proxy.resume()
    await upload.over()
    expect(upload.failed()).toEqual({ 'longer.bin': 'outOfSpace' })
    expect(await storedHashes(setup)).toEqual({})
    blobs.freeBytes = freeBytes
    const second = await startNodeUpload(setup.batch)
    await second.over()
    expect(second.failed()).toEqual({})
    expect(await storedHashes(setup)).toEqual(await diskHashes(setup, ['longer.bin']))
    expect(uploadIdsThrough(setup.proxy).size).toBe(1)
  },
)
