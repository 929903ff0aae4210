import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expectAccessible } from './expectAccessible.ts'
import { clipboardText } from './clipboard.ts'
import { expect, test, testOnOwnServer } from './fixtures.ts'
import { abortRequests, holdNextRequest } from './interceptedRequests.ts'
import { DashboardPage } from './pages/dashboardPage.ts'
import { LoginPage } from './pages/loginPage.ts'

testOnOwnServer(
  'the dashboard lists, sorts, links and deletes folders, from the first one on',
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-write'])

    const dashboard = await test.step('waiting, a failed load and the empty state', async () => {
      await page.goto('/login')
      const folders = await holdNextRequest(page, '**/api/folders/*')
      await new LoginPage(page).enterPassword()
      await expect(page.getByText('Loading folders...')).toBeVisible()
      await folders()
      await expect(page.getByText('Signed in as admin')).toBeVisible()
      await expect(page.getByText('No folders found')).toBeVisible()
      await expect(page.getByText('Get started by creating a new upload folder.')).toBeVisible()
      await expect(page.getByText(/Without a key pair, nobody can send you files/)).toBeVisible()
      await expectAccessible(page)

      const mend = await abortRequests(page, '**/api/folders/*')
      await page.reload()
      const banner = page.getByRole('alert').filter({ hasText: 'Error:' })
      await expect(banner).toContainText('Error: Network Error: Could not connect to the server.')
      await expectAccessible(page)
      await mend()
      await banner.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Create Your First Folder' })).toBeVisible()
      return new DashboardPage(page)
    })

    await test.step('from sign-in to a link in the clipboard without the password again', async () => {
      const setUp = page.getByRole('region', { name: 'Receive files in four steps' })
      const password = setUp.getByRole('textbox', { name: 'Current login password' })
      // After a reload, the password is asked for.
      await expect(password).toBeVisible()
      await page.context().clearCookies()
      await new LoginPage(page).signIn()
      await expect(password).toHaveCount(0)
      await setUp.getByRole('button', { name: 'Generate your key pair' }).click()
      const saving = page.waitForEvent('download')
      await setUp.getByRole('button', { name: 'Download Backup' }).click()
      await saving
      // A server that sends no mail asks for no address.
      await expect(setUp.getByRole('textbox', { name: 'Name for others' })).toBeFocused()
      await expect(setUp.getByRole('textbox', { name: 'E-mail' })).toHaveCount(0)
      await expectAccessible(page)
      await setUp.getByRole('button', { name: 'Skip' }).click()
      await expect(setUp.getByRole('textbox', { name: 'Title' })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.type('First')
      await page.keyboard.press('Enter')
      const copy = setUp.getByRole('button', { name: 'Copy upload link' })
      await expect(copy).toBeFocused()
      await page.keyboard.press('Enter')
      const done = page.getByRole('region', { name: 'Ready to receive files' })
      await expect(done.getByRole('button', { name: 'Make a Recovery Code' })).toBeVisible()
      expect(await clipboardText(page)).toContain('/upload/')
      await expectAccessible(page)
      await done.getByRole('button', { name: 'Close' }).click()
      await expect(done).toHaveCount(0)
      await dashboard.chooseAction('First', 'Delete')
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByText('No folders found')).toBeVisible()
    })

    for (const title of ['Beta', 'Alpha']) await dashboard.createFolder(title)
    await dashboard.createFolderByForm('Gamma')
    const titles = page.getByRole('row').getByRole('link', { name: /^(Alpha|Beta|Gamma)$/ })

    await test.step('columns sort at the server: newest first, then by what is clicked', async () => {
      const sortBy = (column: string) =>
        page.getByRole('columnheader', { name: column }).getByRole('button').click()
      await expect(titles).toHaveText(['Gamma', 'Alpha', 'Beta'])
      await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute(
        'aria-sort',
        'descending',
      )
      await sortBy('Created')
      await expect(titles).toHaveText(['Beta', 'Alpha', 'Gamma'])
      await sortBy('Title')
      await expect(titles).toHaveText(['Alpha', 'Beta', 'Gamma'])
      await sortBy('Title')
      await expect(titles).toHaveText(['Gamma', 'Beta', 'Alpha'])
      for (const column of ['Expires', 'Last Upload']) {
        await sortBy(column)
        await expect(page.getByRole('columnheader', { name: column })).toHaveAttribute(
          'aria-sort',
          'descending',
        )
      }
    })

    const row = dashboard.row('Alpha')
    await test.step('a row shows status, security and dates, and what can be done', async () => {
      await expect(row.getByRole('cell').nth(1)).toHaveText('Active')
      await expect(row.getByRole('cell').nth(2)).toHaveText('Link only')
      await expect(row.getByRole('cell').nth(5)).toHaveText('-')
      // As people say it; exactly for screen readers, and as the tooltip.
      const created = row.getByRole('cell').nth(3)
      await expect(created).toContainText(/^today, /)
      await expect(created).toHaveText(/\d+:\d\d:\d\d/)
      await expect(created.locator('time')).toHaveAttribute('title', /\d+:\d\d:\d\d/)
      await expectAccessible(page)
      await dashboard.openMenu('Alpha')
      for (const name of ['Edit', 'Delete']) await expect(page.getByRole('menuitem', { name })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
    })
    await test.step('the row is the link', async () => {
      await row.getByRole('cell').nth(1).click()
      await expect(page.getByRole('heading', { name: 'Files in Folder: Alpha' })).toBeVisible()
      await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    })

    const plainLink =
      await test.step('Copy Link says so for two seconds, and says when it cannot', async () => {
        await page.clock.install()
        await page.clock.pauseAt(Date.now() + 60_000)
        await row.getByRole('button', { name: 'Copy Link' }).click()
        await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible()
        await page.clock.runFor(1900)
        await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible()
        await page.clock.runFor(200)
        await expect(row.getByRole('button', { name: 'Copied' })).toHaveCount(0)
        await page.clock.resume()
        const link = await clipboardText(page)
        expect(link).toMatch(new RegExp(`^${new URL(page.url()).origin}/upload/[\\w-]{22,}$`))
        await page.evaluate(() => {
          for (const name of ['write', 'writeText'])
            Object.defineProperty(navigator.clipboard, name, {
              configurable: true,
              value: () => Promise.reject(new Error('no')),
            })
        })
        await row.getByRole('button', { name: 'Copy Link' }).click()
        const byHand = page.getByRole('dialog', { name: 'Copy by hand' })
        await expect(byHand.getByText('Failed to copy link to clipboard.')).toBeVisible()
        await expect(byHand.getByRole('textbox', { name: 'To copy' })).toHaveValue(link)
        expect(await page.evaluate(() => window.getSelection()?.toString())).toBe(link)
        await expectAccessible(page)
        await page.reload()
        return link
      })

    await test.step('the link with the key’s fingerprint is made from the unlocked key', async () => {
      const linkWithKey = await dashboard.copyLinkWithKey('Alpha')
      expect(linkWithKey).toMatch(/#k=[\w-]{43}$/)
      expect(linkWithKey.split('#')[0]).toBe(plainLink)

      await dashboard.chooseAction('Alpha', 'Show QR code')
      const dialog = page.getByRole('dialog', { name: 'Upload link of “Alpha”' })
      await expect(dialog.getByRole('img', { name: 'QR code of the upload link' })).toBeVisible()
      await expect(dialog.getByText(linkWithKey, { exact: true })).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Copy Link' }).click()
      await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })

    await test.step('a server that hands out another key gets no link copied', async () => {
      await page.route('**/api/upload/*/public-key', (route) =>
        route.fulfill({ json: { public_key_spki: 'AAAA' } }),
      )
      await page.evaluate(() => navigator.clipboard.writeText('untouched'))
      await row.getByRole('button', { name: 'Copy Link' }).click()
      const alarm = page
        .getByRole('alert')
        .filter({ hasText: 'is not the one that your unlocked private key vouches for' })
      await expect(alarm).toBeVisible()
      expect(await clipboardText(page)).toBe('untouched')
      await alarm.getByRole('button', { name: 'Close notification' }).click()
      await page.unroute('**/api/upload/*/public-key')
    })

    await test.step('deleting asks by name, and Escape keeps the folder', async () => {
      await dashboard.chooseAction('Alpha', 'Delete')
      const dialog = page.getByRole('dialog', { name: 'Delete folder' })
      await expect(
        dialog.getByText('Are you sure you want to delete the folder "Alpha"? This action cannot be undone.'),
      ).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(row.getByRole('button', { name: 'More actions' })).toBeFocused()
      await dashboard.chooseAction('Alpha', 'Delete')
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await expect(row).toHaveCount(0)
      const notice = page.getByRole('status').filter({ hasText: 'Done: "Alpha" is in the trash' })
      await expect(notice).toBeVisible()
      await expect(notice).toHaveCSS('background-color', 'rgb(27, 107, 69)')
      const place = await notice.boundingBox()
      // Below the header.
      expect(place?.y).toBeGreaterThan(56)
      expect(place?.y).toBeLessThan(100)
      expect((place?.x ?? 0) + (place?.width ?? 0)).toBeGreaterThan((page.viewportSize()?.width ?? 0) - 40)
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeFocused()
    })

    await test.step('on a phone the same is there, delete included', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      const card = page.getByRole('listitem').filter({ hasText: 'Gamma' })
      await card.getByRole('button', { name: 'More actions' }).click()
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(card.getByText('Active')).toBeVisible()
      expect((await page.getByRole('listitem').first().boundingBox())?.y).toBeLessThan(200)
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Title, A to Z')
      await expect(page.getByRole('listitem').getByRole('link', { name: /^(Beta|Gamma)$/ })).toHaveText([
        'Beta',
        'Gamma',
      ])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await expectAccessible(page)
    })
  },
)

