import { randomBytes } from 'node:crypto'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'

const serversWord = 'name and content are the server’s word'

test(
  'files without a manifest are marked: in the list, at download, in a link and to its recipient',
  { tag: '@thorough' },
  async ({ admin, api, page, recipient, downloadProxy }) => {
    await api.storeInto('Letters')
    const large = randomBytes(17 * 1024 * 1024)
    const stored = await api.store([
      { path: 'letter.txt', content: Buffer.from('a letter') },
      { path: 'picture.bin', content: large },
      { path: 'note.txt', content: Buffer.from('a note') },
    ])
    const [letter] = stored

    // The list does not tell; the keys do, and there the server leaves one manifest away.
    await page.route('**/api/folders/files/keys?*', async (route) => {
      const response = await route.fetch()
      const keys = (await response.json()) as { id: number; manifest: string | null }[]
      for (const key of keys) if (key.id === letter?.id) key.manifest = null
      await route.fulfill({ response, json: keys })
    })
    const files = await admin.openFolder('Letters')
    await expect(files.row('letter.txt')).not.toContainText(serversWord)
    await files.unlock()
    await expect(files.row('letter.txt')).toContainText(serversWord)
    await expect(files.row('note.txt')).not.toContainText(serversWord)
    await expect(page.getByText('No manifest came with 1 file')).toBeVisible()
    await expect(page.getByText('names verified', { exact: true })).toHaveCount(0)
    await expect(page.getByText('2 of 3 of this batch')).toBeVisible()
    await page.getByText('How downloads are checked').click()
    await expectAccessible(page)

    await files.downloadFile('letter.txt')
    const verdict = page.getByRole('alert').filter({ hasText: 'letter.txt' })
    await expect(verdict.filter({ hasText: `saved, ${serversWord}` }).first()).toBeVisible()
    await expect(page.getByText(/letter.txt.*content verified/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Close' }).first().click()

    await page.getByRole('checkbox', { name: 'Compare SHA-256' }).check()
    await files.downloadFile('picture.bin')
    const sha256 = stored[1]?.sha256 ?? 'none'
    await expect(page.getByText(`content and name verified, SHA-256 compared: ${sha256}`)).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).first().click()

    await page.getByRole('checkbox', { name: 'Select all files' }).click()
    await files.button('Create Download Link...').click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const question = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'the server’s word' })
    await expect(question).toContainText('letter.txt')
    await expect(page.getByRole('button', { name: 'Leave out this file' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create link with this file' }).click()
    await expect(page.getByRole('dialog', { name: 'Download Link Ready' })).toBeVisible()

    // To a recipient the status is the place to leave it away; and a file can be held back.
    const link = await api.share(stored)
    downloadProxy.spoilStatus = (status) => {
      status.files = status.files.filter(({ id }) => id !== stored[2]?.id)
      for (const file of status.files) if (file.id === letter?.id) file.manifest = null
    }
    await recipient.open(downloadProxy.through(link.url))
    await recipient.expectFiles(2)
    const row = recipient.row('letter.txt')
    await expect(recipient.page.getByText('1 file of this link is no longer here')).toBeVisible()
    await expect(row).toContainText('Name and content are the server’s word')
    await expect(recipient.row('picture.bin')).not.toContainText('server’s word')
    await recipient.page.getByText('These files are end-to-end encrypted.').click()
    await recipient.page.getByRole('checkbox', { name: 'Compare SHA-256' }).check()
    await expectAccessible(recipient.page)
    await recipient.save('picture.bin')
    await expect(recipient.row('picture.bin')).toContainText(
      `Verified: content and name; SHA-256 compared: ${sha256}`,
    )
    await recipient.save('letter.txt')
    await expect(row).toContainText('Saved as the server gives it')
    await recipient.saveAll()
    await expect(
      recipient.page
        .getByText('Download complete. Name and content of 1 file are the server’s word.')
        .first(),
    ).toBeVisible()
    await expect(recipient.page.getByText('Every file was verified')).toHaveCount(0)
  },
)

test(
  'a content that the sender never sealed as this one fails, though every piece of it opens',
  { tag: '@thorough' },
  async ({ api, recipient }) => {
    const content = randomBytes(17 * 1024 * 1024)
    const other = Buffer.from(content)
    other.writeUInt8(other.readUInt8(9_000_000) ^ 1, 9_000_000)
    const stored = await api.store([
      { path: 'one.bin', content, manifest: { root: 'A'.repeat(43) } },
      // What the manifest states as SHA-256 is another's; its root is right.
      { path: 'two.bin', content: other, manifest: { sha256: 'a'.repeat(64) } },
    ])
    await recipient.open(await api.share(stored))
    await recipient.expectFiles(2)
    await recipient.save('one.bin')
    const { page } = recipient
    const differs = (name: string) =>
      page.getByText(`Failed to download ${name}: The content is not what was sent`).first()
    await expect(differs('one.bin')).toBeVisible()
    await expect(recipient.row('one.bin')).not.toContainText('Verified')

    await recipient.save('two.bin')
    await expect(recipient.row('two.bin')).toContainText('Content verified; the name is the sealed one')
    await page.getByText('These files are end-to-end encrypted.').click()
    await page.getByRole('checkbox', { name: 'Compare SHA-256' }).check()
    await recipient.save('two.bin')
    await expect(differs('two.bin')).toBeVisible()
  },
)
