import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { assertDefined } from '../../../contract/assertDefined.ts'
import type { CallBody } from '../../../contract/call.ts'
import { batchResultLifetimeSeconds, maxNamesHidden } from '../../../contract/limits.ts'
import { type FileRecord, hideNames } from '../../../contract/schemas/folders.ts'
import { findWrongFolderTotals } from '../../../server/db/folders/wrongFolderTotals.ts'
import { createLink, linkVerifier, protectedLink } from '../links.ts'
import { Browser, startTestServer } from '../testServer.ts'
import { newBatchId, type TestFile, uploadForm } from '../uploads.ts'

type Entry = CallBody<typeof hideNames>['files'][number]

const weekSeconds = batchResultLifetimeSeconds
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const placeholder = (commitment: Buffer): string => `sealed-${commitment.toString('hex').slice(0, 32)}`

/** A file of which the server can read the commitment that its manifest begins with. */
function namedFile(name: string, path = '.') {
  const commitment = randomBytes(32)
  const manifest = Buffer.concat([Buffer.from('SPM1'), commitment, Buffer.alloc(300, 1)]).toString('base64')
  const hidden = {
    key_commitment: commitment.toString('base64url'),
    name: placeholder(commitment),
    file_hash: sha256(`keyed ${name}`),
  }
  return { sent: { name, path, manifest, hash: sha256(name) } satisfies TestFile, hidden }
}

async function startServerWithNames(
  files: ReturnType<typeof namedFile>[],
  { privateNames = true, batchId }: { privateNames?: boolean; batchId?: string } = {},
) {
  const server = await startTestServer()
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  const url = `/api/upload/${folder.link_token}`
  const send = (sent: TestFile[], batch = batchId) =>
    server.app.inject({
      method: 'POST',
      url,
      ...uploadForm({ files: sent, ...(batch !== undefined && { batchId: batch }) }),
    })
  await send(files.map(({ sent }) => sent))
  if (privateNames) await browser.put(`/api/folders/${folder.id}`, { title: 'Tax', private_names: true })
  const listFiles = async (as = browser): Promise<FileRecord[]> =>
    (await as.get(`/api/folders/${folder.id}/files`)).json()
  const listed = await listFiles()
  const entries = files.map(({ sent, hidden }): Entry => ({
    ...hidden,
    file_id: assertDefined(listed.find(({ original_filename }) => original_filename === sent.name)).id,
  }))
  const hide = (chosen: readonly object[] = entries, as = browser, id = folder.id) =>
    as.post(`/api/folders/${id}/hidden-names`, { files: chosen })
  return { server, browser, folder, send, listFiles, entries, hide }
}

it('replaces name, path and hash, keeps the totals, and says the same again', async () => {
  const files = [namedFile('offer.pdf', 'in/2026'), namedFile('balance.xlsx')]
  const { server, browser, folder, entries, hide, listFiles } = await startServerWithNames(files)
  const reply = await hide()
  expect([reply.statusCode, reply.json()]).toEqual([200, { hidden: 2, waiting: 0, waiting_until: null }])
  const listed = await listFiles()
  expect(listed).toMatchObject(
    entries.map(({ file_id, name, file_hash }) => ({
      id: file_id,
      original_filename: name,
      stored_filename: `${folder.id}/${name}`,
      file_hash,
    })),
  )
  expect(await findWrongFolderTotals(server.services.db)).toEqual([])
  expect((await hide()).json()).toEqual({ hidden: 2, waiting: 0, waiting_until: null })
  expect(await listFiles()).toEqual(listed)
  const { events } = (await browser.get(`/api/audit?folder=${folder.id}&kind=names-hidden`)).json<{
    events: object[]
  }>()
  expect(events).toMatchObject([{ details: { files: 2 } }])
})

