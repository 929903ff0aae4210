import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { tryLockFolder } from '../../cli/platform/folderLock.ts'
import { lockBatches } from '../../cli/send/storedBatches.ts'
import { scratchFolder } from '../server/scratchFolder.ts'

const upload = { origin: 'https://a.example', linkToken: 'T', roots: ['/a'] }
const otherUpload = { ...upload, linkToken: 'other' }

/** Makes the empty folder that a command leaves if it is killed before it stores anything. @returns its path */
async function pathLeftByKill(): Promise<string> {
  const stored = await lockBatches(await scratchFolder(), upload)
  await stored.release()
  await mkdir(stored.path)
  return stored.path
}

it('waits for a command of another link, which looks for a moment whether the folder can go', async () => {
  const path = await pathLeftByKill()
  const endCleanUp = await tryLockFolder(path)
  const locked = lockBatches(dirname(path), upload)
  const isOver = await Promise.race([
    locked.then(
      () => true,
      () => true,
    ),
    new Promise((resolve) => setTimeout(resolve, 100, false)),
  ])
  expect(isOver).toBe(false)
  await endCleanUp?.()
  await (await locked).release()
})

it('removes what a kill has left of another link, but no folder with content', async () => {
  const path = await pathLeftByKill()
  await (await lockBatches(dirname(path), otherUpload)).release()
  expect(await readdir(dirname(path))).toEqual([])
  await mkdir(path)
  await writeFile(join(path, 'content'), '')
  await (await lockBatches(dirname(path), otherUpload)).release()
  expect(await readdir(dirname(path))).toEqual([basename(path)])
  expect(await readdir(path)).toEqual(['content'])
})
