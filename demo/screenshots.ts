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
import { drawingPdf, letterPdf, photoPng } from './documents.ts'
import { startSmtpServer } from '../e2e/smtpServer.ts'
import { linkPassword, createDemoData, folderTitles, type DemoData } from './demoData.ts'

/** `npm run screenshots`: every picture of docs/images and of the manifest, taken of the demo in a real browser. */

/** On a busy machine nothing comes at once. */
const expect = soon.configure({ timeout: 30_000 })

const imagesFolder = join('docs', 'images')
const wideViewport = { width: 1440, height: 900 }
const phoneViewport = { width: 390, height: 844 }

/** What a picture may be taken in besides 1440 pixels and light. */
const views = {
  dark: { ...wideViewport, colorScheme: 'dark' },
  tablet: { width: 1024, height: 768, colorScheme: 'light' },
  phone: { ...phoneViewport, colorScheme: 'light' },
} as const
const everyView = ['dark', 'phone'] as const

interface Picture {
  /** Of its file, from docs/images on. */
  name: string
  /** Its line in the gallery, where it has one. */
  caption?: string
  /** Where it is; without, it goes on where the one before has ended. */
  address?: string
  /** The way from there to what is shown. */
  steps?: (page: Page) => Promise<unknown>
  alsoIn?: readonly (keyof typeof views)[]
  /** The whole page, not only what is in the window. */
  isWholePage?: boolean
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
const takenPaths = new Set<string>()

/** One person's pictures, one after the other, in a browser profile of its own. */
async function takePictures(pictures: Picture[], options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: wideViewport,
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  for (const picture of pictures) await takePicture(page, picture)
  await context.close()
}

async function takePicture(
  page: Page,
  { name, caption, address, steps, alsoIn = [], isWholePage = false }: Picture,
) {
  if (address !== undefined) await page.goto(address)
  await steps?.(page)
  await saveScreenshot(page, name, isWholePage)
  for (const view of alsoIn) {
    const { colorScheme, ...size } = views[view]
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await saveScreenshot(page, `${name}-${view}`, isWholePage && view === 'dark')
  }
  if (alsoIn.length > 0) {
    await page.setViewportSize(wideViewport)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  if (caption === undefined) return
  const others = alsoIn.map((view) => `, [${view}](${name}-${view}.png)`)
  gallery.push(`- [${caption}](${name}.png)${others.join('')}`)
}

async function saveScreenshot(page: Page, name: string, fullPage: boolean): Promise<void> {
  const path = join(imagesFolder, `${name}.png`)
  // Nothing looks touched.
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.screenshot({ path, fullPage, animations: 'disabled', caret: 'hide' })
  takenPaths.add(path)
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

const expectHeading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()

const newServerPictures: Picture[] = [
  {
    name: 'login',
    caption: 'Signing in',
    address: '/login',
    steps: (page) => expectHeading(page, 'Admin Login'),
  },
  {
    name: 'dashboard-empty',
    caption: 'The dashboard of a new server',
    steps: (page) => new LoginPage(page).signIn(),
  },
]

/** Those in the application's manifest, which says their sizes. */
const manifestPictures = (data: DemoData): [Picture, BrowserContextOptions][] => [
  [
    {
      name: join('..', '..', 'public', 'screenshots', 'wide'),
      steps: async (page) => {
        await new LoginPage(page).signIn()
        await expect(page.getByRole('link', { name: folderTitles.permit }).first()).toBeVisible()
      },
    },
    { viewport: { width: 1280, height: 800 } },
  ],
  [
    {
      name: join('..', '..', 'public', 'screenshots', 'narrow'),
      address: data.openLink,
      steps: (page) => new UploadPage(page).expectReady(),
    },
    { viewport: phoneViewport, deviceScaleFactor: 2, hasTouch: true },
  ],
]

/** Ends without the server. */
const administratorPictures: Picture[] = [
  {
    name: 'dashboard',
    caption: 'The dashboard',
    steps: async (page) => {
      await new LoginPage(page).signIn()
      await expect(page.getByRole('link', { name: folderTitles.permit }).first()).toBeVisible()
    },
    alsoIn: ['dark', 'tablet', 'phone'],
  },
  {
    name: 'new-folder',
    caption: 'A new folder',
    address: '/folders/new',
    steps: async (page) => {
      await page.getByLabel('Title').fill('Tender documents: facade')
      await page.getByText('More options').click()
      await page.getByRole('checkbox', { name: 'Require e-mail verification' }).check()
    },
    isWholePage: true,
  },
  {
    name: 'edit-folder',
    caption: 'The settings of a folder',
    address: '/dashboard',
    steps: async (page) => {
      await new DashboardPage(page).chooseAction(folderTitles.warranty, 'Edit')
      await expectHeading(page, 'Edit Upload Folder')
    },
    isWholePage: true,
  },
  {
    name: 'folder',
    caption: 'The files of a folder and its download links',
    steps: async (page) => {
      const files = await new DashboardPage(page).openFolder(folderTitles.permit)
      for (const name of ['Correspondence', 'Reports']) {
        await page.getByRole('button', { name: `Expand ${name}`, exact: true }).click()
      }
      await expect(files.linksRegion.getByText('Password Protected')).toBeVisible()
      await page.evaluate(() => window.scrollTo(0, 0))
    },
    alsoIn: ['dark', 'tablet', 'phone'],
    isWholePage: true,
  },
  {
    name: 'delete-files',
    caption: 'The question before files are deleted',
    steps: async (page) => {
      const files = new FolderFilesPage(page)
      await files.checkbox('Correspondence').check()
      await files.button('Delete Selected').click()
      await expect(page.getByRole('dialog', { name: 'Delete files' })).toBeVisible()
    },
  },
  {
    name: 'unlock',
    caption: 'The password that opens the private key',
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
    caption: 'A new download link',
    steps: async (page) => {
      const files = new FolderFilesPage(page)
      await files.enterPassword()
      await files.continueUnlocked()
      await expect(page.getByRole('dialog', { name: 'Create Download Link' })).toBeVisible()
    },
  },
  {
    name: 'share-ready',
    caption: 'The link to pass on',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Create link' }).click()
      await expect(page.getByRole('dialog', { name: 'Download Link Ready' })).toBeVisible()
    },
  },
  {
    name: 'offline',
    caption: 'Without the server: lists that were kept on this device',
    steps: async (page) => {
      await expectPrecached(page, 'all')
      await new ProfilePage(page).goTo('devices')
      await page.getByRole('checkbox', { name: 'Keep lists on this device' }).check()
      await new DashboardPage(page).openFolderFromList(folderTitles.permit)
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

const senderPictures = (data: DemoData, workDir: string): Picture[] => [
  {
    name: 'upload-password',
    caption: 'An upload link that asks for a password',
    address: data.passwordLink,
    steps: (page) => expect(page.getByRole('textbox', { name: 'Link password' })).toBeVisible(),
  },
  {
    name: 'upload-email',
    caption: 'An upload link that asks for an address',
    address: data.emailLink,
    steps: (page) => page.getByRole('textbox', { name: 'E-mail address' }).fill(applicant),
  },
  {
    name: 'upload-code',
    caption: 'The code that came by mail',
    steps: async (page) => {
      await new UploadPage(page).submitEmail(applicant)
      const code = await codeMailedTo(applicant, server.dataDir)
      await page.getByRole('textbox', { name: 'Verification code' }).fill(code)
    },
  },
  {
    name: 'upload',
    caption: 'An upload link',
    address: data.openLink,
    steps: (page) => new UploadPage(page).expectReady(),
    alsoIn: everyView,
  },
  {
    name: 'upload-queue',
    caption: 'Files before they are sent',
    steps: async (page) => {
      const facade = join(workDir, 'Facade')
      mkdirSync(facade)
      await writeRandomFile(join(facade, 'As-built scan.e57'), 96 * 1024 ** 2)
      for (const name of ['North', 'East', 'South', 'West']) {
        writeFileSync(join(facade, `Elevation ${name}.pdf`), drawingPdf(`Elevation ${name}`))
      }
      writeFileSync(join(facade, 'Mock-up.png'), photoPng('mock-up'))
      writeFileSync(
        join(facade, 'Panel schedule.pdf'),
        letterPdf('Panel schedule', '420 panels, 14 formats.'),
      )
      await new UploadPage(page).chooseFolder(facade)
      await new UploadPage(page).expectQueued(7)
      await page.getByRole('button', { name: 'Facade', expanded: false }).click()
    },
    alsoIn: ['dark', 'tablet', 'phone'],
  },
  {
    name: 'upload-running',
    caption: 'Files under way',
    steps: async (page) => {
      // Parts take their time, as they do on a line to somewhere.
      await holdAfter(page, 3, '**/files/*/parts/*')
      await new UploadPage(page).startUpload()
      await expect(page.getByText('6 of 7 files')).toBeVisible()
      await expect(page.getByText(/^Uploading [1-9]\d %$/)).toBeVisible()
    },
    alsoIn: everyView,
  },
  {
    name: 'upload-finished',
    caption: 'Files that have arrived',
    steps: async (page) => {
      release()
      await new UploadPage(page).expectAllReceived(7)
      await page.getByRole('region', { name: 'Files in the queue' }).evaluate((list) => list.scrollTo(0, 0))
    },
    alsoIn: everyView,
  },
  {
    name: 'upload-failed',
    caption: 'A file that could not be read',
    address: data.openLink,
    steps: async (page) => {
      const upload = new UploadPage(page)
      await upload.expectReady()
      const names = ['Fire escape plan.pdf', 'Roof details.pdf', 'Shading study.pdf']
      const paths = names.map((name) => join(workDir, name))
      for (const [index, path] of paths.entries()) writeFileSync(path, drawingPdf(names[index] ?? ''))
      await upload.chooseFiles(paths)
      await upload.expectQueued(3)
      // Somebody saves it anew: what was chosen is gone.
      writeFileSync(paths[1] ?? '', drawingPdf('Roof details, revised'))
      await upload.startUpload()
      await expect(page.getByRole('button', { name: 'Retry failed' })).toBeVisible()
    },
  },
]

/** With what the sender has sent, on a line that is not the fastest. */
const slowLinePictures: Picture[] = [
  {
    name: 'folder-saving',
    caption: 'Files on their way to the disk',
    steps: async (page) => {
      await new LoginPage(page).signIn()
      const files = await new DashboardPage(page).openFolder(folderTitles.permit)
      await files.button('Download Facade').click()
      await files.enterPassword()
      await files.continueUnlocked()
      await expect(page.getByText(/^Saving: [2-9]\d\.\d\sMB of .* left$/)).toBeVisible()
    },
    alsoIn: ['phone'],
  },
]

/** The last, since another key pair and a second factor change what comes after. */
const sharedFolderPictures: Picture[] = [
  {
    name: 'people',
    caption: 'The people of a folder that is opened by several',
    steps: async (page) => {
      await new LoginPage(page).signIn()
      await new DashboardPage(page).openFolder(folderTitles.site)
      const panel = new PeoplePanel(page)
      await panel.unlock()
      await expect(panel.member('amara')).toBeVisible()
    },
    alsoIn: everyView,
    isWholePage: true,
  },
  {
    name: 'history',
    caption: 'What happened in a folder',
    steps: async (page) => {
      const history = page.getByRole('region', { name: 'History' })
      await history.getByRole('button', { name: 'Show history' }).click()
      await expect(history.getByRole('button', { name: 'Hide history' })).toBeVisible()
      await expect(history.getByText('Loading the history...')).toBeHidden()
      await history.evaluate((section) => section.scrollIntoView())
    },
    alsoIn: ['dark', 'phone'],
  },
  {
    name: 'add-person',
    caption: 'Adding a person by their code',
    steps: async (page) => {
      const panel = new PeoplePanel(page)
      await panel.addButton.click()
      await expect(panel.dialog('Add a person')).toBeVisible()
    },
  },
]

const profilePictures: Picture[] = [
  {
    name: 'profile',
    caption: 'The profile',
    steps: async (page) => {
      await new LoginPage(page).signIn()
      await new ProfilePage(page).goTo('account')
    },
  },
  {
    name: 'second-factor',
    caption: 'Setting up the second factor',
    steps: async (page) => {
      const { twoFactorSection } = await new ProfilePage(page).goTo()
      await twoFactorSection.getByRole('button', { name: 'Enable two-factor authentication' }).click()
      await expect(twoFactorSection.getByRole('img')).toBeVisible()
      await twoFactorSection.evaluate((section) => section.scrollIntoView({ block: 'center' }))
    },
  },
  {
    name: 'profile-key',
    caption: 'The key pair and its fingerprint',
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
    caption: 'A new key pair, in three steps',
    steps: async (page) => {
      const profile = new ProfilePage(page)
      await profile.beginKeyPair()
      await profile.expectPairStored()
    },
  },
  {
    name: 'login-code',
    caption: 'Signing in: the second factor',
    steps: async (page) => {
      await page.context().clearCookies()
      await page.goto('/login')
      await new LoginPage(page).enterPassword()
      await expect(page.getByLabel('Authenticator code')).toBeVisible()
    },
  },
]

const recipientPictures = (data: DemoData): Picture[] => [
  {
    name: 'download-password',
    caption: 'A download link that asks for a password',
    address: data.protectedShare,
    steps: (page) => expect(page.getByRole('button', { name: 'Unlock Files' })).toBeVisible(),
  },
  {
    name: 'download',
    caption: 'A download link',
    steps: async (page) => {
      await new DownloadPage(page).unlock(linkPassword)
      await new DownloadPage(page).expectFiles(4)
    },
    alsoIn: everyView,
  },
]

const errorPagePictures = (data: DemoData): Picture[] => [
  {
    name: 'not-found',
    caption: 'An address without a page',
    address: '/no/such/page',
    steps: (page) => expectHeading(page, '404 Not Found'),
  },
  {
    name: 'link-expired',
    caption: 'A link after its time',
    address: data.expiredLink,
    steps: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'cannot-work',
    caption: 'A browser that lacks what it takes',
    steps: async (page) => {
      await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'subtle'))
      await page.goto('/login')
      await expectHeading(page, 'This browser cannot run Sealpost')
    },
  },
]

const workDir = mkdtempSync(join(tmpdir(), 'sealpost-pictures-'))
const server = await TestServer.start()
const mailbox = await startSmtpServer(join(server.dataDir, 'mail'))
const browser = await chromium.launch(launchOptions)
try {
  await takePictures(newServerPictures)
  await server.kill()
  server.settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'Sealpost <office@brandt-okafor.example>' }
  await server.launch()
  const data = await createDemoData(server)
  for (const [picture, options] of manifestPictures(data)) await takePictures([picture], options)
  await takePictures(administratorPictures)
  await server.launch()
  await takePictures(senderPictures(data, workDir))
  const proxy = await DownloadProxy.start(server.origin)
  proxy.bytesPerSecond = 8 * 1024 ** 2
  await takePictures(slowLinePictures, { baseURL: proxy.origin })
  await proxy.stop()
  await takePictures(recipientPictures(data))
  await takePictures(sharedFolderPictures)
  await takePictures(profilePictures)
  await takePictures(errorPagePictures(data), { serviceWorkers: 'block' })
  // Of what is no longer there.
  for (const path of readdirSync(imagesFolder).map((name) => join(imagesFolder, name))) {
    if (path.endsWith('.png') && !takenPaths.has(path)) rmSync(path)
  }
  writeFileSync(join(imagesFolder, 'README.md'), [...introduction, ...gallery, ''].join('\n'))
} finally {
  await browser.close()
  mailbox.close()
  await server.stop()
  rmSync(workDir, { recursive: true, force: true })
}
