import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { expectAccessible } from './expectAccessible.ts'
import { expectFits } from './expectFits.ts'
import { adminPassword } from './server.ts'
import { FaultyProxy } from './faultyProxy.ts'
import { expect, test } from './fixtures.ts'
import { codeMailedTo } from './mails.ts'
import { writeRandomFile } from './sampleFiles.ts'

const MiB = 1024 * 1024

const chooseLanguage = (page: Page, language: 'Deutsch' | 'English') =>
  page.getByRole('contentinfo').getByRole('combobox').selectOption({ label: language })

const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

test(
  'a running upload goes on when the language is changed, and the choice is remembered',
  { tag: '@thorough' },
  async ({ api, stranger, server, workDir }) => {
    const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', { title: 'Box' })
    const proxy = await FaultyProxy.start(server.origin)
    const { page } = stranger
    await stranger.open(proxy.through(`${server.origin}/upload/${link_token}`))
    expect(await languageOf(page)).toBe('en')
    const files = await Promise.all(
      ['a.bin', 'b.bin'].map(async (name) => {
        const path = join(workDir, name)
        await writeRandomFile(path, 12 * MiB)
        return path
      }),
    )
    await stranger.chooseFiles(files)
    const held = proxy.holdAt(8 * MiB)
    await stranger.startUpload()
    await held

    await test.step('in the middle of it', async () => {
      await chooseLanguage(page, 'Deutsch')
      await expect(page.getByRole('heading', { name: 'Wird hochgeladen …' })).toBeVisible()
      await expect(page.getByText('Bitte lassen Sie diese Seite offen')).toBeVisible()
      await expect(page.getByText(/ von 2 Dateien vollständig$/)).toBeVisible()
      expect(await languageOf(page)).toBe('de')
      await expect(page).toHaveTitle(/Dateien hochladen für „Box“/)
      await expectAccessible(page)
    })
    await test.step('paused', async () => {
      await page.getByRole('button', { name: 'Anhalten' }).click()
      await expect(page).toHaveTitle(/^Angehalten bei \d+\s% · /)
      await chooseLanguage(page, 'English')
      await expect(page).toHaveTitle(/^Paused at \d+% · /)
      await chooseLanguage(page, 'Deutsch')
      await page.getByRole('button', { name: 'Fortsetzen' }).click()
    })
    proxy.resume()
    await expect(page.getByRole('heading', { name: '2 Dateien gesendet' })).toBeVisible({ timeout: 60_000 })

    await test.step('with a receipt in it', async () => {
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Quittung herunterladen' }).first().click()
      const receipt = await (await saving).path().then((path) => readFile(path, 'utf8'))
      expect(receipt).toMatch(/^Quittung über einen Upload\r\n/)
      expect(receipt).toContain('a.bin – 12,00 MB')
    })
    await test.step('after a reload', async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Dateien hochladen für „Box“' })).toBeVisible()
      expect(await languageOf(page)).toBe('de')
      await chooseLanguage(page, 'English')
      await expect(page.getByRole('heading', { name: 'Upload Files for "Box"' })).toBeVisible()
      expect(await languageOf(page)).toBe('en')
    })
    await proxy.stop()
  },
)