it('numbers placeholders that the folder has, so that copies of a file have the same', async () => {
  const copies = [namedFile('a'), namedFile('b')]
  const [{ hidden }] = copies as [ReturnType<typeof namedFile>, ReturnType<typeof namedFile>]
  const same = copies.map((file) => ({
    ...file,
    hidden,
    sent: { ...file.sent, manifest: copies[0]?.sent.manifest ?? '' },
  }))
  const { hide, listFiles } = await startServerWithNames(same)
  expect((await hide()).json()).toMatchObject({ hidden: 2 })
  expect((await listFiles()).map(({ stored_filename }) => stored_filename.split('/')[1])).toEqual([
    hidden.name,
    `${hidden.name} (2)`,
  ])
  expect((await hide()).json()).toMatchObject({ hidden: 2 })
})

it('lets files wait until no repeat of their batch is answered any more', async () => {
  const batchId = newBatchId()
  const files = [namedFile('offer.pdf'), namedFile('balance.xlsx')]
  const { server, browser, entries, hide, send, listFiles } = await startServerWithNames(files, { batchId })
  const { waiting_until, ...counts } = (await hide()).json<{ waiting_until: string }>()
  expect(counts).toEqual({ hidden: 0, waiting: 2 })
  const leftMs = Date.parse(waiting_until) - server.services.now().getTime()
  expect(leftMs).toBeGreaterThan((weekSeconds - 60) * 1000)
  expect(leftMs).toBeLessThanOrEqual(weekSeconds * 1000)
  expect((await send(files.map(({ sent }) => sent))).json()).toMatchObject({
    successful_files: [{ id: entries[0]?.file_id }, { id: entries[1]?.file_id }],
  })

  server.passTime(weekSeconds + 60)
  await browser.signIn('admin')
  expect((await hide()).json()).toEqual({ hidden: 2, waiting: 0, waiting_until: null })
  expect((await listFiles()).map(({ original_filename }) => original_filename)).toEqual(
    entries.map(({ name }) => name),
  )
})

it.each([
  ['another key', (entry: Entry) => [{ ...entry, key_commitment: randomBytes(32).toString('base64url') }]],
  ['a file twice', (entry: Entry) => [entry, entry]],
  ['a name that is no placeholder', (entry: Entry) => [{ ...entry, name: 'offer.pdf' }]],
  ['a hash that is none', (entry: Entry) => [{ ...entry, file_hash: 'F'.repeat(64) }]],
  ['nothing', () => []],
])('refuses %s, and changes nothing', async (_, chosenOf) => {
  const { entries, hide, listFiles } = await startServerWithNames([namedFile('a')])
  const before = await listFiles()
  const reply = await hide(chosenOf(assertDefined(entries[0])))
  expect(reply.statusCode, reply.body).toBe(422)
  expect(await listFiles()).toEqual(before)
})

it('refuses all where one of them has another key', async () => {
  const { entries, hide, listFiles } = await startServerWithNames([namedFile('a'), namedFile('b')])
  const before = await listFiles()
  const [first, second] = entries as [Entry, Entry]
  expect((await hide([first, { ...second, key_commitment: first.key_commitment }])).statusCode).toBe(422)
  expect(await listFiles()).toEqual(before)
})

it('does nothing in a folder that does not hide names', async () => {
  const { hide, listFiles } = await startServerWithNames([namedFile('a')], { privateNames: false })
  const before = await listFiles()
  expect((await hide()).json()).toMatchObject({ code: 'namesNotHidden' })
  expect(await listFiles()).toEqual(before)
})

it('renames no file of another folder or person', async () => {
  const { server, browser, entries, hide, listFiles } = await startServerWithNames([namedFile('a')])
  const before = await listFiles()
  const other = await browser.createFolder({ private_names: true })
  expect((await hide(entries, browser, other.id)).json()).toMatchObject({ hidden: 0, waiting: 0 })
  const stranger = await server.signIn('stranger')
  expect((await hide(entries, stranger)).statusCode).toBe(404)
  const own = await stranger.createFolder({ private_names: true })
  expect((await hide(entries, stranger, own.id)).json()).toMatchObject({ hidden: 0, waiting: 0 })
  expect((await hide(entries, new Browser(server.app))).statusCode).toBe(401)
  expect(await listFiles()).toEqual(before)
})

