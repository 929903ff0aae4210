import { createHash } from 'node:crypto'
import { cp, mkdir, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test, testOnOwnServer } from './fixtures.ts'
import { isFullSize } from './fullSize.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'
import { hashesOfFolder, makeSampleFolder, oddNames, sha256OfFile, writeRandomFile } from './sampleFiles.ts'

const largeBytes = isFullSize ? 1024 ** 3 : 17 * 1024 ** 2 + 12_345
const fileCount = isFullSize ? 5000 : 120

const journey = 'a stranger’s large file and folder of odd names open for the administrator, byte for byte'
testOnOwnServer(journey, { tag: '@full' }, async ({ page, stranger, workDir }) => {
  const folder = join(workDir, 'Größe & "Maße" 📁')
  makeSampleFolder(folder, fileCount)
  const large = join(workDir, 'large file.bin')
  await writeRandomFile(large, largeBytes)
  const expected = await hashesOfFolder(folder)
  expect(expected.size).toBe(fileCount)

  const admin = await new LoginPage(page).signIn()
  await new ProfilePage(page).generateKeyPair()
  await admin.goTo()
  await admin.createFolderByForm('Steuer 2026')
  const link = await admin.copyUploadLink('Steuer 2026')

  await stranger.open(link)
  await expect(stranger.page.getByRole('heading', { name: 'Upload Files for "Steuer 2026"' })).toBeVisible()
  await stranger.drop([folder, large])
  await stranger.startUpload()
  await stranger.expectAllReceived(fileCount + 1)

  const files = await admin.openFolderFromList('Steuer 2026')
  // Names of a folder that the form makes are hidden.
  await files.unlock()
  const one = await files.downloadFile(basename(large))
  expect(one.suggestedFilename()).toBe('large file.bin')
  const hashOfLarge = await sha256OfFile(large)
  expect(await sha256OfFile(await one.path())).toBe(hashOfLarge)

  const all = await files.downloadAll()
  expect(await all.failure()).toBeNull()
  const archive = await hashesOfArchive(await all.path())
  expect(archive.size).toBe(fileCount + 1)
  // Names are made safe for three systems, so what must be equal is the content, each file once.
  expect([...archive.values()].sort()).toEqual([...expected.values(), hashOfLarge].sort())
  expect([...archive.keys()].some((path) => path.includes('Übergrößenträger ß.txt'))).toBe(true)
  for (const path of archive.keys()) expect(path).not.toMatch(/(^|\/)\.\.?(\/|$)|[\\<>:"|?*]/)

  const odd = oddNames[0] ?? ''
  const [path = '', hash] = [...expected].find(([path]) => path.endsWith(`/${odd}`)) ?? []
  const single = await files.downloadFile(basename(folder), ...path.split('/'))
  expect(single.suggestedFilename()).toBe(odd)
  expect(await sha256OfFile(await single.path())).toBe(hash)
  if (isFullSize) console.log(`${hashOfLarge}  large file.bin\n${hash}  ${odd}`)
})

test(
  'the same folder gives the same tree by drop and by picker',
  { tag: '@thorough' },
  async ({ admin, stranger, workDir }) => {
    const folder = join(workDir, 'tree')
    makeSampleFolder(folder, 40)
    await mkdir(join(folder, 'empty folder'))
    await writeFile(join(folder, '.DS_Store'), 'x')
    await writeFile(join(folder, 'Thumbs.db'), 'x')
    const trees: string[][] = []
    for (const way of ['drop', 'picker'] as const) {
      await stranger.open(await admin.createFolder(way))
      if (way === 'drop') await stranger.drop([folder])
      else await stranger.chooseFolder(folder)
      await stranger.startUpload()
      await stranger.expectAllReceived(40)
      const files = await admin.openFolder(way)
      const all = await files.downloadAll()
      trees.push([...(await hashesOfArchive(await all.path()))].map((entry) => entry.join(' ')).sort())
    }
    expect(trees[0]).toHaveLength(40)
    expect(trees[1]).toEqual(trees[0])
  },
)

test(
  'a dropped folder with 2 500 entries in one directory arrives whole',
  { tag: '@thorough' },
  async ({ admin, stranger, workDir }) => {
    const folder = join(workDir, 'many')
    await mkdir(folder)
    for (let index = 0; index < 2500; index++)
      await writeFile(join(folder, `${index}.txt`), `content ${index}`)
    await stranger.open(await admin.createFolder('Many'))
    await stranger.drop([folder])
    await stranger.startUpload()
    await stranger.expectAllReceived(2500)
  },
)

test('the same file twice stays twice', { tag: '@thorough' }, async ({ admin, stranger, workDir }) => {
  const one = join(workDir, 'report.pdf')
  await writeFile(one, 'first')
  await mkdir(join(workDir, 'other'))
  const two = join(workDir, 'other', 'report.pdf')
  await cp(one, two)
  await writeFile(two, 'second')
  await stranger.open(await admin.createFolder('Twice'))
  await stranger.chooseFiles([one])
  await stranger.startUpload()
  await stranger.expectAllReceived(1)
  await expect(stranger.page).toHaveTitle(/^✓ 1 file received/)
  await stranger.chooseFiles([two])
  await stranger.startUpload()
  await stranger.expectAllReceived(1)
  const files = await admin.openFolder('Twice')
  await expect(files.page.getByText('report (2).pdf')).toBeVisible()
  const all = await files.downloadAll()
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  expect(await hashesOfArchive(await all.path())).toEqual(
    new Map([
      ['report.pdf', sha256('first')],
      ['report (2).pdf', sha256('second')],
    ]),
  )
  expect((await stat(one)).size).toBe(5)

  // Questions name the ticked row.
  await files.checkbox('report (2).pdf').click()
  for (const [ask, question] of [
    ['Create Download Link...', 'Create download link'],
    ['Delete Selected', 'Delete files'],
  ] as const) {
    await files.button(ask).click()
    const dialog = files.page.getByRole('dialog', { name: question })
    await expect(dialog.getByText('report (2).pdf', { exact: true })).toBeVisible()
    await expect(dialog.getByText('report.pdf', { exact: true })).toHaveCount(0)
    await files.page.keyboard.press('Escape')
  }
})
