import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect as soon, type BrowserContextOptions, type Page } from '@playwright/test'
import { launchOptions } from '../e2e/launchOptions.ts'
import { DownloadProxy } from '../e2e/downloadProxy.ts'
import { readOfflineLists } from '../e2e/readOfflineLists.ts'
import { codeMailedTo } from '../e2e/mails.ts'
import { DashboardPage } from '../e2e/pages/dashboardPage.ts'
import { FolderFilesPage } from '../e2e/pages/folderFilesPage.ts'
import { DownloadPage } from '../e2e/pages/downloadPage.ts'
import { PeoplePanel } from '../e2e/pages/peoplePanel.ts'
import { LoginPage } from '../e2e/pages/loginPage.ts'
import { ProfilePage } from '../e2e/pages/profilePage.ts'
import { UploadPage } from '../e2e/pages/uploadPage.ts'
import { expectPrecached } from '../e2e/expectPrecached.ts'
import { writeRandomFile } from '../e2e/sampleFiles.ts'
import { TestServer } from '../e2e/server.ts'
import { authenticatorCode } from '../e2e/totp.ts'
import { drawing, letter, photo } from './documents.ts'
import { startSmtpServer } from '../e2e/smtpServer.ts'
import { linkPassword, createDemoData, titles, type DemoData } from './demoData.ts'

/** `npm run screenshots`: every picture of docs/images and of the manifest, taken of the demo in a real browser. */

/** On a busy machine nothing comes at once. */
const expect = soon.configure({ timeout: 30_000 })

const folder = join('docs', 'images')
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** What a picture may be taken in besides 1440 pixels and light. */
const views = {
  dark: { ...wide, colorScheme: 'dark' },
  tablet: { width: 1024, height: 768, colorScheme: 'light' },
  phone: { ...phone, colorScheme: 'light' },
} as const
const everyView = ['dark', 'phone'] as const

interface Picture {
  /** Of its file, from docs/images on. */
  name: string
  /** Its line in the gallery, where it has one. */
  shows?: string
  /** Where it is; without, it goes on where the one before has ended. */
  at?: string
  /** The way from there to what is shown. */
  steps?: (page: Page) => Promise<unknown>
  also?: readonly (keyof typeof views)[]
  /** The whole page, not only what is in the window. */
  whole?: boolean
}

const introduction = [
  '# Pictures',
  '',
  'Taken of the demo by `npm run screenshots`, which also writes this page.',
  '[How a file travels](flow.svg) is drawn by hand.',
  '',
]
const gallery: string[] = []
/** Their paths. */
const taken = new Set<string>()

/** One person's pictures, one after the other, in a browser profile of its own. */
async function visit(pictures: Picture[], options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: wide,
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  for (const picture of pictures) await take(page, picture)
  await context.close()
}

