import { expect, it } from 'vitest'
import type { FileKeys, HashedFileRecord } from '../../../../contract/schemas/folders.ts'
import {
  deriveManifestKey,
  fromBase64,
  generateFileKey,
  generateKeyPair,
  importRecipientKey,
  openManifest,
  readFileIv,
  sealManifest,
  sealPrivateKey,
  toBase64,
  unwrapFileKey,
  wrapFileKey,
} from '../../../../core/crypto/index.ts'
import { password } from '../../../server/testServer.ts'
import { eventsOf, contentByLink, createdLink, shareScene, type ShareScene } from './shareScene.ts'

/** What a server can make: another key and content, sealed to the owner, and what it knows of the file. */
async function forged(
  { owner }: Pick<ShareScene, 'owner'>,
  { encrypted_key, encryption_iv, manifest, ...rest }: FileKeys,
): Promise<FileKeys> {
  // Name, size, hash, batch and position are in the form that the file came with.
  const known = await openManifest(
    await unwrapFileKey(owner.key.privateKey, encrypted_key),
    readFileIv(encryption_iv),
    manifest ?? '',
  )
  const { rawKey, iv } = await generateFileKey()
  const recipient = await importRecipientKey(fromBase64(owner.key.publicKeySpki))
  return {
    ...rest,
    encrypted_key: await wrapFileKey(recipient, rawKey),
    encryption_iv: toBase64(iv),
    manifest: await sealManifest(await deriveManifestKey(rawKey, iv), known),
  }
}

async function refused(here: ShareScene, ran: Awaited<ReturnType<ShareScene['share']>>): Promise<void> {
  expect([ran.code, eventsOf(ran, 'shared')], ran.message).toEqual([3, []])
  expect(await here.links()).toEqual([])
  expect(here.front.calls.filter((call) => call === 'POST /api/download/links/')).toEqual([])
}

it('shares no file that the server has put in the place of the one that was sent', async () => {
  const here = await shareScene()
  here.front.alterAnswer = (call, answer) =>
    call.endsWith('/files/keys')
      ? Promise.all((answer as FileKeys[]).map((keys) => forged(here, keys)))
      : undefined
  const ran = await here.share('--into', here.address, await here.put('a.txt', 'first'))
  expect(ran.message).toContain('other files than were sent')
  // By their numbers, the server would give the same files, and nothing would compare them with what was sent.
  expect(ran.message).not.toContain('--id')
  await refused(here, ran)
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
  const here = await shareScene()
  await here.send([
    { name: 'a.txt', content: 'first' },
    { name: 'b.txt', content: 'other' },
  ])
  here.front.alterAnswer = (call, answer) =>
    call.endsWith('/files/keys') ? twisted(answer as FileKeys[]) : undefined
  await refused(here, await here.share(here.address, '*'))
})

it('shares no file under another name than its sender gave it', async () => {
  const here = await shareScene()
  await here.send([{ name: 'secret.txt', content: 'first' }])
  here.front.alterAnswer = (call, answer) =>
    call.endsWith('/files')
      ? (answer as HashedFileRecord[]).map((record) => ({
          ...record,
          original_filename: 'public.txt',
          stored_filename: record.stored_filename.replace('secret', 'public'),
        }))
      : undefined
  await refused(here, await here.share(here.address, 'public.txt'))
})

it('prints a link of the server that it was given, whatever the server says of it', async () => {
  const here = await shareScene()
  await here.send([{ name: 'a.txt', content: 'first' }])
  here.front.alterAnswer = (call, answer) =>
    call.startsWith('POST /api/download/links')
      ? { ...(answer as object), full_url: 'https://evil.example.org/download/x', link_token: 'x'.repeat(22) }
      : undefined
  const { link } = createdLink(await here.share(here.address, 'a.txt'))
  expect(await contentByLink(link)).toEqual({ 'a.txt': 'first' })
})

it('seals no link with another key than this machine knows, and no shared folder as one of its own', async () => {
  const here = await shareScene()
  await here.send([{ name: 'a.txt', content: 'first' }])
  createdLink(await here.share(here.address, 'a.txt'))
  const before = await here.links()
  const { pkcs8Bytes } = await generateKeyPair()
  const former = await sealPrivateKey(pkcs8Bytes, password)
  here.front.alterAnswer = (call) => (call.endsWith('/encrypted-key') ? former : undefined)
  expect(await here.share(here.address, 'a.txt')).toMatchObject({
    code: 3,
    message: expect.stringContaining('Known: ') as string,
  })
  expect(await here.links()).toEqual(before)

  const shared = await shareScene({ shared: true })
  await shared.send([{ name: 'a.txt', content: 'first' }])
  createdLink(await shared.share(shared.address, 'a.txt'))
  shared.front.alterAnswer = (call, answer) =>
    /\/folders\/\d+$/.test(call) ? { ...(answer as object), several: null } : undefined
  const file = await shared.put('b.txt', 'second')
  const stored = await shared.server.storedFiles()
  expect((await shared.share('--into', shared.address, file)).code).toBe(3)
  expect(await shared.server.storedFiles()).toEqual(stored)
})

it('says that a file without a manifest is the word of the server', async () => {
  const here = await shareScene()
  await here.send([{ name: 'bare.txt', content: 'first', hasManifest: false }])
  const ran = await here.share(here.address, 'bare.txt')
  createdLink(ran)
  expect(
    eventsOf(ran, 'warning')
      .map(({ message }) => message)
      .join(),
  ).toContain('No manifest came with bare.txt')
})
