import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { clipboardText } from './clipboard.ts'
import { expectAccessible } from './expectAccessible.ts'
import { expectFits, expectFitsOnPhones } from './expectFits.ts'
import { expect, test } from './fixtures.ts'
import { DownloadPage } from './pages/downloadPage.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'

const daySeconds = 24 * 3600

test('a download link is extended by one press, changed to a date, and brought back after it expired', async ({
  admin,
  api,
  page,
  recipient,
}) => {
  const folder = await api.storeInto('Reports')
  const stored = await api.store([{ path: 'report.txt', content: Buffer.from('report') }])
  const link = await api.share(stored, { expiresIn: 2 * daySeconds })
  const expiry = async () => {
    const [live] = await api.json<{ expiration_date: string | null }[]>(
      'GET',
      `/download/links/folder/${folder.id}`,
    )
    return live?.expiration_date ?? null
  }
  const before = Date.parse((await expiry()) ?? '')
  const files = await admin.openFolder('Reports')
  const item = files.linksRegion.getByRole('listitem')
  await item.getByRole('button', { name: '+7 days' }).click()
  await expect(page.getByText('The link is valid until')).toBeVisible()
  expect(Date.parse((await expiry()) ?? '')).toBe(before + 7 * daySeconds * 1000)
  await expectAccessible(page)

  await item.getByRole('button', { name: 'Change expiry...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Expiry of this link' })
  await expect(dialog).toContainText('The link stays the same')
  await expectAccessible(page)
  const date = dialog.getByLabel('Valid until')
  await date.fill('2001-02-03T04:05')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The expiration date must be in the future.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Expiration date' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(item).toContainText('Valid untilNever')
  expect(await expiry()).toBeNull()
  await expect(item.getByRole('button', { name: '+7 days' })).toHaveCount(0)

  const expired = await api.share(stored, { expiresIn: 2 })
  await recipient.open(link)
  await recipient.expectFiles(1)
  await recipient.page.goto(expired.url)
  await expect(async () => {
    await recipient.page.reload()
    await expect(recipient.page.getByText('This link has expired.')).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.reload()
  await page.getByText('1 expired link').click()
  const old = files.linksRegion.locator('details').getByRole('listitem')
  await expect(old.getByRole('button', { name: 'Copy Link' })).toHaveCount(0)
  await expectAccessible(page)
  await old.getByRole('button', { name: '+7 days' }).press('Enter')
  await expect(item).toHaveCount(2)
  await expect(page.getByText('1 expired link')).toHaveCount(0)
  await expect(files.linksRegion.getByRole('heading')).toBeFocused()
  await recipient.open(expired)
  await recipient.expectFiles(1)
})

test('all download links are on one page, to extend, copy, write about and end', async ({
  admin: { page },
  api,
  recipient,
}) => {
  await page.context().grantPermissions(['clipboard-write'])
  await page.addInitScript(() => {
    const written: string[] = []
    Object.assign(window, { written })
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      written.push(this.href)
    }
  })
  await api.storeInto('Reports')
  const reports = await api.store(
    Array.from({ length: 7 }, (_, i) => ({ path: `report${i}.txt`, content: Buffer.from(`report ${i}`) })),
  )
  const plans = await api.share(reports, { expiresIn: 2 * daySeconds })
  await api.json('PUT', `/download/links/${plans.token}`, { title: 'Plans of 2026' })
  await api.storeInto('Photos')
  const photos = await api.store([{ path: 'photo.jpg', content: Buffer.from('photo') }])
  await api.share(photos, { maxDownloads: 1, password: 'TischSonne26417' })

  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Sent' }).click()
  const list = page.getByRole('list', { name: 'Download links' })
  const item = list.locator('> li')
  await expect(item).toHaveCount(2)
  const plan = item.filter({ hasText: 'Plans of 2026' })
  await expect(plan).toContainText('FolderReports')
  await expect(plan).toContainText('Files7')
  await expect(plan).toContainText('report4.txt')
  await expect(plan).toContainText('2 more')
  await expectAccessible(page)
  const listed: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/download/links'))
      listed.push(new URL(request.url()).pathname)
  })
  const before = await plan.innerText()
  await plan.getByRole('button', { name: '+7 days' }).click()
  await expect(page.getByText('The link is valid until')).toBeVisible()
  await expect.poll(() => plan.innerText()).not.toBe(before)
  await expect(plan).toContainText('2 more')
  expect(listed).toEqual([`/api/download/links/${plans.token}/details`])

  await page.getByRole('combobox', { name: 'Show' }).selectOption('Used up')
  await expect(page.getByText('No link matches.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('All')
  await page.getByRole('searchbox', { name: 'Find links' }).fill('photos')
  await expect(page.getByText('1 of 2 links')).toBeVisible()
  await expect(item).toContainText('photo.jpg')
  await page.getByRole('searchbox', { name: 'Find links' }).fill('')

  // The key opens what the link was sealed with.
  await plan.getByRole('button', { name: 'Copy Link' }).click()
  const files = new FolderFilesPage(page)
  await files.enterPassword()
  await files.continueUnlocked()
  await expect(plan.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await clipboardText(page)
  await recipient.page.goto(copied)
  await recipient.expectFiles(7)
  expect((await recipient.saveAll()).suggestedFilename()).toBe('Plans of 2026.zip')

  await plan.getByRole('button', { name: 'Write e-mail' }).click()
  const writtenMails = () => page.evaluate(() => (window as unknown as { written: string[] }).written)
  await expect.poll(async () => (await writtenMails()).length).toBe(1)
  const [mail = ''] = await writtenMails()
  expect(mail).toMatch(/^mailto:\?subject=Plans%20of%202026&body=/)
  expect(decodeURIComponent(mail)).toContain(copied)

  await api.deleteFiles(reports.slice(6))
  await plan.getByRole('button', { name: 'Write e-mail' }).click()
  const question = page.getByRole('dialog', { name: 'Hand out this link?' })
  await expect(question.getByText('This link was made for 7 files; 6 are shown.')).toBeVisible()
  await question.getByRole('button', { name: 'Write e-mail' }).click()
  await expect.poll(writtenMails).toEqual([mail, expect.stringMatching(/^mailto:\?subject=Plans/)])
  await plan.getByRole('button', { name: 'Copy Link' }).click()
  await question.getByRole('button', { name: 'Copy Link' }).click()
  await expect(plan.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await clipboardText(page)).toBe(copied)

  // The server names other files here than the link has.
  await page.route('**/api/download/links', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { links: { files: string[]; file_count: number }[] }
    for (const link of body.links) if (link.file_count === 6) link.files[0] = 'holiday.jpg'
    await route.fulfill({ response, json: body })
  })
  await plan.getByRole('button', { name: 'Change expiry...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Expiry of this link' })
  await dialog.getByRole('checkbox', { name: 'Expiration date' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(plan).toContainText('Never')
  await page.goBack()
  await page.getByRole('link', { name: 'Sent' }).click()
  await expect(plan).toContainText('holiday.jpg')
  await plan.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByText('The link has other files than are shown here.')).toBeVisible()

  await plan.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete download link' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(item).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Sent' })).toBeFocused()
})

