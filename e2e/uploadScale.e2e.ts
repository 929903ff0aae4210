import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { isFullSize } from './fullSize.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'
import { hashesOfFolder, makeSampleFolder, sha256OfFile, writeRandomFile } from './sampleFiles.ts'

test.use({ ownServer: true })

test.describe('the limits', { tag: '@full' }, () => {
  test.skip(!isFullSize, 'minutes each; by npm run e2e:full')

  test('fifty thousand files are queued, sent and opened', async ({ admin, stranger, workDir }) => {
    const folder = join(workDir, 'archive of a life')
    makeSampleFolder(folder, 50_000)
    await stranger.open(await admin.createFolder('Fifty thousand'))
    await stranger.drop([folder])
    await stranger.expectQueued(50_000)
    expect(await stranger.page.getByRole('listitem').count()).toBeLessThan(60)
    await stranger.startUpload()
    await stranger.expectAllReceived(50_000)

    const files = await admin.openFolder('Fifty thousand')
    const archive = await hashesOfArchive(await (await files.downloadAll()).path())
    const expected = await hashesOfFolder(folder)
    expect([...archive.values()].sort()).toEqual([...expected.values()].sort())
  })

  test('a file of exactly 5120 MiB is sent and opened', async ({ admin, stranger, workDir }) => {
    const file = join(workDir, 'largest.bin')
    await writeRandomFile(file, 5120 * 1024 ** 2)
    await stranger.open(await admin.createFolder('Largest'))
    await stranger.drop([file])
    await stranger.startUpload()
    await stranger.expectAllReceived(1)

    const files = await admin.openFolder('Largest')
    const saved = await files.downloadFile('largest.bin')
    expect(await saved.failure()).toBeNull()
    expect(await sha256OfFile(await saved.path())).toBe(await sha256OfFile(file))
  })
})
