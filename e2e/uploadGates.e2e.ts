import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from './accessibility.ts'
import { FaultyProxy } from './faultyProxy.ts'
import { expect, test } from './fixtures.ts'
import { codeMailedTo } from './mails.ts'
import { sha256OfFile, writeRandomFile } from './sampleFiles.ts'

const MiB = 1024 * 1024

test('a password, then a verified address from a list, lead to the files; wrong ones say why', async ({
  admin,
  stranger,
  server,
  workDir,
}) => {
  const { page } = stranger
  const ready = page.getByTestId('drop-area')
  const link = await admin.createFolderWith({
    title: 'Gated',
    description: 'For our lawyers.',
    link_password: 'Tannenzweig',
    require_email_verification: true,
    allowed_emails: ['anna@example.org', 'ben@example.org'],
  })
  await stranger.open(link)
  await expect(page.getByRole('heading', { name: 'Upload Files for "Gated"' })).toBeVisible()
  await expect(page.getByText('For our lawyers.')).toBeVisible()

  await test.step('1: the password', async () => {
    await expect(page.getByRole('textbox', { name: 'Link password' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toContainText('Link password required.')
    await stranger.typePassword('Tannenbaum')
    await expect(page.getByRole('alert')).toContainText('Incorrect password provided.')
    await expect(ready).toBeHidden()
    await page.getByRole('textbox', { name: 'Link password' }).press('T')
    await expect(page.getByText('Incorrect password provided.')).toBeHidden()
    await stranger.typePassword('Tannenzweig')
  })
  await test.step('2: the address', async () => {
    await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused()
    await expect(page.getByText('Only specific email addresses are allowed for this link.')).toBeVisible()
    await expectAccessible(page)
    await stranger.typeEmail('anna@')
    await expect(page.getByRole('alert')).toContainText('Please enter a valid e-mail address.')
    await page.route('**/request-code', (route) =>
      route.fulfill({ status: 503, json: { detail: 'No mail.' } }),
    )
    await stranger.typeEmail('anna@example.org')
    await expect(page.getByRole('alert')).toContainText('No mail.')
    await page.unroute('**/request-code')
    await stranger.typeEmail('nobody@example.org')
  })
  await test.step('3: the code', async () => {
    const code = page.getByRole('textbox', { name: 'Verification code' })
    const verify = page.getByRole('button', { name: 'Verify Code' })
    await expect(code).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Go Back (Change Email)' }).click()
    await stranger.typeEmail('anna@example.org')
    await code.fill('12345')
    await expect(verify).toBeDisabled()
    await stranger.typeCode('12345x')
    await expect(page.getByText('Verification code must be exactly 6 digits.')).toBeVisible()
    const first = await codeMailedTo('anna@example.org', server.dataDir)
    await stranger.typeCode(first === '000000' ? '111111' : '000000')
    await expect(page.getByText('Invalid or expired verification code.')).toBeVisible()

    await page.route('**/request-code', (route) => route.fulfill({ status: 429, json: {} }))
    await page.getByRole('button', { name: 'Resend code' }).click()
    const tooMany = 'Error sending code: Too many requests. Please try again later.'
    await expect(page.getByText(tooMany)).toBeVisible()
    await page.unroute('**/request-code')
    await page.getByRole('button', { name: 'Resend code' }).click()
    const notice = page.getByRole('status').filter({ hasText: /code/i })
    await expect(notice).toBeVisible()
    await expect(notice).toBeHidden()
    const second = await codeMailedTo('anna@example.org', server.dataDir, 2)
    // As it is pasted from a mail.
    await stranger.typeCode(` ${second.slice(0, 3)} ${second.slice(3)}`)
  })
  await test.step('4: the files', async () => {
    await stranger.expectReady()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await writeFile(join(workDir, 'brief.txt'), 'Dear all')
    await stranger.chooseFiles([join(workDir, 'brief.txt')])
    await stranger.start()
    await stranger.expectAllReceived(1)
  })
  await test.step('passed gates stay passed for this browser', async () => {
    await page.reload()
    await stranger.expectReady()
  })
})

test('each gate alone is asked for alone, and its upload is taken', async ({
  admin,
  stranger,
  server,
  workDir,
}) => {
  const file = join(workDir, 'a.txt')
  await writeFile(file, 'a')
  const send = async () => {
    await stranger.expectReady()
    await stranger.chooseFiles([file])
    await stranger.start()
    await stranger.expectAllReceived(1)
  }
  await stranger.open(await admin.createFolderWith({ title: 'Password', link_password: 'secret' }))
  await stranger.typePassword('secret')
  await send()

  await stranger.open(await admin.createFolderWith({ title: 'Mail', require_email_verification: true }))
  await expect(stranger.page.getByText('Only specific email addresses are allowed')).toHaveCount(0)
  await stranger.typeEmail('anyone@example.org')
  await stranger.typeCode(await codeMailedTo('anyone@example.org', server.dataDir))
  await send()

  await test.step('a gate that closes behind an open page is asked for again, and the files wait', async () => {
    await stranger.chooseFiles([file])
    await stranger.page.context().clearCookies()
    await stranger.start()
    await stranger.typeEmail('other@example.org')
    await stranger.typeCode(await codeMailedTo('other@example.org', server.dataDir))
    await stranger.expectQueued(1)
    await stranger.start()
    await stranger.expectAllReceived(1)
  })
  await test.step('a link that is unknown ends the journey', async () => {
    await stranger.page.goto('/upload/AAAAAAAAAAAAAAAAAAAAAA')
    await expect(stranger.page.getByRole('alert')).toContainText('Link invalid/expired.')
    await expectAccessible(stranger.page)
  })
})

test('a gate that closes under a running upload costs nothing: it goes on where it was', async ({
  admin,
  stranger,
  server,
  workDir,
}) => {
  const { page } = stranger
  const folder = join(workDir, 'box')
  const bytes = 96 * MiB
  await mkdir(folder)
  await writeRandomFile(join(folder, 'video.bin'), bytes)
  const link = await admin.createFolderWith({ title: 'Lapsing', link_password: 'Tannenzweig' })
  const proxy = await FaultyProxy.start(server.origin)
  await stranger.open(proxy.through(link))
  await stranger.typePassword('Tannenzweig')
  await stranger.chooseFolder(folder)

  const lapseAt = async (at: number, start: () => Promise<void>) => {
    const held = proxy.holdAt(at)
    await start()
    await held
    await page.context().clearCookies()
    proxy.resume()
    await expect(page.getByText('The link asks again. 1 file of yours wait')).toBeVisible({ timeout: 60_000 })
  }
  await test.step('the link asks again, and says that nothing is lost', async () => {
    await lapseAt(40 * MiB, () => stranger.start())
    await expectAccessible(page)
    await stranger.typePassword('Tannenzweig')
    await stranger.expectQueued(1)
    await expect(page.getByRole('listitem')).toContainText(/Pending, [\d.]+ MB sent/)
  })
  await test.step('removing the file from the list asks, and says what has arrived', async () => {
    await page.getByRole('button', { name: 'Remove all' }).click()
    const question = page.getByRole('dialog', { name: 'Remove all files from the list?' })
    await expect(question).toContainText(/MB of 1 file have arrived and are not confirmed/)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Remove video.bin' }).click()
    await page
      .getByRole('dialog', { name: 'Remove video.bin?' })
      .getByRole('button', { name: 'Cancel' })
      .click()
  })
  await test.step('so it is when the page is opened anew', async () => {
    // Up to 48 MiB may have been on their way when the link asked: little is certain to be left.
    await lapseAt(proxy.bodyBytes + MiB, () => stranger.start())
    await page.reload()
    await stranger.typePassword('Tannenzweig')
    await expect(page.getByRole('heading', { name: 'Continue your upload?' })).toBeVisible()
    await stranger.chooseFolder(folder)
    await stranger.expectAllReceived(1)
  })
  await test.step('all of it is one upload, and arrives whole', async () => {
    const uploads = new Set(
      [...proxy.partsThrough.keys()].map((path) => /\/files\/([^/]+)\//.exec(path)?.[1]),
    )
    expect(uploads.size).toBe(1)
    const files = await admin.openFolder('Lapsing')
    const saved = await (await files.downloadAll()).path()
    expect(await sha256OfFile(saved)).toBe(await sha256OfFile(join(folder, 'video.bin')))
  })
  await proxy.stop()
})
