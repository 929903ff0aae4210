import { expect, it } from 'vitest'
import type { FileKeys, HashedFileRecord } from '../../../../contract/schemas/folders.ts'
import {
  boundTo,
  deriveManifestKey,
  fromBase64,
  generateFileKey,
  generateKeyPair,
  importLinkTag,
  importRecipientKey,
  openManifest,
  readFileIv,
  sealManifest,
  sealPrivateKey,
  toBase64,
  unwrapFileKey,
  uploadLinkTag,
  wrapFileKey,
} from '../../../../core/crypto/index.ts'
import { password } from '../../../server/testServer.ts'
import { eventsOf, messagesOf } from '../../testContext.ts'
import { fetchFiles } from '../pull/setUpPull.ts'
import { contentByLink, createdLink, setUpShare, type ShareSetup } from './setUpShare.ts'

/** What a server can make: another key and content, sealed to the owner, and what it knows of the file. */
async function forgeFile(
  { owner, folder }: Pick<ShareSetup, 'owner' | 'folder'>,
  { encrypted_key, encryption_iv, manifest, ...rest }: FileKeys,
  change: { size?: number } = {},
): Promise<FileKeys> {
  // Name, size, hash, batch and position are in the form that the file came with.
  const known = await openManifest(
    await unwrapFileKey(owner.key.privateKey, encrypted_key),
    readFileIv(encryption_iv),
    manifest ?? '',
  )
  const { rawKey, iv } = await generateFileKey()
  const recipient = await importRecipientKey(fromBase64(owner.key.publicKeySpki))
  const manifestKey = await deriveManifestKey(rawKey, iv)
  const tagHandle = await importLinkTag(await uploadLinkTag(folder.link_token))
  const to = await boundTo(tagHandle, manifestKey.commitment)
  return {
    ...rest,
    encrypted_key: await wrapFileKey(recipient, rawKey),
    encryption_iv: toBase64(iv),
    manifest: await sealManifest(manifestKey, { ...known, ...change, to }),
  }
}

async function expectRefused(
  setup: ShareSetup,
  result: Awaited<ReturnType<ShareSetup['share']>>,
): Promise<void> {
  expect([result.code, eventsOf(result, 'shared')], result.message).toEqual([3, []])
  expect(await setup.listLinks()).toEqual([])
  expect(setup.proxy.calls.filter((call) => call === 'POST /api/download/links/')).toEqual([])
}

it('sends nothing into another folder than was named', async () => {
  const setup = await setUpShare()
  const { folder, proxy } = setup
  const other = await setup.owner.browser.createFolder({ title: 'Bank' })
  proxy.reroute = (url) => url.replace(`/folders/${folder.id}`, `/folders/${other.id}`)
  const file = await setup.writeLocalFile('a.txt', 'first')
  await expectRefused(setup, await setup.share('--into', setup.folderAddress, file))
  expect(await fetchFiles(setup.owner, other.id)).toEqual([])
})

it('shares no file that the server has put in the place of the one that was sent', async () => {
  const setup = await setUpShare()
  setup.proxy.alterAnswer = (call, answer) =>
    call.endsWith('/files/keys')
      ? Promise.all((answer as FileKeys[]).map((keys) => forgeFile(setup, keys)))
      : undefined
  const result = await setup.share(
    '--into',
    setup.folderAddress,
    await setup.writeLocalFile('a.txt', 'first'),
  )
  expect(result.message).toContain('other files than were sent')
  // By their numbers, the server would give the same files, and nothing would compare them with what was sent.
  expect(result.message).not.toContain('--id')
  await expectRefused(setup, result)
})

it('names what differs in a file that the server has put in the place of one whose name it does not know', async () => {
  const setup = await setUpShare()
  const { owner, folder } = setup
  await owner.browser.put(`/api/folders/${folder.id}`, { title: folder.title, private_names: true })
  setup.proxy.alterAnswer = (call, answer) =>
    call.endsWith('/files/keys')
      ? Promise.all((answer as FileKeys[]).map((keys) => forgeFile(setup, keys, { size: 6 })))
      : undefined
  const path = await setup.writeLocalFile('a.txt', 'first')
  const result = await setup.share('--into', setup.folderAddress, path)
  expect(messagesOf(result.context)).toContain('a.txt: size altered by the server.')
  await expectRefused(setup, result)
})

