import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { FileKeys, FileRecord } from '../../../../contract/schemas/folders.ts'
import {
  contentByPath,
  failureByFile,
  messages,
  pullScene,
  type PullScene,
  sealAndSend,
} from './pullScene.ts'

/** With two files, which the server confuses in every way. */
async function two(): Promise<PullScene & { ids: number[] }> {
  const here = await pullScene()
  const ids = await here.send([
    { name: 'invoice.pdf', content: 'pay me' },
    { name: 'letter.txt', content: 'dear you' },
  ])
  return { ...here, ids }
}

const twistList = ({ front }: PullScene, change: (records: FileRecord[]) => unknown) => {
  front.alterAnswer = (call, answer) => (call.endsWith('/files') ? change(answer as FileRecord[]) : undefined)
}
const twistKeys = ({ front }: PullScene, change: (keys: FileKeys[]) => object) => {
  front.alterAnswer = (call, answer) =>
    call.endsWith('/files/keys') ? change(answer as FileKeys[]) : undefined
}
const both = { 'invoice.pdf': 'pay me', 'letter.txt': 'dear you' }
const exchanged = (keys: FileKeys[], ...members: readonly (keyof FileKeys)[]) =>
  keys.map((one, i) => ({
    ...one,
    ...Object.fromEntries(members.map((name) => [name, keys[1 - i]?.[name]])),
  }))

