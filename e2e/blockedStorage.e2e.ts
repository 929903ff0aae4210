import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { launchOptions } from './launchOptions.ts'
import { DownloadPage } from './pages/downloadPage.ts'
import { UploadPage } from './pages/uploadPage.ts'

/** A browser whose settings refuse cookies and all other storage to every site. */
const blocked = test.extend<{ blockedPage: Page }>({
  blockedPage: async ({ workDir }, use) => {
    const profile = join(workDir, 'profile')
    await mkdir(join(profile, 'Default'), { recursive: true })
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      acceptDownloads: true,
    })
    const page = await context.newPage()
    await use(page)
    await context.close()
  },
})

const isRefused = (page: Page) =>
  page.evaluate(() => {
    try {
      return sessionStorage.length < 0
    } catch {
      return true
    }
  })

const said = 'This browser blocks cookies for this address.'

blocked(
  'files are sent and saved where the browser stores nothing',
  async ({ api, blockedPage, server, workDir }) => {
    const errors: string[] = []
    blockedPage.on('pageerror', (error) => errors.push(error.message))
    const file = join(workDir, 'a.txt')
    await writeFile(file, 'content')
    const large = join(workDir, 'b.bin')
    await writeFile(large, Buffer.alloc(20 * 1024 ** 2))
    const { link_token } = await api.createFolder({ title: 'A' })
    const upload = await new UploadPage(blockedPage).open(`${server.origin}/upload/${link_token}`)
    expect(await isRefused(blockedPage)).toBe(true)
    await upload.chooseFiles([file, large])
    await upload.expectQueued(2)
    await upload.startUpload()
    await upload.expectAllReceived(2)
    await expect(blockedPage.getByRole('heading', { name: '2 files sent' })).toBeVisible()

    const stored = await api.store(['a.txt', 'b.txt'].map((path) => ({ path, content: Buffer.from(path) })))
    const download = await new DownloadPage(blockedPage).open((await api.share(stored)).url)
    await download.expectFiles(2)
    expect(await (await download.save('a.txt')).failure()).toBeNull()
    expect(await (await download.saveAll()).failure()).toBeNull()
    expect(errors).toEqual([])
  },
)

blocked(
  'what needs a cookie says that the browser blocks it',
  async ({ api, account, blockedPage: page, server }) => {
    const folder = await api.createFolder({ title: 'A', link_password: 'a password' })
    await page.goto(`${server.origin}/upload/${folder.link_token}`)
    await page.getByLabel('Link password').fill('a password')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert').getByText(said).first()).toBeVisible()

    const stored = await api.store([{ path: 'a.txt', content: Buffer.from('a') }])
    const { url } = await api.share(stored, { password: 'a password' })
    await page.goto(url)
    await page.getByRole('textbox', { name: 'Password' }).fill('a password')
    await page.getByRole('button', { name: 'Unlock Files' }).click()
    await expect(page.getByRole('alert').getByText(said).first()).toBeVisible()

    await page.goto(`${server.origin}/login`)
    await page.getByLabel('Username').fill(account.username)
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('alert').getByText(said).first()).toBeVisible()
  },
)
