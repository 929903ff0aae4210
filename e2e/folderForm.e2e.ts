import { copyFrom } from './clipboard.ts'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { DashboardPage } from './pages/dashboardPage.ts'
import { FolderFormPage } from './pages/folderFormPage.ts'

test('a folder is created and edited with all its options', async ({ admin: { page } }) => {
  const dashboard = new DashboardPage(page)
  const form = await new FolderFormPage(page).goToNew()
  const sent: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (['POST', 'PUT'].includes(request.method()) && request.url().includes('/api/folders/'))
      sent.push(request.postDataJSON() as Record<string, unknown>)
  })

  await test.step('a new folder begins with 30 days and the MIME check', async () => {
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible()
    await expect(form.expiration).toHaveValue('days')
    await expect(page.getByRole('spinbutton', { name: 'Days' })).toHaveValue('30')
    await expect(form.moreOptions).toHaveText('More optionsCheck file types')
    await form.openOptions()
    await expect(form.mimeCheck).toBeChecked()
    await expect(form.active).toHaveCount(0)
    await expect(form.allowedEmails).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('what is missing is said at its field, which gets the focus', async () => {
    await form.create()
    await expect(page.getByText('Title is required.')).toBeVisible()
    await expect(form.title).toBeFocused()
    await form.title.fill('Tax 2026')

    await page.getByRole('spinbutton', { name: 'Days' }).fill('0')
    await form.create()
    await expect(page.getByText('Enter a whole number of days, at least 1.')).toBeVisible()
    await form.expiration.selectOption('date')
    await expect(page.getByLabel('Expires on')).toHaveValue('')
    await form.create()
    await expect(page.getByText('Invalid date format entered.')).toBeVisible()
    await page.getByLabel('Expires on').fill('2020-01-01T10:00')
    await expect(page.getByText(/This time has passed/)).toBeVisible()
    await form.expiration.selectOption('days')
    await expect(page.getByRole('spinbutton', { name: 'Days' })).toHaveValue('30')

    await form.passwordProtection.check()
    await expect(form.linkPassword).toHaveValue(/^[A-Z][a-z]+[A-Z][a-z]+\d{5}$/)
    await expect(form.passwordConfirmation).toHaveValue(await form.linkPassword.inputValue())
    await form.linkPassword.fill('')
    await expect(form.passwordConfirmation).toBeDisabled()
    await form.linkPassword.fill('a link password')
    await expect(form.passwordConfirmation).toBeEnabled()
    await form.passwordConfirmation.fill('another')
    await form.create()
    await expect(page.getByText('Passwords do not match.')).toBeVisible()
    await form.passwordConfirmation.fill('a link password')

    await form.requireEmail.check()
    await expect(page.getByRole('alert')).toContainText('This server sends no mail')
    await form.allowedEmails.fill('anna@example.org, nobody')
    // Options that are folded unfold where one is wrong.
    await form.openOptions()
    await expect(form.allowedEmails).toBeHidden()
    await expect(form.moreOptions).toContainText('Password protection · E-mail verification (2 allowed)')
    await form.create()
    await expect(page.getByText('This is not an e-mail address: nobody')).toBeVisible()
    await expect(form.allowedEmails).toBeFocused()
    await expectAccessible(page)
    await form.allowedEmails.fill('anna@example.org, , bert@example.org')
    expect(sent).toEqual([])
  })

  await test.step('it is on the dashboard with its protection', async () => {
    await form.create()
    await expect(page).toHaveURL('/dashboard')
    expect(sent).toEqual([
      {
        title: 'Tax 2026',
        require_email_verification: true,
        allowed_emails: ['anna@example.org', 'bert@example.org'],
        perform_mime_check: true,
        private_names: true,
        notify_by_email: false,
        link_password: 'a link password',
        expires_in_days: 30,
        retention_days: null,
      },
    ])
    await expect(page.getByText('Folder “Tax 2026” created.')).toContainText('the password by another way')
    await expect(page.getByRole('button', { name: 'Copy Upload Link' })).toBeVisible()
    // For the last time: the server does not know it.
    await page.context().grantPermissions(['clipboard-write'])
    expect(await copyFrom(page.getByRole('main'), 'Copy password')).toBe('a link password')
    const security = dashboard.row('Tax 2026').getByRole('cell').nth(2)
    await expect(security).toContainText('Password')
    await expect(security).toContainText('E-mail verification (2 allowed)')
    await expectAccessible(page)
  })

  await test.step('editing begins with what is stored, and keeps the password', async () => {
    await dashboard.chooseAction('Tax 2026', 'Edit')
    await expect(page.getByRole('heading', { name: 'Edit Upload Folder: Tax 2026' })).toBeVisible()
    await expect(form.expiration).toHaveValue('date')
    await form.openOptions()
    await expect(form.passwordProtection).not.toBeChecked()
    await expect(page.getByText('A password is set.')).toBeVisible()
    await expect(form.allowedEmails).toHaveValue('anna@example.org, bert@example.org')
    await expect(form.active).toBeChecked()
    await expectAccessible(page)
    await form.title.fill('Tax 2027')
    await form.active.uncheck()
    await form.requireEmail.uncheck()
    await expect(page.getByText('2 allowed addresses are kept.')).toBeVisible()
    await form.save()
    await expect(page.getByText('Folder "Tax 2027" updated successfully!')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
    expect(sent[1]).toEqual({
      title: 'Tax 2027',
      require_email_verification: false,
      is_active: false,
    })
    const row = dashboard.row('Tax 2027')
    await expect(row.getByRole('cell').nth(1)).toHaveText('Inactive')
    await expect(row.getByRole('cell').nth(2)).toHaveText('Password')
  })

  await test.step('a password that is ticked and left blank is removed, after a question', async () => {
    await dashboard.chooseAction('Tax 2027', 'Edit')
    await form.openOptions()
    await form.requireEmail.check()
    await expect(form.allowedEmails).toHaveValue('anna@example.org, bert@example.org')
    await form.requireEmail.uncheck()
    await form.passwordProtection.check()
    await expect(form.linkPassword).toHaveValue('')
    await form.expiration.selectOption('none')
    await form.save()
    const question = page.getByRole('dialog', { name: 'Remove the password?' })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await form.save()
    await question.getByRole('button', { name: 'Remove password' }).click()
    await expect(page).toHaveURL('/dashboard')
    expect(sent[2]).toMatchObject({ link_password: '', expiration_date: null })
    const row = dashboard.row('Tax 2027')
    await expect(row.getByRole('cell').nth(2)).toHaveText('Link only')
    await expect(row.getByRole('cell').nth(4)).toHaveText('Never')
  })

  await test.step('a save that fails keeps what was typed and says why', async () => {
    await dashboard.chooseAction('Tax 2027', 'Edit')
    await form.title.fill('Unsaved')
    await page.route('**/api/folders/*', (route) => route.abort(), { times: 1 })
    await form.save()
    const failure = page.locator('form').getByRole('alert')
    await expect(failure).toContainText('An error occurred while saving. Please check details.')
    await expect(failure).toContainText('Network Error: Could not connect to the server.')
    await expect(form.title).toHaveValue('Unsaved')
  })

  for (const [address, text] of [
    ['/folders/edit', 'Folder ID is missing.'],
    ['/folders/edit/seven', 'Invalid Folder ID'],
    ['/folders/edit/4711', 'Folder not found or could not be loaded.'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('alert')).toContainText(text)
    await expectAccessible(page)
  }
})

test(
  'on a device whose clock is off, what expires says what time it is by the server',
  { tag: '@thorough' },
  async ({ admin: { page } }) => {
    await page.clock.setFixedTime(Date.now() - 4 * 24 * 3600 * 1000)
    const form = await new FolderFormPage(page).goToNew()
    const note = page
      .getByRole('alert')
      .filter({ hasText: 'The clock of this device is not that of the server' })
    await expect(note).toBeVisible()
    await expectAccessible(page)
    // The server is four days ahead of the device: what lies in between has passed.
    await form.expiration.selectOption('date')
    await page.getByLabel('Expires on').fill(localTime(Date.now() + 2 * 24 * 3600 * 1000))
    await expect(page.getByText(/This time has passed/)).toBeHidden()
    await page.getByLabel('Expires on').fill(localTime(Date.now() - 2 * 24 * 3600 * 1000))
    await expect(page.getByText(/This time has passed/)).toBeVisible()
    await form.expiration.selectOption('none')
    await expect(note).toBeHidden()
  },
)

test('a webhook is folded away unless it fails', async ({ admin }) => {
  const { page } = admin
  await admin.createFolder('Shared')
  const last = { at: '2026-11-01T10:00:00.000Z', how: 'delivered', status: 200 }
  const webhook = { url: 'https://hooks.example/token', secret_made_at: last.at, last, waiting: 0 }
  let served: object = webhook
  await page.route('**/api/folders/*/webhook', (route) => route.fulfill({ json: { webhook: served } }))
  await page.goto('/dashboard')
  await new DashboardPage(page).chooseAction('Shared', 'Edit')
  const section = page.getByRole('region', { name: 'Webhook' })
  await expect(section.getByRole('heading', { name: 'Webhook', level: 2 })).toBeVisible()
  await expect(section.getByText('hooks.example')).toBeVisible()
  const address = section.getByRole('textbox', { name: 'Address' })
  await expect(address).toBeHidden()
  await expectAccessible(page)

  served = { ...webhook, last: { ...last, how: 'unknown-host', status: null } }
  await page.reload()
  await expect(section.getByText('there is no host of this name')).toBeVisible()
  await expect(address).toBeVisible()
  await expectAccessible(page)

  served = { ...webhook, waiting: 2 }
  await page.reload()
  await expect(address).toBeVisible()
  await section.getByRole('heading').click()
  await expect(address).toBeHidden()
})

test('a new folder begins with the options of another one', async ({ admin: { page } }) => {
  const dashboard = await new DashboardPage(page).goTo()
  const form = new FolderFormPage(page)
  await dashboard.createFolder('Tax 2026', {
    description: 'Receipts, please',
    expires_in_days: 14,
    link_password: 'a link password',
    private_names: true,
    perform_mime_check: false,
    quota_bytes: 2 * 1024 ** 3,
    sender_fields: [{ label: 'Reference', kind: 'text', required: true }],
  })
  // The overview does not list it.
  await dashboard.createFolder('Sent', { kind: 'sent' })
  const folders = (await (await page.request.get('/api/folders/')).json()) as { id: number; title: string }[]
  const sentId = folders.find(({ title }) => title === 'Sent')?.id
  expect(sentId).toBeDefined()
  await page.reload()

  await test.step('which its menu offers', async () => {
    await dashboard.openMenu('Tax 2026')
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Use as template' }).click()
    await expect(page).toHaveURL(/\/folders\/new\?like=\d+$/)
  })

  await test.step('the form has all but title and password, also after a reload', async () => {
    await page.reload()
    await expect(page.getByText('With the options of “Tax 2026”.')).toBeVisible()
    await expect(form.title).toBeFocused()
    await expect(form.title).toHaveValue('')
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Receipts, please')
    await expect(page.getByRole('spinbutton', { name: 'Days' })).toHaveValue('14')
    await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('Reference')
    await expect(form.mimeCheck).not.toBeChecked()
    await expect(page.getByRole('textbox', { name: 'At most' })).toHaveValue('2')
    await expect(form.passwordProtection).toBeChecked()
    await expect(form.linkPassword).toHaveValue('')
    await expect(page.getByText('Nobody can read the password of the template.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a new password is needed', async () => {
    await form.title.fill('Tax 2027')
    await form.create()
    await expect(form.linkPassword).toBeFocused()
    await page.getByRole('button', { name: 'Generate a password' }).click()
    await form.create()
    await expect(page.getByText('Folder “Tax 2027” created.')).toBeVisible()
    await expect(dashboard.row('Tax 2027').getByRole('cell').nth(2)).toContainText('Password')
  })

  await test.step('without a folder that can be a template the form is empty, and says so', async () => {
    for (const like of ['999', 'tax', sentId]) {
      await page.goto(`/folders/new?like=${like}`)
      await expect(page.getByText('This folder cannot be used as template')).toBeVisible()
      await expect(page.getByRole('spinbutton', { name: 'Days' })).toHaveValue('30')
      await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('')
    }
    await expectAccessible(page)
  })
})

/** As a datetime-local field has it; browsers of tests are in the time zone of the tests. */
function localTime(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
