import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { UploadPage } from './pages/uploadPage.ts'

test('a folder that is dropped or chosen and yields nothing to send says why', async ({
  stranger: { page },
  api,
  workDir,
}) => {
  const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', { title: 'Links' })
  const folder = join(workDir, 'Only links')
  await mkdir(folder)
  await writeFile(join(workDir, 'target.txt'), 'target')
  await symlink(join(workDir, 'target.txt'), join(folder, 'link.txt'))
  const upload = await new UploadPage(page).open(`/upload/${link_token}`)

  await upload.drop([folder])
  const note = page.getByText('the browser finds no files there: Only links. Browsers skip symbolic links.')
  await expect(note).toBeVisible()
  await upload.chooseFolder(folder)
  await expect(page.getByText('It is empty, or has only symbolic links')).toBeVisible()
  await expect(note).toBeHidden()
})

test('a folder that is dropped or chosen says that links inside it are not sent', async ({
  stranger: { page },
  api,
  workDir,
}) => {
  const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', { title: 'Mixed' })
  const folder = join(workDir, 'Mixed')
  await mkdir(folder)
  await writeFile(join(folder, 'file.txt'), 'file')
  await symlink('file.txt', join(folder, 'link.txt'))
  const upload = await new UploadPage(page).open(`/upload/${link_token}`)
  const note = page.getByText('Symbolic links inside folders are not sent')

  await upload.drop([folder])
  await upload.expectQueued(1)
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Remove all' }).click()
  await upload.chooseFolder(folder)
  await upload.expectQueued(1)
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Remove all' }).click()
  await upload.drop([join(folder, 'file.txt')])
  await upload.expectQueued(1)
  await expect(note).toBeHidden()
})

test('a link that is given itself is followed, and named where it leads nowhere', async ({
  stranger: { page },
  api,
  workDir,
}) => {
  const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', { title: 'Given' })
  await writeFile(join(workDir, 'target.txt'), 'target')
  await symlink('target.txt', join(workDir, 'link.txt'))
  await symlink('nowhere', join(workDir, 'dangling.txt'))
  await writeFile(join(workDir, 'empty.txt'), '')
  const upload = await new UploadPage(page).open(`/upload/${link_token}`)

  await upload.drop(['link.txt', 'dangling.txt', 'empty.txt'].map((name) => join(workDir, name)))
  await expect(page.getByText('Could not be read: dangling.txt')).toBeVisible()
  await upload.expectQueued(2)
  await upload.startUpload()
  await upload.expectAllReceived(2)
})
