import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clipboardText } from './clipboard.ts'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { unlockKey } from './pages/unlockKey.ts'
import type { TestServer } from './server.ts'
import { copySecretLink, sendFiles, writeFiles } from './originMarks.ts'

/** Where these texts are in the files below a folder. */
async function findInFolder(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    found.push(...texts.filter((text) => bytes.includes(text)).map((text) => `${text} in ${entry.name}`))
  }
  return found
}

/** Starts the server again, so that it writes what it has in memory on a signal. @returns a function that has it written */
async function withHeapSnapshots(server: TestServer, folder: string): Promise<() => Promise<void>> {
  await mkdir(folder)
  await server.kill('SIGTERM')
  const NODE_OPTIONS = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`
  server.settings = { ...server.settings, NODE_OPTIONS }
  await server.launch()
  return async () => {
    process.kill(server.pid, 'SIGUSR2')
    // It answers again when the snapshot is written.
    await expect.poll(() => readdir(folder)).toHaveLength(1)
    await fetch(server.origin)
  }
}

test.describe('a folder that hides names from the server', () => {
  // Its whole data folder is searched.
  test.use({ ownServer: true })

  test('is made by the form, has them in no file of the server nor in its memory, and in the list once the key is open', async ({
    admin,
    server,
    stranger,
    workDir,
  }) => {
    const { page } = admin
    const heap = join(workDir, 'heap')
    const writeHeap = await withHeapSnapshots(server, heap)
    await admin.createFolderByForm('Tax')
    const link = await copySecretLink(admin, 'Tax')
    expect(link).toMatch(/#kp=[\w-]{43}&s=/)
    const paths = await writeFiles(workDir, 'canary-one.txt', 'canary-two.txt')

    await sendFiles(stranger, link, paths)
    await expect(stranger.page.getByText('The server does not learn their names.')).toBeVisible()
    const canaries = ['canary-one', 'canary-two']
    expect(await findInFolder(server.dataDir, canaries)).toEqual([])
    await writeHeap()
    expect(await findInFolder(heap, canaries)).toEqual([])
    expect(await findInFolder(heap, ['sealed-'])).toHaveLength(1)
    expect(server.log).not.toContain('canary-')

    await page.reload()
    const files = await admin.openFolder('Tax')
    await expect(page.getByRole('row', { name: /Name locked/ })).toHaveCount(2)
    await expect(page.getByText('The server does not know the names of 2 files')).toBeVisible()
    await expectAccessible(page)
    await files.unlock()
    for (const name of ['canary-one.txt', 'canary-two.txt']) await expect(files.row(name)).toBeVisible()
    await expect(page.getByText('names verified')).toBeVisible()
    await expect(page.getByText('Name locked')).toHaveCount(0)
  })

  test('is made of one that another program made, when its first link is copied', async ({ admin, api }) => {
    const { page } = admin
    await page.context().grantPermissions(['clipboard-write'])
    await page.removeLocatorHandler(page.getByRole('button', { name: 'Leave them visible' }))
    await api.createFolder({ title: 'Bank' })
    await admin.goTo()
    await admin.chooseAction('Bank', 'Copy link with key fingerprint')
    await unlockKey(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Hide names' }).click()
    const copied = admin.row('Bank').getByRole('button', { name: 'Copied' })
    await expect(copied).toBeVisible()
    expect(await clipboardText(page)).toContain('#kp=')
  })
})
