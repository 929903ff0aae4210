import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { writeRandomFile } from './sampleFiles.ts'

/** Paths and sizes of all stored objects. */
function storedObjects(dataDir: string) {
  return (
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(dataDir, name))
      .filter((path) => path.includes('blobs'))
      // The server may have deleted it meanwhile.
      .map((path) => ({ path, stats: statSync(path, { throwIfNoEntry: false }) }))
      .flatMap(({ path, stats }) => (stats?.isFile() ? [{ path, size: stats.size }] : []))
  )
}

/** Flips one bit of the largest object that was not stored before. */
function flipOneBit(dataDir: string, before: ReadonlySet<string>) {
  const [largest] = storedObjects(dataDir)
    .filter(({ path }) => !before.has(path))
    .sort((a, b) => b.size - a.size)
  if (!largest) throw new Error('nothing is stored')
  const bytes = readFileSync(largest.path)
  const at = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  writeFileSync(largest.path, bytes)
}

for (const [size, what, tag] of [
  [9 * 1024 * 1024, 'a large file', ['@thorough']],
  [1000, 'a small file', []],
] as const) {
  test(
    `${what} with one flipped bit fails visibly and is never reported as done`,
    { tag: [...tag] },
    async ({ admin, stranger, server, workDir }) => {
      const file = join(workDir, 'damaged.bin')
      await writeRandomFile(file, size)
      const before = new Set(storedObjects(server.dataDir).map(({ path }) => path))
      await stranger.open(await admin.createFolder('Damaged'))
      await stranger.chooseFiles([file])
      await stranger.startUpload()
      await stranger.expectAllReceived(1)
      flipOneBit(server.dataDir, before)

      const files = await admin.openFolder('Damaged')
      const download = await files.downloadFile('damaged.bin')
      expect(await download.failure()).not.toBeNull()
      const verdict = files.page.getByRole('alert').filter({ hasText: 'damaged.bin' })
      await expect(verdict).toContainText(
        'Download failed: The stored data is damaged: a part of it does not verify.',
      )
      await expect(files.page.getByText(/ saved, content/)).toHaveCount(0)
    },
  )
}