test('a password is added to a download link and taken away again, each time with a new address', async ({
  admin,
  api,
  page,
  recipient,
}) => {
  await api.storeInto('Plans')
  const content = randomBytes(5000)
  const first = await api.share(await api.store([{ path: 'plan.txt', content }]))
  await recipient.open(first)
  await recipient.expectFiles(1)
  const files = await admin.openFolder('Plans')
  await files.unlock()
  const item = files.linksRegion.getByRole('listitem')
  const dialog = page.getByRole('dialog', { name: 'Password of this link' })
  const copied = async () => {
    await item.getByRole('button', { name: 'Copy Link' }).click()
    await expect(item.getByRole('button', { name: 'Copied' })).toBeVisible()
    return clipboardText(page)
  }
  await page.context().grantPermissions(['clipboard-write'])
  const linkUrl = '**/api/download/links/*'

  await item.getByRole('button', { name: 'Set password...' }).click()
  await expect(dialog).toContainText('The link gets a new address, which you hand out. The old one ends.')
  const field = dialog.getByRole('textbox', { name: 'Password', exact: true })
  await expect(field).toHaveValue(/^[A-Z][a-z]+[A-Z][a-z]+\d{5}$/)
  const password = await field.inputValue()
  await expectAccessible(page)
  await expectFitsOnPhones(page)

  // A server from before does not know the members.
  await page.route(linkUrl, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { detail: [], code: 'unknownField' } })
      : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('That needs a newer server.')).toBeVisible()
  await page.unroute(linkUrl)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The link has a new address: copy it, and hand it out.')).toBeVisible()
  await expect(item).toContainText('Password Protected')
  const second = await copied()
  expect(second).not.toContain('#')
  await recipient.page.getByRole('button', { name: /^Download plan\.txt/ }).click()
  await recipient.page.goto('about:blank')
  await recipient.page.goto(first.url)
  await expect(recipient.page.getByRole('alert')).toContainText('Link invalid/expired.')
  await recipient.open(second)
  await recipient.unlock(password)
  await recipient.expectFiles(1)
  expect(sha256(await readFile(await (await recipient.save('plan.txt')).path()))).toBe(sha256(content))

  await item.getByRole('button', { name: 'Change password...' }).click()
  await dialog.getByRole('checkbox', { name: 'Password protection' }).click()
  await expect(dialog).toContainText('The link gets a new address')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(item.getByRole('button', { name: 'Set password...' })).toBeVisible()
  const third = await copied()
  expect(third).toMatch(/#\*:/)
  await recipient.page.goto('about:blank')
  await recipient.page.goto(second)
  await expect(recipient.page.getByRole('alert')).toContainText('Link invalid/expired.')
  await recipient.open(third)
  await recipient.expectFiles(1)
  expect(sha256(await readFile(await (await recipient.save('plan.txt')).path()))).toBe(sha256(content))
})

