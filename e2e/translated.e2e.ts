import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { codeMailedTo } from './mails.ts'
import { FolderFormPage } from './pages/folderFormPage.ts'
import { LoginPage } from './pages/loginPage.ts'

/** Runs in the page: puts elements in the place of all texts, as translators of browsers do, also of later ones. */
function translate() {
  const isLeftAlone = (text: Text) =>
    text.data.trim() === '' || text.parentElement?.closest('font, script, style, textarea') !== null
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let at: Node | null = root; at; at = walker.nextNode()) if (at instanceof Text) texts.push(at)
    for (const text of texts) {
      if (isLeftAlone(text)) continue
      // What translators use, though it is deprecated.
      const [outer, inner] = [
        document.createElement('font' as string),
        document.createElement('font' as string),
      ]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes)
        if (node.isConnected) translateIn(node)
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

/** @returns what went wrong in the page; the list grows */
async function recordErrors(page: Page): Promise<string[]> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.text().includes('Error:') && errors.push(message.text()))
  await page.addInitScript(translate)
  return errors
}

const expectTranslated = (page: Page) => expect(page.locator('#root font').first()).toBeVisible()

test('a translated upload page shows the way to the end, and goes on', async ({
  admin,
  stranger,
  workDir,
}) => {
  const { page } = stranger
  const errors = await recordErrors(page)
  const files = ['one.txt', 'two.txt'].map((name) => join(workDir, name))
  for (const file of files) await writeFile(file, 'content')
  await stranger.open(await admin.createFolder('Translated'))
  await expectTranslated(page)
  await stranger.drop(files)
  await stranger.expectQueued(2)
  await page.getByRole('button', { name: 'Remove one.txt' }).click()
  await stranger.expectQueued(1)
  await stranger.startUpload()
  await expect(page.getByRole('heading', { name: '1 file sent' })).toBeVisible()
  await stranger.drop(files)
  await stranger.expectQueued(2)
  await stranger.startUpload()
  await expect(page.getByRole('heading', { name: '2 files sent' })).toBeVisible()
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download receipt' }).click(),
  ])
  expect(receipt.suggestedFilename()).toMatch(/\.txt$/)
  expect(errors).toEqual([])
})

test('a translated download page shows the way to the end', async ({ api, recipient }) => {
  const errors = await recordErrors(recipient.page)
  const stored = await api.store(['a.txt', 'b.txt'].map((path) => ({ path, content: Buffer.from(path) })))
  const { url } = await api.share(stored, { password: 'a password' })
  await recipient.open(url)
  await recipient.unlock('a password')
  await recipient.expectFiles(2)
  await expectTranslated(recipient.page)
  await recipient.save('a.txt')
  await expect(recipient.row('a.txt').getByRole('button', { name: 'Done! a.txt' })).toBeVisible()
  await recipient.saveAll()
  expect(errors).toEqual([])
})

test('translated account pages follow what changes', { tag: '@thorough' }, async ({ page, account, api }) => {
  const errors = await recordErrors(page)
  await api.store([{ path: 'a.txt', content: Buffer.from('a') }])
  const admin = await new LoginPage(page).signIn(account.password, account.username)
  await expectTranslated(page)
  await admin.createFolderByForm('Another')
  await admin.copyUploadLink('Another')
  const files = await admin.openFolderFromList('Shared')
  await files.downloadFile('a.txt')
  await files.checkbox('a.txt').click()
  await expect(files.button(/^Delete/)).toBeVisible()
  await files.checkbox('a.txt').click()
  for (const name of ['account', 'security', 'devices', 'api']) {
    await page.goto(`/profile/${name}`)
    await expectTranslated(page)
  }
  const navigation = page.getByRole('navigation', { name: 'Profile' })
  for (const name of ['Security', 'Account']) await navigation.getByRole('link', { name }).click()
  await expectTranslated(page)
  expect(errors).toEqual([])
})

const chooseLanguage = async (page: Page, language: 'Deutsch' | 'English') => {
  await page.getByRole('banner').locator('button[aria-haspopup="menu"]').click()
  await page.getByRole('menuitemradio', { name: language }).click()
}

const openFolds = async (page: Page) => {
  const closed = page.locator('#root details:not([open]) > summary')
  while (await closed.first().isVisible()) await closed.first().click()
}

test('translated forms follow what changes', { tag: '@thorough' }, async ({ page }) => {
  const errors = await recordErrors(page)
  const login = new LoginPage(page)
  await page.goto('/login')
  await login.enterPassword('another password')
  await expect(login.error).toBeVisible()
  await expectTranslated(page)
  const admin = await login.signIn()

  await test.step('of a folder', async () => {
    const form = await new FolderFormPage(page).goToNew()
    await form.create()
    await expect(page.getByText('Title is required.')).toBeVisible()
    await form.title.fill('Translated')
    await form.openOptions()
    for (const choice of [form.passwordProtection, form.requireEmail]) {
      await choice.check()
      await choice.uncheck()
      await choice.check()
    }
    await form.linkPassword.fill('Tannenzweig')
    await form.passwordConfirmation.fill('Tannen')
    await form.create()
    await form.passwordConfirmation.fill('Tannenzweig')
    await form.create()
    await admin.chooseAction('Translated', 'Edit')
    await form.title.fill('Renamed')
    await form.save()
    await expect(admin.row('Renamed')).toBeVisible()
  })

  await test.step('of the profile, in both languages', async () => {
    await page.goto('/profile/account')
    const navigation = page.locator('nav[aria-label]').filter({ has: page.locator('a[href="/profile/api"]') })
    for (const language of ['Deutsch', 'English'] as const) {
      for (const name of ['security', 'devices', 'api', 'server', 'account']) {
        await navigation.locator(`a[href="/profile/${name}"]`).click()
        await expect(page).toHaveURL(new RegExp(`/profile/${name}`))
        await openFolds(page)
      }
      await chooseLanguage(page, language)
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'Deutsch' ? 'de' : 'en')
    }
  })
  expect(errors).toEqual([])
})

test('translated gates lead through', { tag: '@thorough' }, async ({ admin, stranger, server }) => {
  const { page } = stranger
  const errors = await recordErrors(page)
  const address = 'anna@lawyers.example'
  const gates = { require_email_verification: true, link_password: 'Tannenzweig' }
  await stranger.open(await admin.createFolder('Gated', gates))
  await stranger.submitPassword('Tannenbaum')
  await expect(page.getByRole('alert').locator('font').first()).toBeVisible()
  await stranger.submitPassword('Tannenzweig')
  await stranger.submitEmail('anna@')
  await expect(page.getByRole('alert').locator('font').first()).toBeVisible()
  await stranger.submitEmail(address)
  await stranger.submitCode(await codeMailedTo(address, server.dataDir))
  await stranger.expectReady()
  expect(errors).toEqual([])
})
