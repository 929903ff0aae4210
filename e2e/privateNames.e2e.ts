import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clipboardText } from './clipboard.ts'
import Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import type { TestServer } from './server.ts'
import type { Page } from '@playwright/test'
import { abortRequests } from './interceptedRequests.ts'
import { copySecretLink, sendFiles, writeFiles } from './originMarks.ts'
import { usesServices } from './services.ts'

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

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
/** The sealed index on the device: number of segments, and all of its bytes as text. */
const storedIndex = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ segments: number; bytes: string }>((resolve, reject) => {
        const opening = indexedDB.open('sealpost-index')
        opening.onerror = () => reject(new Error('not opened'))
        opening.onsuccess = () => {
          const database = opening.result
          const reading = database.transaction('segments').objectStore('segments').getAll()
          reading.onsuccess = () => {
            database.close()
            const boxes = reading.result.filter((value) => value instanceof Uint8Array)
            const text = (box: Uint8Array) => String.fromCharCode(...box)
            resolve({ segments: boxes.length, bytes: boxes.map(text).join('') })
          }
        }
      }),
  )

/** Has the index used so many days earlier. */
const ageIndex = (page: Page, days: number) =>
  page.evaluate(
    (ageMs) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('sealpost-index')
        opening.onerror = () => reject(new Error('not opened'))
        opening.onsuccess = () => {
          const store = opening.result.transaction('segments', 'readwrite').objectStore('segments')
          const reading = store.get('used')
          reading.onsuccess = () => {
            const used = reading.result as Map<string, number>
            store.put(new Map([...used].map(([key, usedAt]) => [key, usedAt - ageMs])), 'used')
          }
          store.transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    days * 86_400_000,
  )

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

    // What the device keeps shows them the next time, without a key of the server's, and to nobody else.
    await expect.poll(() => storedIndex(page)).toMatchObject({ segments: 1 })
    const { bytes } = await storedIndex(page)
    expect(bytes).not.toContain('canary')
    await page.reload()
    const stopAborting = await abortRequests(page, '**/files/keys?*')
    await admin.openFolder('Tax')
    await files.unlock()
    for (const name of ['canary-one.txt', 'canary-two.txt']) await expect(files.row(name)).toBeVisible()
    await expect(page.getByText('names verified')).toBeVisible()
    await stopAborting()
    const saved = await files.downloadFile('canary-two.txt')
    expect(await readFile(await saved.path(), 'utf8')).toContain('canary-two.txt')

    await page.goto('/profile/devices')
    await page.getByRole('button', { name: 'Forget on this device' }).click()
    await expect(page.getByText('The names that were kept here are deleted.')).toBeVisible()
    expect(await storedIndex(page)).toEqual({ segments: 0, bytes: '' })

    await page.reload()
    await admin.goTo()
    await admin.openFolder('Tax')
    await files.unlock()
    await expect.poll(() => storedIndex(page)).toMatchObject({ segments: 1 })
    await ageIndex(page, 31)
    await page.reload()
    await expect.poll(() => storedIndex(page)).toMatchObject({ segments: 0 })
  })

  test(
    'is made of one that another program made, when its first link is copied',
    { tag: '@thorough' },
    async ({ admin, api }) => {
      const { page } = admin
      await page.context().grantPermissions(['clipboard-write'])
      await page.removeLocatorHandler(page.getByRole('button', { name: 'Leave them visible' }))
      const { id } = await api.createFolder({ title: 'Bank' })
      await admin.goTo()
      await admin.unlock()
      await admin.row('Bank').getByRole('button', { name: 'Copy Link' }).click()
      await expect(page.getByRole('button', { name: 'Hide names' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Hide names' }).click()
      const copied = admin.row('Bank').getByRole('button', { name: 'Copied' })
      await expect(copied).toBeVisible()
      expect(await clipboardText(page)).toContain('#kp=')

      // The server changes its mind: saving something else is no answer.
      await api.json('PUT', `/folders/${id}`, { title: 'Bank', private_names: false })
      await page.goto(`/folders/edit/${id}`)
      await page.getByLabel('Description').fill('Statements')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Folder "Bank" updated successfully!')).toBeVisible()
      await admin.row('Bank').getByRole('button', { name: 'Copy Link' }).click()
      await expect(page.getByText('The server says otherwise than you chose')).toBeVisible()
      await admin.unlock()
      await admin.row('Bank').getByRole('button', { name: 'Copy Link' }).click()
      await expect(copied).toHaveCount(0)
      await admin.row('Bank').getByRole('link', { name: 'Bank' }).click()
      await expect(page.getByText('You chose that this folder hides the names')).toBeVisible()
      await expectAccessible(page)
      // The refusals, which stay, are above it.
      await page.getByRole('button', { name: 'Leave them visible' }).dispatchEvent('click')
      await expect(page.getByText('You chose that this folder hides the names')).toHaveCount(0)
    },
  )

  test('hides those of files that it had before, and names those that the server has altered', async ({
    admin,
    api,
    server,
    stranger,
    workDir,
  }) => {
    test.skip(usesServices, 'The database is looked into.')
    const { page } = admin
    const folder = await api.createFolder({ title: 'Old', perform_mime_check: false })
    const canaries = ['canary-one.txt', 'canary-two.txt', 'canary-of-today.txt', 'canary-altered.txt']
    const paths = await writeFiles(workDir, ...canaries)
    const link = `/upload/${folder.link_token}`
    for (const some of [paths.slice(0, 2), paths.slice(2, 3), paths.slice(3)])
      await sendFiles(stranger, link, some)
    const hashes = await Promise.all(paths.map(async (path) => sha256(await readFile(path))))
    const database = new Database(join(server.dataDir, 'sealpost.db'), { timeout: 5000 })
    database.pragma('secure_delete = ON')
    const aWeekAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString()
    database
      .prepare("update batch_result set created_at = ? where result not like '%canary-of-today%'")
      .run(aWeekAgo)
    database
      .prepare("update file set listed_name = 'b.txt', original_filename = 'b.txt' where listed_name = ?")
      .run('canary-altered.txt')
    database.close()

    await admin.goTo()
    await admin.chooseAction('Old', 'Edit')
    await page.getByText('More options').click()
    await page.getByRole('checkbox', { name: 'Hide names from the server' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await admin.files.enterPassword()
    await admin.files.continueUnlocked()
    const files = await admin.openFolder('Old')
    await expect(page.getByText('4 files were sent with open names')).toBeVisible()
    await page.getByRole('button', { name: 'Hide these names' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hide the names of 4 files that the server knows?' })
    await expect(dialog.getByText('Backups of the server still have the names')).toBeVisible()
    await expect(dialog.getByText('in the trash')).toHaveCount(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Hide these names' }).click()
    await files.enterPassword()
    await files.continueUnlocked()
    await expect(page.getByText('The names of 2 files are hidden from the server now.')).toContainText(
      '1 file keeps its name for the time being: its sender may still repeat the upload.',
    )
    await expect(page.getByRole('alert').getByText('so that it stays as it is')).toContainText(
      'canary-altered.txt',
    )
    await expectAccessible(page)
    await expect(files.row('canary-one.txt').getByText('the server knew this name')).toBeVisible()
    await expect(page.getByText('2 files were sent with open names')).toBeVisible()
    const hidden = [...canaries.slice(0, 2), ...hashes.slice(0, 2)]
    await expect.poll(() => findInFolder(server.dataDir, hidden)).toEqual([])
    expect(await findInFolder(server.dataDir, canaries.slice(2, 3))).not.toEqual([])
    for (const text of canaries) expect(server.log).not.toContain(text)

    await files.checkbox('canary-altered.txt').click()
    await files.button('Delete Selected').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('1 file was sent with open names')).toBeVisible()
    await page.getByRole('button', { name: 'Hide these names' }).click()
    await expect(page.getByText('Files in the trash keep their names there')).toBeVisible()
  })
})

test(
  'names of rows in view are read first, and can be searched while the others are read',
  { tag: '@thorough' },
  async ({ admin, api }) => {
    const { page } = admin
    await api.storeInto('Many')
    const content = Buffer.from('content')
    const names = Array.from({ length: 260 }, (_, n) => `paper-${String(n).padStart(3, '0')}.txt`)
    const stored = await api.store(names.map((path) => ({ path, content, isHidden: true })))

    await admin.goTo()
    const files = await admin.openFolder('Many')
    await expect(page.getByText('The server does not know the names of 260 files')).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(page.locator('[aria-rowindex="261"]')).toBeVisible()
    const requested: number[][] = []
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/files/keys?*', async (route) => {
      requested.push((route.request().postDataJSON() as { file_ids: number[] }).file_ids)
      if (requested.length > 1) await released
      await route.continue()
    })
    // Without scrolling to it.
    await page.getByRole('button', { name: 'Show names' }).evaluate((button: HTMLElement) => button.click())
    await files.enterPassword()
    await files.continueUnlocked()
    await expect.poll(() => requested.length).toBe(2)
    expect(requested[0]).toHaveLength(200)
    expect(requested[0]).toContain(stored.at(-1)?.id)

    await expect(page.getByText(/Checking names: /)).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search names' }).fill('paper-259')
    await expect(files.row('paper-259.txt')).toBeVisible()
    await expect(page.getByRole('row', { level: 1 })).toHaveCount(1)
    release()
    await expect(page.getByText('names verified')).toBeVisible()

    // Both portions are kept, in the same segments.
    await page.unrouteAll()
    await page.reload()
    await abortRequests(page, '**/files/keys?*')
    await files.unlock()
    await expect(page.getByText('names verified')).toBeVisible()
  },
)