async function take(page: Page, { name, shows, at, steps, also = [], whole = false }: Picture) {
  if (at !== undefined) await page.goto(at)
  await steps?.(page)
  await save(page, name, whole)
  for (const view of also) {
    const { colorScheme, ...size } = views[view]
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await save(page, `${name}-${view}`, whole && view === 'dark')
  }
  if (also.length > 0) {
    await page.setViewportSize(wide)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  if (shows === undefined) return
  const others = also.map((view) => `, [${view}](${name}-${view}.png)`)
  gallery.push(`- [${shows}](${name}.png)${others.join('')}`)
}

async function save(page: Page, name: string, fullPage: boolean): Promise<void> {
  const path = join(folder, `${name}.png`)
  // Nothing looks touched.
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.screenshot({ path, fullPage, animations: 'disabled', caret: 'hide' })
  taken.add(path)
  console.log(`${path}  ${Math.round(statSync(path).size / 1024)} KB`)
}

/** Lets go what `holdAfter` holds. */
let release: () => void = () => undefined

/** Lets the first requests to an address pass, and holds those after them. */
async function holdAfter(page: Page, passing: number, address: string): Promise<void> {
  const held = new Promise<void>((resolve) => (release = resolve))
  let count = 0
  await page.route(address, async (route) => {
    if (++count > passing) await held
    await route.continue()
  })
}

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()

const beforeAnything: Picture[] = [
  { name: 'login', shows: 'Signing in', at: '/login', steps: (page) => heading(page, 'Admin Login') },
  {
    name: 'dashboard-empty',
    shows: 'The dashboard of a new server',
    steps: (page) => new LoginPage(page).signIn(),
  },
]

/** Those in the application's manifest, which says their sizes. */
const manifest = (data: DemoData): [Picture, BrowserContextOptions][] => [
  [
    {
      name: join('..', '..', 'public', 'screenshots', 'wide'),
      steps: async (page) => {
        await new LoginPage(page).signIn()
        await expect(page.getByRole('link', { name: titles.permit })).toBeVisible()
      },
    },
    { viewport: { width: 1280, height: 800 } },
  ],
  [
    {
      name: join('..', '..', 'public', 'screenshots', 'narrow'),
      at: data.openLink,
      steps: (page) => new UploadPage(page).expectReady(),
    },
    { viewport: phone, deviceScaleFactor: 2, hasTouch: true },
  ],
]

/** Ends without the server. */
const administrator: Picture[] = [
  {
    name: 'dashboard',
    shows: 'The dashboard',
    steps: async (page) => {
      await new LoginPage(page).signIn()
      await expect(page.getByRole('link', { name: titles.permit }).first()).toBeVisible()
    },
    also: ['dark', 'tablet', 'phone'],
  },
  {
    name: 'new-folder',
    shows: 'A new folder',
    at: '/folders/new',
    steps: async (page) => {
      await page.getByLabel('Title').fill('Tender documents: facade')
      await page.getByText('More options').click()
      await page.getByRole('checkbox', { name: 'Require e-mail verification' }).check()
    },
    whole: true,
  },
  {
    name: 'edit-folder',
    shows: 'The settings of a folder',
    at: '/dashboard',
    steps: async (page) => {
      await new DashboardPage(page).chooseAction(titles.warranty, 'Edit')
      await heading(page, 'Edit Upload Folder')
    },
    whole: true,
  },
  {
    name: 'folder',
    shows: 'The files of a folder and its download links',
    steps: async (page) => {
      const files = await new DashboardPage(page).openFolder(titles.permit)
      for (const name of ['Correspondence', 'Reports']) {
        await page.getByRole('button', { name: `Expand ${name}`, exact: true }).click()
      }
      await expect(files.linksRegion.getByText('Password Protected')).toBeVisible()
      await page.evaluate(() => window.scrollTo(0, 0))
    },
    also: ['dark', 'tablet', 'phone'],
    whole: true,
  },
  {
    name: 'delete-files',
    shows: 'The question before files are deleted',
    steps: async (page) => {
      const files = new FolderFilesPage(page)
      await files.checkbox('Correspondence').check()
      await files.button('Delete Selected').click()
      await expect(page.getByRole('dialog', { name: 'Delete files' })).toBeVisible()
    },
  },
  {
    name: 'unlock',
    shows: 'The password that opens the private key',
    steps: async (page) => {
      const files = new FolderFilesPage(page)
      await page.keyboard.press('Escape')
      await files.checkbox('Correspondence').uncheck()
      await files.checkbox('Drawings').check()
      await files.button('Create Download Link...').click()
      await expect(files.unlockDialog).toBeVisible()
    },
  },
  {
    name: 'share',
    shows: 'A new download link',
    steps: async (page) => {
      const files = new FolderFilesPage(page)
      await files.enterPassword()
      await files.continueUnlocked()
      await expect(page.getByRole('dialog', { name: 'Create Download Link' })).toBeVisible()
    },
  },
  {
    name: 'share-ready',
    shows: 'The link to pass on',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Create link' }).click()
      await expect(page.getByRole('dialog', { name: 'Download Link Ready' })).toBeVisible()
    },
  },
  {
    name: 'offline',
    shows: 'Without the server: lists that were kept on this device',
    steps: async (page) => {
      await expectPrecached(page, 'all')
      await new ProfilePage(page).goTo('devices')
      await page.getByRole('checkbox', { name: 'Keep lists on this device' }).check()
      await new DashboardPage(page).openFolderFromList(titles.permit)
      // Choice, folders, files and links.
      await expect.poll(async () => Object.keys(await readOfflineLists(page)).length).toBe(4)
      await server.kill()
      await page.goto('/dashboard')
      await expect(page.getByText(/This list is kept on this device, as of \d/)).toBeVisible()
      await expect(page.getByRole('banner').getByText('Offline')).toBeVisible()
    },
  },
]

const applicant = 'lena.winter@post.example'

