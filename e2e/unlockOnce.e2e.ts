import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { holdNextRequest } from './interceptedRequests.ts'
import { DashboardPage } from './pages/dashboardPage.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { unlockKey } from './pages/unlockKey.ts'
import { authenticatorCode } from './totp.ts'

const keyButton = (page: Page, state: 'open' | 'locked') =>
  page.getByRole('button', { name: `Key ${state}`, exact: true })

/** Once lists are asked for, the sealed key would have been. */
async function expectLockedAfter(page: Page, signIn: () => Promise<unknown>): Promise<void> {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await signIn()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect.poll(() => fetched).toContain('/api/folders/')
  expect(fetched).not.toContain('/api/auth/users/me/encrypted-key')
  await expect(keyButton(page, 'locked')).toBeVisible()
}

test('the password that signs in opens the key, and nothing asks for it again', async ({
  account,
  api,
  page,
}) => {
  await api.store([{ path: 'letter.txt', content: Buffer.from('a letter') }])
  const files = new FolderFilesPage(page)
  const login = new LoginPage(page)

  await test.step('the lists do not wait for the key', async () => {
    const key = await holdNextRequest(page, '**/api/auth/users/me/encrypted-key')
    await login.signIn(account.password, account.username)
    await page.getByRole('table').getByRole('link', { name: 'Shared' }).click()
    await expect(files.row('letter.txt')).toBeVisible()
    await expect(keyButton(page, 'locked')).toBeVisible()
    await key()
    await expect(keyButton(page, 'open')).toBeVisible()
  })

  await test.step('a file is opened without a dialog', async () => {
    const saving = page.waitForEvent('download')
    await files.button('Download letter.txt').click()
    expect(await (await saving).failure()).toBeNull()
    await expect(files.unlockDialog).toHaveCount(0)
  })

  await test.step('a key that was locked is asked for', async () => {
    await keyButton(page, 'open').click()
    await files.button(/^Download All/).click()
    await expect(files.unlockDialog).toBeVisible()
    await files.enterPassword()
    await files.continueUnlocked()
  })

  await test.step('whoever wants it signs in without opening the key', async () => {
    await new ProfilePage(page).goTo()
    const choice = page.getByRole('checkbox', { name: 'Open my key when I sign in, for all tabs' })
    await expect(choice).toBeChecked()
    await choice.uncheck()
    await page.context().clearCookies()
    await expectLockedAfter(page, () => login.signIn(account.password, account.username))
  })
})

test('with a second factor the password waits for the code, and not for whoever goes back', async ({
  account,
  page,
}) => {
  const login = new LoginPage(page)
  await login.signIn(account.password, account.username)
  const profile = await new ProfilePage(page).goTo()
  const section = profile.twoFactorSection
  await section.getByRole('button', { name: 'Enable two-factor authentication' }).click()
  const secret = await profile.shownTwoFactorSecret()
  await section.getByRole('textbox').fill(authenticatorCode(secret, -1))
  await section.getByRole('button', { name: 'Verify Code' }).click()
  await expect(section.getByRole('status').first()).toContainText('Enabled')
  const again = async () => {
    await page.context().clearCookies()
    await page.goto('/login')
    await login.enterPassword(account.password, account.username)
  }

  await again()
  await login.enterCode('000000')
  await expect(login.error).toBeVisible()
  await login.enterCode(authenticatorCode(secret))
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(keyButton(page, 'open')).toBeVisible()

  await again()
  const secondStep = await holdNextRequest(page, '**/api/auth/token/2fa')
  await login.enterCode(authenticatorCode(secret, 1))
  await page.getByRole('button', { name: 'Enter password instead?' }).click()
  await expectLockedAfter(page, secondStep)
})

