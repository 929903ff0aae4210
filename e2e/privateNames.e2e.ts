import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { copySecretLink, sendFiles, writeFiles } from './originMarks.ts'

/** Texts of which the server must know nothing, in any file below its data folder. */
async function findInDataFolder(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    found.push(...texts.filter((text) => bytes.includes(text)).map((text) => `${text} in ${entry.name}`))
  }
  return found
}

test.describe('a folder that hides names from the server', () => {
  // Its whole data folder is searched.
  test.use({ ownServer: true })

  test('has them in no file of the server, and in the list once the key is open', async ({
    admin,
    api,
    server,
    stranger,
    workDir,
  }) => {
    const { page } = admin
    await api.createFolder({ title: 'Tax', perform_mime_check: false, private_names: true })
    const link = await copySecretLink(admin, 'Tax')
    expect(link).toMatch(/#kp=[\w-]{43}&s=/)
    const paths = await writeFiles(workDir, 'canary-one.txt', 'canary-two.txt')

    await sendFiles(stranger, link, paths)
    await expect(stranger.page.getByText('The server does not learn their names.')).toBeVisible()
    expect(await findInDataFolder(server.dataDir, ['canary-one', 'canary-two'])).toEqual([])

    await page.reload()
    const files = await admin.openFolder('Tax')
    await expect(page.getByRole('row', { name: /Name locked/ })).toHaveCount(2)
    await expect(page.getByText('The server does not know the names of 2 files')).toBeVisible()
    await expectAccessible(page)
    await files.unlock()
    for (const name of ['canary-one.txt', 'canary-two.txt']) await expect(files.row(name)).toBeVisible()
    await expect(page.getByText('names verified')).toBeVisible()
    await expect(page.getByText('Name locked')).toHaveCount(0)
  })
})
