import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Download } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { filesContaining, recordRequests, encodingsOf, recordTraces } from './leakDetection.ts'
import { expect, test } from './fixtures.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { codeOnSheet, bytesOfCode, mistypedCode, countPrintedPages } from './recoverySheet.ts'
import { adminPassword } from './server.ts'

test.use({ ownServer: true })

const newPassword = 'a password from the command line'

const hashOfDownload = async (download: Download) =>
  createHash('sha256')
    .update(await readFile(await download.path()))
    .digest('hex')

test(
  'a recovery code on paper opens what was sent when the password is forgotten',
  { tag: '@thorough' },
  async ({ page, context, server, stranger, workDir }) => {
    const sent = recordRequests(context)
    const traces = await recordTraces(page)
    const content = randomBytes(300_000)
    await writeFile(join(workDir, 'letter.bin'), content)
    const dashboard = await new LoginPage(page).signIn()
    const profile = await new ProfilePage(page).goTo()
    const sheet = page.getByRole('dialog').locator('.recovery-sheet')
    let code = ''
    let words: string[] = []

    await test.step('the code is the fourth step of a new pair, and nobody leaves without it by accident', async () => {
      await profile.beginKeyPair()
      await expect(profile.newPairDialog.getByText('recovery code')).toHaveCount(0)
      await profile.expectPairStored()
      await profile.downloadBackup()
      await profile.newPairDialog.getByRole('button', { name: 'Make a code' }).click()
      const making = profile.dialog('Make a recovery code')
      await making.getByRole('textbox', { name: 'Current login password' }).fill('not the password')
      await making.getByRole('button', { name: 'Make the code' }).click()
      await expect(making.getByText(/^Your stored key does not open with this password/)).toBeVisible()
      await making.getByRole('textbox', { name: 'Current login password' }).fill(adminPassword)
      await making.getByRole('button', { name: 'Make the code' }).click()
      const ready = profile.dialog('Your recovery code is ready')
      await expect(ready).toBeVisible()
      await expectAccessible(page)
      expect(await codeOnSheet(sheet)).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
      words = await sheet.locator('.words li').allInnerTexts()
      await ready.getByRole('button', { name: 'Done' }).click()
      await profile.dialog('Leave without the code?').getByRole('button', { name: 'Stay' }).click()
    })

    await test.step('the sheet alone is printed, on one page', async () => {
      await page.emulateMedia({ media: 'print' })
      const printed = page.locator('body > .recovery-sheet-print')
      await expect(printed).toBeVisible()
      code = await codeOnSheet(printed)
      await expect(page.locator('body > :visible')).toHaveCount(1)
      expect(await countPrintedPages(page)).toEqual([1, 1])
      await page.emulateMedia({ media: null })
      expect(await codeOnSheet(sheet)).toBe(code)
      await traces.recordStorage()
    })

    await test.step('the file shows it too, without any server', async () => {
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save as HTML file' }).click()
      const download = await saving
      expect(download.suggestedFilename()).toMatch(/^recovery-code_admin_\d{4}-\d\d-\d\d\.html$/)
      const file = join(workDir, 'sheet.html')
      await download.saveAs(file)
      const reader = await context.browser()?.newPage({ offline: true })
      if (!reader) throw new Error('no browser')
      await reader.goto(pathToFileURL(file).href)
      expect(await codeOnSheet(reader.locator('.recovery-sheet'))).toBe(code)
      await expect(reader.locator('.words li')).toHaveText(words)
      expect(await countPrintedPages(reader)).toEqual([1, 1])
      // With the longest name and a long address, too.
      await reader
        .locator('dd')
        .nth(0)
        .evaluate((name) => (name.textContent = 'W'.repeat(100)))
      await reader
        .locator('dd')
        .nth(1)
        .evaluate((address) => (address.textContent = 'w'.repeat(250)))
      expect(await countPrintedPages(reader)).toEqual([1, 1])
      await reader.close()
      await page.getByRole('button', { name: 'Done', exact: true }).click()
      await expect(profile.newPairDialog.getByRole('button', { name: 'Made ✓' })).toBeVisible()
      await profile.newPairDialog.getByRole('button', { name: 'Done (Close)' }).click()
      await expect(profile.recoverySection.getByText(/^Made /)).toBeVisible()
      const drawn = await page.content()
      expect(drawn).not.toContain(code.slice(0, 9))
      expect(drawn).not.toContain(code.replaceAll('-', ''))
    })

    await stranger.open(await dashboard.createFolder('Drill'))
    await stranger.chooseFiles([join(workDir, 'letter.bin')])
    await stranger.startUpload()
    await stranger.expectAllReceived(1)

    await test.step('the command line resets the sign-in, and the page says what that does not', async () => {
      await server.admin('reset', 'admin', '--password', newPassword)
      await page.goto('/login')
      await page.getByText('Forgot your password?').click()
      await expect(page.getByText('sealpost-admin reset NAME')).toBeVisible()
      await new LoginPage(page).signIn(newPassword)
    })

    const files = await dashboard.openFolder('Drill')
    const unlock = profile.dialog('Login Password Required')
    await test.step('the key is still locked: the new password does not open it', async () => {
      await page.getByRole('button', { name: 'Download letter.bin' }).click()
      await unlock.getByRole('textbox', { name: 'Login password' }).fill(newPassword)
      await unlock.getByRole('button', { name: 'Unlock' }).click()
      await expect(unlock.getByRole('alert')).toContainText('Failed to unlock key')
    })

    await test.step('the code is typed wrongly, then rightly, as people write', async () => {
      await unlock.getByRole('button', { name: 'Use the recovery code instead' }).click()
      const dialog = profile.dialog('Use the recovery code')
      const field = dialog.getByRole('textbox', { name: 'Recovery code' })
      const open = dialog.getByRole('button', { name: 'Open my key' })
      const fetched = () =>
        sent.filter((piece) => piece.includes('GET') && piece.includes('/recovery-box')).length
      const before = fetched()
      await field.fill(mistypedCode(code))
      await open.click()
      await expect(dialog.getByRole('alert')).toContainText('mistyped')
      await expect(field).toHaveValue(mistypedCode(code))
      await field.fill(code.slice(0, -3))
      await open.click()
      await expect(dialog.getByRole('alert')).toContainText('28 characters')
      expect(fetched()).toBe(before)
      await expectAccessible(page)
      await field.fill(code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'I'))
      await open.click()
    })

    await test.step('its words are those of the sheet, and it is sealed with the new password', async () => {
      const compare = profile.dialog('The same words as on your sheet?')
      await expect(compare.getByRole('listitem')).toHaveText(words)
      await traces.recordStorage()
      await expectAccessible(page)
      await compare.getByRole('button', { name: 'They are the same' }).click()
      const seal = profile.dialog('Seal your key with your password?')
      await seal.getByRole('textbox', { name: 'Current login password' }).fill('not the password')
      await seal.getByRole('button', { name: 'Seal my key' }).click()
      await expect(seal.getByRole('alert')).toBeVisible()
      await seal.getByRole('textbox', { name: 'Current login password' }).fill(newPassword)
      await seal.getByRole('button', { name: 'Seal my key' }).click()
      const saving = page.waitForEvent('download')
      await unlock.getByRole('button', { name: 'Continue' }).click()
      expect(await hashOfDownload(await saving)).toBe(createHash('sha256').update(content).digest('hex'))
    })

    await test.step('from then on the new password opens it, and the code still does', async () => {
      await page.reload()
      await page.getByRole('button', { name: 'Download letter.bin' }).click()
      await unlock.getByRole('textbox', { name: 'Login password' }).fill(newPassword)
      await unlock.getByRole('button', { name: 'Unlock' }).click()
      const saving = page.waitForEvent('download')
      await unlock.getByRole('button', { name: 'Continue' }).click()
      expect(await hashOfDownload(await saving)).toBe(createHash('sha256').update(content).digest('hex'))
      await profile.goTo()
      await expect(profile.recoverySection.getByText(/^Made /)).toBeVisible()
    })

    await test.step('the code was nowhere but on the sheet', async () => {
      await traces.recordStorage()
      const typed = code.toLowerCase().replaceAll('-', ' ')
      const bytes = bytesOfCode(code)
      const needles = [code, code.replaceAll('-', ''), code.toLowerCase(), typed, bytes].flatMap(encodingsOf)
      needles.push(Buffer.from(bytes.join(',')))
      const everything = Buffer.concat([...sent, Buffer.from([...traces.recorded, server.log].join('\n'))])
      // The search itself works: what is sent, stored and kept in the store is found.
      for (const there of ['/api/auth/users/me/recovery-box', 'sealpost-known-keys', '"api":{'])
        expect(everything.includes(there), there).toBe(true)
      expect(needles.filter((needle) => everything.includes(needle)).map(String)).toEqual([])
      expect(await filesContaining(server.dataDir, needles)).toEqual([])
    })

    expect(files.page).toBe(page)
  },
)
