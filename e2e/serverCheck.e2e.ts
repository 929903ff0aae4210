import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'

test.use({ ownServer: true })

const silentCall = /diagnosis\/answer\?silent_ms=[1-9]/

test(
  'the operator checks the server from the profile; nobody else is offered to',
  { tag: '@thorough' },
  async ({ page, server, browser }) => {
    await new LoginPage(page).signIn()
    const section = page.getByRole('region', { name: 'Check this server' })

    await test.step('it can be stopped', async () => {
      await new ProfilePage(page).goTo('server')
      await section.getByRole('button', { name: 'Check now' }).click()
      await expect(section.getByText('Checking. Keep this page open.')).toBeVisible()
      await expectAccessible(page)
      await section.getByRole('button', { name: 'Stop' }).click()
      await expect(section.getByRole('button', { name: 'Check now' })).toBeVisible()
      await expect(section.getByRole('alert')).toHaveCount(0)
    })

    await test.step('it says what is to be changed, and what is well', async () => {
      // Nobody waits a minute for the answer that takes one; it is the server's all the same.
      await page.route(silentCall, (route) =>
        route.continue({
          url: route
            .request()
            .url()
            .replace(/silent_ms=\d+/, 'silent_ms=10'),
        }),
      )
      await section.getByRole('button', { name: 'Check now' }).click()
      await expect(section.getByText(/^\d warnings\./)).toBeVisible()
      const found = section.getByRole('list').first()
      // It is reached as http://localhost, without PUBLIC_URL.
      for (const title of ['https', 'Own address', 'Mail', 'Backup']) await expect(found).toContainText(title)
      await expect(section.getByLabel('Own address, Settings of Sealpost', { exact: true })).toHaveText(
        `PUBLIC_URL=${server.origin}`,
      )
      await expect(found).toContainText('The command line also tries: request buffering')
      await section.getByText(/checks without complaint/).click()
      await expect(section).toContainText('A request of 32 MiB comes through.')
      await expect(section).toContainText('SQLite finds no damage.')
      await expectAccessible(page)
    })

    await test.step('a proxy that refuses the large request is named, with its lines', async () => {
      await page.route(/diagnosis\/body/, (route) => route.fulfill({ status: 413, body: '' }))
      await section.getByRole('button', { name: 'Check again' }).click()
      await expect(section.getByText('A request of 32 MiB is refused (413).', { exact: false })).toBeVisible()
      const lines = (proxy: string) =>
        section.getByLabel(`Body limit, Configuration of ${proxy}`, { exact: true })
      await expect(lines('nginx')).toContainText('client_max_body_size 40m;')
      await section.getByRole('combobox', { name: 'Show what to change for' }).selectOption('Apache')
      await expect(lines('Apache')).toContainText('LimitRequestBody 41943040')
    })

    await test.step('another administrator is not offered to', async () => {
      await server.admin('add', 'colleague', '--password', 'a long enough password')
      const context = await browser.newContext({ baseURL: server.origin })
      const other = await context.newPage()
      await new LoginPage(other).signIn('a long enough password', 'colleague')
      await new ProfilePage(other).goTo('server')
      await expect(other.getByRole('button', { name: 'Save profile' })).toBeVisible()
      await expect(other.getByRole('link', { name: 'Server', exact: true })).toHaveCount(0)
      await expect(other.getByRole('region', { name: 'Check this server' })).toHaveCount(0)
      await context.close()
    })
  },
)
