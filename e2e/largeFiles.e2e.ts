import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliProcess } from './cliProcess.ts'
import { installedExtractors } from './extractors.ts'
import { FaultyProxy } from './faultyProxy.ts'
import { expect, testOnOwnServer as base } from './fixtures.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'
import { sha256OfFile, writeRandomFile } from './sampleFiles.ts'

/*
 * A file that is larger than servers take unless they are told to, by `npm run e2e:large`: 40 GB of disk, and half an
 * hour on the disk and as long on an S3 store.
 */
base.skip(process.env.E2E_FULL === undefined, 'part of npm run e2e:large')
// A busy machine hashes 6 GiB and tests an archive of them with three programs in ten minutes, after all was sent and saved.
base.describe.configure({ timeout: 3_600_000 })

const GiB = 1024 ** 3
const fileBytes = 6 * GiB

/** Its server takes files of 6 GiB. */
const test = base.extend({
  baseURL: async ({ server }, use) => {
    await server.kill('SIGTERM')
    server.settings = { ...server.settings, MAX_FILE_BYTES: '6G' }
    await server.launch()
    await use(server.origin)
  },
})

test('the command line sends 6 GiB through a kill, and they open byte for byte', async ({
  admin,
  workDir,
}) => {
  const file = join(workDir, 'large.bin')
  await writeRandomFile(file, fileBytes)
  const link = join(workDir, 'link')
  await writeFile(link, await admin.createFolder('Large'))
  const receipt = join(workDir, 'receipt.txt')
  const send = () => new CliProcess(workDir, ['send', '--link-file', link, '--receipt', receipt, file])
  const first = send()
  await first.waitForBytes(0.5 * fileBytes)
  await first.kill()
  const second = send()
  expect(await second.exitCode()).toBe(0)
  const start = second.lines.find(({ event }) => event === 'start')
  expect(start?.bytes, 'it goes on where it was').toBeGreaterThan(0.4 * fileBytes)

  const verify = new CliProcess(workDir, ['verify-receipt', receipt, file])
  expect(await verify.exitCode()).toBe(0)
  const files = await admin.openFolder('Large')
  const saved = await files.downloadFile('large.bin')
  expect(await saved.failure()).toBeNull()
  const expected = await sha256OfFile(file)
  await rm(file)
  expect(await sha256OfFile(await saved.path())).toBe(expected)
})

test('a browser sends 6 GiB through a reload, and saves them in an archive that needs ZIP64', async ({
  admin,
  server,
  stranger,
  workDir,
}) => {
  const file = join(workDir, 'large.bin')
  await writeRandomFile(file, fileBytes)
  const proxy = await FaultyProxy.start(server.origin)
  await stranger.open(proxy.through(await admin.createFolder('Large')))
  await expect(stranger.page.getByText('Up to 6 GB a file.')).toBeVisible()
  // Of one file alone there is no archive.
  const small = join(workDir, 'small.txt')
  await writeFile(small, 'small')
  await stranger.chooseFiles([small])
  await stranger.startUpload()
  await stranger.expectAllReceived(1)
  await stranger.chooseFiles([file])
  const held = proxy.holdAt(proxy.bodyBytes + 0.5 * fileBytes)
  await stranger.startUpload()
  await held
  await stranger.reload()
  proxy.resume()
  await stranger.resumeUpload([file])
  await stranger.expectAllReceived(1)
  await proxy.stop()

  const files = await admin.openFolder('Large')
  const archive = await (await files.downloadAll()).path()
  const hashes = await hashesOfArchive(archive)
  const expected = [await sha256OfFile(file), await sha256OfFile(small)]
  expect([...hashes.values()].sort()).toEqual(expected.sort())
  for (const extractor of installedExtractors) await extractor.test(archive)
})
