import { type Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { expectFits } from './expectFits.ts'
import { expect, test } from './fixtures.ts'
import { adminPassword } from './server.ts'

const darkBackground = 'rgb(15, 20, 34)'

/** Background of the page when its HTML has been read, before the application runs. */
async function watchFirstBackground(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive')
        Object.assign(window, { firstBackground: getComputedStyle(document.body).backgroundColor })
    })
  })
  return () => page.evaluate(() => (window as unknown as { firstBackground: string }).firstBackground)
}

const bodyBackground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** Resolves two frames after the page has the new width: its style sheets follow later than its size. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  await page.waitForFunction((px) => matchMedia(`(width: ${px}px)`).matches, width)
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  )
}

test('the header opens and locks the key, and lets people choose dark before anything is painted', async ({
  account,
  admin: { page },
  api,
}) => {
  const { link_token } = await api.createFolder({ title: 'Open' })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/dashboard')
  const banner = page.getByRole('banner')

  await test.step('the key', async () => {
    await banner.getByRole('button', { name: 'Key locked' }).click()
    await page.getByRole('textbox', { name: 'Login password' }).fill(adminPassword)
    await page.keyboard.press('Enter')
    // 'Continue' has the focus.
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(banner.getByRole('button', { name: 'Key open' })).toBeVisible()
    await expectAccessible(page)
    await banner.getByRole('button', { name: 'Key open' }).click()
    await expect(banner.getByRole('button', { name: 'Key locked' })).toBeVisible()
  })

  await test.step('light and dark', async () => {
    await banner.getByRole('button', { name: `Account of ${account.username}` }).click()
    await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeChecked()
    await expect(page.getByRole('menu')).toMatchAriaSnapshot(`
      - menu:
        - group "Language":
          - menuitemradio "English" [checked]
          - menuitemradio "Deutsch"
        - group "Theme":
          - menuitemradio "System" [checked]
    `)
    await expectAccessible(page)
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect.poll(() => bodyBackground(page)).toBe(darkBackground)
    await expectAccessible(page)
    const firstBackground = await watchFirstBackground(page)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    expect(await firstBackground(), 'nothing flashes').toBe(darkBackground)
    expect(await bodyBackground(page)).toBe(darkBackground)
    await expectAccessible(page)
  })

  await test.step('dark, before the server says how it looks', async () => {
    // It never answers.
    await page.route('**/api/look', () => undefined)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    expect(await bodyBackground(page)).toBe(darkBackground)
    await page.unroute('**/api/look')
  })

  await test.step('pages of strangers follow the system', async () => {
    await page.goto(`/upload/${link_token}`)
    await expect(page.getByTestId('drop-area')).toBeVisible()
    expect(await bodyBackground(page)).not.toBe(darkBackground)
    for (const [address, has] of [
      [`/upload/${link_token}`, false],
      ['/dashboard', true],
    ] as const)
      expect((await (await page.request.get(address)).text()).includes('/scheme.js'), address).toBe(has)
  })

  await test.step('back to the system', async () => {
    await page.goto('/dashboard')
    await banner.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitemradio', { name: 'System' }).click()
    await expect.poll(() => bodyBackground(page)).not.toBe(darkBackground)
  })
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  const title = 'nothing moves when files are selected, and a phone shows the first one soon'
  test(title, { tag: '@thorough' }, async ({ admin: { page }, api }) => {
    const folder = await api.createFolder({ title: 'Gartenstraße 12: Bauantrag und Anlagen' })
    await api.store(
      ['Baubeschreibung.pdf', 'Lageplan.png'].map((path) => ({ path, content: Buffer.from(path) })),
      folder,
    )
    await page.goto(`/folders/view/${folder.id}`)
    const first = page.locator('[role="row"].body').first()
    const toolbar = page.getByRole('toolbar', { name: 'Dateien' })
    for (const width of [320, 390, 640, 1024, 1440]) {
      await resize(page, width)
      const places = async () => ({
        toolbar: await toolbar.boundingBox(),
        first: await first.boundingBox(),
        box: await toolbar.getByRole('checkbox').boundingBox(),
        // Narrow screens have actions in its place while files are selected.
        toggle: width < 900 ? null : await toolbar.getByRole('button', { name: /^Neu: / }).boundingBox(),
      })
      await expect(first).toBeVisible()
      const before = await places()
      const headings = await page.getByRole('columnheader').filter({ visible: true }).all()
      const boxes = await Promise.all(headings.map((heading) => heading.boundingBox()))
      const isApart = boxes.flatMap((one, at) =>
        boxes.slice(at + 1).map((other) => {
          if (!one || !other) return true
          const isAbove = one.y + one.height <= other.y + 1
          return isAbove || one.x + one.width <= other.x + 1
        }),
      )
      expect(isApart, `headings at ${width}`).not.toContain(false)
      if (width === 390) expect(before.first?.y).toBeLessThan(320)
      await first.getByRole('checkbox').click()
      await expect(page.getByRole('button', { name: 'Auswahl löschen' })).toBeVisible()
      await expectFits(page)
      expect(await places(), `${width} px, selected`).toEqual(before)
      if (width < 900) {
        // The longest figure leaves room for every action: the panel clips what stands out.
        await toolbar.locator('.selecting .short').evaluate(({ firstChild }) => {
          if (firstChild) firstChild.nodeValue = '10.000'
        })
        const [bar, last] = [
          await toolbar.boundingBox(),
          await page.getByRole('button', { name: 'Auswahl löschen' }).boundingBox(),
        ]
        expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((bar?.x ?? 0) + (bar?.width ?? 0))
      }
      await page.getByRole('button', { name: 'Auswahl aufheben' }).click()
      await expect(toolbar.getByRole('checkbox')).toBeFocused()
      if (width < 900) {
        await toolbar.getByRole('button', { name: 'Namen suchen' }).click()
        await expect(toolbar.getByRole('searchbox')).toBeFocused()
        await toolbar.getByRole('button', { name: 'Suche beenden' }).click()
        await expect(toolbar.getByRole('button', { name: 'Namen suchen' })).toBeFocused()
      }
      await page.getByRole('button', { name: 'Nie heruntergeladen' }).click()
      await expect(page.getByRole('button', { name: 'Alle anzeigen' })).toBeVisible()
      expect(await places(), `${width} px, filtered`).toEqual(before)
      await page.getByRole('button', { name: 'Alle anzeigen' }).click()
    }
    await expectAccessible(page)
  })
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a finger reaches small controls within 44 px', async ({ admin: { page } }) => {
    await page.goto('/dashboard')
    const account = page.getByRole('button', { name: /^Account of/ })
    const reached = await account.evaluate((button) => {
      const { left, top, bottom, width } = button.getBoundingClientRect()
      return [top - 5, bottom + 5].map((y) => button.contains(document.elementFromPoint(left + width / 2, y)))
    })
    expect(reached).toEqual([true, true])
  })
})
