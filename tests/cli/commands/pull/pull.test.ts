import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HashedFileRecord } from '../../../../contract/schemas/folders.ts'
import { PulledFiles } from '../../../../cli/pull/pulledFiles.ts'
import { cannotMount, mountSmallDisk } from '../../../server/mounts.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import { contentByPath, failureByFile, messagesOfKind, setUpPull } from './setUpPull.ts'

describe('pulling a folder', () => {
  it('puts every file in its place under the name that its sender gave it, and says so', async () => {
    const { send, run, dir } = await setUpPull()
    await send([
      { name: 'a.txt', content: 'first', modified: Date.UTC(2024, 1, 2) },
      { name: 'b.txt', path: 'deep/er', content: 'second' },
      { name: 'empty', content: '' },
    ])
    const { code, events } = await run()
    expect(code).toBe(0)
    expect(await contentByPath(dir)).toEqual({ 'a.txt': 'first', 'deep/er/b.txt': 'second', empty: '' })
    expect((await stat(join(dir, 'a.txt'))).mtime.toISOString()).toBe('2024-02-02T00:00:00.000Z')
    expect(events.filter(({ event }) => event === 'done')).toHaveLength(3)
    expect(events).toContainEqual({ event: 'start', files: 3, bytes: 0, total: 11 })
    expect(messagesOfKind(events, 'note').join()).toContain('Compare its words once')
  })

  it('gives names that programs act on another one, unless asked to keep them', async () => {
    const { send, run, dir } = await setUpPull()
    await send([{ name: 'authorized_keys', path: '.ssh', content: 'k' }])
    const { events } = await run()
    expect(await contentByPath(dir)).toEqual({ '_.ssh/authorized_keys': 'k' })
    expect(messagesOfKind(events, 'note').join()).toMatch(
      /1 file had a name that programs act on.*--dot-files/,
    )
    await send([{ name: 'authorized_keys', path: '.ssh', content: 'l' }])
    await run('--dot-files')
    expect(await contentByPath(dir)).toEqual({ '_.ssh/authorized_keys': 'k', '.ssh/authorized_keys': 'l' })
  })

  it('fetches nothing twice, neither what was renamed nor what somebody has taken away', async () => {
    const { send, run, dir, proxy } = await setUpPull()
    await send([
      { name: 'a.txt', content: 'first' },
      { name: 'b.txt', content: 'second' },
    ])
    await run()
    await rename(join(dir, 'a.txt'), join(dir, 'mine.txt'))
    await rm(join(dir, 'b.txt'))
    await send([{ name: 'c.txt', content: 'third' }])
    const before = proxy.calls.length
    expect((await run()).code).toBe(0)
    expect(await contentByPath(dir)).toEqual({ 'mine.txt': 'first', 'c.txt': 'third' })
    expect(proxy.calls.slice(before).filter((call) => /content|download/.test(call))).toHaveLength(1)
    expect((await run('--again')).code).toBe(0)
    expect(Object.keys(await contentByPath(dir))).toEqual(['a.txt', 'b.txt', 'c.txt', 'mine.txt'])
  })

  it('fetches again what is missing though another file has its name by now', async () => {
    const { send, run, dir, proxy } = await setUpPull()
    const [first] = await send([{ name: 'a.txt', content: 'first' }])
    await run()
    await rm(join(dir, 'a.txt'))
    await send([{ name: 'a.txt', content: 'second' }])
    await run()
    expect(await contentByPath(dir)).toEqual({ 'a.txt': 'second' })
    // Another list entry of the first puts it in no place.
    proxy.alterAnswer = (call, answer) =>
      call.endsWith('/files')
        ? (answer as HashedFileRecord[]).map((one) =>
            one.id === first ? { ...one, file_hash: 'a'.repeat(64) } : one,
          )
        : undefined
    await run()
    proxy.alterAnswer = () => undefined
    expect((await run('--again')).code).toBe(0)
    expect(await contentByPath(dir)).toEqual({ 'a.txt': 'second', 'a (2).txt': 'first' })
    // And the other way round.
    await rm(join(dir, 'a.txt'))
    await run('--again')
    await run('--again')
    expect(await contentByPath(dir)).toEqual({ 'a.txt': 'second', 'a (2).txt': 'first' })
  })

  it('holds a name for the file that has it, also after it was fetched again', async () => {
    const { send, run, dir } = await setUpPull()
    await send([{ name: 'a.txt', content: 'first' }])
    await run()
    await rm(join(dir, 'a.txt'))
    await send([{ name: 'a.txt', content: 'second' }])
    await run()
    await rm(join(dir, 'a.txt'))
    await run('--again')
    await run('--again')
    expect(Object.values(await contentByPath(dir)).sort()).toEqual(['first', 'second'])
  })

  it('keeps what was deleted on the server, and what is there already', async () => {
    const { send, run, dir, owner } = await setUpPull()
    const ids = await send([{ name: 'a.txt', content: 'first' }])
    await mkdir(dir)
    await writeFile(join(dir, 'a.txt'), 'mine')
    await run()
    expect(await contentByPath(dir)).toEqual({ 'a.txt': 'mine', 'a (2).txt': 'first' })
    await owner.browser.post('/api/folders/files/delete', { file_ids: ids })
    expect((await run()).code).toBe(0)
    expect(await contentByPath(dir)).toEqual({ 'a.txt': 'mine', 'a (2).txt': 'first' })
  })

  it('numbers files of one name, whether they came together or one after the other', async () => {
    const { send, run, dir } = await setUpPull()
    await send([{ name: 'a.txt', content: '1' }])
    await send([{ name: 'a.txt', content: '2' }])
    await run()
    await send([{ name: 'A.TXT', content: '3' }])
    await run()
    const content = await contentByPath(dir)
    expect(Object.values(content).sort()).toEqual(['1', '2', '3'])
    expect(content['a.txt']).toBe('1')
    expect(content['a (2).txt']).toBe('2')
  })

  it('leaves no name of a stranger outside its folder, or among what it keeps for itself', async () => {
    const { send, run, dir } = await setUpPull()
    await send([
      { name: 'x', path: '.sealpost', content: '1' },
      { name: 'files.jsonl', path: '.SealPost', content: '2' },
      { name: 'x', path: '.incoming', content: '3' },
      { name: '.refused', content: '4' },
      { name: 'x', path: '.sealpost-parts', content: '5' },
      { name: 'CON', content: '6' },
      { name: 'invoice\u202Efdp.exe', content: '7' },
    ])
    expect((await run()).code).toBe(0)
    const paths = Object.keys(await contentByPath(dir, true)).filter(
      (path) => path !== '.sealpost/files.jsonl',
    )
    expect(paths).toHaveLength(7)
    for (const path of paths) expect(path).toMatch(/^_|^invoicefdp\.exe$|^invoice_fdp\.exe$/)
    expect(await readFile(join(dir, '.sealpost/files.jsonl'), 'utf8')).toContain('"folder":1')
  })

  it('is not begun for a second folder in one place, nor twice at a time', async () => {
    const { send, run, dir, folder, owner } = await setUpPull()
    await send([{ name: 'a.txt', content: 'first' }])
    await run()
    const state = join(dir, '.sealpost/files.jsonl')
    const savedText = await readFile(state, 'utf8')
    await writeFile(state, savedText.replace(`"folder":${folder.id}`, '"folder":99'))
    expect(await run()).toMatchObject({
      code: 1,
      message: expect.stringContaining('another folder') as string,
    })
    await writeFile(state, savedText)
    await owner.browser.get('/api/folders/')
    const [one, other] = await Promise.all([run(), run()])
    expect([one.code, other.code].sort()).toEqual([0, 3])
  })

  it('goes on behind a line that a kill has cut off, and stops at one that is damaged', async () => {
    const { send, run, dir } = await setUpPull()
    await send([
      { name: 'a.txt', content: 'first' },
      { name: 'b.txt', content: 'second' },
    ])
    await run()
    const state = join(dir, '.sealpost/files.jsonl')
    const savedText = await readFile(state, 'utf8')
    await writeFile(state, savedText.slice(0, -5))
    expect((await run()).code).toBe(0)
    expect(Object.keys(await contentByPath(dir))).toEqual(['a.txt', 'b.txt'])
    expect(await readFile(state, 'utf8')).toBe(savedText)
    const lines = savedText.split('\n')
    await writeFile(state, [lines[0], '{"id":', ...lines.slice(2)].join('\n'))
    expect(await run()).toMatchObject({ code: 3, message: expect.stringContaining('Line 2') as string })
  })

  it('says of files without a manifest, and of batches that did not come whole', async () => {
    const { send, run, dir } = await setUpPull()
    await send([{ name: 'bare.txt', content: 'x', hasManifest: false }])
    await send([{ name: 'one.txt', content: '1' }], { count: 5 })
    const { code, events } = await run()
    expect(code).toBe(0)
    expect(Object.keys(await contentByPath(dir))).toEqual(['bare.txt', 'one.txt'])
    expect(messagesOfKind(events, 'warning').join()).toMatch(/No manifest came with 1 file \(bare\.txt\)/)
    expect(messagesOfKind(events, 'note').join('\n')).toContain('1 of 5 files of a batch')
  })

  it('tells what came by the secret link from what did not', async () => {
    const { send, run, owner, folder } = await setUpPull()
    // The person has given the secret link out, and their browser remembers the folder.
    await owner.trust.contacts.change((contacts) => ({
      ...contacts,
      own: [{ id: folder.id, title: 'Tax', secret: true, private: null, to: [] }],
    }))
    const originOf = { owner: owner.key.root, folder: String(folder.id) }
    await send([{ name: 'good.txt', content: '1', originOf }])
    await send([{ name: 'plain.txt', content: '2' }])
    await send([{ name: 'wrong.txt', content: '3', originOf: { ...originOf, folder: '99' } }])
    const { code, events } = await run()
    const origins = events.flatMap((what) =>
      what.event === 'done' ? [[what.file?.split('/').at(-1), what.origin]] : [],
    )
    expect(origins.sort()).toEqual([
      ['good.txt', 'proven'],
      ['plain.txt', 'not-proven'],
    ])
    expect([code, Object.keys(failureByFile(events))]).toEqual([2, ['wrong.txt']])
    expect(messagesOfKind(events, 'note').join()).toMatch(/Not confirmed.*plain\.txt/)
  })

  it('counts what fails, and brings the others', async () => {
    const { send, run, dir, proxy } = await setUpPull()
    const [, second] = await send([
      { name: 'a.txt', content: 'first' },
      { name: 'b.txt', content: 'second' },
    ])
    proxy.alterAnswer = (call, answer) =>
      call.endsWith('/files/keys')
        ? (answer as { id: number }[]).filter(({ id }) => id !== second)
        : undefined
    const { code, events } = await run()
    expect([code, failureByFile(events)]).toEqual([2, { 'b.txt': 'key-not-sent' }])
    expect(Object.keys(await contentByPath(dir))).toEqual(['a.txt'])
    proxy.alterAnswer = () => undefined
    expect((await run()).code).toBe(0)
    expect(Object.keys(await contentByPath(dir))).toEqual(['a.txt', 'b.txt'])
  })

  it('names a file whose content the server has lost, and brings the others', async () => {
    const { send, run, dir, server } = await setUpPull()
    const [lost = 0] = await send([
      { name: 'a.txt', content: 'first' },
      { name: 'b.txt', content: 'second' },
    ])
    const { db, blobs } = server.services
    const file = await db
      .selectFrom('file')
      .select('blob_key')
      .where('id', '=', lost)
      .executeTakeFirstOrThrow()
    await blobs.delete([file.blob_key])
    const { code, events } = await run()
    expect([code, failureByFile(events)]).toEqual([2, { 'a.txt': 'fileLost' }])
    expect(Object.keys(await contentByPath(dir))).toEqual(['b.txt'])
  })
})

