import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download } from '@playwright/test'
import { installedExtractors } from './extractors.ts'
import { expect, test } from './fixtures.ts'
import { childPidsOf, MemoryWatch } from './processMemory.ts'
import { LoginPage } from './pages/loginPage.ts'
import { writeRandomFile } from './sampleFiles.ts'
import type { TestServer } from './server.ts'

test.use({ ownServer: true })

/*
 * Archives beyond the limits of plain ZIP, by `npm run e2e:archives`: 25 GB of disk and the better part of an hour.
 */
test.skip(process.env.E2E_FULL === undefined, 'part of npm run e2e:archives')

const GiB = 1024 ** 3
const maxBrowserGrowth = 400e6
const maxServerGrowth = 200e6

interface MemoryGrowth {
  browser: number
  server: number
}

/** The server, and all browsers that this test has started. */
function watchMemory(server: TestServer): () => MemoryGrowth {
  const browsers = childPidsOf(process.pid).filter((pid) => pid !== server.pid)
  const watch = new MemoryWatch({
    server: server.pid,
    ...Object.fromEntries(browsers.map((pid) => [`browser ${pid}`, pid])),
  })
  return () => {
    const { server = 0, ...others } = watch.stop()
    return { browser: Object.values(others).reduce((sum, bytes) => sum + bytes, 0), server }
  }
}

async function expectWholeArchive(download: Download, name: string, growth: MemoryGrowth) {
  expect(await download.failure()).toBeNull()
  const path = await download.path()
  const megabytes = (bytes: number) => `+${Math.round(bytes / 1e6)} MB`
  const grown = `browser ${megabytes(growth.browser)}, server ${megabytes(growth.server)}`
  console.log(`${name}: ${(await stat(path)).size} bytes, ${grown}`)
  for (const extractor of installedExtractors) await extractor.test(path)
  expect(growth.browser).toBeLessThan(maxBrowserGrowth)
  expect(growth.server).toBeLessThan(maxServerGrowth)
}

test('an archive of 6.5 GiB and a small file is whole, and takes little memory', async ({
  api,
  recipient,
  server,
  workDir,
}) => {
  const files = [
    { path: 'films/four and a half.bin', size: 4.5 * GiB },
    { path: 'films/two.bin', size: 2 * GiB },
    { path: 'small.txt', size: 1000 },
  ]
  const stored = []
  for (const { path, size } of files) {
    const file = join(workDir, 'source.bin')
    await writeRandomFile(file, size)
    stored.push(...(await api.store([{ path, content: { file } }])))
  }
  await recipient.open(await api.share(stored))
  await recipient.expectFiles(3)
  await recipient.page.waitForTimeout(5000)
  const growth = watchMemory(server)
  const download = await recipient.saveAll()
  await download.path()
  await expectWholeArchive(download, '6.5 GiB', growth())
})

test('an archive of 70 000 small files is whole, and takes little memory', async ({ api, page, server }) => {
  const count = 70_000
  await api.store(
    Array.from({ length: count }, (_, index) => ({
      path: `directory ${index % 100}/file ${index}.txt`,
      content: Buffer.from(`content of ${index}`),
    })),
  )
  const dashboard = await new LoginPage(page).signIn()
  const files = await dashboard.openFolder('Shared')
  await files.unlock()
  const growth = watchMemory(server)
  const download = await files.downloadAll()
  await download.path()
  await expectWholeArchive(download, '70 000 files', growth())
})
