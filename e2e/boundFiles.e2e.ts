import { join } from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import type { AdminApi, SourceFile, StoredFile } from './adminApi.ts'
import { expectAccessible } from './expectAccessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'
import { copySecretLink, originMark, sendFiles, writeFiles } from './originMarks.ts'
import type { DashboardPage } from './pages/dashboardPage.ts'
import type { FolderFilesPage } from './pages/folderFilesPage.ts'
import type { TestServer } from './server.ts'

/*
 * A server that moves files between folders of one person, exchanges their links, and shows deleted files again, to a
 * browser: its database is edited.
 */

const bound = (path: string): SourceFile => ({ path, content: Buffer.from(path), isBound: true })

/** Runs a statement on the server's database. @returns the rows of a query */
function sql({ dataDir }: TestServer, statement: string, ...values: unknown[]): Record<string, unknown>[] {
  const database = new Database(join(dataDir, 'sealpost.db'), { fileMustExist: true, timeout: 5000 })
  try {
    const prepared = database.prepare(statement)
    if (prepared.reader) return prepared.all(...values) as Record<string, unknown>[]
    prepared.run(...values)
    return []
  } finally {
    database.close()
  }
}

const idOf = (files: readonly StoredFile[], path: string): number => {
  const file = files.find((one) => one.path === path)
  if (!file) throw new Error(`${path} was not stored`)
  return file.id
}

function exchange(server: TestServer, column: 'link_token' | 'title', one: number, other: number): void {
  const read = (id: number) => sql(server, `select ${column} as it from folder where id = ?`, id)[0]?.it
  const [ofOne, ofOther] = [read(one), read(other)]
  for (const [id, value] of [
    [one, 'x'.repeat(22)],
    [other, ofOne],
    [one, ofOther],
  ])
    sql(server, `update folder set ${column} = ? where id = ?`, value, id)
}

/** Keeps a file. @returns puts it back under another number, as a server can at any time */
function keepFile(server: TestServer, files: readonly StoredFile[], path: string): () => void {
  const id = idOf(files, path)
  const [row = {}] = sql(server, 'select * from file where id = ?', id)
  return () => {
    const { id: _, ...rest } = row
    const columns = Object.keys(rest)
    const places = columns.map(() => '?').join()
    const values = Object.values(rest)
    sql(server, `insert into file (id, ${columns.join()}) values (?, ${places})`, id + 1000, ...values)
  }
}

const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

/** Asks for a link of these files alone, which is refused. */
async function expectNoLink(files: FolderFilesPage, names: readonly string[], why: string | RegExp) {
  const { page } = files
  for (const name of names) await files.checkbox(name).check()
  await files.button('Create Download Link...').click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog').getByRole('alert').filter({ hasText: why })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const name of names) await files.checkbox(name).uncheck()
}

const countLinks = (server: TestServer, ids: readonly number[]): unknown =>
  sql(server, `select count(*) as n from download_link_file where file_id in (${ids.join()})`)[0]?.n

/** Folders 'Bank' and 'Tax', whose links and titles the person and this browser know. */
async function openTwoFolders(admin: DashboardPage, api: AdminApi) {
  const bank = await api.createFolder({ title: 'Bank', perform_mime_check: false })
  const tax = await api.createFolder({ title: 'Tax', perform_mime_check: false })
  const inBank = await api.store([bound('seen.txt'), bound('stays.txt')], bank)
  const inTax = await api.store(
    [bound('own.txt'), bound('other.txt'), { ...bound('old.txt'), isBound: false }],
    tax,
  )
  for (const title of ['Tax', 'Bank']) {
    await (await admin.openFolder(title)).unlock()
    // Then they are remembered.
    await expect(admin.page.getByText('names verified')).toBeVisible()
  }
  await admin.page.getByRole('link', { name: 'Back to Dashboard' }).click()
  for (const title of ['Bank', 'Tax']) await admin.copyUploadLink(title)
  return { bank, tax, inBank, inTax }
}

