import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { FaultyProxy } from './faultyProxy.ts'
import { expect, test, testOnOwnServer } from './fixtures.ts'
import { startSmtpServer } from './smtpServer.ts'
import { codeMailedTo, mailsTo } from './mails.ts'
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
  const link = await admin.createFolder('Gated', {
    description: 'For our lawyers.',
    link_password: 'Tannenzweig',
    require_email_verification: true,
    allowed_emails: ['anna@lawyers.example', 'ben@lawyers.example'],
  })
  await stranger.open(link)
  await expect(page.getByRole('heading', { name: 'Upload Files for "Gated"' })).toBeVisible()
  await expect(page.getByText('For our lawyers.')).toBeVisible()

  await test.step('1: the password', async () => {
    await expect(page.getByRole('textbox', { name: 'Link password' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toContainText('Link password required.')
    await stranger.submitPassword('Tannenbaum')
    await expect(page.getByRole('alert')).toContainText('Incorrect password provided.')
    await expect(ready).toBeHidden()
    await page.getByRole('textbox', { name: 'Link password' }).press('T')
    await expect(page.getByText('Incorrect password provided.')).toBeHidden()
    await stranger.submitPassword('Tannenzweig')
  })
  await test.step('2: the address', async () => {
    await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused()
    await expect(page.getByText('Only specific email addresses are allowed for this link.')).toBeVisible()
    await expectAccessible(page)
    await stranger.submitEmail('anna@')
    await expect(page.getByRole('alert')).toContainText('Please enter a valid e-mail address.')
    await page.route('**/request-code', (route) =>
      route.fulfill({ status: 503, json: { detail: 'No mail.' } }),
    )
    await stranger.submitEmail('anna@lawyers.example')
    await expect(page.getByRole('alert')).toContainText('No mail.')
    await page.unroute('**/request-code')
    await stranger.submitEmail('nobody@example.org')
  })
  await test.step('3: the code', async () => {
    const code = page.getByRole('textbox', { name: 'Verification code' })
    const verify = page.getByRole('button', { name: 'Verify Code' })
    await expect(code).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Go Back (Change Email)' }).click()
    await stranger.submitEmail('anna@lawyers.example')
    await code.fill('12345')
    await expect(verify).toBeDisabled()
    await stranger.submitCode('12345x')
    await expect(page.getByText('Verification code must be exactly 6 digits.')).toBeVisible()
    const first = await codeMailedTo('anna@lawyers.example', server.dataDir)
    await stranger.submitCode(first === '000000' ? '111111' : '000000')
    await expect(page.getByText('Invalid or expired verification code.')).toBeVisible()

    await page.route('**/request-code', (route) => route.fulfill({ status: 429, json: {} }))
    await page.getByRole('button', { name: 'Resend code' }).click()
    const tooMany = 'Error sending code: Too many requests. Please try again later.'
    await expect(page.getByText(tooMany)).toBeVisible()
    await page.unroute('**/request-code')
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const notice = page.getByRole('status').filter({ hasText: /code/i })
    await page.getByRole('button', { name: 'Resend code' }).click()
    await expect(notice).toBeVisible()
    await page.clock.runFor(2000)
    await page.getByRole('button', { name: 'Go Back (Change Email)' }).click()
    await stranger.submitEmail('ben@lawyers.example')
    await page.getByRole('button', { name: 'Resend code' }).click()
    await expect(notice).toBeVisible()
    // The first notice would have ended by now.
    await page.clock.runFor(2000)
    await expect(notice).toBeVisible()
    await page.clock.runFor(1000)
    await expect(notice).toBeHidden()
    await page.clock.resume()
    const second = await codeMailedTo('ben@lawyers.example', server.dataDir, 2)
    // As it is pasted from a mail.
    await stranger.submitCode(` ${second.slice(0, 3)} ${second.slice(3)}`)
  })
  await test.step('4: the files', async () => {
    await stranger.expectReady()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await writeFile(join(workDir, 'brief.txt'), 'Dear all')
    await stranger.chooseFiles([join(workDir, 'brief.txt')])
    await stranger.startUpload()
    await stranger.expectAllReceived(1)
  })
  await test.step('passed gates stay passed for this browser', async () => {
    await page.reload()
    await stranger.expectReady()
  })
})

test(
  'each gate alone is asked for alone, and its upload is taken',
  { tag: '@thorough' },
  async ({ admin, stranger, server, workDir }) => {
    const file = join(workDir, 'a.txt')
    await writeFile(file, 'a')
    const send = async () => {
      await stranger.expectReady()
      await stranger.chooseFiles([file])
      await stranger.startUpload()
      await stranger.expectAllReceived(1)
    }
    await stranger.open(await admin.createFolder('Password', { link_password: 'secret' }))
    await stranger.submitPassword('secret')
    await send()

    await stranger.open(await admin.createFolder('Mail', { require_email_verification: true }))
    await expect(stranger.page.getByText('Only specific email addresses are allowed')).toHaveCount(0)
    await stranger.submitEmail('anyone@example.org')
    await stranger.submitCode(await codeMailedTo('anyone@example.org', server.dataDir))
    await send()

    await test.step('a gate that closed behind an open page is asked for again, and the upload begins', async () => {
      await stranger.chooseFiles([file])
      await stranger.page.context().clearCookies()
      await stranger.startUpload()
      await stranger.submitEmail('other@example.org')
      await stranger.submitCode(await codeMailedTo('other@example.org', server.dataDir))
      await stranger.expectAllReceived(1)
    })
    await test.step('a link that is unknown ends the journey', async () => {
      await stranger.page.goto('/upload/AAAAAAAAAAAAAAAAAAAAAA')
      await expect(stranger.page.getByRole('alert')).toContainText('Link invalid/expired.')
      await expectAccessible(stranger.page)
    })
  },
)

testOnOwnServer(
  'who has verified an address gets a confirmation there, once, if the server sends mail',
  { tag: '@thorough' },
  async ({ admin, stranger, server, workDir }) => {
    const { page } = stranger
    const anna = 'anna@lawyers.example'
    const offer = page.getByRole('button', { name: 'E-mail me a confirmation' })
    const file = join(workDir, 'secret-name.bin')
    await writeRandomFile(file, 300_000)
    const send = async () => {
      await stranger.chooseFiles([file])
      await stranger.startUpload()
      await stranger.expectAllReceived(1)
      await expect(page.getByRole('button', { name: 'Download receipt' })).toBeVisible()
    }
    const link = await admin.createFolder('Contracts', { require_email_verification: true })

    await test.step('nothing is offered without a mail server', async () => {
      await stranger.open(link)
      await stranger.submitEmail(anna)
      await stranger.submitCode(await codeMailedTo(anna, server.dataDir))
      await stranger.expectReady()
      await send()
      await expect(offer).toBeHidden()
    })
    const mailbox = await startSmtpServer(join(workDir, 'mail'))
    server.settings = { ...server.settings, SMTP_URL: mailbox.url, MAIL_FROM: 'files@office.example' }
    await server.kill('SIGTERM')
    await server.launch()

    await test.step('a mail that cannot be sent is said, and can be asked for again', async () => {
      await page.reload()
      await stranger.expectReady()
      await send()
      await page.route('**/confirmation', (route) => route.fulfill({ status: 429, json: {} }))
      await offer.click()
      await expect(page.getByRole('alert')).toContainText('Too many requests. Please try again later.')
      await page.unroute('**/confirmation')
    })
    await test.step('one click sends it, and takes the offer away', async () => {
      await expectAccessible(page)
      await offer.click()
      await expect(page.getByText('Confirmation sent to your e-mail address.')).toBeVisible()
      await expect(offer).toBeHidden()
      await expectAccessible(page)
      const [mail, ...others] = await mailsTo(anna, workDir)
      expect(others).toEqual([])
      expect(mail?.subject).toBe('Your files for "Contracts" have arrived')
      expect(mail?.text).toMatch(/^1 file \(293\.0 KB\) arrived in "Contracts" on /)
      expect(mail?.text).toContain('Size in bytes: 300,000; encrypted: 300,032.')
      const wire = `${mail?.text}${mail?.html}`
      for (const secret of ['secret-name', link.split('/').at(-1)?.split('#')[0]])
        expect(wire).not.toContain(secret)
    })
    mailbox.close()
  },
)

/** Lets the pass lapse when so many bytes have come; what is under way by then still arrives. */
async function lapsePassAt(
  { proxy, page }: { proxy: FaultyProxy; page: Page },
  at: number,
  start: () => Promise<void>,
): Promise<void> {
  const held = proxy.holdAt(at)
  await start()
  await held
  await page.context().clearCookies()
  proxy.resume()
  await expect(page.getByText('The link asks again. 1 file of yours wait')).toBeVisible({ timeout: 60_000 })
}

const uploadIdsThrough = ({ partTransfers }: FaultyProxy) =>
  new Set([...partTransfers.keys()].map((path) => /\/files\/([^/]+)\//.exec(path)?.[1]))

test(
  'a gate that closes under a running upload is shown over it, and it goes on without a click',
  { tag: '@thorough' },
  async ({ admin, stranger, server, workDir }) => {
    const { page } = stranger
    const folder = join(workDir, 'box')
    await mkdir(folder)
    // 48 MiB at most are on their way at a time, and may still arrive when a gate has closed: enough for three lapses.
    await writeRandomFile(join(folder, 'video.bin'), 192 * MiB)
    const link = await admin.createFolder('Lapsing', { link_password: 'Tannenzweig' })
    const proxy = await FaultyProxy.start(server.origin)
    const lapse = (at: number, start: () => Promise<void>) => lapsePassAt({ proxy, page }, at, start)
    await stranger.open(proxy.through(link))
    await stranger.submitPassword('Tannenzweig')
    await stranger.chooseFolder(folder)

    await test.step('the link asks again, says that nothing is lost, and the upload is still there', async () => {
      await lapse(40 * MiB, () => stranger.startUpload())
      await expect(page).toHaveTitle(/%/)
      await expectAccessible(page)
    })
    await test.step('it goes on when the gate is passed, until another lapse', () =>
      lapse(proxy.bodyBytes + MiB, () => stranger.submitPassword('Tannenzweig')))
    await test.step('a file that fails keeps what has arrived; removing it asks, and says how much that is', async () => {
      proxy.refusesParts = true
      await stranger.submitPassword('Tannenzweig')
      await expect(page.getByRole('listitem')).toContainText('Upload API call failedNot now.')
      await page.getByRole('button', { name: 'Remove all' }).click()
      const question = page.getByRole('dialog', { name: 'Remove all files from the list?' })
      await expect(question).toContainText(/MB of 1 file have arrived and are not confirmed/)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Remove video.bin' }).click()
      await page
        .getByRole('dialog', { name: 'Remove video.bin?' })
        .getByRole('button', { name: 'Cancel' })
        .click()
      proxy.refusesParts = false
    })
    await test.step('a page that is opened anew at the gate goes on as well, and leaving asks first', async () => {
      await lapse(proxy.bodyBytes + MiB, () => page.getByRole('button', { name: 'Retry failed' }).click())
      expect(await stranger.reload()).toBe('beforeunload')
      await stranger.submitPassword('Tannenzweig')
      await expect(page.getByRole('heading', { name: 'Continue your upload?' })).toBeVisible()
      await stranger.chooseFolder(folder)
      await stranger.expectAllReceived(1)
    })
    await test.step('all of it is one upload, and arrives whole', async () => {
      expect(uploadIdsThrough(proxy).size).toBe(1)
      const files = await admin.openFolder('Lapsing')
      const saved = await (await files.downloadAll()).path()
      expect(await sha256OfFile(saved)).toBe(await sha256OfFile(join(folder, 'video.bin')))
    })
    await proxy.stop()
  },
)

test(
  'who verifies another address at the gate sends the file from its beginning',
  { tag: '@thorough' },
  async ({ admin, stranger, server, workDir }) => {
    const { page } = stranger
    const file = join(workDir, 'video.bin')
    await writeRandomFile(file, 72 * MiB)
    const link = await admin.createFolder('Exchanged', { require_email_verification: true })
    const proxy = await FaultyProxy.start(server.origin)
    const verify = async (address: string) => {
      await stranger.submitEmail(address)
      await stranger.submitCode(await codeMailedTo(address, server.dataDir))
    }
    await stranger.open(proxy.through(link))
    await verify('first@example.org')
    await stranger.chooseFiles([file])
    await lapsePassAt({ proxy, page }, 40 * MiB, () => stranger.startUpload())
    await verify('second@example.org')
    await stranger.expectAllReceived(1)
    // What the first address has sent is no other's to confirm.
    expect(uploadIdsThrough(proxy).size).toBe(2)
    const files = await admin.openFolder('Exchanged')
    const saved = await (await files.downloadAll()).path()
    expect(await sha256OfFile(saved)).toBe(await sha256OfFile(file))
    await proxy.stop()
  },
)
