import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from './expectAccessible.ts'
import { copyFrom } from './clipboard.ts'
import { expect, testOnOwnServer } from './fixtures.ts'
import { startSmtpServer } from './smtpServer.ts'
import { codeMailedTo } from './mails.ts'
import { DownloadPage } from './pages/downloadPage.ts'
import { submitCode, submitEmail } from './pages/emailGate.ts'

const anna = 'anna@lawyers.example'
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

testOnOwnServer(
  'a link for named people opens for who is named, not for whoever it is forwarded to, until they are removed',
  { tag: '@thorough' },
  async ({ admin, api, browser, recipient, server, workDir }) => {
    const mailbox = await startSmtpServer(join(workDir, 'mail'))
    server.settings = {
      ...server.settings,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Sealpost <files@office.example>',
    }
    await server.kill('SIGTERM')
    await server.launch()
    const content = randomBytes(300_000)
    await api.store([
      { path: 'contract.pdf', content },
      { path: 'notes.txt', content: Buffer.from('notes') },
    ])

    const current_password = await api.loginVerifier()
    await api.json('PUT', '/auth/users/me', { current_password, display_name: 'Clara Berger' })
    const words = /Papers|Please sign|Clara/

    const { page } = admin
    await page.context().grantPermissions(['clipboard-write'])
    const files = await admin.openFolder('Shared')
    await page.getByRole('checkbox', { name: 'Select all files' }).click()
    await files.button('Create Download Link...').click()
    await files.enterPassword()
    await files.continueUnlocked()
    const dialog = page.getByRole('dialog', { name: 'Create Download Link' })
    await dialog.getByRole('checkbox', { name: 'Password protection' }).click()
    await dialog.getByRole('checkbox', { name: 'For named people only' }).click()
    await expect(dialog.getByText('whoever has both link and code can open the files')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect(dialog.getByText('Enter at least one address.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill(`${anna}, ben@lawyers.example`)
    await dialog.getByRole('combobox', { name: 'Valid for' }).selectOption('7 days')
    await dialog.getByRole('checkbox', { name: 'Title and message' }).click()
    await dialog.getByRole('textbox', { name: 'Title (optional)' }).fill('Papers to sign')
    await dialog.getByRole('textbox', { name: 'Message (optional)' }).fill('As agreed.\nPlease sign.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const ready = page.getByRole('dialog', { name: 'Download Link Ready' })
    const link = await copyFrom(ready)
    await ready.getByRole('button', { name: 'Done' }).click()

    // Whoever is named.
    await recipient.open(link)
    await expect(recipient.page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused()
    await expect(recipient.page.locator('body')).not.toContainText('contract')
    await expect(recipient.page.locator('body')).not.toContainText(words)
    await expectAccessible(recipient.page)
    await submitEmail(recipient.page, anna)
    await expect(recipient.page.getByRole('textbox', { name: 'Verification code' })).toBeFocused()
    await expectAccessible(recipient.page)
    await submitCode(recipient.page, await codeMailedTo(anna, workDir))
    await recipient.expectFiles(2)
    await expect(recipient.page.getByRole('heading', { name: 'Papers to sign', level: 1 })).toBeVisible()
    await expect(recipient.page.getByText('Clara Berger sends you 2 files')).toBeVisible()
    await expect(recipient.page.getByText('Please sign.')).toBeVisible()
    await expectAccessible(recipient.page)
    const saved = await recipient.save('contract.pdf')
    expect(hashOf(await readFile(await saved.path()))).toBe(hashOf(content))

    // Whoever the link, keys and all, was forwarded to.
    const context = await browser.newContext({ baseURL: server.origin })
    const other = await new DownloadPage(await context.newPage()).open(link)
    await submitEmail(other.page, 'eve@example.org')
    await submitCode(other.page, '123456')
    await expect(other.page.getByText('Invalid or expired verification code.')).toBeVisible()
    await expect(other.page.locator('body')).not.toContainText('contract')
    await expect(other.page.locator('body')).not.toContainText(words)
    await context.close()

    // The owner sees who has opened it, and removes them.
    await page.reload()
    const item = files.linksRegion.getByRole('listitem').first()
    await expect(item).toContainText('Papers to sign')
    await item.getByRole('button', { name: 'Change title and message...' }).click()
    const wordsDialog = page.getByRole('dialog', { name: 'Title and message' })
    const title = wordsDialog.getByRole('textbox', { name: 'Title (optional)' })
    await expect(title).toHaveValue('Papers to sign')
    await expect(wordsDialog.getByText('14 of 200 characters')).toBeVisible()
    await wordsDialog.getByRole('textbox', { name: 'Message (optional)' }).fill('m'.repeat(2001))
    await wordsDialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(wordsDialog.getByRole('textbox', { name: 'Message (optional)' })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await expectAccessible(page)
    await wordsDialog.getByRole('textbox', { name: 'Message (optional)' }).fill(' ')
    await wordsDialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(wordsDialog).toBeHidden()
    await expect(item).not.toContainText('Please sign.')
    // What was not changed is not sent.
    const sent: unknown[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
    await item.getByRole('button', { name: 'Change title and message...' }).click()
    await wordsDialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(wordsDialog).toBeHidden()
    await item.getByRole('button', { name: 'Change title and message...' }).click()
    await title.fill('Papers, second version')
    await wordsDialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(wordsDialog).toBeHidden()
    expect(sent).toEqual([{ title: 'Papers, second version' }])
    await expect(item).toContainText('Papers, second version')
    await expect(item).not.toContainText('Please sign.')
    await recipient.page.reload()
    await recipient.expectFiles(2)
    await expect(
      recipient.page.getByRole('heading', { name: 'Papers, second version', level: 1 }),
    ).toBeVisible()
    await expect(recipient.page.getByText('Please sign.')).toHaveCount(0)

    await item.getByText('For 2 people, opened by 1').click()
    await expect(item).toContainText('ben@lawyers.examplenot opened')
    await expectAccessible(page)
    await item.getByRole('button', { name: 'Change people' }).click()
    const people = page.getByRole('dialog', { name: 'People of this link' })
    await expectAccessible(page)
    await people.getByRole('textbox', { name: 'E-mail addresses' }).fill('ben@lawyers.example')
    await people.getByRole('button', { name: 'Save changes' }).click()
    await expect(item).toContainText('not opened yet')
    await recipient
      .row('notes.txt')
      .getByRole('button', { name: /^Download / })
      .click()
    const refusal = 'This download is for named people. Open the link again and confirm your e-mail address.'
    await expect(recipient.page.getByText(refusal).first()).toBeVisible()
    await recipient.open(link)
    await expect(recipient.page.getByRole('textbox', { name: 'E-mail address' })).toBeVisible()
    mailbox.close()
  },
)
