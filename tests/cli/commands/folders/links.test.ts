import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Folder } from '../../../../contract/schemas/folders.ts'
import { withOwnFolder } from '../../../../core/trust/ownFolders.ts'
import { uploadLinkTag } from '../../../../core/crypto/index.ts'
import { password } from '../../../server/testServer.ts'
import { eventsOf } from '../../testContext.ts'
import { setUpShare } from '../share/setUpShare.ts'

async function setUpLinks() {
  const setup = await setUpShare()
  const keyFile = join(setup.localDir, '.password')
  await writeFile(keyFile, password)
  const { proxy, runWithToken } = setup
  const mkdir = (title: string) =>
    runWithToken(['mkdir', '--with-key', '--password-file', keyFile, proxy.origin, title])
  return { ...setup, mkdir }
}

it('gives no link out of a known folder that the server shows as one of several people', async () => {
  const { mkdir, proxy, folder, folderAddress, runWithToken } = await setUpLinks()
  const [made] = eventsOf(await mkdir('Photos'), 'made')
  const several = { folder: 'A'.repeat(22), role: 'owner', people: 2, seq: 1, leaving: 0 } as const
  proxy.alterAnswer = (call, answer) =>
    /^GET \/api\/folders\/\d+$/.test(call)
      ? { ...(answer as Folder), link_token: folder.link_token, several }
      : undefined
  for (const address of [made?.address ?? '', folderAddress]) {
    const result = await runWithToken(['links', address, '--upload'])
    expect([result.code, eventsOf(result, 'upload')]).toEqual([3, []])
  }
})

it('gives no link out of a new folder that only the contacts know', async () => {
  const { mkdir, owner } = await setUpLinks()
  const tag = await uploadLinkTag('x'.repeat(22))
  // The next number.
  await owner.trust.contacts.change(withOwnFolder({ id: 2, title: 'Tax' }, { tag }))
  const result = await mkdir('Photos')
  expect([result.code, eventsOf(result, 'made')]).toEqual([3, []])
})
