import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expectAccessible } from './expectAccessible.ts'
import { expectFits } from './expectFits.ts'
import { expect, test, testOnOwnServer } from './fixtures.ts'
import { codeMailedTo, mailsTo } from './mails.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { usesServices } from './services.ts'

const anna = 'anna@office.example'

testOnOwnServer(
  'a reminder leads to the page that extends, and to one that switches reminders off',
  async ({ admin, api, account, server, stranger }) => {
    test.skip(usesServices, 'moves dates in the database file')
    const { page } = admin
    const json = { headers: { 'content-type': 'application/json' } }
    const call = (method: string, path: string, body: object = {}) =>
      api.send(method, path, { ...json, body: JSON.stringify(body) })
    await call('PUT', '/auth/users/me', { current_password: account.verifier, email: anna })
    await call('POST', '/auth/users/me/email/request-code')
    const code = await codeMailedTo(anna, server.dataDir)
    await call('POST', '/auth/users/me/email/confirm', { code })
    const soon = new Date(Date.now() + 20 * 3_600_000).toISOString()
    await call('POST', '/folders/', { title: 'Empty', expiration_date: soon })
    const files = await api.store([{ path: 'a.txt', content: Buffer.from('a') }])
    await api.share(files, { expiresIn: 20 * 3600 })

    await test.step('mails come for what is older than a day', async () => {
      await server.kill('SIGTERM')
      const database = new Database(join(server.dataDir, 'sealpost.db'), { fileMustExist: true })
      for (const table of ['folder', 'download_link'])
        database.prepare(`UPDATE ${table} SET creation_date = '2026-01-01T00:00:00.000Z'`).run()
      database.close()
      server.settings = { ...server.settings, PUBLIC_URL: server.origin }
      await server.launch()
    })
    const reminders = async () =>
      (await mailsTo(anna, server.dataDir)).filter(({ subject }) => subject?.endsWith('ends soon'))
    await expect.poll(async () => (await reminders()).length, { timeout: 60_000 }).toBe(2)
    const mails = await reminders()
    const linkIn = (subject: string, label: string) => {
      const mail = mails.find((one) => one.subject === subject)
      const address = mail?.text?.split('\n').at(mail.text.split('\n').indexOf(`${label}:`) + 1) ?? ''
      expect(address).toContain(server.origin)
      return address
    }

    await test.step('their links lead to what extends the folder, and the link', async () => {
      await page.goto(linkIn('"Empty" ends soon', 'Extend the folder'))
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Empty')
      await expect(page.getByLabel('Expiration', { exact: true })).toBeVisible()
      await page.goto(linkIn('A link of "Shared" ends soon', 'Extend the link'))
      await expect(page.getByRole('heading', { name: 'Active Download Links' })).toBeInViewport()
      await expect(page.getByRole('button', { name: 'Change expiry...' })).toBeInViewport()
    })

    const profile = new ProfilePage(page)
    const choice = page.getByRole('checkbox', { name: /^Remind me a day before/ })
    await test.step('the profile switches them off and on', async () => {
      await profile.goTo('account')
      await expect(choice).toBeChecked()
      await expectAccessible(page)
      for (const isOn of [false, true]) {
        await choice.click()
        await expect(choice).toBeEnabled()
        await page.reload()
        await expect(choice).toBeChecked({ checked: isOn })
      }
    })

    await test.step('a mail switches them off without a session, once a button is pressed', async () => {
      const visitor = stranger.page
      const { headers } = mails[0] ?? {}
      const header = headers?.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
      const address = header.slice(1, -1)
      await visitor.goto(address)
      await expect(visitor).toHaveURL(/\/reminders\/[\w-]{48}$/)
      await expect(visitor.getByRole('heading', { name: 'Switch off reminders' })).toBeVisible()
      await expectAccessible(visitor)
      await visitor.setViewportSize({ width: 320, height: 640 })
      await expectFits(visitor)
      await page.reload()
      await expect(choice).toBeChecked()
      expect(new URL(linkIn('"Empty" ends soon', 'Switch off reminders')).pathname).toMatch(/^\/reminders\//)
      await visitor.getByRole('button', { name: 'Switch off' }).click()
      await expect(visitor.getByText('Reminders are switched off.')).toBeVisible()
      await expect(visitor.getByRole('heading', { name: 'Switch off reminders' })).toBeFocused()
      await expectAccessible(visitor)
      await page.reload()
      await expect(choice).not.toBeChecked()
    })

    await test.step('a link that was altered says so', async () => {
      const visitor = stranger.page
      await visitor.goto(`/reminders/${'A'.repeat(48)}`)
      await visitor.getByRole('button', { name: 'Switch off' }).click()
      await expect(visitor.getByText('Link invalid/expired.')).toBeVisible()
    })
  },
)
