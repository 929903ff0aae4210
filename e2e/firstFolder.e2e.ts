import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { expectFits } from './expectFits.ts'
import { expect, test, testOnOwnServer } from './fixtures.ts'
import { codeMailedTo } from './mails.ts'
import { DashboardPage } from './pages/dashboardPage.ts'
import { FolderFormPage } from './pages/folderFormPage.ts'
import { LoginPage } from './pages/loginPage.ts'
import { adminPassword, type TestServer } from './server.ts'
import { startSmtpServer } from './smtpServer.ts'

const anna = 'anna@office.example'

testOnOwnServer(
  'a new administrator has a folder that mails what arrives after six clicks at most',
  async ({ page, server, workDir }) => {
    const mailbox = await sendMailsTo(workDir, server)
    const clicks = await countClicks(page)
    await page.goto('/login')
    await new LoginPage(page).enterPassword()
    const setUp = page.getByRole('region', { name: 'Receive files in four steps' })
    await makeKey(page, setUp)

    const name = setUp.getByRole('textbox', { name: 'Name for others' })
    const email = setUp.getByRole('textbox', { name: 'E-mail' })
    const password = setUp.getByRole('textbox', { name: 'Current login password' })
    const save = setUp.getByRole('button', { name: 'Save profile' })
    await test.step('name and address are asked for, with the password that the profile needs', async () => {
      await expect(name).toBeFocused()
      await expectAccessible(page)
      await name.fill('Anna Berg')
      await email.fill(anna)
      await password.fill('not the password')
      await page.keyboard.press('Enter')
      await expect(password).toBeFocused()
      await expect(password).toHaveAttribute('aria-invalid', 'true')
      await password.fill(adminPassword)
      await save.click()
    })
    await test.step('the code is confirmed in the card', async () => {
      const code = setUp.getByRole('textbox', { name: 'Code from the e-mail' })
      await expect(code).toBeFocused()
      await expectAccessible(page)
      await code.fill(await codeMailedTo(anna, workDir))
      await setUp.getByRole('button', { name: 'Confirm address' }).click()
    })
    await test.step('the folder says where mails go', async () => {
      const title = setUp.getByRole('textbox', { name: 'Title' })
      await expect(title).toBeFocused()
      await expect(setUp.getByText(`You get an e-mail at ${anna} when something arrives.`)).toBeVisible()
      await expectAccessible(page)
      await title.fill('Tax 2026')
      await setUp.getByRole('button', { name: 'Create folder' }).click()
      await expect(setUp.getByRole('button', { name: 'Copy upload link' })).toBeVisible()
    })
    expect(clicks()).toBeLessThanOrEqual(6)

    await test.step('the folder mails what arrives', async () => {
      await page.getByRole('table').getByRole('link', { name: 'Tax 2026' }).click()
      await page.getByRole('link', { name: 'Edit' }).click()
      await expect(new FolderFormPage(page).mails).toBeChecked()
    })
    await test.step('later folders begin with mails, and the step does not come back', async () => {
      const form = await new FolderFormPage(page).goToNew()
      await expect(form.mails).toBeChecked()
      await new DashboardPage(page).goTo()
      await expect(page.getByRole('table').getByRole('link', { name: 'Tax 2026' })).toBeVisible()
      await expect(page.getByRole('region', { name: /^Receive files/ })).toHaveCount(0)
    })
    mailbox.close()
  },
)

testOnOwnServer('the step can be left out, or an address corrected', async ({ page, server, workDir }) => {
  const mailbox = await sendMailsTo(workDir, server)
  await page.goto('/login')
  await new LoginPage(page).enterPassword()
  const setUp = page.getByRole('region', { name: 'Receive files in four steps' })
  await makeKey(page, setUp)
  const email = setUp.getByRole('textbox', { name: 'E-mail' })
  const skip = setUp.getByRole('button', { name: 'Skip' })
  await setUp.getByRole('textbox', { name: 'Name for others' }).fill('Anna Berg')
  await email.fill('ana@office.example')
  await setUp.getByRole('textbox', { name: 'Current login password' }).fill(adminPassword)
  await page.keyboard.press('Enter')
  await setUp.getByRole('button', { name: 'Change address' }).click()
  await expect(email).toHaveValue('ana@office.example')
  await skip.click()
  await expect(setUp.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await expect(setUp.getByText('You get an e-mail')).toHaveCount(0)

  await test.step('after a reload only the code is missing', async () => {
    await page.reload()
    await expect(setUp.getByRole('button', { name: 'Send code' })).toBeVisible()
    await expect(email).toHaveCount(0)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectFits(page)
  })
  const form = await new FolderFormPage(page).goToNew()
  await expect(form.mails).not.toBeChecked()
  mailbox.close()
})

/** Restarts the server with a mail server that keeps its mails in the folder `mail` of `dir`. */
async function sendMailsTo(dir: string, server: TestServer) {
  const mailbox = await startSmtpServer(join(dir, 'mail'))
  server.settings = { ...server.settings, SMTP_URL: mailbox.url, MAIL_FROM: 'files@office.example' }
  await server.kill('SIGTERM')
  await server.launch()
  return mailbox
}

async function makeKey(page: Page, setUp: Locator): Promise<void> {
  await setUp.getByRole('button', { name: 'Generate your key pair' }).click()
  const saving = page.waitForEvent('download')
  await setUp.getByRole('button', { name: 'Download Backup' }).click()
  await saving
}

/** Counts presses of the pointer, on all pages that the tab shows. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countClick', () => clicks++)
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void }
    window.addEventListener('pointerdown', () => countClick(), true)
  })
  return () => clicks
}