it('takes 1000 files in a body of the usual size, and no more', async () => {
  const files = Array.from({ length: maxNamesHidden }, (_, i) => ({
    ...namedFile('a').hidden,
    file_id: Number.MAX_SAFE_INTEGER - i,
  }))
  const { hide } = await startServerWithNames([namedFile('a')])
  expect((await hide(files)).json()).toMatchObject({ hidden: 0 })
  expect((await hide([...files, { ...files[0], file_id: 1 }])).statusCode).toBe(422)
})

// Where the database is another program's, its files are not ours to read.
it.skipIf(inject('postgres') !== undefined)(
  'leaves no name, path or hash in database and log of the embedded database, once it has started again',
  async () => {
    const files = Array.from({ length: 200 }, (_, i) => namedFile(`canary-${i}.pdf`, `nest-of-${i % 7}`))
    const { server, browser, hide } = await startServerWithNames(files, { batchId: newBatchId() })
    const canaries = files.flatMap(({ sent }) => [sent.name, sent.path, sent.hash])
    const findCanaries = async () => {
      const found = new Set<string>()
      for (const entry of await readdir(server.dataDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const bytes = await readFile(join(entry.parentPath, entry.name))
        for (const text of canaries) if (bytes.includes(text)) found.add(text)
      }
      return [...found]
    }
    const readUserVersion = async () =>
      (await sql<{ user_version: number }>`pragma user_version`.execute(server.services.db)).rows[0]
        ?.user_version
    await server.services.database.compact()
    expect(await readUserVersion()).toBe(1)
    expect(new Set(await findCanaries())).toEqual(new Set(canaries))
    server.passTime(weekSeconds + 60)
    await browser.signIn('admin')
    expect((await hide()).json()).toMatchObject({ hidden: 200 })
    await server.app.housekeeping.whenIdle()
    // SQLite sometimes leaves a copy of a row that it has moved, which the next start removes from a database of any size.
    expect(await readUserVersion()).toBe(0)
    await server.services.database.compact()
    expect(await findCanaries()).toEqual([])
    for (const text of canaries) expect(server.logged().includes(text)).toBe(false)
  },
)

it('names a hidden file by its placeholder alone in links, downloads, history, mails and logs', async () => {
  const { server, browser, folder, hide, entries } = await startServerWithNames([
    namedFile('offer.pdf', 'in'),
  ])
  await hide()
  const ids = entries.map(({ file_id }) => file_id)
  const link = await createLink(browser, protectedLink(ids))
  const url = `/api/download/${link.link_token}`
  const recipient = server.newBrowser()
  const { name } = assertDefined(entries[0])
  const status = await recipient.get(`${url}/status`)
  expect(status.json()).toMatchObject({ files: [{ id: ids[0], original_filename: name }] })
  await recipient.post(`${url}/verify-password`, { password: linkVerifier })
  const replies = [
    status,
    await recipient.get(`${url}/status`),
    await recipient.get(`${url}/file/${ids[0]}`),
    await browser.get(`/api/folders/download/${ids[0]}`),
    await browser.get(`/api/download/links/folder/${folder.id}`),
    await browser.get(`/api/audit?folder=${folder.id}`),
    await browser.get('/api/audit?format=csv'),
  ]
  // Clients that know nothing of manifests save it under its placeholder.
  expect(replies[2]?.headers['content-disposition']).toContain(name)
  for (const { statusCode, headers, body } of replies) {
    expect(statusCode).toBe(200)
    expect(JSON.stringify(headers) + body).not.toMatch(/offer|\bin\//)
  }
  for (const { body } of replies.slice(-2)) expect(body).not.toContain(name)
  expect(server.logged()).not.toContain('offer.pdf')
})