test('a file is removed from a download link, and its password changed, under the same address', async ({
  admin,
  api,
  page,
  recipient,
}) => {
  const folder = await api.storeInto('Reports')
  const contents = new Map(['plan.txt', 'draft.txt', 'photo.jpg'].map((path) => [path, randomBytes(5000)]))
  const stored = await api.store(Array.from(contents, ([path, content]) => ({ path, content })))
  const link = await api.share(stored, { password: 'TischSonne26417' })
  await recipient.open(link)
  await recipient.unlock('TischSonne26417')
  await recipient.expectFiles(3)
  const early = new DownloadPage(await recipient.page.context().newPage())
  await early.open(link)
  const files = await admin.openFolder('Reports')
  const item = files.linksRegion.getByRole('listitem')

  await item.getByRole('button', { name: 'Remove draft.txt from this link' }).click()
  await files.enterPassword()
  await files.continueUnlocked()
  const removal = page.getByRole('dialog', { name: 'Remove file from link' })
  await expect(removal).toContainText('Nobody can download draft.txt by this link any more.')
  await expectAccessible(page)
  await removal.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('draft.txt was removed from the link.')).toBeVisible()
  await expect(item).toContainText('Files2')
  await expect(files.row('draft.txt')).toBeVisible()

  // On a page that was open before.
  const changed = (of: DownloadPage) => of.page.getByText('The sender changed this link.')
  await recipient
    .row('draft.txt')
    .getByRole('button', { name: /^Download / })
    .click()
  await expect(changed(recipient)).toBeVisible()
  await expectAccessible(recipient.page)

  await item.getByRole('button', { name: 'Change password...' }).click()
  const change = page.getByRole('dialog', { name: 'Password of this link' })
  const field = change.getByRole('textbox', { name: 'Password', exact: true })
  await expect(field).toHaveValue(/^[A-Z][a-z]+[A-Z][a-z]+\d{5}$/)
  await expectAccessible(page)
  const password = await field.inputValue()
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The password of the link was changed.')).toBeVisible()

  // On a page that the old password has opened, before anything is entered, and also the second time.
  const plan = recipient.row('plan.txt')
  const gate = recipient.page.locator('form')
  const askForPlan = async () => {
    await plan.getByRole('button', { name: /^Download / }).click()
    await expect(gate).toContainText('The sender changed the password of this link.')
  }
  await askForPlan()
  await expectAccessible(recipient.page)
  await plan.getByRole('button', { name: 'Cancel' }).click()
  await expect(gate).toBeHidden()
  await askForPlan()
  await gate.getByRole('textbox', { name: 'Password' }).fill(password)
  await gate.getByRole('button', { name: 'Continue download' }).click()
  await expect(plan).toContainText('Verified: content and name')

  await early.unlock('TischSonne26417')
  await expect(early.page.getByText('Incorrect password provided.', { exact: true })).toBeVisible()
  await expect(changed(early)).toBeVisible()
  await early.unlock(password)
  await early.expectReady()
  await recipient.page.getByRole('button', { name: 'Reload' }).click()
  await recipient.unlock('TischSonne26417')
  await expect(recipient.page.getByText('Incorrect password provided.', { exact: true })).toBeVisible()
  await recipient.unlock(password)
  await recipient.expectFiles(2)
  for (const name of ['plan.txt', 'photo.jpg']) {
    const saved = await readFile(await (await recipient.save(name)).path())
    expect(sha256(saved)).toBe(sha256(contents.get(name) ?? Buffer.of()))
  }
  // What is left of the box still opens, and belongs to what is shown.
  await item.getByRole('button', { name: 'Remove photo.jpg from this link' }).press('Enter')
  await removal.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await expect(item).toContainText('Files1')
  await expect(item.getByRole('button', { name: /^Remove/ })).toHaveCount(0)

  // Nobody has copied it.
  const { events } = await api.json<{ events: { kind: string }[] }>(
    'GET',
    `/audit?folder=${folder.id}&kind=link-copied,link-read`,
  )
  expect(events.map(({ kind }) => kind)).toEqual(['link-read', 'link-read', 'link-read'])
})

