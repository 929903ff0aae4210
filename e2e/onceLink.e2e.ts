import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { DownloadPage } from './pages/downloadPage.ts'

const files = ['letter.txt', 'list.txt', 'plan.txt'].map((path) => ({ path, content: Buffer.from(path) }))

test(
  'of a link that can be used once, who has begun goes on and repeats it, and the next is refused',
  { tag: '@thorough' },
  async ({ api, browser, recipient }) => {
    const link = await api.share(await api.store(files), { maxDownloads: 1 })
    const other = await browser.newContext()
    const later = await other.newPage()
    const second = await new DownloadPage(later).open(link)
    await expect(
      later.getByText('This link can be used once: begin when you are ready to save.'),
    ).toBeVisible()
    await expectAccessible(later)

    const { page } = recipient
    await recipient.open(link)
    await recipient.expectFiles(3)
    // Small files are asked for many at once: together they are one use.
    await recipient.saveAll()
    await expect(page.getByText(/You have begun: .* for 24 hours\./)).toBeVisible()
    await recipient.open(link)
    await expect(page.getByText(/You have begun: .* until /)).toBeVisible()
    await recipient.save('letter.txt')
    await expect(recipient.row('letter.txt')).toContainText('Verified')

    // Who looked in time and begins too late, and who comes too late.
    await second
      .row('list.txt')
      .getByRole('button', { name: /^Download / })
      .click()
    await expect(later.getByText('This link has been used as often as it allows.').first()).toBeVisible()
    await later.reload()
    await expect(later.getByText('This link has been used as often as it allows.').first()).toBeVisible()
    await expect(later.getByText('Ask the person who gave you this link for a new one.')).toBeVisible()
    await expectAccessible(later)
    await other.close()
  },
)
