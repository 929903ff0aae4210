import { expect, it } from 'vitest'
import { uploadLinkTag } from '../../../core/crypto/index.ts'
import { ownDecryptionKeys } from '../../../core/trust/decryptionKeys.ts'
import { openOwnFiles } from '../../../core/keys/ownFiles.ts'
import { inProcessKeysWorkers } from '../../../cli/platform/inProcessKeysWorkers.ts'
import type { FileKeys, HashedFileRecord } from '../../../contract/schemas/folders.ts'
import { runCommand, setUpShare } from './share/setUpShare.ts'

it('says in each file by which link it was sent, also with a plain link', async () => {
  const { proxy, folder, owner, contextOptions, writeLocalFile } = await setUpShare()
  const link = `${proxy.origin}/upload/${folder.link_token}`
  expect(
    (await runCommand(['send', link, await writeLocalFile('a.txt', 'first')], contextOptions)).code,
  ).toBe(0)
  const { opened } = await openOwnFiles(
    (await owner.browser.get(`/api/folders/${folder.id}/files`)).json<HashedFileRecord[]>(),
    {
      decryptionKeys: await ownDecryptionKeys(folder.id, [owner.key]),
      remembered: [{ id: folder.id, tags: [await uploadLinkTag(folder.link_token)] }],
      fetchKeys: async (ids) =>
        (await owner.browser.post('/api/folders/files/keys', { file_ids: ids })).json<FileKeys[]>(),
      workers: inProcessKeysWorkers(),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
  )
  expect(opened).toMatchObject([{ name: 'a.txt', sentTo: folder.id, origin: 'plain' }])
})