test('files are added to a download link, under the same address', async ({
  admin,
  api,
  page,
  recipient,
}) => {
  await api.storeInto('Reports')
  const contents = new Map(['plan.txt', 'draft.txt', 'photo.jpg'].map((path) => [path, randomBytes(5000)]))
  const stored = await api.store(Array.from(contents, ([path, content]) => ({ path, content })))
  const link = await api.share(stored.slice(0, 1), { password: 'TischSonne26417' })
  const other = await api.share(stored.slice(0, 1), { short: true })
  await recipient.open(link)
  await recipient.unlock('TischSonne26417')
  await recipient.expectFiles(1)

  await api.json('PUT', `/download/links/${link.token}`, { title: 'Plans' })
  const files = await admin.openFolder('Reports')
  await page.getByRole('checkbox', { name: 'Select all files' }).click()
  await files.button('Create Download Link...').click()
  await files.enterPassword()
  await files.continueUnlocked()
  const creation = page.getByRole('dialog', { name: 'Create Download Link' })
  const choice = creation.getByRole('combobox', { name: 'Link' })
  await expect(choice.getByRole('option')).toHaveCount(3)
  await choice.selectOption(other.token)
  const dialog = page.getByRole('dialog', { name: 'Add to Download Link' })
  await expect(dialog).toContainText('If the link was made by an earlier version')
  await dialog.getByRole('combobox', { name: 'Link' }).selectOption(link.token)
  await expect(dialog).toContainText('Recipients find the files at the same address')
  await expect(dialog.getByRole('checkbox', { name: 'Password protection' })).toHaveCount(0)
  await expectAccessible(page)
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectFits(page)
  }

  // A server that gives out the box of another link learns nothing, and an older one refuses what it does not know.
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') changes.push(request.url())
  })
  const add = dialog.getByRole('button', { name: 'Add to link' })
  const sealed = `**/api/download/links/${link.token}/sealed*`
  await page.route(sealed, (route) =>
    route.continue({ url: route.request().url().replace(link.token, other.token) }),
  )
  await add.click()
  await expect(dialog).toContainText('The server gave out the keys of another link.')
  expect(changes).toEqual([])
  await page.unroute(sealed)
  const change = `**/api/download/links/${link.token}`
  await page.route(change, (route) =>
    route.fulfill({ status: 422, json: { detail: 'Unknown field.', code: 'unknownField' } }),
  )
  await add.click()
  await expect(dialog).toContainText('That needs a newer server.')
  await expectAccessible(page)
  await page.unroute(change)

  await add.press('Enter')
  await expect(page.getByText('2 files were added to the link.')).toBeVisible()
  const item = files.linksRegion.getByRole('listitem').filter({ hasText: 'Plans' })
  await expect(item).toContainText('Files3')
  // Whoever comes back to an open page reads of it.
  await recipient.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(recipient.page.getByText('The sender changed this link.')).toBeVisible()
  await recipient.page.getByRole('button', { name: 'Reload' }).click()
  await recipient.unlock('TischSonne26417')
  await recipient.expectFiles(3)
  for (const [name, content] of contents) {
    const saved = await readFile(await (await recipient.save(name)).path())
    expect(sha256(saved)).toBe(sha256(content))
  }
  // What was sealed anew opens, and belongs to what is shown.
  await item.getByRole('button', { name: 'Remove draft.txt from this link' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove file from link' })
  await removal.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(item).toContainText('Files2')
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
