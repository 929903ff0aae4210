import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, devices, type Page } from '@playwright/test'
import { pasteFile } from './clipboard.ts'
import { expect, test } from './fixtures.ts'
import { writeRandomFile } from './sampleFiles.ts'

// It would answer with parts of the application, whatever the test holds back.
test.use({ serviceWorkers: 'block' })

const applicationScript = /\/assets\/start-[^/]+\.js$/
const folderFields = { title: 'Photos of the \u202eparty', description: 'As large as they are.\nThank you.' }

/** Holds the application back until it is let in. */
async function holdApplication(page: Page): Promise<() => void> {
  let letIn: () => void = () => undefined
  const held = new Promise<void>((resolve) => (letIn = resolve))
  await page.route(applicationScript, async (route) => {
    await held
    await route.continue()
  })
  return letIn
}

const firstPaintOf = (page: Page) => page.locator('#first > div:visible')

/** A file or folder from disk, on the middle of the page. */
async function dropOnPage(page: Page, path: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: [path], dragOperationsMask: 1 }
    await devtools.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
  }
}

/** Runs in the page: whether it keeps the browser from opening what is held over it. */
const nextDragIsRefused = () => ({
  answer: new Promise<boolean>((resolve) => {
    const look = (event: DragEvent) =>
      resolve(event.defaultPrevented && event.dataTransfer?.dropEffect === 'none')
    addEventListener('dragover', look, { once: true })
  }),
})

/** Where the pieces of a page stand: of what was drawn first, or of the application's. */
async function elementBounds(page: Page, within: string) {
  const root = page.locator(within)
  const pieces = ['header', 'h1', 'p', 'summary', 'button', 'footer', 'select']
  const boxes = await root.evaluate(
    (element, names) =>
      names.map((name) =>
        [...element.querySelectorAll(name)].flatMap((one) => {
          // What is folded takes no place.
          if (one.matches('details > :not(summary) *')) return []
          const { x, y, width, height } = one.getBoundingClientRect()
          return [
            name,
            one instanceof HTMLSelectElement ? one.value : one.textContent,
            ...[x, y, width, height].map(Math.round),
          ].join(' ')
        }),
      ),
    pieces,
  )
  return boxes.flat()
}

const deviceOptions: Record<string, BrowserContextOptions> = {
  'a desktop': { viewport: { width: 1280, height: 800 } },
  'a phone': { ...devices['Pixel 7'], locale: 'de-DE' },
  'a phone in the dark': { ...devices['Pixel 7'], colorScheme: 'dark' },
}

for (const [name, device] of Object.entries(deviceOptions)) {
  test(`an upload link is drawn before the application, and the application draws the same, on ${name}`, async ({
    browser,
    server,
    api,
  }) => {
    const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', folderFields)
    const context = await browser.newContext({ ...device, baseURL: server.origin, serviceWorkers: 'block' })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    const letIn = await holdApplication(page)
    await page.goto(`/upload/${link_token}`)
    await expect(firstPaintOf(page).locator('h1')).toContainText('Photos of the ‹U+202E›party')
    await expect(firstPaintOf(page).locator('p').first()).toHaveText(folderFields.description)
    await page.evaluate(() => document.fonts.ready)
    const drawn = await elementBounds(page, '#first > div:visible')
    expect(drawn.filter((place) => place.startsWith('button'))).toHaveLength(name === 'a desktop' ? 4 : 3)
    await page.screenshot({ path: test.info().outputPath('first.png') })
    expect(complaints).toEqual([])

    letIn()
    await expect(page.getByTestId('drop-area')).toBeVisible()
    await expect(page.locator('#first')).toHaveCount(0)
    await page.screenshot({ path: test.info().outputPath('application.png') })
    expect(await elementBounds(page, '#root')).toEqual(drawn)
    await context.close()
  })
}

