import { mkdir, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { GiB } from '../../../contract/limits.ts'
import { newBlobKey } from '../../../server/blobs/blobKeys.ts'
import { blobPath, DiskBlobStore } from '../../../server/blobs/diskBlobStore.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { collectAll, describeBlobStore } from './describeBlobStore.ts'

describeBlobStore('DiskBlobStore', async () => DiskBlobStore.open(await scratchFolder()))

it('leaves no file and no directory of what it has forgotten', async () => {
  const root = await scratchFolder()
  const store = await DiskBlobStore.open(root)
  const empty = (await readdir(root, { recursive: true })).sort()
  const prefix = newBlobKey()
  const group = await store.openGroup(prefix)
  await group.put(`${prefix}/0`, [Buffer.from('x')])
  await group.makeDurable()
  const parts = newBlobKey()
  await store.createParts(parts)
  await store.delete([`${prefix}/0`, parts])
  expect((await readdir(root, { recursive: true })).sort()).toEqual(empty)
})

it('leaves nothing of parts that are completed while they are forgotten, whichever is first', async () => {
  const store = await DiskBlobStore.open(await scratchFolder())
  for (let n = 0; n < 200; n++) {
    const key = newBlobKey()
    await store.createParts(key)
    await store.putPart(key, 1, Readable.from([Buffer.alloc(10)]), 10)
    const completed = store.completeParts(key, { size: 10, partSize: 10 }).catch(() => undefined)
    for (let turn = 0; turn < n % 20; turn++) await setImmediate()
    await Promise.all([completed, store.delete([key])])
  }
  expect(await store.isEmpty()).toBe(true)
})

it('frees the memory of a part that is written, but none that other bytes share', async () => {
  const store = await DiskBlobStore.open(await scratchFolder())
  const key = newBlobKey()
  await store.createParts(key)
  const alone = [Buffer.alloc(200_000, 1), Buffer.alloc(100_000, 2), Buffer.alloc(5000, 3)]
  const memory = Buffer.alloc(10_000, 4)
  const shared = [memory.subarray(0, 5000), memory.subarray(5000, 9000)]
  const sent = [...alone, ...shared]
  const expected = Buffer.concat(sent)
  const size = expected.length
  await store.putPart(key, 1, Readable.from(sent), size)
  await store.completeParts(key, { size, partSize: size })
  const stored = await buffer(await store.read(key, { start: 0, end: size - 1 }))
  expect(stored.equals(expected)).toBe(true)
  expect(alone.map(({ length }) => length)).toEqual([0, 0, 0])
  expect(memory.equals(Buffer.alloc(10_000, 4))).toBe(true)
})

it('sweeps what an interrupted write has left, and only that', async () => {
  const root = await scratchFolder()
  const store = await DiskBlobStore.open(root)
  await writeFile(join(root, 'tmp', 'old'), 'half a part')
  await utimes(join(root, 'tmp', 'old'), 0, 0)
  await writeFile(join(root, 'tmp', 'running'), 'half a part')
  expect(await store.sweep(new Date(Date.now() - 60_000))).toBe(1)
  expect(await readdir(join(root, 'tmp'))).toEqual(['running'])
})

it('names what it has not made', async () => {
  const root = await scratchFolder()
  const store = await DiskBlobStore.open(root)
  await writeFile(join(root, 'notes.txt'), 'x')
  await writeFile(join(root, 'ab', `${'ab'.repeat(16)}.bak`), 'x')
  expect((await collectAll(store.listUnknownNames())).sort()).toEqual([
    `ab/${'ab'.repeat(16)}.bak`,
    'notes.txt',
  ])
})

it('takes a disk that is not mounted for one that does not answer, and not for an empty one', async () => {
  const root = await scratchFolder()
  const store = await DiskBlobStore.open(root)
  await rm(root, { recursive: true })
  await mkdir(root)
  await expect(store.sizeOf(newBlobKey())).rejects.toMatchObject({ code: 'unavailable' })
})

it.each([0, 1])('knows a large object as shorter whose first part was cut to %d bytes', async (left) => {
  const root = await scratchFolder()
  const store = await DiskBlobStore.open(root)
  const key = newBlobKey()
  await store.createParts(key)
  await store.putPart(key, 1, Readable.from([Buffer.alloc(100)]), 100)
  await store.completeParts(key, { size: 100, partSize: 100 })
  await truncate(join(blobPath(root, key), '1'), left)
  const size = 5 * GiB
  await expect(store.read(key, { start: 0, end: size - 1 }, size)).rejects.toMatchObject({
    code: 'incomplete',
  })
})

it('lets a principal write, and read, while another has a thousand small files to write', async () => {
  const store = await DiskBlobStore.open(await scratchFolder())
  const before = newBlobKey()
  await (await store.openGroup(before)).put(`${before}/0`, [Buffer.from('x')])
  let written = 0
  const writeAll = async () => {
    const prefix = newBlobKey()
    const group = await store.openGroup(prefix, '198.51.100.1')
    const puts = Array.from({ length: 64 }, async (_, n) => {
      await group.put(`${prefix}/${n}`, [Buffer.from('x')])
      written++
    })
    const stream = await group.putStream(`${prefix}/64`)
    await stream.write(Buffer.from('x'))
    await Promise.all([...puts, stream.close(), group.makeDurable()])
  }
  const others = Promise.all(Array.from({ length: 16 }, writeAll))
  while (written === 0) await setImmediate()
  expect(await store.sizeOf(`${before}/0`)).toBe(1)
  const prefix = newBlobKey()
  const group = await store.openGroup(prefix, '198.51.100.2')
  await group.put(`${prefix}/0`, [Buffer.from('x')])
  await group.makeDurable()
  expect(written).toBeLessThan(200)
  await others
})
