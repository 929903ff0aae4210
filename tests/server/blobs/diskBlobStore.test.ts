import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newBlobKey } from '../../../server/blobs/blobKeys.ts'
import { DiskBlobStore } from '../../../server/blobs/diskBlobStore.ts'
import { scratchFolder } from '../scratch.ts'
import { describeBlobStore } from './describeBlobStore.ts'

describeBlobStore('DiskBlobStore', async () => DiskBlobStore.open(await scratchFolder()))

it('leaves no file and no directory of what it has forgotten', async () => {
  const root = await scratchFolder()
  const store = await DiskBlobStore.open(root)
  const empty = (await readdir(root, { recursive: true })).sort()
  const prefix = newBlobKey()
  const group = await store.openGroup(prefix)
  await group.put(`${prefix}/0`, [Buffer.from('x')])
  await group.seal()
  const parts = newBlobKey()
  await store.createParts(parts)
  await store.delete([`${prefix}/0`, parts])
  expect((await readdir(root, { recursive: true })).sort()).toEqual(empty)
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