test('whatever is given before the application is there, in whichever way, is waiting in it', async ({
  stranger: { page },
  api,
  workDir,
}) => {
  const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', folderFields)
  const folder = join(workDir, 'Early folder')
  await mkdir(join(folder, 'within'), { recursive: true })
  const [chosen, dropped] = [join(workDir, 'chosen.bin'), join(folder, 'within', 'dropped.bin')]
  for (const file of [chosen, dropped]) await writeRandomFile(file, 1234)
  const letIn = await holdApplication(page)
  await page.goto(`/upload/${link_token}`)
  await expect(firstPaintOf(page).locator('h1')).toContainText('party')

  const chooser = page.waitForEvent('filechooser')
  await firstPaintOf(page).getByText('Choose files', { exact: true }).click()
  await (await chooser).setFiles(chosen)
  // As tools do that know no buttons.
  await firstPaintOf(page)
    .locator('input:not([webkitdirectory])')
    .setInputFiles({ name: 'set.txt', mimeType: 'text/plain', buffer: Buffer.from('by a script') })
  await dropOnPage(page, folder)
  await pasteFile(page, 'pasted.txt')

  letIn()
  const application = page.locator('#root')
  await expect(application.getByText('chosen.bin')).toBeVisible()
  await expect(application.getByText('pasted.txt')).toBeVisible()
  await expect(application.getByText('set.txt')).toBeVisible()
  await expect(application.getByText('Early folder')).toBeVisible()
  await expect(application.getByRole('button', { name: 'Upload 4 files' })).toBeEnabled()
  await expect(page).toHaveURL(new RegExp(link_token))
})

test('a gate is not preceded by what lies behind it, nor a link that is gone, and no drop replaces them', async ({
  stranger: { page },
  api,
  workDir,
}) => {
  const file = join(workDir, 'page.html')
  await writeFile(file, 'Another page')
  const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', {
    ...folderFields,
    link_password: 'a password',
  })
  for (const token of [link_token, 'A'.repeat(22)]) {
    const letIn = await holdApplication(page)
    await page.goto(`/upload/${token}`)
    await expect(firstPaintOf(page).locator('main')).toBeEmpty()
    await expect(firstPaintOf(page).locator('header')).toBeVisible()
    letIn()
    await expect(page.locator('#first')).toHaveCount(0)
    await expect(page.locator('#root main')).not.toBeEmpty()
    const refused = await page.evaluateHandle(nextDragIsRefused)
    await dropOnPage(page, file)
    expect(await refused.evaluate(({ answer }) => answer)).toBe(true)
    await page.unroute(applicationScript)
  }
})

test('no page shows a name before the look is known, and nothing moves when it is', async ({
  browser,
  server,
  api,
}) => {
  const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', folderFields)
  const lastDrawn = [
    ['/login', (page: Page) => page.getByLabel('Username')],
    ['/download/abc', (page: Page) => page.locator('#root h1')],
    [`/upload/${link_token}`, (page: Page) => page.getByTestId('drop-area')],
  ] as const
  for (const [path, drawnLast] of lastDrawn) {
    const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'block' })
    const page = await context.newPage()
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/look', async (route) => {
      await asked
      await route.fulfill({ json: { name: 'Acme Files' } })
    })
    const letIn = await holdApplication(page)
    await page.goto(path)
    const name = page.getByText(/^(?:Sealpost|Acme Files)$/).filter({ visible: true })
    await expect(page.locator('.splash svg, #first').first()).toBeVisible()
    await expect(name).toHaveCount(0)

    letIn()
    await expect(page.locator('#root h1')).toBeVisible()
    await expect(drawnLast(page)).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    await expect(page.locator('#first')).toHaveCount(0)
    await expect(name).toHaveCount(0)
    await expect(page).not.toHaveTitle(/Sealpost/)
    const before = await elementBounds(page, '#root main')
    answer()
    await expect(name).toHaveText('Acme Files')
    await expect(page).toHaveTitle(/ · Acme Files$/)
    expect(await elementBounds(page, '#root main')).toEqual(before)
    await context.close()
  }
})

test('without scripts a page says what it needs, and promises nothing', async ({ browser, server, api }) => {
  const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', folderFields)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })
  const page = await context.newPage()
  await page.goto(`/upload/${link_token}`)
  await expect(page.getByText(/allow JavaScript/)).toBeVisible()
  await expect(page.getByText('Choose files', { exact: true }).first()).toBeHidden()
  await context.close()
})
