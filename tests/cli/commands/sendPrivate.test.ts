import { readdir, readFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { FileKeys, HashedFileRecord } from '../../../contract/schemas/folders.ts'
import { MiB } from '../../../contract/limits.ts'
import { readUploadLink } from '../../../cli/send/uploadLink.ts'
import { inProcessKeysWorkers } from '../../../cli/platform/inProcessKeysWorkers.ts'
import { openOwnFiles } from '../../../core/keys/ownFiles.ts'
import { ownDecryptionKeys } from '../../../core/trust/decryptionKeys.ts'
import { FaultyProxy } from '../../../e2e/faultyProxy.ts'
import { eventsOf, messagesOf } from '../testContext.ts'
import { hashOf } from './setUpSend.ts'
import { contentByLink, createdLink, runCommand, setUpShare, type ShareSetup } from './share/setUpShare.ts'

const listFiles = async ({ owner, folder }: ShareSetup) =>
  (await owner.browser.get(`/api/folders/${folder.id}/files`)).json<HashedFileRecord[]>()

async function openFiles(setup: ShareSetup) {
  const { owner, folder } = setup
  const { opened } = await openOwnFiles(await listFiles(setup), {
    decryptionKeys: await ownDecryptionKeys(folder.id, [owner.key]),
    fetchKeys: async (ids) =>
      (await owner.browser.post('/api/folders/files/keys', { file_ids: ids })).json<FileKeys[]>(),
    workers: inProcessKeysWorkers(),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  return opened
}

const privateLink = ({ proxy, folder, owner }: ShareSetup) =>
  `${proxy.origin}/upload/${folder.link_token}#kp=${owner.key.fingerprint}`
const plainLink = (setup: ShareSetup) => privateLink(setup).replace(/#.*/, '')

const send = (setup: ShareSetup, link: string, ...more: string[]) =>
  runCommand(['send', ...more, link, join(setup.localDir, 'here')], setup.contextOptions)

/** What the server has in its database. */
async function storedTexts({ server }: ShareSetup): Promise<string> {
  const { db } = server.services
  const rows = [
    await db.selectFrom('file').selectAll().execute(),
    await db.selectFrom('batch_result').selectAll().execute(),
  ]
  return JSON.stringify(rows)
}

describe('a link that says that the server must not learn names', () => {
  it('has placeholders sent, whatever the server says of its folder', async () => {
    const setup = await setUpShare()
    const large = randomBytes(20 * MiB)
    await setup.writeLocalFile('here/Kündigung/Brief.txt', 'secret')
    await setup.writeLocalFile('here/big.bin', large)
    const result = await send(setup, privateLink(setup))
    expect(result.code).toBe(0)
    const files = await listFiles(setup)
    expect(files).toHaveLength(2)
    for (const { original_filename, stored_filename } of files) {
      expect(original_filename).toMatch(/^sealed-[0-9a-f]{32}$/)
      expect(stored_filename).toBe(`${setup.folder.id}/${original_filename}`)
    }
    const told = await storedTexts(setup)
    for (const secret of ['Brief', 'ndigung', 'big.bin', hashOf('secret'), hashOf(large)])
      expect(told).not.toContain(secret)
    const opened = await openFiles(setup)
    expect(opened.map(({ name, namesVerdict }) => [name, namesVerdict]).sort()).toEqual([
      ['Brief.txt', 'hidden'],
      ['big.bin', 'hidden'],
    ])
    expect(opened.flatMap(({ differences }) => differences)).toEqual([])
    const [receipt] = eventsOf(result, 'wrote')
    const text = await readFile(receipt?.path ?? '', 'utf8')
    for (const known of ['here/Kündigung/Brief.txt', 'big.bin', hashOf('secret'), hashOf(large)])
      expect(text).toContain(known)
    expect(text).not.toContain('sealed-')
    expect(messagesOf(result.context)).toContain('The server does not learn the names of the files.')
  })

  it('that names its key twice is refused', async () => {
    const setup = await setUpShare()
    await setup.writeLocalFile('here/a.txt', 'a')
    const { fingerprint } = setup.owner.key
    for (const end of [`#kp=${fingerprint}&k=${fingerprint}`, `#kp=${fingerprint}&kp=${fingerprint}`])
      expect((await send(setup, plainLink(setup) + end)).code).toBe(3)
    expect(await listFiles(setup)).toEqual([])
  })
})

it('a link that was cut, at whatever place, keeps its key with the flag or is refused', async () => {
  const setup = await setUpShare()
  const link = privateLink(setup)
  for (let end = link.indexOf('#') + 2; end < link.length; end++)
    expect(() => readUploadLink(link.slice(0, end)), link.slice(0, end)).toThrow('damaged')
  expect(readUploadLink(link)).toMatchObject({
    privateNames: true,
    keyFingerprint: setup.owner.key.fingerprint,
  })
})

describe('a folder that asks for hidden names', () => {
  it('has placeholders sent by a plain link, at its word', async () => {
    const setup = await setUpShare()
    const { owner, folder } = setup
    await owner.browser.put(`/api/folders/${folder.id}`, { title: folder.title, private_names: true })
    await setup.writeLocalFile('here/a.txt', 'a')
    const result = await send(setup, plainLink(setup))
    expect(result.code).toBe(0)
    expect(messagesOf(result.context)).toContain(
      'The server says that it does not learn the names of the files.',
    )
    expect(await openFiles(setup)).toMatchObject([{ name: 'a.txt', namesVerdict: 'hidden' }])
  })
})

it('keeps names of a batch hidden that was begun so, whatever the server says later', async () => {
  const setup = await setUpShare()
  const { owner, folder, proxy, contextOptions } = setup
  const setChoice = (private_names: boolean) =>
    owner.browser.put(`/api/folders/${folder.id}`, { title: folder.title, private_names })
  await setChoice(true)
  await setup.writeLocalFile('here/a.txt', 'a')
  const control = new AbortController()
  await runCommand(['send', plainLink(setup), join(setup.localDir, 'here')], {
    ...contextOptions,
    signal: control.signal,
    onEvent: ({ event }) => {
      if (event !== 'start') return
      proxy.isAway = true
      control.abort()
    },
  })
  proxy.isAway = false
  expect(await listFiles(setup)).toEqual([])
  await setChoice(false)
  expect((await send(setup, plainLink(setup))).code).toBe(0)
  expect(await openFiles(setup)).toMatchObject([{ name: 'a.txt', namesVerdict: 'hidden' }])
})

describe('an attempt whose answer was lost', () => {
  /** Begins to send a file, and ends once its answer is lost. @returns sends again by the same link */
  async function loseAnswer(setup: ShareSetup) {
    const proxy = await FaultyProxy.start(setup.proxy.origin)
    onTestFinished(() => proxy.stop())
    const link = privateLink(setup).replace(setup.proxy.origin, proxy.origin)
    await setup.writeLocalFile('here/a.txt', 'a')
    proxy.dropAnswerTo(({ method, url }) => method === 'POST' && /\/upload\/[^/]+$/.test(url ?? ''))
    const control = new AbortController()
    const sending = runCommand(['send', link, join(setup.localDir, 'here')], {
      ...setup.contextOptions,
      signal: control.signal,
    })
    // Before it is repeated by itself.
    await vi.waitFor(async () => expect(await listFiles(setup)).toHaveLength(1), {
      interval: 5,
      timeout: 30_000,
    })
    control.abort()
    await sending
    expect(proxy.droppedAnAnswer).toBe(true)
    return () => send(setup, link)
  }

  it('is recognized when the file is sent again with another key', async () => {
    const setup = await setUpShare()
    const sendAgain = await loseAnswer(setup)
    const before = await listFiles(setup)
    const result = await sendAgain()
    expect(result.code).toBe(0)
    expect(await listFiles(setup)).toEqual(before)
    expect(eventsOf(result, 'done')).toMatchObject([{ sha256: hashOf('a') }])
  })

  it('is not taken for one of a file that has changed since', async () => {
    const setup = await setUpShare()
    const sendAgain = await loseAnswer(setup)
    await setup.writeLocalFile('here/a.txt', 'changed')
    expect((await sendAgain()).code).toBe(0)
    expect((await openFiles(setup)).map(({ source }) => source.sha256).sort()).toEqual(
      [hashOf('a'), hashOf('changed')].sort(),
    )
  })
})

it('reads files of hidden names: pull saves them by their names', async () => {
  const setup = await setUpShare()
  await setup.writeLocalFile('here/Kündigung/Brief.txt', 'secret')
  await send(setup, privateLink(setup))
  const { code } = await setup.run()
  expect(code).toBe(0)
  expect(await readdir(join(setup.dir, 'here/Kündigung'))).toEqual(['Brief.txt'])
})

it('says that a commitment to other names or another content was altered, and saves what was sealed', async () => {
  const setup = await setUpShare()
  await setup.writeLocalFile('here/a.txt', 'secret')
  await send(setup, privateLink(setup))
  await setup.server.services.db
    .updateTable('file')
    .set({ sha256: hashOf('secret') })
    .execute()
  const result = await setup.run()
  expect(messagesOf(result.context)).toContain('a.txt: checksum altered by the server.')
  expect(await readdir(join(setup.dir, 'here'))).toEqual(['a.txt'])
})

it('shares files of this disk that the server learns no names of', async () => {
  const setup = await setUpShare()
  const { owner, folder } = setup
  await owner.browser.put(`/api/folders/${folder.id}`, { title: folder.title, private_names: true })
  const path = await setup.writeLocalFile('here/Kündigung.txt', 'secret')
  const result = await setup.share('--into', setup.folderAddress, path)
  expect(await contentByLink(createdLink(result).link)).toEqual({ 'Kündigung.txt': 'secret' })
  expect(await storedTexts(setup)).not.toContain('ndigung')
})
