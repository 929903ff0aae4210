import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { UploadPage } from './pages/uploadPage.ts'

test('a folder that yields nothing to send says why, dropped and chosen', async ({
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