const sender = (data: DemoData, workDir: string): Picture[] => [
  {
    name: 'upload-password',
    shows: 'An upload link that asks for a password',
    at: data.passwordLink,
    steps: (page) => expect(page.getByRole('textbox', { name: 'Link password' })).toBeVisible(),
  },
  {
    name: 'upload-email',
    shows: 'An upload link that asks for an address',
    at: data.emailLink,
    steps: (page) => page.getByRole('textbox', { name: 'E-mail address' }).fill(applicant),
  },
  {
    name: 'upload-code',
    shows: 'The code that came by mail',
    steps: async (page) => {
      await new UploadPage(page).submitEmail(applicant)
      const code = await codeMailedTo(applicant, server.dataDir)
      await page.getByRole('textbox', { name: 'Verification code' }).fill(code)
    },
  },
  {
    name: 'upload',
    shows: 'An upload link',
    at: data.openLink,
    steps: (page) => new UploadPage(page).expectReady(),
    also: everyView,
  },
  {
    name: 'upload-queue',
    shows: 'Files before they are sent',
    steps: async (page) => {
      const facade = join(workDir, 'Facade')
      mkdirSync(facade)
      await writeRandomFile(join(facade, 'As-built scan.e57'), 96 * 1024 ** 2)
      for (const name of ['North', 'East', 'South', 'West']) {
        writeFileSync(join(facade, `Elevation ${name}.pdf`), drawing(`Elevation ${name}`))
      }
      writeFileSync(join(facade, 'Mock-up.png'), photo('mock-up'))
      writeFileSync(join(facade, 'Panel schedule.pdf'), letter('Panel schedule', '420 panels, 14 formats.'))
      await new UploadPage(page).chooseFolder(facade)
      await new UploadPage(page).expectQueued(7)
      await page.getByRole('button', { name: 'Facade', expanded: false }).click()
    },
    also: ['dark', 'tablet', 'phone'],
  },
  {
    name: 'upload-running',
    shows: 'Files under way',
    steps: async (page) => {
      // Parts take their time, as they do on a line to somewhere.
      await holdAfter(page, 3, '**/files/*/parts/*')
      await new UploadPage(page).startUpload()
      await expect(page.getByText('6 of 7 files')).toBeVisible()
      await expect(page.getByText(/^Uploading [1-9]\d %$/)).toBeVisible()
    },
    also: everyView,
  },
  {
    name: 'upload-finished',
    shows: 'Files that have arrived',
    steps: async (page) => {
      release()
      await new UploadPage(page).expectAllReceived(7)
      await page.getByRole('region', { name: 'Files in the queue' }).evaluate((list) => list.scrollTo(0, 0))
    },
    also: everyView,
  },
  {
    name: 'upload-failed',
    shows: 'A file that could not be read',
    at: data.openLink,
    steps: async (page) => {
      const upload = new UploadPage(page)
      await upload.expectReady()
      const names = ['Fire escape plan.pdf', 'Roof details.pdf', 'Shading study.pdf']
      const paths = names.map((name) => join(workDir, name))
      for (const [index, path] of paths.entries()) writeFileSync(path, drawing(names[index] ?? ''))
      await upload.chooseFiles(paths)
      await upload.expectQueued(3)
      // Somebody saves it anew: what was chosen is gone.
      writeFileSync(paths[1] ?? '', drawing('Roof details, revised'))
      await upload.startUpload()
      await expect(page.getByRole('button', { name: 'Retry failed' })).toBeVisible()
    },
  },
]

/** With what the sender has sent, on a line that is not the fastest. */
const farAway: Picture[] = [
  {
    name: 'folder-saving',
    shows: 'Files on their way to the disk',
    steps: async (page) => {
      await new LoginPage(page).signIn()
      const files = await new DashboardPage(page).openFolder(titles.permit)
      await files.button('Download Facade').click()
      await files.enterPassword()
      await files.continueUnlocked()
      await expect(page.getByText(/^Saving: [2-9]\d\.\d\sMB of .* left$/)).toBeVisible()
    },
    also: ['phone'],
  },
]

/** The last, since another key pair and a second factor change what comes after. */
const together: Picture[] = [
  {
    name: 'people',
    shows: 'The people of a folder that is opened by several',
    steps: async (page) => {
      await new LoginPage(page).signIn()
      await new DashboardPage(page).openFolder(titles.site)
      const panel = new PeoplePanel(page)
      await panel.unlock()
      await expect(panel.member('amara')).toBeVisible()
    },
    also: everyView,
    whole: true,
  },
  {
    name: 'history',
    shows: 'What happened in a folder',
    steps: async (page) => {
      const history = page.getByRole('region', { name: 'History' })
      await history.getByRole('button', { name: 'Show history' }).click()
      await expect(history.getByRole('button', { name: 'Hide history' })).toBeVisible()
      await expect(history.getByText('Loading the history...')).toBeHidden()
      await history.evaluate((section) => section.scrollIntoView())
    },
    also: ['dark', 'phone'],
  },
  {
    name: 'add-person',
    shows: 'Adding a person by their code',
    steps: async (page) => {
      const panel = new PeoplePanel(page)
      await panel.addButton.click()
      await expect(panel.dialog('Add a person')).toBeVisible()
    },
  },
]