test('the tabs of a session have one key: opened once, locked at once', async ({
  account,
  api,
  context,
  page,
}) => {
  await api.store([{ path: 'letter.txt', content: Buffer.from('a letter') }])
  await new LoginPage(page).signIn(account.password, account.username)
  await expect(keyButton(page, 'open')).toBeVisible()
  const [second, third] = [await context.newPage(), await context.newPage()]
  const all = [page, second, third]
  const expectAll = async (state: 'open' | 'locked') => {
    for (const tab of all) await expect(keyButton(tab, state)).toBeVisible()
  }

  await test.step('a day of work in three tabs, with two reloads, takes the password once', async () => {
    await second.goto('/dashboard')
    const files = await new DashboardPage(third).openFolder('Shared')
    await expectAll('open')
    for (const tab of [page, third]) await tab.reload()
    await expectAll('open')
    const saving = third.waitForEvent('download')
    await files.button('Download letter.txt').click()
    expect(await (await saving).failure()).toBeNull()
    for (const tab of all) await expect(new FolderFilesPage(tab).unlockDialog).toHaveCount(0)
  })

  await test.step('one locks all, and one opens all', async () => {
    await keyButton(second, 'open').click()
    await expectAll('locked')
    await page.reload()
    await expect(keyButton(page, 'locked')).toBeVisible()
    await new FolderFilesPage(third).unlock()
    await expectAll('open')
  })

  await test.step('a tab that waits in the dialog goes on', async () => {
    await keyButton(second, 'open').click()
    await expectAll('locked')
    await keyButton(page, 'locked').click()
    await keyButton(second, 'locked').click()
    await unlockKey(second)
    const waiting = page.getByRole('dialog', { name: 'Login Password Required' })
    await waiting.getByRole('button', { name: 'Continue' }).click()
    await expectAll('open')
  })

  await test.step('where the device says so, each tab asks', async () => {
    await new ProfilePage(second).goTo()
    await second.getByRole('checkbox', { name: 'Open my key when I sign in, for all tabs' }).uncheck()
    await third.reload()
    await expect(new FolderFilesPage(third).row('letter.txt')).toBeVisible()
    await new FolderFilesPage(third).unlock()
    await expect(keyButton(second, 'locked')).toHaveCount(0)
    await second.reload()
    await expect(keyButton(second, 'locked')).toBeVisible()
    await keyButton(third, 'open').click()
    await expectAll('locked')
  })
})

/** Asks as a script of this origin could, and tells what it gets. */
const askAsScript = (page: Page, question: object) =>
  page.evaluate(async (asked) => {
    const id = crypto.randomUUID()
    const answers = new BroadcastChannel(`sealpost-key-${id}`)
    const answer = new Promise<{ key: Record<string, unknown> }>((resolve) =>
      answers.addEventListener('message', ({ data }) => resolve(data as { key: Record<string, unknown> })),
    )
    new BroadcastChannel('sealpost-key').postMessage({ ...asked, id })
    const got = await Promise.race([answer, new Promise<null>((resolve) => setTimeout(resolve, 1500, null))])
    answers.close()
    if (got === null) return 'nothing'
    const handles = Object.values(got.key).filter((value) => value instanceof CryptoKey)
    const exported = await Promise.allSettled(
      handles.map((handle) => crypto.subtle.exportKey('pkcs8', handle)),
    )
    return `${handles.length} handles, ${exported.filter(({ status }) => status === 'fulfilled').length} exported`
  }, question)

test('only the session, user and key that were opened are answered, and no visitor’s page takes part', async ({
  account,
  api,
  context,
  page,
  sharedServer,
}) => {
  const { link_token } = await api.createFolder({ title: 'Open' })
  await new LoginPage(page).signIn(account.password, account.username)
  await expect(keyButton(page, 'open')).toBeVisible()

  const visitor = await context.newPage()
  await visitor.addInitScript(() => {
    const names: string[] = []
    Object.assign(window, { names })
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        names.push(name)
      }
    }
  })
  await visitor.goto(`/upload/${link_token}`)
  await expect(visitor.getByTestId('drop-area')).toBeVisible()
  expect(await visitor.evaluate(() => (window as unknown as { names: string[] }).names)).not.toContain(
    'sealpost-key',
  )

  const overheard = visitor.evaluate(
    () =>
      new Promise<Record<string, unknown>>((resolve) =>
        new BroadcastChannel('sealpost-key').addEventListener('message', ({ data }) => {
          if (typeof data === 'object') resolve(data as Record<string, unknown>)
        }),
      ),
  )
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(keyButton(other, 'open')).toBeVisible()
  await other.close()
  const question = await overheard
  expect(Object.keys(question).sort()).toEqual(['fingerprint', 'id', 'userId'])

  expect(await askAsScript(visitor, question)).toBe('3 handles, 0 exported')
  expect(await askAsScript(visitor, { ...question, userId: -1 })).toBe('nothing')
  expect(await askAsScript(visitor, { ...question, fingerprint: 'of another key' })).toBe('nothing')

  // The same person signs in again, and nobody tells this tab.
  await context.clearCookies()
  await signIn(page, account)
  expect(await askAsScript(visitor, question)).toBe('nothing')
  // Somebody else does.
  await context.clearCookies()
  await signIn(page, sharedServer.newAccount())
  expect(await askAsScript(visitor, question)).toBe('nothing')
  const tabOfOther = await context.newPage()
  await tabOfOther.goto('/dashboard')
  await expect(keyButton(tabOfOther, 'locked')).toBeVisible()
})