it.each<[string, (keys: FileKeys[]) => FileKeys[]]>([
  ['no keys', () => []],
  [
    'keys of other files',
    ([a, b]) =>
      a && b
        ? [
            { ...b, id: a.id },
            { ...a, id: b.id },
          ]
        : [],
  ],
  ['damaged manifests', (all) => all.map((keys) => ({ ...keys, manifest: 'AAAA' }))],
  ['damaged keys', (all) => all.map((keys) => ({ ...keys, encrypted_key: 'AAAA' }))],
])('shares nothing of a folder for which the server gives %s', async (_, twisted) => {
  const setup = await setUpShare()
  await setup.send([
    { name: 'a.txt', content: 'first' },
    { name: 'b.txt', content: 'other' },
  ])
  setup.proxy.alterAnswer = (call, answer) =>
    call.endsWith('/files/keys') ? twisted(answer as FileKeys[]) : undefined
  await expectRefused(setup, await setup.share(setup.folderAddress, '*'))
})

it('shares no file under another name than its sender gave it', async () => {
  const setup = await setUpShare()
  await setup.send([{ name: 'secret.txt', content: 'first' }])
  setup.proxy.alterAnswer = (call, answer) =>
    call.endsWith('/files')
      ? (answer as HashedFileRecord[]).map((record) => ({
          ...record,
          original_filename: 'public.txt',
          stored_filename: record.stored_filename.replace('secret', 'public'),
        }))
      : undefined
  await expectRefused(setup, await setup.share(setup.folderAddress, 'public.txt'))
})

it('prints a link of the server that it was given, whatever the server says of it', async () => {
  const setup = await setUpShare()
  await setup.send([{ name: 'a.txt', content: 'first' }])
  setup.proxy.alterAnswer = (call, answer) =>
    call.startsWith('POST /api/download/links')
      ? { ...(answer as object), full_url: 'https://evil.example.org/download/x', link_token: 'x'.repeat(22) }
      : undefined
  const { link } = createdLink(await setup.share(setup.folderAddress, 'a.txt'))
  expect(await contentByLink(link)).toEqual({ 'a.txt': 'first' })
})

it('seals no link with another key than this machine knows, and no shared folder as one of its own', async () => {
  const setup = await setUpShare()
  await setup.send([{ name: 'a.txt', content: 'first' }])
  createdLink(await setup.share(setup.folderAddress, 'a.txt'))
  const before = await setup.listLinks()
  const { pkcs8Bytes } = await generateKeyPair()
  const former = await sealPrivateKey(pkcs8Bytes, password)
  setup.proxy.alterAnswer = (call) => (call.endsWith('/encrypted-key') ? former : undefined)
  expect(await setup.share(setup.folderAddress, 'a.txt')).toMatchObject({
    code: 3,
    message: expect.stringContaining('Known: ') as string,
  })
  expect(await setup.listLinks()).toEqual(before)

  const sharedSetup = await setUpShare({ shared: true })
  await sharedSetup.send([{ name: 'a.txt', content: 'first' }])
  createdLink(await sharedSetup.share(sharedSetup.folderAddress, 'a.txt'))
  sharedSetup.proxy.alterAnswer = (call, answer) =>
    /\/folders\/\d+$/.test(call) ? { ...(answer as object), several: null } : undefined
  const file = await sharedSetup.writeLocalFile('b.txt', 'second')
  const stored = await sharedSetup.server.storedFiles()
  expect((await sharedSetup.share('--into', sharedSetup.folderAddress, file)).code).toBe(3)
  expect(await sharedSetup.server.storedFiles()).toEqual(stored)
})

it('says that a file without a manifest is the word of the server', async () => {
  const setup = await setUpShare()
  await setup.send([{ name: 'bare.txt', content: 'first', hasManifest: false }])
  const result = await setup.share('--without-manifest', setup.folderAddress, 'bare.txt')
  createdLink(result)
  expect(
    eventsOf(result, 'warning')
      .map(({ message }) => message)
      .join(),
  ).toContain('No manifest came with bare.txt')
})