const profile: Picture[] = [
  {
    name: 'profile',
    shows: 'The profile',
    steps: async (page) => {
      await new LoginPage(page).signIn()
      await new ProfilePage(page).goTo('account')
    },
  },
  {
    name: 'second-factor',
    shows: 'Setting up the second factor',
    steps: async (page) => {
      const { twoFactorSection } = await new ProfilePage(page).goTo()
      await twoFactorSection.getByRole('button', { name: 'Enable two-factor authentication' }).click()
      await expect(twoFactorSection.getByRole('img')).toBeVisible()
      await twoFactorSection.evaluate((section) => section.scrollIntoView({ block: 'center' }))
    },
  },
  {
    name: 'profile-key',
    shows: 'The key pair and its fingerprint',
    steps: async (page) => {
      const profile = new ProfilePage(page)
      const code = authenticatorCode(await profile.shownTwoFactorSecret())
      await profile.twoFactorSection.getByRole('textbox').fill(code)
      await profile.twoFactorSection.getByRole('button', { name: 'Verify Code' }).click()
      await expect(profile.twoFactorSection.getByRole('status').first()).toContainText('Enabled')
      await profile.fingerprintWords()
      await profile.keySection.evaluate((section) => section.scrollIntoView())
    },
  },
  {
    name: 'key-pair',
    shows: 'A new key pair, in three steps',
    steps: async (page) => {
      const profile = new ProfilePage(page)
      await profile.beginKeyPair()
      await profile.expectPairStored()
    },
  },
  {
    name: 'login-code',
    shows: 'Signing in: the second factor',
    steps: async (page) => {
      await page.context().clearCookies()
      await page.goto('/login')
      await new LoginPage(page).enterPassword()
      await expect(page.getByLabel('Authenticator code')).toBeVisible()
    },
  },
]

const recipient = (data: DemoData): Picture[] => [
  {
    name: 'download-password',
    shows: 'A download link that asks for a password',
    at: data.protectedShare,
    steps: (page) => expect(page.getByRole('button', { name: 'Unlock Files' })).toBeVisible(),
  },
  {
    name: 'download',
    shows: 'A download link',
    steps: async (page) => {
      await new DownloadPage(page).unlock(linkPassword)
      await new DownloadPage(page).expectFiles(4)
    },
    also: everyView,
  },
]

const elsewhere = (data: DemoData): Picture[] => [
  {
    name: 'not-found',
    shows: 'An address without a page',
    at: '/no/such/page',
    steps: (page) => heading(page, '404 Not Found'),
  },
  {
    name: 'link-expired',
    shows: 'A link after its time',
    at: data.expiredLink,
    steps: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'cannot-work',
    shows: 'A browser that lacks what it takes',
    steps: async (page) => {
      await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'subtle'))
      await page.goto('/login')
      await heading(page, 'This browser cannot run Sealpost')
    },
  },
]

const workDir = mkdtempSync(join(tmpdir(), 'sealpost-pictures-'))
const server = await TestServer.start()
const mailbox = await startSmtpServer(join(server.dataDir, 'mail'))
const browser = await chromium.launch(launchOptions)
try {
  await visit(beforeAnything)
  await server.kill()
  server.settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'Sealpost <office@brandt-okafor.example>' }
  await server.launch()
  const data = await createDemoData(server)
  for (const [picture, options] of manifest(data)) await visit([picture], options)
  await visit(administrator)
  await server.launch()
  await visit(sender(data, workDir))
  const proxy = await DownloadProxy.start(server.origin)
  proxy.bytesPerSecond = 8 * 1024 ** 2
  await visit(farAway, { baseURL: proxy.origin })
  await proxy.stop()
  await visit(recipient(data))
  await visit(together)
  await visit(profile)
  await visit(elsewhere(data), { serviceWorkers: 'block' })
  // Of what is no longer there.
  for (const path of readdirSync(folder).map((name) => join(folder, name))) {
    if (path.endsWith('.png') && !taken.has(path)) rmSync(path)
  }
  writeFileSync(join(folder, 'README.md'), [...introduction, ...gallery, ''].join('\n'))
} finally {
  await browser.close()
  mailbox.close()
  await server.stop()
  rmSync(workDir, { recursive: true, force: true })
}
