import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { assertDefined } from '../../../contract/assertDefined.ts'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import type { Services } from '../../../server/context.ts'
import { failWrites } from '../failWrites.ts'
import { uploadFiles } from '../links.ts'
import {
  reusePairs,
  addPeople,
  createSharedFolder,
  newKeyPair,
  newPerson,
  type Person,
  removePerson,
} from '../people.ts'
import { startTestServer } from '../testServer.ts'
import { iv, type TestFile } from '../uploads.ts'

beforeEach(reusePairs)

const manifest = Buffer.alloc(300, 1).toString('base64')
const smallFile: TestFile = {
  name: 'a.txt',
  path: 'in/a.txt',
  bytes: Buffer.from('sealed bytes of a file'),
  manifest,
}
const secondFile: TestFile = { name: 'b.txt', bytes: Buffer.from('sealed bytes of another'), manifest }
/** Beyond what is collected in memory, on the disk. */
const largeFile: TestFile = { name: 'c.txt', bytes: randomBytes(200_000), manifest }
const randomWrappedKey = () => randomBytes(256).toString('base64')

/** A folder of one person with files, and one of several that she owns. */
async function createTwoFolders(files: TestFile[], options: Partial<Services> = {}) {
  const server = await startTestServer(options)
  const anna = await newPerson(server, 'anna')
  const bert = await newPerson(server, 'bert')
  const from = await anna.browser.createFolder({ title: 'From' })
  const ids = (await uploadFiles(server.app, anna.browser, from, files)).sort((a, b) => a - b)
  const shared = await addPeople(await createSharedFolder(anna), anna, [bert])
  const url = `/api/folders/${shared.folder.id}/copies`
  const newCopyBody = (chosen = ids) => ({
    copy_id: randomBytes(16).toString('base64url'),
    sealed_to: assertDefined(shared.keys.at(-1)).fp,
    files: chosen.map((file_id) => ({ file_id, encrypted_key: randomWrappedKey() })),
  })
  const copyFiles = (payload: object = newCopyBody(), { browser }: Person = anna) =>
    browser.post(url, payload)
  const listFiles = async ({ browser }: Person, id: number): Promise<FileRecord[]> =>
    (await browser.get(`/api/folders/${id}/files`)).json()
  const rowsOf = async (table: 'staged' | 'garbage') => {
    await server.app.housekeeping.whenIdle()
    return (await server.services.db.selectFrom(table).selectAll().execute()).length
  }
  /** Only the files that were sent are there, and their bytes. */
  async function expectNothing() {
    expect(await listFiles(anna, shared.folder.id)).toEqual([])
    expect(await listFiles(anna, from.id)).toHaveLength(ids.length)
    expect([await rowsOf('staged'), await rowsOf('garbage')]).toEqual([0, 0])
  }
  return { server, anna, bert, from, ids, shared, newCopyBody, copyFiles, listFiles, expectNothing }
}

