import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test, testOnOwnServer } from './fixtures.ts'
import { FaultyProxy } from './faultyProxy.ts'
import { isFullSize } from './fullSize.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'
import { hashesOfFolder, sha256OfFile, writeRandomFile } from './sampleFiles.ts'

const MiB = 1024 * 1024
/** The same faults at the same shares, whatever the size. */
const fileBytes = (isFullSize ? 2048 : 200) * MiB + 4321

const stormTitle =
  'a large file survives cuts, a failing gateway, a restart, a dead worker, reloads and a lost answer'
testOnOwnServer(stormTitle, { tag: ['@full', '@thorough'] }, async ({ admin, stranger, server, workDir }) => {
  test.setTimeout(isFullSize ? 1_200_000 : 300_000)
  const file = join(workDir, 'large file.bin')
  await writeRandomFile(file, fileBytes)
  const link = await admin.createFolder('Storm')
  const proxy = await FaultyProxy.start(server.origin, 20_260_301)
  proxy.badGatewayShare = 0.05
  const { page } = stranger
  const share = (percent: number) => proxy.holdAt((fileBytes * percent) / 100)

  await stranger.open(proxy.through(link))
  await stranger.drop([file])
  const first = share(15)
  await stranger.startUpload()

  await test.step('the network is cut and comes back', async () => {
    await first
    proxy.cutConnections()
    await expect(page.getByRole('heading', { name: 'Waiting for the connection…' })).toBeVisible()
    proxy.acceptConnections()
  })
  await test.step('the server is killed and started again', async () => {
    await share(30)
    await server.kill()
    proxy.resume()
    await server.launch()
  })
  await test.step('a worker ends without a word', async () => {
    await share(40)
    const workers = page.workers().filter((worker) => worker.url().includes('seal.worker'))
    expect(workers.length).toBeGreaterThan(0)
    for (const worker of workers) await worker.evaluate(() => self.close()).catch(() => undefined)
    proxy.resume()
  })
  await test.step('the network is cut again', async () => {
    await share(55)
    proxy.cutConnections()
    await expect(page.getByRole('heading', { name: 'Waiting for the connection…' })).toBeVisible()
    proxy.acceptConnections()
  })
  for (const percent of [65, 80]) {
    await test.step('the page is reloaded, and goes on', async () => {
      await share(percent)
      await stranger.reload()
      proxy.resume()
      await expect(page.getByText('Missing: large file.bin')).toBeVisible()
      await stranger.resumeUpload([file])
    })
  }
  await test.step('the network is cut a third time', async () => {
    await share(90)
    proxy.cutConnections()
    proxy.acceptConnections()
  })
  proxy.dropAnswerTo(({ method }) => method === 'POST')
  await stranger.expectAllReceived(1)
  expect(proxy.droppedAnAnswer).toBe(true)
  expect(proxy.badGateways).toBeGreaterThan(0)

  // One key and one upload from beginning to end; what the server had stored was not sent again, and of what it had
  // not, at most the parts in flight at each fault.
  const uploadOf = (url: string) => /files\/([^/]+)\/parts/.exec(url)?.[1]
  expect(new Set([...proxy.partTransfers.keys()].map(uploadOf)).size).toBe(1)
  const interruptions = 7
  const lanes = 5
  const sentAgain = [...proxy.partTransfers.values()].filter((times) => times > 1).length
  expect(sentAgain).toBeLessThanOrEqual(interruptions)
  expect(proxy.partRequests).toBeLessThanOrEqual(
    proxy.partTransfers.size + proxy.badGateways + interruptions * lanes,
  )

  const files = await admin.openFolder('Storm')
  await expect(files.page.getByText('large file (2).bin')).toHaveCount(0)
  const saved = await files.downloadFile(basename(file))
  expect(await sha256OfFile(await saved.path())).toBe(await sha256OfFile(file))
  await proxy.stop()
})

for (const [does, answersTooLarge] of [
  ['refuses', true],
  ['cuts off', false],
] as const) {
  test(
    `what a proxy ${does} for its size is sent in smaller pieces`,
    { tag: '@thorough' },
    async ({ admin, stranger, server, workDir }) => {
      const box = join(workDir, 'box')
      await mkdir(box)
      // The larger files do not come through whole, nor do shared requests of a line that is known to be fast.
      for (let i = 1; i <= 60; i++) await writeRandomFile(join(box, `page ${i}.bin`), 0.4 * MiB)
      await writeRandomFile(join(box, 'photo.bin'), 7.5 * MiB)
      // A whole part, and one that comes through.
      await writeRandomFile(join(box, 'video.bin'), 18 * MiB)
      const proxy = await FaultyProxy.start(server.origin)
      proxy.maxBodyBytes = 5.5 * MiB
      proxy.answersTooLarge = answersTooLarge
      await stranger.open(proxy.through(await admin.createFolder('Narrow')))
      await stranger.drop([box])
      await stranger.startUpload()
      await stranger.expectAllReceived(62)
      // The photo alone is tried once where it is refused, else three times.
      expect(proxy.tooLargeCounts.POST).toBeGreaterThanOrEqual(answersTooLarge ? 1 : 3)
      expect(proxy.endsBatch).toContain(true)

      const files = await admin.openFolder('Narrow')
      const archive = await hashesOfArchive(await (await files.downloadAll()).path())
      const sent = await hashesOfFolder(workDir)
      expect(archive).toEqual(sent)
      await proxy.stop()
    },
  )
}