test('of a thousand folders only the rows in sight exist, and each can be reached', async ({
  account,
  admin: dashboard,
  page,
  server,
}) => {
  await dashboard.createFolder('Folder 0')
  insertFolders(server.dataDir, account.username, 1000)
  await dashboard.goTo()
  await expect(page.getByRole('table', { name: 'Folders' })).toHaveAttribute('aria-rowcount', '1001')
  expect(await page.getByRole('row').count()).toBeLessThan(60)

  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click()
  await expect(page.getByRole('link', { name: 'Folder 0', exact: true })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.locator('[aria-rowindex="1001"]')).toBeInViewport()
  expect(await page.getByRole('row').count()).toBeLessThan(60)

  await page.getByRole('searchbox', { name: 'Find a folder' }).fill('folder 77')
  await expect(page.getByText('19 of 1,000 folders')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Folder 777', exact: true })).toBeVisible()
  // Of a row that is cut by an edge, the link is no target.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Find a folder' }).fill('no such folder')
  await expect(page.getByRole('heading', { name: 'No folders match “no such folder”.' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('searchbox', { name: 'Find a folder' }).fill('')
  expect(await page.getByRole('list', { name: 'Folders' }).getByRole('listitem').count()).toBeLessThan(40)
})

/** As if somebody with one folder had gone on until they had so many. */
function insertFolders(dataDir: string, username: string, count: number): void {
  const database = new Database(join(dataDir, 'sealpost.db'), { fileMustExist: true, timeout: 5000 })
  const { userId, made } = database
    .prepare<[string], { userId: number; made: string }>(
      `SELECT user_id AS userId, creation_date AS made FROM folder
       JOIN folder_member ON folder_id = folder.id JOIN user ON user.id = user_id WHERE username = ?`,
    )
    .get(username) ?? { userId: 0, made: '' }
  const add = database.prepare(
    'INSERT INTO folder (title, creation_date, perform_mime_check, link_token) VALUES (?, ?, 1, ?)',
  )
  const own = database.prepare(
    "INSERT INTO folder_member (folder_id, user_id, role, since) VALUES (?, ?, 'owner', ?)",
  )
  database.transaction(() => {
    for (let n = 1; n < count; n++) {
      const at = new Date(Date.parse(made) + n).toISOString()
      const { lastInsertRowid } = add.run(`Folder ${n}`, at, randomBytes(16).toString('base64url'))
      own.run(lastInsertRowid, userId, at)
    }
  })()
  database.close()
}

test(
  'a folder that is saved late does not move whoever has left its form',
  { tag: '@thorough' },
  async ({ admin }) => {
    const { page } = admin
    await admin.createFolder('Slow')
    await admin.goTo()
    await admin.chooseAction('Slow', 'Edit')
    await page.getByRole('textbox', { name: 'Title' }).fill('Slower')
    const { promise: left, resolve: leave } = Promise.withResolvers<undefined>()
    await page.route(/\/api\/folders\/[0-9]+$/, async (route) => {
      if (route.request().method() === 'PUT') await left
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    const heading = page.getByRole('heading', { level: 1, name: 'Profile' })
    await expect(heading).toBeVisible()
    leave(undefined)
    await expect(page.getByText('Slower').first()).toBeVisible()
    await expect(heading).toBeVisible()
    expect(new URL(page.url()).pathname).toMatch(/^\/profile/)
  },
)
