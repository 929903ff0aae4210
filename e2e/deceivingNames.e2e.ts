import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Names that somebody makes to deceive, with what is shown of them, and two that mean no harm. */
const names: [name: string, shown: string][] = [
  ['Invoice \u202Efdp.exe', 'Invoice ‹U+202E›fdp.exe'],
  [`Holiday.jpg${' '.repeat(120)}.scr`, 'Holiday.jpg‹␣ ×120›.scr'],
  [`Offer.pdf${'\u00A0'.repeat(90)}.js`, 'Offer.pdf‹␣ ×90›.js'],
  ['Photo\u200B.\u2066gnp\u2069.exe', 'Photo‹U+200B›.‹U+2066›gnp‹U+2069›.exe'],
  [
    `${'A very long name that goes on '.repeat(7)}.pdf.exe`,
    `${'A very long name that goes on '.repeat(7)}.pdf.exe`,
  ],
  ['\u3164\u3164Letter\u2800\u00AD.bat', '‹U+3164 ×2›Letter␣‹U+00AD›.bat'],
  ['تقرير سنوي طويل.exe', 'تقرير سنوي طويل.exe'],
  ['👩\u200D💻 Größe.txt', '👩\u200D💻 Größe.txt'],
]
const files = names.map(([path], index) => ({ path, content: Buffer.from(`file ${index}`) }))
const title = 'Case \u202E7 \u200B'
const shownTitle = 'Case ‹U+202E›7 ‹U+200B›'

/** Every extension is whole and in sight, at the right end of its name, whatever the width. */
async function expectWholeExtensions(list: Locator): Promise<void> {
  const cut = await list.locator('.file-name').evaluateAll((names) =>
    names.flatMap((name) => {
      const drawn = [...name.querySelectorAll('.extension, .drawn-extension')].find(
        (one) => one.getBoundingClientRect().width > 0,
      )
      if (!drawn) return [`${name.textContent}: no extension`]
      const box = drawn.getBoundingClientRect()
      const text = name.querySelector('.text')?.getBoundingClientRect()
      let isCut = box.right > innerWidth || drawn.scrollWidth > drawn.clientWidth + 1
      // Cut off by no box around it; and nothing of the name stands to its right.
      for (let clip = drawn.parentElement; clip && clip !== document.body; clip = clip.parentElement) {
        const around = clip.getBoundingClientRect()
        isCut ||= getComputedStyle(clip).overflowX !== 'visible' && box.right > around.right + 1
      }
      isCut ||= drawn.matches('.drawn-extension') && text !== undefined && text.right > box.left + 1
      return isCut ? [name.textContent] : []
    }),
  )
  expect(cut).toEqual([])
}

async function expectNoInvisibleCharacters(page: Page): Promise<void> {
  const seen = await page.evaluate(() => [
    document.title,
    // Without what MUI puts into its fields to keep their height.
    ...[
      ...document.querySelectorAll(
        'h1, [role=dialog], [role=row], [role=listitem], [role=status], [role=alert]',
      ),
    ].map((one) => one.textContent),
    ...[...document.querySelectorAll('[aria-label], [title]')].flatMap((one) => [
      one.getAttribute('aria-label') ?? '',
      one.getAttribute('title') ?? '',
    ]),
  ])
  for (const text of seen) expect(text).not.toMatch(/\p{Bidi_C}|[\u200B\u00AD\u3164\u2800]|(?<!\d)\u00A0/u)
}

test(
  'names that deceive are shown with what hides in them, their extension never cut off',
  { tag: '@thorough' },
  async ({ admin: dashboard, page, api, stranger, recipient }, testInfo) => {
    const folder = await api.storeInto(title)
    const stored = await api.store(files)

    // Their owner, in a window with room for the table and little for the names; then on a phone.
    await page.setViewportSize({ width: 920, height: 900 })
    await dashboard.goTo()
    await expect(page.getByRole('link', { name: shownTitle }).first()).toBeVisible()
    await page.getByRole('link', { name: shownTitle }).first().click()
    await expect(page).toHaveTitle(`Files in Folder: ${shownTitle} · Sealpost`)
    const { tree } = dashboard.files
    const shown = new Set(names.map(([, text]) => text))
    expect(
      new Set(await tree.locator('.file-name').evaluateAll((all) => all.map((one) => one.textContent))),
    ).toEqual(shown)
    for (const text of shown)
      await expect(tree.getByRole('checkbox', { name: `Select ${text}`.trim(), exact: true })).toBeVisible()
    await expectWholeExtensions(tree)
    await expectNoInvisibleCharacters(page)
    await page.screenshot({ path: testInfo.outputPath('tree.png') })
    await page.setViewportSize({ width: 360, height: 900 })
    await expectWholeExtensions(tree)
    await page.screenshot({ path: testInfo.outputPath('tree-phone.png') })

    // Dialogs and notifications. What is saved ends in the extension that was shown.
    await page.setViewportSize({ width: 920, height: 900 })
    const saved = await dashboard.files.downloadBy(() =>
      tree.getByRole('button', { name: 'Download Invoice' }).click(),
    )
    expect(saved.suggestedFilename()).toBe('Invoice fdp.exe')
    await expect(page.getByText('saved, content and name verified')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all files' }).check()
    await page.getByRole('button', { name: 'Create Download Link...' }).click()
    await expect(page.getByRole('dialog').getByText('8 files')).toBeVisible()
    await expectNoInvisibleCharacters(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    await expect(page.getByText('Are you sure you want to delete 8 files?')).toBeVisible()
    await expectNoInvisibleCharacters(page)

    // The recipients of a link.
    await recipient.page.setViewportSize({ width: 360, height: 900 })
    await recipient.open(await api.share(stored))
    await recipient.expectFiles(names.length)
    await expectWholeExtensions(recipient.page.getByRole('list'))
    await expectNoInvisibleCharacters(recipient.page)
    await recipient.page.screenshot({ path: testInfo.outputPath('recipient.png'), fullPage: true })

    // A sender, who may have got the files from somebody else.
    const senderPage = stranger.page
    await senderPage.setViewportSize({ width: 360, height: 900 })
    await stranger.open(new URL(`/upload/${folder.link_token}`, page.url()).href)
    await expect(senderPage).toHaveTitle(`Upload Files for "${shownTitle}" · Sealpost`)
    await senderPage
      .locator('input[type=file]')
      .first()
      .setInputFiles(
        files.map(({ path, content }) => ({ name: path, mimeType: 'text/plain', buffer: content })),
      )
    const list = senderPage.getByRole('region', { name: 'Files in the queue' })
    await expect(list.locator('.file-name').first()).toBeVisible()
    await expectWholeExtensions(list)
    await expectNoInvisibleCharacters(senderPage)
    await senderPage.screenshot({ path: testInfo.outputPath('senderPage.png'), fullPage: true })
  },
)
