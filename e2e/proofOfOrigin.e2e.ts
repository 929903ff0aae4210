import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { clipboardText } from './clipboard.ts'
import { expect, test } from './fixtures.ts'
import { copySecretLink, expectOriginMarks, writeFiles, sendFiles } from './originMarks.ts'

interface FileKeys {
  id: number
  encrypted_key: string
  encryption_iv: string
  manifest: string | null
}

/** What the server hands out of files' keys, altered on the way. @returns ends it */
async function alterKeys(page: Page, alter: (keys: FileKeys[]) => void) {
  const address = '**/api/folders/files/keys?*'
  await page.route(address, async (route) => {
    const response = await route.fetch()
    const keys = (await response.json()) as FileKeys[]
    alter(keys)
    await route.fulfill({ response, json: keys })
  })
  return () => page.unroute(address)
}

test(
  'files of the secret link are proven, those of the plain one are not, and what a server makes of them is seen',
  { tag: '@thorough' },
  async ({ admin, stranger, workDir }) => {
    const { page } = admin
    await admin.createFolder('Letters')
    await admin.createFolder('Others')
    await admin.goTo()
    const plain = await admin.copyUploadLink('Letters')
    const secret = await copySecretLink(admin, 'Letters')
    expect(secret).toMatch(/#k=[\w-]{43}&s=[\w-]{22}$/)
    expect(secret.split('#')[0]).toBe(plain)

    await test.step('with the key unlocked the button copies its fingerprint; the secret is in the menu', async () => {
      const row = admin.row('Others')
      await admin.chooseAction('Others', 'Copy secret link')
      await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible()
      const other = await clipboardText(page)
      // Of another folder, it is another.
      expect(new URL(other).hash.split('&s=')[0]).toBe(new URL(secret).hash.split('&s=')[0])
      expect(new URL(other).hash).not.toBe(new URL(secret).hash)
      await expect(row.getByRole('button', { name: 'Copied' })).toHaveCount(0)
      await row.getByRole('button', { name: 'Copy Link' }).click()
      await expect.poll(() => clipboardText(page)).toBe(other.split('&s=')[0])
      await admin.chooseAction('Others', 'Show QR code')
      const dialog = page.getByRole('dialog', { name: 'Upload link of “Others”' })
      await dialog.getByRole('checkbox', { name: 'With a secret' }).check()
      await expect(dialog.getByText(other, { exact: true })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
    })

    const large = join(workDir, 'large.bin')
    await writeFile(large, Buffer.alloc(9 * 1024 * 1024, 'large'))
    await sendFiles(stranger, secret, [...(await writeFiles(workDir, 'signed.txt', 'deed.txt')), large])
    await sendFiles(stranger, plain, await writeFiles(workDir, 'stray.txt'))
    const files = await admin.openFolder('Letters')

    await test.step('nothing is said before the key is unlocked', async () => {
      await expect(files.row('stray.txt')).toBeVisible()
      await expect(page.locator('[data-origin]')).toHaveCount(0)
    })
    await test.step('proven and not, and the filter', async () => {
      await files.unlock()
      const proven = { 'signed.txt': 'proven', 'deed.txt': 'proven', 'large.bin': 'proven' }
      await expectOriginMarks(files, { ...proven, 'stray.txt': 'not-proven' })
      await expect(page.getByText('3 of 4 proven')).toBeVisible()
      await page.getByText('What proves where a file comes from').click()
      await expectAccessible(page)
      await files.button('Not proven').click()
      expect(await files.rowNames()).toEqual(['stray.txt'])
      await files.button('Not proven').click()
      await expect(files.row('deed.txt')).toBeVisible()
    })

    await test.step('a manifest that was taken from another file opens for neither', async () => {
      const stop = await alterKeys(page, (keys) => {
        const [first, second] = keys
        if (first && second) [first.manifest, second.manifest] = [second.manifest, first.manifest]
      })
      await page.reload()
      await files.unlock()
      // They do not open, which says nothing about where they come from.
      await expect(files.tree.locator('[data-fault="commitment"]')).toHaveCount(2)
      await expect(page.getByText('2 files do not open in this browser')).toBeVisible()
      await stop()
    })
    await test.step('a proof that was left away takes its file’s with it', async () => {
      const stop = await alterKeys(page, (keys) => {
        for (const key of keys) key.manifest = null
      })
      await page.reload()
      await files.unlock()
      await expect(page.getByText('origin not proven')).toBeVisible()
      await expect(files.tree.locator('[data-origin="not-proven"]')).toHaveCount(4)
      await stop()
    })

    await test.step('a file that is put in the place of a proven one, at download, is an alarm', async () => {
      await page.reload()
      await files.unlock()
      await expectOriginMarks(files, { 'signed.txt': 'proven', 'stray.txt': 'not-proven' })
      const stop = await alterKeys(page, (keys) => {
        for (const key of keys) key.manifest = null
      })
      await files.downloadFile('signed.txt')
      await expectOriginMarks(files, { 'signed.txt': 'wrong', 'deed.txt': 'proven' })
      await expect(files.row('signed.txt')).toContainText('wrong proof of origin')
      await expect(
        page.getByRole('alert').filter({ hasText: 'The proof of origin of 1 file is wrong' }),
      ).toContainText('signed.txt')
      await expectAccessible(page)
      await stop()
    })

    await test.step('what was sent to one folder is an alarm in another', async () => {
      // The server shows the files of one folder in the place of the other’s.
      const own = page.url()
      await page.route('**/api/folders/*/files?*', async (route) => {
        const url = route
          .request()
          .url()
          .replace(/folders\/\d+\//, `folders/${/\d+$/.exec(own)?.[0] ?? ''}/`)
        await route.fulfill({ response: await route.fetch({ url }) })
      })
      await admin.openFolder('Others')
      await files.unlock()
      await expectOriginMarks(files, {
        'deed.txt': 'wrong',
        'signed.txt': 'wrong',
        'stray.txt': 'not-proven',
      })
      await expect(page.getByText('The proof of origin of 3 files is wrong')).toBeVisible()
    })
  },
)
