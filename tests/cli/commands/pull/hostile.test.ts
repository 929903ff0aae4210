import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { FileKeys, FileRecord } from '../../../../contract/schemas/folders.ts'
import {
  contentByPath,
  failureByFile,
  messagesOfKind,
  setUpPull,
  type PullSetup,
  sealAndSend,
} from './setUpPull.ts'

/** With two files, which the server confuses in every way. */
async function setUpTwoFiles(): Promise<PullSetup & { ids: number[] }> {
  const setup = await setUpPull()
  const ids = await setup.send([
    { name: 'invoice.pdf', content: 'pay me' },
    { name: 'letter.txt', content: 'dear you' },
  ])
  return { ...setup, ids }
}

const alterFileList = ({ proxy }: PullSetup, change: (records: FileRecord[]) => unknown) => {
  proxy.alterAnswer = (call, answer) => (call.endsWith('/files') ? change(answer as FileRecord[]) : undefined)
}
const alterFileKeys = ({ proxy }: PullSetup, change: (keys: FileKeys[]) => object) => {
  proxy.alterAnswer = (call, answer) =>
    call.endsWith('/files/keys') ? change(answer as FileKeys[]) : undefined
}
const originalContents = { 'invoice.pdf': 'pay me', 'letter.txt': 'dear you' }
const withSwappedMembers = (keys: FileKeys[], ...members: readonly (keyof FileKeys)[]) =>
  keys.map((one, i) => ({
    ...one,
    ...Object.fromEntries(members.map((name) => [name, keys[1 - i]?.[name]])),
  }))