test(
  'a file that the server moves from another folder is marked, and not passed on',
  { tag: '@thorough' },
  async ({ admin, api, server, account, browser, stranger, workDir }) => {
    const { page } = admin
    const { bank, tax, inBank, inTax } = await openTwoFolders(admin, api)
    const secretLink = await copySecretLink(admin, 'Bank')
    const inBankLater = await api.store([bound('secret.txt')], bank)
    const secret = idOf(inBankLater, 'secret.txt')
    const move = (id: number, change = '') =>
      sql(server, `update file set folder_id = ?${change} where id = ?`, tax.id, id)
    move(secret)
    const files = await admin.openFolder('Tax')
    const sentToBank = (name: string) =>
      expect(files.row(name)).toContainText('sent to Bank, not to this folder')

    await test.step('while the key is locked nothing is known: it is judged before it is saved', async () => {
      await files.tryToDownload('secret.txt')
      const question = page.getByRole('dialog', { name: 'Download this file?' })
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(question).toHaveCount(0)
      await expect(alert(page, 'It was not sent to this folder').first()).toBeVisible()
      await sentToBank('secret.txt')
      await expect(alert(page, '1 file was not sent to this folder')).toContainText('secret.txt')
      await expect(page.getByText('1 file does not say by which link')).toBeVisible()
      await expectAccessible(page)
    })
    await test.step('it is in no link, no archive and no selection of all, and is saved alone after a question', async () => {
      await expectNoLink(files, ['secret.txt', 'own.txt'], 'not sent to this folder')
      await page.getByRole('checkbox', { name: 'Select all files' }).click()
      await expect(files.checkbox('secret.txt')).not.toBeChecked()
      await expect(files.checkbox('old.txt')).toBeChecked()
      await page.getByRole('checkbox', { name: 'Select all files' }).click()
      const archive = await hashesOfArchive(await (await files.downloadAll()).path())
      expect([...archive.keys()].sort()).toEqual(['old.txt', 'other.txt', 'own.txt'])
      await files.button('Download secret.txt').click()
      const question = page.getByRole('dialog', { name: 'Download this file?' })
      const saving = page.waitForEvent('download')
      await question.getByRole('button', { name: 'Download' }).click()
      expect((await saving).suggestedFilename()).toBe('secret.txt')
    })
    await test.step('with exchanged upload links, too, which the list of folders shows, locked and unlocked', async () => {
      exchange(server, 'link_token', bank.id, tax.id)
      await admin.openFolder('Tax')
      await expect(alert(page, 'one upload link for two of your folders')).toBeVisible()
      await files.unlock()
      await sentToBank('secret.txt')
      await expect(alert(page, 'one upload link for two of your folders')).toBeVisible()
      await expectNoLink(files, ['secret.txt'], 'not sent to this folder')
      for (const isLocked of [false, true]) {
        if (isLocked) await page.reload()
        else await page.getByRole('link', { name: 'Back to Dashboard' }).click()
        await expect(alert(page, 'are not those that are remembered')).toContainText(/Tax.*Bank|Bank.*Tax/)
        for (const title of ['Bank', 'Tax']) {
          await expect(admin.row(title)).toContainText('Check upload link')
          await admin.row(title).getByRole('button', { name: 'Copy Link' }).click()
          await expect(alert(page, 'so none was copied').first()).toBeVisible()
          await expect(admin.row(title).getByRole('button', { name: 'Copied' })).toHaveCount(0)
        }
      }
      await expectAccessible(page)
    })
    await test.step('at first sight of a new browser, from what the person remembers', async () => {
      const context = await browser.newContext({ baseURL: server.origin })
      const fresh = await signIn(await context.newPage(), account)
      const shown = await fresh.openFolder('Tax')
      await shown.unlock()
      await expect(alert(fresh.page, 'one upload link for two of your folders')).toBeVisible()
      await expect(shown.row('secret.txt')).toContainText('sent to Bank, not to this folder')
      await context.close()
      exchange(server, 'link_token', bank.id, tax.id)
    })
    await test.step('without its manifest and with another IV, if this browser has seen its key', async () => {
      move(idOf(inBank, 'seen.txt'), `, manifest = null, encryption_iv = '${'A'.repeat(16)}'`)
      await admin.openFolder('Tax')
      await files.unlock()
      await sentToBank('seen.txt')
      await expectNoLink(files, ['seen.txt'], 'not sent to this folder')
    })
    await test.step('with the manifest of another file it does not open', async () => {
      const [own, other] = [idOf(inTax, 'own.txt'), idOf(inTax, 'other.txt')]
      const manifests = sql(server, 'select id, manifest from file where id in (?, ?)', own, other)
      for (const { id, manifest } of manifests)
        sql(server, 'update file set manifest = ? where id = ?', manifest, id === own ? other : own)
      await admin.openFolder('Tax')
      await files.unlock()
      await expect(files.tree.locator('[data-fault="commitment"]')).toHaveCount(2)
      await expectNoLink(files, ['own.txt'], 'Could not decrypt')
      for (const { id, manifest } of manifests)
        sql(server, 'update file set manifest = ? where id = ?', manifest, id)
    })
    await test.step('with a proof of origin that is wrong here, though it counts as a copy', async () => {
      await sendFiles(stranger, secretLink, await writeFiles(workDir, 'proven.txt'))
      const [sent] = sql(
        server,
        'select id from file where folder_id = ? and original_filename = ?',
        bank.id,
        'proven.txt',
      )
      move(Number(sent?.id), ", copied_from = 1, copy_id = 'AAECAwQFBgcICQoLDA0ODw'")
      await admin.openFolder('Tax')
      await files.unlock()
      await expect(originMark(files, 'proven.txt')).toHaveAttribute('data-origin', 'wrong')
      await expectNoLink(files, ['proven.txt'], 'not sent to this folder')
    })
    await test.step('with exchanged titles, which are remembered as well', async () => {
      exchange(server, 'title', bank.id, tax.id)
      await page.goto(`/folders/view/${tax.id}`)
      await files.unlock()
      await expect(alert(page, 'was called')).toContainText('Tax')
      exchange(server, 'title', bank.id, tax.id)
    })
    await test.step('in no folder that the server makes with a number and a link that were there before', async () => {
      await page.route('**/api/folders/', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        const [made] = sql(server, 'select id, link_token from folder where id = ?', bank.id)
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...((await response.json()) as object), ...made } })
      })
      await admin.goTo()
      await page.getByRole('link', { name: '+ Create New Folder' }).click()
      await page.getByLabel('Title').fill('New')
      await page.getByRole('button', { name: 'Create folder' }).click()
      await expect(alert(page, 'that was there before')).toBeVisible()
    })
    expect(countLinks(server, [secret, ...inBank.map(({ id }) => id)])).toBe(0)
  },
)