it('keeps 50 000 files in mind, and reads them in a moment', { tags: 'thorough' }, async () => {
  const { dir } = await setUpPull()
  await mkdir(dir)
  const address = { origin: 'https://a.example', id: 1 }
  const files = await PulledFiles.open(dir, address)
  for (let id = 1; id <= 50_000; id++)
    files.add(
      { id, name: `f${id}`, size: 1, sha256: 'ab', state: 'here' },
      { batch: 'b', index: id, count: 50_000 },
    )
  files.close()
  const again = await PulledFiles.open(dir, address)
  expect([again.has({ id: 50_000, file_hash: 'ab' }), again.has({ id: 50_000, file_hash: 'cd' })]).toEqual([
    true,
    false,
  ])
  expect(again.find(50_001)).toBeUndefined()
  again.close()
})

describe.skipIf(cannotMount)(
  `a list of pulled files on a disk that is nearly full ${cannotMount ?? ''}`,
  () => {
    it('has no half line, and goes on once there is room', async () => {
      const dir = await scratchFolder()
      await mountSmallDisk(dir, '64k')
      const address = { origin: 'https://a.example', id: 1 }
      const files = await PulledFiles.open(dir, address)
      const add = (id: number) =>
        files.add({ id, name: `${id}`.repeat(9000), size: 1, sha256: 'ab', state: 'taken' }, null)
      const filler = join(dir, 'filler')
      await writeFile(filler, Buffer.alloc(40 * 1024))
      expect(() => {
        for (let id = 1; id <= 9; id++) add(id)
      }).toThrow('device-full')
      // What has no line is not pulled: it is fetched again.
      expect(files.find(9)).toBeUndefined()
      await rm(filler)
      add(9)
      files.close()
      const again = await PulledFiles.open(dir, address)
      expect([again.find(1)?.state, again.find(9)?.state]).toEqual(['taken', 'taken'])
      again.close()
    })
  },
)

it.each([Date.UTC(1965, 2, 3, 4, 5, 6), -1500, 0])(
  'gives a file the date that it was sent with: %i',
  async (modified) => {
    const { send, run, dir } = await setUpPull()
    await send([{ name: 'old.txt', content: 'old', modified }])
    await run()
    expect((await stat(join(dir, 'old.txt'))).mtimeMs).toBe(modified)
  },
)
