import { expect, test } from './fixtures.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'

test('branches of a deep tree stay apart in an archive, and it is said which names are others', async ({
  api,
  recipient,
}) => {
  const deep = Array.from({ length: 8 }, (_, index) => `Abschnitt 0${index + 1} der Akte`).join('/')
  const paths = ['A', 'B', 'C'].map((branch) => `deep/${deep}/${branch}/Bericht.txt`)
  const stored = await api.store(paths.map((path) => ({ path, content: Buffer.from(path) })))
  const { url } = await api.share(stored)
  await recipient.open(url)
  const saved = await recipient.saveAll()
  const names = [...(await hashesOfArchive(await saved.path())).keys()]
  expect(names).toHaveLength(3)
  for (const branch of ['A', 'B', 'C'])
    expect(names.filter((name) => name.endsWith(`/${branch}/Bericht.txt`))).toHaveLength(1)
  await recipient.page.getByText('3 files were saved under other names than they were sent with').click()
  const list = recipient.page.getByRole('list', { name: 'Files with another name' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list).toContainText('deep/Abschnitt 01 der Akte')
})