describe('files copied into a folder of several people', () => {
  it('have bytes of their own, their manifest, the key as it was wrapped anew, and say that they were copied', async () => {
    const { server, anna, bert, from, ids, shared, newCopyBody, copyFiles, listFiles } =
      await createTwoFolders([smallFile, largeFile])
    const sent = newCopyBody()
    const reply = await copyFiles(sent)
    expect([reply.statusCode, reply.json()]).toEqual([200, { copied: 2 }])
    const copies = await listFiles(bert, shared.folder.id)
    const originals = await listFiles(anna, from.id)
    expect(originals.some(({ copied }) => copied)).toBe(false)
    for (const { original_filename, file_hash, file_size } of originals)
      expect(copies).toContainEqual(
        expect.objectContaining({ original_filename, file_hash, file_size, copied: true }),
      )

    const { blob_keys, rows } = await readStoredFiles(server.services)
    expect(new Set(blob_keys).size).toBe(4)
    for (const [i, id] of ids.entries())
      expect(rows.find(({ copied_from }) => copied_from === id)).toMatchObject({
        ...{ encrypted_key: assertDefined(sent.files[i]).encrypted_key, encryption_iv: iv },
        ...{ manifest, sealed_to: sent.sealed_to, last_downloaded_admin: null },
        directory: assertDefined(rows.find((row) => row.id === id)).directory,
      })
    // What becomes of the files that they were made of is nothing to them.
    await anna.browser.delete(`/api/folders/${from.id}`)
    await server.app.housekeeping.whenIdle()
    for (const { id, original_filename } of copies) {
      const { rawPayload } = await bert.browser.get(`/api/folders/download/${id}`)
      const file = [smallFile, largeFile].find(({ name }) => name === original_filename)
      expect(rawPayload.equals(assertDefined(assertDefined(file).bytes))).toBe(true)
    }
  })

  it('are there once, however often or at once a step is sent, and again where somebody copies again', async () => {
    const { anna, ids, shared, newCopyBody, copyFiles, listFiles, server } = await createTwoFolders([
      smallFile,
      secondFile,
    ])
    const sent = newCopyBody()
    const replies = await Promise.all([copyFiles(sent), copyFiles(sent), copyFiles(sent)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await listFiles(anna, shared.folder.id)).toHaveLength(2)
    // The next step of the same copying may name one that is there.
    const more = { ...sent, files: newCopyBody(ids.slice(0, 1)).files }
    expect((await copyFiles(more)).json()).toEqual({ copied: 1 })
    expect(await listFiles(anna, shared.folder.id)).toHaveLength(2)
    expect(await server.storedFiles()).toHaveLength(4)
    expect((await copyFiles(newCopyBody(ids.slice(0, 1)))).statusCode).toBe(200)
    const names = (await listFiles(anna, shared.folder.id)).map(({ stored_filename }) => stored_filename)
    expect(new Set(names).size).toBe(3)
  })

  it.each([
    ['twice the same file', 422, ({ ids, newCopyBody }: Scene) => newCopyBody([ids[0], ids[0]] as number[])],
    [
      'a key that is no wrapped key',
      422,
      ({ ids, newCopyBody }: Scene) => withWrappedKeys(newCopyBody(ids), 'AAAA'),
    ],
    ['a file that is not there', 404, ({ ids, newCopyBody }: Scene) => newCopyBody([...ids, 999])],
    [
      'another key than the newest',
      409,
      ({ newCopyBody }: Scene) => ({ ...newCopyBody(), sealed_to: newKeyPair().fp }),
    ],
  ])('are none after %s, and nothing is left', async (_, status, make) => {
    const world = await createTwoFolders([smallFile, secondFile])
    const reply = await world.copyFiles(make(world))
    expect(reply.statusCode, reply.body).toBe(status)
    await world.expectNothing()
    expect(await world.server.storedFiles()).toHaveLength(2)
  })

  it('are refused without a manifest, which are named', async () => {
    const nameless = { ...secondFile, manifest: '' }
    const { copyFiles, expectNothing } = await createTwoFolders([smallFile, nameless])
    const reply = await copyFiles()
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ code: 'copyUnsealed' })
    expect(reply.body).toContain('b.txt')
    expect(reply.body).not.toContain('a.txt')
    await expectNothing()
  })

  it('come only from folders of whoever copies', async () => {
    const { bert, copyFiles, newCopyBody, expectNothing, server } = await createTwoFolders([smallFile])
    const folder = await bert.browser.createFolder({ title: 'Of Bert' })
    const [file] = await uploadFiles(server.app, bert.browser, folder, [secondFile])
    expect((await copyFiles(newCopyBody([assertDefined(file)]))).statusCode).toBe(404)
    await expectNothing()
  })

  it('are refused under a key that was replaced', async () => {
    const { anna, bert, shared, newCopyBody, copyFiles, expectNothing } = await createTwoFolders([smallFile])
    const sent = newCopyBody()
    await removePerson(shared, anna, bert)
    const reply = await copyFiles(sent)
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'rosterMoved' }])
    await expectNothing()
  })

  it('count against the quota of the folder they come into: all fit in, or none is there', async () => {
    const bytes = randomBytes(60_000)
    const files = [
      { ...smallFile, bytes },
      { ...secondFile, bytes: bytes.subarray(0, 30_000) },
    ]
    const { ids, copyFiles, newCopyBody, expectNothing, server } = await createTwoFolders(files, {
      folderQuotaBytes: 100_000,
    })
    // The quota of the other folder is not that of this one.
    expect((await copyFiles(newCopyBody())).statusCode).toBe(200)
    expect((await copyFiles(newCopyBody(ids.slice(0, 1)))).statusCode).toBe(507)
    expect(await server.storedFiles()).toHaveLength(4)
    await server.services.db.deleteFrom('file').where('copy_id', 'is not', null).execute()
    await expectNothing()
  })

  it('leave nothing behind where the database fails midway', async () => {
    const { server, copyFiles, newCopyBody, expectNothing, listFiles, anna, shared } = await createTwoFolders(
      [smallFile, largeFile],
    )
    const mend = await failWrites(server.services.db, 'insert', 'file')
    const sent = newCopyBody()
    expect((await copyFiles(sent)).statusCode).toBe(500)
    await mend()
    await expectNothing()
    expect(await server.storedFiles()).toHaveLength(2)
    expect((await copyFiles(sent)).statusCode).toBe(200)
    expect(await listFiles(anna, shared.folder.id)).toHaveLength(2)
  })

  it('leave nothing behind where the bytes of one are gone', async () => {
    const { server, ids, copyFiles, expectNothing } = await createTwoFolders([smallFile, largeFile])
    const { rows } = await readStoredFiles(server.services)
    const last = assertDefined(rows.find(({ id }) => id === ids[1]))
    await server.services.blobs.delete([last.blob_key])
    expect((await copyFiles()).statusCode).toBe(404)
    await expectNothing()
    expect(await server.storedFiles()).toHaveLength(1)
  })
})

type Scene = Awaited<ReturnType<typeof createTwoFolders>>

const withWrappedKeys = <T extends { files: { file_id: number }[] }>(body: T, encrypted_key: string) => ({
  ...body,
  files: body.files.map((file) => ({ ...file, encrypted_key })),
})

async function readStoredFiles({ db }: Services) {
  const rows = await db.selectFrom('file').selectAll().execute()
  return { rows, blob_keys: rows.map(({ blob_key }) => blob_key) }
}