test(
  'a file that was deleted, and one that a list did not have, are asked about when they are back',
  { tag: '@thorough' },
  async ({ admin, api, server }) => {
    const { page } = admin
    const { inTax } = await openTwoFolders(admin, api)
    const files = await admin.openFolder('Tax')

    await test.step('deleted while the key is locked', async () => {
      const putBack = keepFile(server, inTax, 'own.txt')
      await files.checkbox('own.txt').check()
      await files.button(/^Delete/).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('1 file in the trash')).toBeVisible()
      await expect(page.getByText(/not listed any more/)).toHaveCount(0)
      // It was not restored: that is a note.
      await api.json('POST', '/folders/files/delete?now=1', { file_ids: [idOf(inTax, 'own.txt')] })
      putBack()
      await admin.openFolder('Tax')
      await files.unlock()
      await expect(alert(page, '1 file is back that was deleted or missing')).toContainText('own.txt')
      await expect(files.row('own.txt')).toContainText('was deleted or missing, and is back')
      await expectNoLink(files, ['own.txt'], 'is back that was deleted or missing')
      const archive = await hashesOfArchive(await (await files.downloadAll()).path())
      expect([...archive.keys()].sort()).toEqual(['old.txt', 'other.txt'])
      await files.button('Accept').click()
      await expect(alert(page, 'is back that was deleted or missing')).toHaveCount(0)
    })
    await test.step('left out of a list, also while the key is locked', async () => {
      const putBack = keepFile(server, inTax, 'other.txt')
      sql(server, 'delete from file where id = ?', idOf(inTax, 'other.txt'))
      await admin.openFolder('Tax')
      await expect(page.getByText('1 file that you saw here is not listed any more.')).toBeVisible()
      putBack()
      await admin.openFolder('Tax')
      await files.unlock()
      await expect(alert(page, '1 file is back that was deleted or missing')).toContainText('other.txt')
    })
  },
)