describe('a server that alters what it says of files', () => {
  it('changes no name, folder, size or hash: saved is what was sealed, and the change is told', async () => {
    const setup = await setUpTwoFiles()
    alterFileList(setup, (records) =>
      records.map((record) => ({
        ...record,
        original_filename: 'invoice.exe',
        stored_filename: '1/other/invoice.exe',
        file_size: 3,
        file_hash: createHash('sha256').update('x').digest('hex'),
      })),
    )
    const { code, events } = await setup.run()
    expect(code).toBe(0)
    expect(await contentByPath(setup.dir)).toEqual(originalContents)
    expect(messagesOfKind(events, 'warning').join()).toMatch(
      /invoice\.pdf: name altered by the server, folder altered by the server, size altered.*checksum altered/,
    )
    // It is known by what it is, whatever is said of it: nothing comes twice.
    setup.proxy.alterAnswer = () => undefined
    const before = setup.proxy.calls.length
    expect((await setup.run()).code).toBe(0)
    expect(setup.proxy.calls.slice(before).some((call) => call.includes('/content'))).toBe(false)
    expect(await contentByPath(setup.dir)).toEqual(originalContents)
  })

  it('gives another file a known number: it comes beside the first, and that is told', async () => {
    const setup = await setUpPull()
    const [first = 0] = await setup.send([{ name: 'a.txt', content: 'first' }])
    await setup.run()
    const [second = 0] = await setup.send([{ name: 'a.txt', content: 'second' }])
    const reply = await setup.owner.browser.post('/api/folders/files/keys', { file_ids: [second] })
    const keys = reply.json<FileKeys[]>().map((one) => ({ ...one, id: first }))
    setup.proxy.reroute = (url) => url.replace(new RegExp(`(ids=|download/)${first}$`), `$1${second}`)
    setup.proxy.alterAnswer = (call, answer) => {
      if (call.endsWith('/files/keys')) return keys
      const isList = call.endsWith('/files')
      return isList
        ? (answer as FileRecord[]).filter(({ id }) => id === second).map((one) => ({ ...one, id: first }))
        : undefined
    }
    const { code, events } = await setup.run()
    expect(code).toBe(0)
    expect(await contentByPath(setup.dir)).toEqual({ 'a.txt': 'first', 'a (2).txt': 'second' })
    expect(messagesOfKind(events, 'warning').join()).toContain('had another file under this number before')
  })

  it.each([
    ['keys', ['encrypted_key']],
    ['IVs', ['encryption_iv']],
    ['manifests', ['manifest']],
    ['keys and IVs', ['encrypted_key', 'encryption_iv']],
    ['IVs and manifests', ['encryption_iv', 'manifest']],
    ['keys and manifests', ['encrypted_key', 'manifest']],
  ] as const)('exchanges the %s of two files: neither is in its place', async (_, members) => {
    const setup = await setUpTwoFiles()
    alterFileKeys(setup, (keys) => withSwappedMembers(keys, ...members))
    const { code, events } = await setup.run()
    expect(code).toBe(2)
    expect(Object.keys(failureByFile(events))).toHaveLength(2)
    expect(await contentByPath(setup.dir)).toEqual({})
    setup.proxy.alterAnswer = () => undefined
    expect((await setup.run()).code).toBe(0)
    expect(await contentByPath(setup.dir)).toEqual(originalContents)
  })

  it('exchanges all that belongs to two files: each keeps the name that was sealed', async () => {
    const setup = await setUpTwoFiles()
    const [one = 0, other = 0] = setup.ids
    alterFileKeys(setup, (keys) =>
      withSwappedMembers(keys, 'encrypted_key', 'encryption_iv', 'manifest', 'sealed_to'),
    )
    setup.proxy.reroute = (url) => url.replace(`ids=${one},${other}`, `ids=${other},${one}`)
    const { events } = await setup.run()
    expect(await contentByPath(setup.dir)).toEqual(originalContents)
    expect(messagesOfKind(events, 'warning').join()).toContain('name altered by the server')
  })

  it('strips manifests: the content is saved as the server’s word, and that is said', async () => {
    const setup = await setUpTwoFiles()
    alterFileKeys(setup, (keys) => keys.map((one) => ({ ...one, manifest: null })))
    const { code, events } = await setup.run()
    expect(code).toBe(0)
    expect(messagesOfKind(events, 'warning').join()).toMatch(/No manifest came with 2 files/)
  })

  it('exchanges the bytes of two files: neither is in its place', async () => {
    const setup = await setUpTwoFiles()
    const [one = 0, other = 0] = setup.ids
    setup.proxy.reroute = (url) =>
      url
        .replace(`ids=${one},${other}`, `ids=${other},${one}`)
        .replace(/download\/(\d+)$/, (_, id) => `download/${id === String(one) ? other : one}`)
    const { code } = await setup.run()
    expect(code).toBe(2)
    expect(await contentByPath(setup.dir)).toEqual({})
  })

  it('answers with another folder than was asked for: nothing is fetched', async () => {
    const { owner, folder, dir, proxy, server, run } = await setUpPull()
    const other = await owner.browser.createFolder({ title: 'Bank' })
    const originOf = { owner: owner.key.root, folder: String(other.id) }
    await sealAndSend(server, other, owner.key.publicKeySpki, [{ name: 'x.txt', content: 'x', originOf }])
    proxy.reroute = (url) => url.replace(`/folders/${folder.id}`, `/folders/${other.id}`)
    const { code, message } = await run()
    expect([code, message]).toEqual([3, expect.stringContaining('answers with another folder') as string])
    expect(await contentByPath(dir)).toEqual({})
  })

  it('shows one folder under the number of another: nothing counts as confirmed', async () => {
    const setup = await setUpPull()
    await setup.owner.trust.contacts.change((contacts) => ({
      ...contacts,
      own: [{ id: setup.folder.id, title: 'Bank', secret: true, private: null, to: [] }],
    }))
    await setup.send([
      {
        name: 'a.txt',
        content: '1',
        originOf: { owner: setup.owner.key.root, folder: String(setup.folder.id) },
      },
    ])
    const { events } = await setup.run()
    expect(messagesOfKind(events, 'warning').join()).toContain('was called Bank when you last saw it')
    expect(events).toContainEqual(expect.objectContaining({ event: 'done', origin: 'not-proven' }))
  })

  it('hides files of a batch, which is told', async () => {
    const setup = await setUpPull()
    const sent = ['1', '2', '3', '4', '5'].map((name) => ({ name, content: name }))
    const ids = await setup.send(sent)
    alterFileList(setup, (records) => records.filter(({ id }) => id === ids[0] || id === ids[3]))
    const { events } = await setup.run()
    expect(messagesOfKind(events, 'note').join()).toContain('2 of 5 files of a batch are here')
  })

  it.each([
    ['no list', () => null],
    ['a list of nothing', () => [{}]],
    ['a list of other things', () => [{ id: '../../etc/passwd', original_filename: 7 }]],
  ])('answers with %s, and is refused', async (_, answer) => {
    const setup = await setUpTwoFiles()
    alterFileList(setup, answer)
    expect((await setup.run()).code).toBeGreaterThanOrEqual(3)
    expect(await contentByPath(setup.dir)).toEqual({})
  })

  it('swaps the public key that it says is ours: nothing here believes it', async () => {
    const setup = await setUpTwoFiles()
    setup.proxy.alterAnswer = (call, answer) =>
      call.includes('/users/me') || call.includes('public-key')
        ? { ...(answer as object), public_key_spki: 'AAAA' }
        : undefined
    expect((await setup.run()).code).toBe(0)
    expect(await contentByPath(setup.dir)).toEqual(originalContents)
  })
})
