import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { uploadLinkTag } from '../../../core/crypto/index.ts'
import { ownDecryptionKeys } from '../../../core/trust/decryptionKeys.ts'
import { openOwnFiles } from '../../../core/keys/ownFiles.ts'
import { inProcessKeysWorkers } from '../../../cli/platform/inProcessKeysWorkers.ts'
import type { FileKeys, Folder, HashedFileRecord } from '../../../contract/schemas/folders.ts'
import { listen } from '../../listen.ts'
import { otherRecipientKey } from '../../server/testServer.ts'
import { runCommand, setUpShare, type ShareSetup } from './share/setUpShare.ts'

const linkOf = (origin: string, { link_token }: Pick<Folder, 'link_token'>) =>
  `${origin}/upload/${link_token}`

const listFiles = async ({ owner }: ShareSetup, { id }: Pick<Folder, 'id'>) =>
  (await owner.browser.get(`/api/folders/${id}/files`)).json<HashedFileRecord[]>()

it.each([301, 302, 303, 307, 308])('is not led to another link by %i', async (status) => {
  const setup = await setUpShare()
  const { owner, proxy, folder, contextOptions, writeLocalFile } = setup
  const other = await owner.browser.createFolder({ title: 'Bank' })
  const [from, to] = [folder.link_token, other.link_token]
  const origin = await listen(
    createServer(({ url = '' }, response) => {
      response.writeHead(status, { location: `${proxy.origin}${url.replace(from, to)}` }).end()
    }),
  )
  const path = await writeLocalFile('a.txt', 'first')
  const { code, message } = await runCommand(['send', linkOf(origin, folder), path], contextOptions)
  expect([code, message]).toEqual([
    expect.any(Number),
    expect.stringContaining('redirects to another address'),
  ])
  expect(code).not.toBe(0)
  expect([await listFiles(setup, folder), await listFiles(setup, other)]).toEqual([[], []])
})

it('is sealed to another key that the server gives only by a plain link, at its first use', async () => {
  const setup = await setUpShare()
  const { owner, proxy, folder, contextOptions, writeLocalFile } = setup
  const path = await writeLocalFile('a.txt', 'first')
  const send = async (link: string) => (await runCommand(['send', link, path], contextOptions)).code
  const other = await owner.browser.createFolder({ title: 'Bank' })
  expect(await send(linkOf(proxy.origin, other))).toBe(0)
  proxy.alterAnswer = (call) =>
    call.endsWith('/public-key') ? { public_key_spki: otherRecipientKey } : undefined
  // It names the key.
  expect(await send(`${linkOf(proxy.origin, folder)}#k=${owner.key.fingerprint}`)).toBe(3)
  // This machine knows the key.
  expect(await send(linkOf(proxy.origin, other))).toBe(3)
  expect([(await listFiles(setup, folder)).length, (await listFiles(setup, other)).length]).toEqual([0, 1])
  // Nothing tells the keys apart.
  expect(await send(linkOf(proxy.origin, folder))).toBe(0)
  expect(await listFiles(setup, folder)).toHaveLength(1)
})

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