test.describe('a browser that asks for German', () => {
  test.use({ locale: 'de-AT' })

  test('sends and signs in in German on a phone, and gets its mails in German', async ({
    account,
    browser,
    api,
    server,
  }) => {
    const gates = { require_email_verification: true, link_password: 'ein Passwort' }
    const folder = await api.json<{ link_token: string }>('POST', '/folders/', { title: 'Akten', ...gates })
    const context = await browser.newContext({
      baseURL: server.origin,
      locale: 'de-AT',
      viewport: { width: 320, height: 640 },
    })
    const page = await context.newPage()

    await test.step('the first answer', async () => {
      const answer = await page.request.get(`/upload/${folder.link_token}`, {
        headers: { accept: 'text/html', 'accept-language': 'de-AT,de;q=0.9' },
      })
      const html = await answer.text()
      expect(html).toContain('<html lang="de">')
      expect(answer.headers().vary).toContain('accept-language')
      // All of its texts, and nothing in another language.
      expect(html.match(/href="\/assets\/de-/g)).toHaveLength(1)
      expect(html).not.toMatch(/href="\/assets\/en-/)
    })
    await test.step('the gates', async () => {
      await page.goto(`/upload/${folder.link_token}`)
      await expect(page.getByRole('heading', { name: 'Dieser Link ist geschützt' })).toBeVisible()
      await page.getByRole('textbox', { name: 'Link-Passwort' }).fill('ein anderes')
      await page.getByRole('button', { name: 'Weiter' }).click()
      await expect(page.getByText('Das eingegebene Passwort ist falsch.')).toBeVisible()
      await expectFits(page)
      await expectAccessible(page)
      // What is typed stays.
      await page.getByRole('textbox', { name: 'Link-Passwort' }).fill('ein Passwort')
      await chooseLanguage(page, 'English')
      await expect(page.getByRole('textbox', { name: 'Link password' })).toHaveValue('ein Passwort')
      await chooseLanguage(page, 'Deutsch')
      await page.getByRole('button', { name: 'Weiter' }).click()
      await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('anna@akten.example')
      await page.getByRole('button', { name: 'Code senden' }).click()
      const code = await codeMailedTo('anna@akten.example', server.dataDir)
      expect(await subjectOfLastMail(server.dataDir)).toBe('Bestätigungscode für „Akten“')
      await page.getByRole('textbox', { name: 'Bestätigungscode' }).fill(code)
      await page.getByRole('button', { name: 'Code prüfen' }).click()
    })
    await test.step('the upload page', async () => {
      await expect(page.getByTestId('drop-area')).toContainText('Dateien oder Ordner hier ablegen')
      await page.getByText('Hilfe', { exact: true }).click()
      await page.getByText('Ihre Dateien sind Ende-zu-Ende-verschlüsselt.').click()
      await page.getByText('Details', { exact: true }).click()
      await expect(page.getByText('Dateiverweise')).toBeVisible()
      await expectFits(page)
      await expectAccessible(page)
    })
    await test.step('the sign-in', async () => {
      await page.goto('/login')
      await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
      await expectFits(page)
      await expectAccessible(page)
      await page.getByRole('textbox', { name: 'Benutzername' }).fill(account.username)
      await page.getByRole('textbox', { name: 'Passwort' }).fill('falsch')
      await page.getByRole('button', { name: 'Anmelden' }).click()
      await expect(page.getByText('Benutzername oder Passwort ist falsch.').first()).toBeVisible()
      await page.getByRole('textbox', { name: 'Passwort' }).fill(adminPassword)
      const told = page.waitForResponse((one) => one.url().endsWith('/api/auth/users/me/language'))
      await page.getByRole('button', { name: 'Anmelden' }).click()
      await expect(page).toHaveURL(/\/dashboard/)
      const { user } = (await (await told).json()) as { user: { language: string } }
      expect(user.language).toBe('de')
    })
    await test.step('a question that is open follows what is chosen in another tab', async () => {
      await page.getByRole('button', { name: 'Schlüssel offen' }).click()
      await page.getByRole('button', { name: 'Weitere Aktionen' }).first().click()
      await page.getByRole('menuitem', { name: 'Geheimen Link kopieren' }).click()
      const purpose = (text: string) => expect(page.getByRole('dialog').getByText(text)).toBeVisible()
      await purpose('Das Geheimnis im Link wird aus Ihrem privaten Schlüssel berechnet.')
      const other = await context.newPage()
      await other.goto('/dashboard')
      await other.getByRole('button', { name: `Konto von ${account.username}` }).click()
      await expectFits(other)
      await expectAccessible(other)
      await other.getByRole('menuitemradio', { name: 'English' }).click()
      await purpose('The secret in the link is computed from your private key.')
    })
    await context.close()
  })
})

async function subjectOfLastMail(dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'mail')
  const last = (await readdir(folder)).sort().at(-1) ?? ''
  return (await PostalMime.parse(await readFile(join(folder, last)))).subject
}