describe('a server that alters what it says of files', () => {
  it('changes no name, folder, size or hash: saved is what was sealed, and the change is told', async () => {
    const here = await two()
    twistList(here, (records) =>
      records.map((record) => ({
        ...record,
        original_filename: 'invoice.exe',
        stored_filename: '1/other/invoice.exe',
        file_size: 3,
        file_hash: createHash('sha256').update('x').digest('hex'),
      })),
    )
    const { code, told } = await here.run()
    expect(code).toBe(0)
    expect(await contentByPath(here.dir)).toEqual(both)
    expect(messages(told, 'warning').join()).toMatch(
      /invoice\.pdf: name altered by the server, folder altered by the server, size altered.*checksum altered/,
    )
    // It is known by what it is, whatever is said of it: nothing comes twice.
    here.front.alterAnswer = () => undefined
    const before = here.front.calls.length
    expect((await here.run()).code).toBe(0)
    expect(here.front.calls.slice(before).some((call) => call.includes('/content'))).toBe(false)
    expect(await contentByPath(here.dir)).toEqual(both)
  })

  it('gives another file a known number: it comes beside the first, and that is told', async () => {
    const here = await pullScene()
    const [first = 0] = await here.send([{ name: 'a.txt', content: 'first' }])
    await here.run()
    const [second = 0] = await here.send([{ name: 'a.txt', content: 'second' }])
    const reply = await here.owner.browser.post('/api/folders/files/keys', { file_ids: [second] })
    const keys = reply.json<FileKeys[]>().map((one) => ({ ...one, id: first }))
    here.front.reroute = (url) => url.replace(new RegExp(`(ids=|download/)${first}$`), `$1${second}`)
    here.front.alterAnswer = (call, answer) => {
      if (call.endsWith('/files/keys')) return keys
      const isList = call.endsWith('/files')
      return isList
        ? (answer as FileRecord[]).filter(({ id }) => id === second).map((one) => ({ ...one, id: first }))
        : undefined
    }
    const { code, told } = await here.run()
    expect(code).toBe(0)
    expect(await contentByPath(here.dir)).toEqual({ 'a.txt': 'first', 'a (2).txt': 'second' })
    expect(messages(told, 'warning').join()).toContain('had another file before')
  })

  it.each([
    ['keys', ['encrypted_key']],
    ['IVs', ['encryption_iv']],
    ['manifests', ['manifest']],
    ['keys and IVs', ['encrypted_key', 'encryption_iv']],
    ['IVs and manifests', ['encryption_iv', 'manifest']],
    ['keys and manifests', ['encrypted_key', 'manifest']],
  ] as const)('exchanges the %s of two files: neither is in its place', async (_, members) => {
    const here = await two()
    twistKeys(here, (keys) => exchanged(keys, ...members))
    const { code, told } = await here.run()
    expect(code).toBe(2)
    expect(Object.keys(failureByFile(told))).toHaveLength(2)
    expect(await contentByPath(here.dir)).toEqual({})
    here.front.alterAnswer = () => undefined
    expect((await here.run()).code).toBe(0)
    expect(await contentByPath(here.dir)).toEqual(both)
  })

  it('exchanges all that belongs to two files: each keeps the name that was sealed', async () => {
    const here = await two()
    const [one = 0, other = 0] = here.ids
    twistKeys(here, (keys) => exchanged(keys, 'encrypted_key', 'encryption_iv', 'manifest', 'sealed_to'))
    here.front.reroute = (url) => url.replace(`ids=${one},${other}`, `ids=${other},${one}`)
    const { told } = await here.run()
    expect(await contentByPath(here.dir)).toEqual(both)
    expect(messages(told, 'warning').join()).toContain('name altered by the server')
  })

  it('strips manifests: the content is saved as the server’s word, and that is said', async () => {
    const here = await two()
    twistKeys(here, (keys) => keys.map((one) => ({ ...one, manifest: null })))
    const { code, told } = await here.run()
    expect(code).toBe(0)
    expect(messages(told, 'warning').join()).toMatch(/No manifest came with 2 files/)
  })

  it('exchanges the bytes of two files: neither is in its place', async () => {
    const here = await two()
    const [one = 0, other = 0] = here.ids
    here.front.reroute = (url) =>
      url
        .replace(`ids=${one},${other}`, `ids=${other},${one}`)
        .replace(/download\/(\d+)$/, (_, id) => `download/${id === String(one) ? other : one}`)
    const { code } = await here.run()
    expect(code).toBe(2)
    expect(await contentByPath(here.dir)).toEqual({})
  })

  it('shows a file of another folder, which is not confirmed here', async () => {
    const here = await pullScene()
    const other = await here.owner.browser.createFolder({ title: 'Bank' })
    await here.owner.trust.contacts.change((contacts) => ({
      ...contacts,
      own: [here.folder, other].map(({ id, title }) => ({ id, title })),
    }))
    const originOf = { owner: here.owner.key.root, folder: String(other.id) }
    await sealAndSend(here.server, other, here.owner.key.publicKeySpki, [
      { name: 'x.txt', content: 'x', originOf },
    ])
    here.front.reroute = (url) =>
      url.replace(`/folders/${here.folder.id}/files`, `/folders/${other.id}/files`)
    const { told } = await here.run()
    expect(told).toContainEqual(expect.objectContaining({ event: 'done', origin: 'wrong' }))
    expect(messages(told, 'warning').join()).toContain('The proof of origin of 1 file (x.txt) is wrong')
  })

  it('shows one folder under the number of another: nothing counts as confirmed', async () => {
    const here = await pullScene()
    await here.owner.trust.contacts.change((contacts) => ({
      ...contacts,
      own: [{ id: here.folder.id, title: 'Bank' }],
    }))
    await here.send([
      {
        name: 'a.txt',
        content: '1',
        originOf: { owner: here.owner.key.root, folder: String(here.folder.id) },
      },
    ])
    const { told } = await here.run()
    expect(messages(told, 'warning').join()).toContain('was called Bank when you last knew it')
    expect(told).toContainEqual(expect.objectContaining({ event: 'done', origin: 'not-proven' }))
  })

  it('hides files of a batch, which is told', async () => {
    const here = await pullScene()
    const sent = ['1', '2', '3', '4', '5'].map((name) => ({ name, content: name }))
    const ids = await here.send(sent)
    twistList(here, (records) => records.filter(({ id }) => id === ids[0] || id === ids[3]))
    const { told } = await here.run()
    expect(messages(told, 'note').join()).toContain('2 of 5 files of a batch are here')
  })

  it.each([
    ['no list', () => null],
    ['a list of nothing', () => [{}]],
    ['a list of other things', () => [{ id: '../../etc/passwd', original_filename: 7 }]],
  ])('answers with %s, and is refused', async (_, answer) => {
    const here = await two()
    twistList(here, answer)
    expect((await here.run()).code).toBeGreaterThanOrEqual(3)
    expect(await contentByPath(here.dir)).toEqual({})
  })

  it('swaps the public key that it says is ours: nothing here believes it', async () => {
    const here = await two()
    here.front.alterAnswer = (call, answer) =>
      call.includes('/users/me') || call.includes('public-key')
        ? { ...(answer as object), public_key_spki: 'AAAA' }
        : undefined
    expect((await here.run()).code).toBe(0)
    expect(await contentByPath(here.dir)).toEqual(both)
  })
})
