import { readFile } from 'node:fs/promises'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'

const files = ['letter.txt', 'list.txt'].map((path) => ({ path, content: Buffer.from(path) }))

test(
  'an owner reads what happened in a folder and to the account, by kind, page by page and as CSV',
  { tag: '@thorough' },
  async ({ admin: dashboard, api, page, recipient }) => {
    const { id } = await api.storeInto('Tax 2026')
    const link = await api.share(await api.store(files))
    for (let n = 1; n <= 60; n++) await api.json('PUT', `/folders/${id}`, { title: `Tax ${n}` })
    await recipient.open(link)
    await recipient.save('letter.txt')

    await dashboard.openFolder('Tax 60')
    const history = page.getByRole('region', { name: 'History' })
    await history.getByRole('button', { name: 'Show history' }).click()
    const lines = history.getByRole('list', { name: 'What happened' }).getByRole('listitem')
    await expect(lines).toHaveCount(50)
    await expect(lines.first()).toContainText('A visitor downloaded letter.txt (10 B)')
    await expect(lines.first()).toContainText(/by link .{6}… · 127\.0\.0\.1/)
    await expect(lines.nth(1)).toContainText('Folder changed: title')
    await expectAccessible(page)
    await history.getByRole('button', { name: 'Load more' }).click()
    await expect(lines).toHaveCount(64)
    await expect(lines.last()).toContainText('Folder created')
    await expect(history.getByRole('button', { name: 'Load more' })).toBeHidden()

    await history.getByLabel('Show', { exact: true }).selectOption('Uploads')
    await expect(lines).toHaveCount(1)
    await expect(lines).toContainText('2 files (18 B) arrived')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      history.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('sealpost-history.csv')
    expect(await readFile(await download.path(), 'utf8')).toMatch(
      /^id,at,kind,.*\r\n[0-9]+,.*,upload,.*\r\n$/,
    )
    await history.getByLabel('Show', { exact: true }).selectOption('People')
    await expect(history.getByText('Nothing to show.')).toBeVisible()

    await page.goto('/profile')
    const activity = page.getByRole('region', { name: 'History' })
    await activity.getByRole('button', { name: 'Show history' }).click()
    const own = activity.getByRole('list', { name: 'What happened' }).getByRole('listitem')
    await expect(own.first()).toContainText('Signed in')
    await expect(own.filter({ hasText: 'Folder' })).toHaveCount(0)
    await activity.getByLabel('Show', { exact: true }).selectOption('Everything')
    await expect(own.filter({ hasText: 'Folder ‘Tax 60’' }).first()).toBeVisible()
    await expectAccessible(page)
  },
)
