import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect as soon, type Browser, type Page } from '@playwright/test'
import { launchOptions } from '../e2e/browser.ts'
import { LoginPage } from '../e2e/pages/loginPage.ts'
import { ProfilePage } from '../e2e/pages/profilePage.ts'
import { UploadPage } from '../e2e/pages/uploadPage.ts'
import { DownloadPage } from '../e2e/pages/downloadPage.ts'
import { writeRandomFile } from '../e2e/sampleFiles.ts'
import { TestServer } from '../e2e/server.ts'
import { drawing, letter, photo } from './documents.ts'
import { setTheScene, titles, type Scene } from './scene.ts'

/** `npm run screenshots`: every picture of docs/images, taken of the demo in a real browser. */

/** On a busy machine nothing comes at once. */
const expect = soon.configure({ timeout: 30_000 })

const folder = join('docs', 'images')
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** A picture as the page is now; `-dark` and `-phone` beside it where asked for. */
async function take(page: Page, name: string, { also = [] as ('dark' | 'phone')[], whole = false } = {}) {
  // Nothing looks touched.
  await page.mouse.move(0, 0)
  const save = async (suffix: string, fullPage = whole) => {
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const path = join(folder, `${name}${suffix}.png`)
    await page.screenshot({ path, fullPage, animations: 'disabled', caret: 'hide' })
    console.log(`${path}  ${Math.round(statSync(path).size / 1024)} KB`)
  }
  await save('')
  if (also.includes('dark')) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await save('-dark')
    await page.emulateMedia({ colorScheme: 'light' })
  }
  if (also.includes('phone')) {
    await page.setViewportSize(phone)
    await save('-phone', false)
    await page.setViewportSize(wide)
  }
}

/** A browser profile of its own. */
async function visitor(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: wide,
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

async function administratorsScreens(page: Page): Promise<void> {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await take(page, 'login')

  const dashboard = await new LoginPage(page).signIn()
  await expect(page.getByRole('link', { name: titles.permit })).toBeVisible()
  await take(page, 'dashboard', { also: ['dark', 'phone'] })

  await page.getByRole('link', { name: '+ Create New Folder' }).click()
  await page.getByLabel('Title').fill('Tender documents: facade')
  await page.getByRole('checkbox', { name: 'Require e-mail verification' }).check()
  await take(page, 'new-folder', { whole: true })

  const files = await dashboard.openFolder(titles.permit)
  for (const name of ['Correspondence', 'Reports']) {
    await page.getByRole('button', { name: `Expand ${name}`, exact: true }).click()
  }
  await expect(files.links.getByText('Password Protected')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await take(page, 'folder', { also: ['dark', 'phone'], whole: true })

  await files.checkbox('Drawings').check()
  await files.button('Create Download Link...').click()
  await expect(files.unlockDialog).toBeVisible()
  await take(page, 'unlock')
  await files.enterPassword()
  await files.continue()
  const share = page.getByRole('dialog', { name: 'Create Download Link' })
  await expect(share).toBeVisible()
  await take(page, 'share')
  await share.getByRole('button', { name: 'Create Link' }).click()
  await expect(page.getByRole('dialog', { name: 'Download Link Ready' })).toBeVisible()
  await take(page, 'share-ready')
  await page.keyboard.press('Escape')

  const profile = await new ProfilePage(page).goTo()
  await take(page, 'profile')
  await profile.fingerprintWords()
  await profile.key.evaluate((section) => section.scrollIntoView())
  await take(page, 'profile-key')
  await profile.beginKeyPair()
  await profile.uploadPublicKey()
  await take(page, 'key-pair')
}

async function sendersScreens(page: Page, scene: Scene, workDir: string): Promise<void> {
  const upload = new UploadPage(page)
  await page.goto(scene.passwordLink)
  await expect(page.getByRole('textbox', { name: 'Link password' })).toBeVisible()
  await take(page, 'upload-password')

  await upload.open(scene.openLink)
  await upload.expectReady()
  await take(page, 'upload', { also: ['phone'] })

  const facade = join(workDir, 'Facade')
  mkdirSync(facade)
  for (const name of ['North', 'East', 'South', 'West']) {
    writeFileSync(join(facade, `Elevation ${name}.pdf`), drawing(`Elevation ${name}`))
  }
  writeFileSync(join(facade, 'Panel schedule.pdf'), letter('Panel schedule', '420 panels, 14 formats.'))
  writeFileSync(join(facade, 'Mock-up.png'), photo('mock-up'))
  await writeRandomFile(join(facade, 'Laser scan.e57'), 96 * 1024 ** 2)

  // Parts take their time, as they do on a line to somewhere.
  const parts = '**/files/*/parts/*'
  let sent = 0
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(parts, async (route) => {
    if (++sent > 3) await held
    await route.continue()
  })
  await upload.chooseFolder(facade)
  await upload.expectQueued(7)
  await upload.start()
  await expect.poll(() => sent).toBeGreaterThan(3)
  await expect(page.getByText('6 of 7 files')).toBeVisible()
  await take(page, 'upload-running')
  letGo()
  await upload.expectAllReceived(7)
  await take(page, 'upload-finished')
}

async function recipientsScreens(page: Page, scene: Scene): Promise<void> {
  const download = await new DownloadPage(page).open(scene.protectedShare)
  await expect(page.getByRole('button', { name: 'Unlock Files' })).toBeVisible()
  await take(page, 'download-password')
  await download.open(scene.publicShare)
  await download.expectFiles(3)
  await take(page, 'download', { also: ['phone'] })
}

mkdirSync(folder, { recursive: true })
const workDir = mkdtempSync(join(tmpdir(), 'sealpost-pictures-'))
const server = await TestServer.start()
const browser = await chromium.launch(launchOptions)
try {
  const scene = await setTheScene(server)
  await administratorsScreens(await visitor(browser, server.origin))
  await sendersScreens(await visitor(browser, server.origin), scene, workDir)
  await recipientsScreens(await visitor(browser, server.origin), scene)
} finally {
  await browser.close()
  await server.stop()
  rmSync(workDir, { recursive: true, force: true })
}
