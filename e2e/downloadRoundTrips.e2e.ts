import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { AdminApi } from './adminApi.ts'
import { expect } from './fixtures.ts'
import { callsOf, haveCome, testOverLockstep as test } from './overLockstep.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'
import { LoginPage } from './pages/loginPage.ts'

/** Without what the key asks for once it is open, before or after the rows of the list beside it. */
const withoutContacts = (rounds: readonly string[][]) =>
  rounds.map((paths) => paths.filter((path) => path !== '/api/contacts'))

/** Clicks a button and waits for the whole file. */
async function save(page: Page, button: string) {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  await (await saving).path()
}

test('four round trips from a link to 2 000 rows, and one from a click to a file', async ({
  line,
  visitor: page,
  server,
  api,
}) => {
  const small = (n: number) => ({ path: `${n}.bin`, content: randomBytes(100) })
  const link = await api.share(await api.store(Array.from({ length: 2000 }, (_, n) => small(n))))
  const rows = await line.count(page, async () => {
    await page.goto(link.url.replace(server.origin, line.origin))
    await expect(page.getByText('Files ready for download:')).toBeVisible()
  })
  expect(rows.length, JSON.stringify(rows)).toBeLessThanOrEqual(4)

  await page.mouse.move(1, 1)
  await haveCome(line, 'startDownload', 'open.worker', 'streamWorker')
  const saved = callsOf(await line.count(page, () => save(page, 'Download 0.bin')))
  expect(saved).toEqual([[expect.stringMatching(/\/file\/\d+$/)]])
})

test('four round trips from a link to rows over HTTP/1.1, too, with six requests at a time', async ({
  line,
  visitor: page,
  server,
  api,
}) => {
  const link = await api.share(await api.store([{ path: 'a.bin', content: randomBytes(100) }]))
  line.atATime = 6
  const rows = await line.count(page, async () => {
    await page.goto(link.url.replace(server.origin, line.origin))
    await expect(page.getByRole('button', { name: 'Download a.bin', exact: true })).toBeVisible()
  })
  // Rows are shown before the font is there.
  const withoutFont = rows.filter((calls) => calls.some((call) => !call.endsWith('.woff2')))
  expect(withoutFont.length, JSON.stringify(rows)).toBeLessThanOrEqual(4)
})

test('three round trips from signing in to rows and from a page of the account to them, two to an own file', async ({
  line,
  visitor: page,
  server,
  account,
}) => {
  const api = await AdminApi.as(server.origin, account)
  await api.storeInto('Shared')
  const [file] = await api.store([{ path: 'a.bin', content: randomBytes(100) }])
  const rows = page.getByRole('link', { name: 'Shared' }).first()
  const lists = ['/api/folders/?sort_by=creation_date&sort_order=desc', '/api/deliveries', '/api/space']

  await page.goto('/login')
  await haveCome(line, 'AccountArea', 'DashboardRoute', 'StepMark')
  const signedIn = await line.count(page, async () => {
    await new LoginPage(page).enterPassword(account.password, account.username)
    await expect(rows).toBeVisible()
  })
  const [prelogin, token, shown, ...more] = callsOf(withoutContacts(signedIn))
  expect([prelogin, token, more]).toEqual([['/api/auth/prelogin'], ['/api/auth/token'], []])
  expect(shown).toEqual(expect.arrayContaining(lists))

  // Its calls belong to no reload.
  await expect(page.getByText('Key open')).toBeVisible()
  await line.settle(page)
  const reloaded = await line.count(page, async () => {
    await page.reload()
    await expect(rows).toBeVisible()
  })
  expect(reloaded.length, JSON.stringify(reloaded)).toBeLessThanOrEqual(3)
  const calls = callsOf(withoutContacts(reloaded))
    .flat()
    .filter((path) => path !== '/api/look')
  expect(calls.toSorted()).toEqual(['/api/auth/users/me', ...lists].toSorted())

  await rows.click()
  const folder = new FolderFilesPage(page)
  await folder.unlock(account.password)
  await haveCome(line, 'startDownload', 'open.worker', 'streamWorker', '/keys?')
  // What the open key is needed for besides.
  await line.settle(page)
  const [asked, ...then] = callsOf(await line.count(page, () => save(page, 'Download a.bin')))
  expect(asked?.toSorted()).toEqual(['/api/contacts', '/api/folders/files/keys?hashes=all'])
  expect(then[0]).toEqual([`/api/folders/download/${file?.id}`])
})
