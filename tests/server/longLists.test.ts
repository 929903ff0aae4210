import type { KyselyPlugin } from 'kysely'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { DownloadLink } from '../../contract/schemas/downloads.ts'
import type { CallResponse } from '../../contract/call.ts'
import type { FileRecord, Folder } from '../../contract/schemas/folders.ts'
import { maxStatementBytes } from '../../contract/limits.ts'
import type { getRoster } from '../../contract/schemas/sharing.ts'
import { slicesOf } from '../../server/db/slicesOf.ts'
import { insertLink } from '../../server/db/links/downloadLinks.ts'
import { insertFiles } from '../../server/db/files/files.ts'
import { bytesPerPage } from '../../server/db/files/rowBytes.ts'
import { rowBytesOf } from '../../server/db/files/rowBytes.ts'
import { transact } from '../../server/db/transact.ts'
import { filesPerPiece } from '../../server/downloads/linkResponse.ts'
import { RepeatedFiles } from '../../server/downloads/repeatedFiles.ts'
import { rowsPerPage } from '../../server/http/sendList.ts'
import { rosterRowsPerPiece } from '../../server/sharing/rosterResponse.ts'
import { fileRow } from './fileRows.ts'
import { randomLinkToken, randomSealedKey } from './links.ts'
import { createSharedFolder, newPerson } from './people.ts'
import { startTestServer } from './testServer.ts'
import { countLoopTurns } from './countLoopTurns.ts'

/** As long as names and paths may be, which is far more than a socket takes of a page. */
const longFile = { original_filename: 'n'.repeat(1000), directory: 'p'.repeat(4000) }

/** A server whose database tells of the rows that it has read. */
async function startRowCountingServer() {
  const read = { most: 0, rows: 0, mostWith: {} as Record<string, number> }
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      read.most = Math.max(read.most, result.rows.length)
      read.rows += result.rows.length
      for (const column of Object.keys(result.rows[0] ?? {}))
        read.mostWith[column] = Math.max(read.mostWith[column] ?? 0, result.rows.length)
      return Promise.resolve(result)
    },
  }
  const server = await startTestServer({
    trashDays: 7,
    adapt: (services) => ({ ...services, db: services.db.withPlugin(counting) }),
  })
  return { server, read, browser: await server.signIn() }
}

/** Rows of files without bytes, in two folders by turns. */
async function insertFileRows(
  { services: { db } }: Awaited<ReturnType<typeof startTestServer>>,
  folders: Folder[],
  each: number,
  names: 'long' | 'short' = 'long',
): Promise<number[]> {
  const rows = Array.from({ length: each * folders.length }, (_, i) => ({
    ...fileRow(folders[i % folders.length]?.id ?? 0, i),
    ...(names === 'long' && {
      original_filename: `${i} ${longFile.original_filename}`,
      directory: longFile.directory,
    }),
  }))
  const ids: number[] = []
  for (const some of slicesOf(rows, 500)) ids.push(...(await insertFiles(db, some)).values())
  return ids
}

const threePagesOfFiles = 3 * rowsPerPage + 1

it('keys of files are read and sent a few at a time', async () => {
  const { server, read, browser } = await startRowCountingServer()
  const ids = await insertFileRows(server, [await browser.createFolder()], 3 * filesPerPiece + 1)
  read.mostWith = {}
  const keys = (await browser.post('/api/folders/files/keys', { file_ids: ids })).json<{ id: number }[]>()
  expect(keys.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids)
  expect(read.mostWith.encrypted_key).toBe(filesPerPiece)
})

it('files of a folder are read page by page, and each is listed once, in order', async () => {
  const { server, read, browser } = await startRowCountingServer()
  const [folder, other] = [await browser.createFolder(), await browser.createFolder()]
  const ids = await insertFileRows(server, [folder, other], threePagesOfFiles)
  read.most = 0
  const url = `/api/folders/${folder.id}/files`
  const listed = (await browser.get(url)).json<FileRecord[]>()
  expect(listed.map(({ id }) => id)).toEqual(ids.filter((_, i) => i % 2 === 0))
  expect(read.most).toBe(Math.ceil(bytesPerPage / rowBytesOf({ ...longFile, manifest: null })))
  const compressed = await browser.get(url, { headers: { 'accept-encoding': 'br' } })
  expect(JSON.parse(brotliDecompressSync(compressed.rawPayload).toString())).toEqual(listed)

  await browser.post('/api/folders/files/delete', { file_ids: ids.slice(1) })
  read.most = 0
  const trashed = (await browser.get(`/api/folders/${folder.id}/trash`)).json<FileRecord[]>()
  expect(trashed.map(({ id }) => id)).toEqual(ids.filter((_, i) => i > 0 && i % 2 === 0))
  expect(read.most).toBe(Math.ceil(bytesPerPage / rowBytesOf({ ...longFile, manifest: null })))
})

it('a list without hashes says which files repeat others, across its pages', async () => {
  const { server, browser } = await startRowCountingServer()
  const [folder, other] = [await browser.createFolder(), await browser.createFolder()]
  const { db } = server.services
  const contents = Array.from({ length: threePagesOfFiles }, (_, n) =>
    (n % (rowsPerPage + 7)).toString(16).padStart(64, '0'),
  )
  const rows = contents.map((sha256, n) => ({ ...fileRow(folder.id, n), sha256 }))
  const ids = [...(await insertFiles(db, [...rows, { ...fileRow(other.id, threePagesOfFiles) }])).values()]
  const hashed = (await browser.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
  expect(hashed.map(({ file_hash }) => file_hash)).toEqual(contents)
  const brief = (await browser.get(`/api/folders/${folder.id}/files?hashes=none`)).json<FileRecord[]>()
  expect(brief).toEqual(
    hashed.map((record, n) => {
      const first = n % (rowsPerPage + 7)
      const rest = Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'file_hash'))
      return first === n ? rest : { ...rest, repeat_of: ids[first] }
    }),
  )
  expect((await browser.get(`/api/folders/${folder.id}/files?hashes=some`)).statusCode).toBe(422)
})

it('behind the contents that are compared, files keep their hashes', () => {
  const repeated = new RepeatedFiles(2)
  const sentFiles = ['a', 'b', 'c', 'a', 'c', 'b'].map((sha256, id) => repeated.addFile({ id, sha256 }))
  expect(sentFiles).toEqual([
    {},
    {},
    { file_hash: 'c' },
    { repeat_of: 0 },
    { file_hash: 'c' },
    { repeat_of: 1 },
  ])
})

it('between two pages of a list everything else has a turn', async () => {
  const { server, read, browser } = await startRowCountingServer()
  const folder = await browser.createFolder()
  await insertFileRows(server, [folder], 20 * rowsPerPage, 'short')
  const turns = countLoopTurns()
  const before = turns()
  read.most = 0
  await browser.get(`/api/folders/${folder.id}/files`)
  expect(read.most).toBe(rowsPerPage)
  expect(turns() - before).toBeGreaterThanOrEqual(20)
})

it.each([0, 1, rowsPerPage, rowsPerPage + 1])('a folder of %i files is a list of as many', async (count) => {
  const { server, browser } = await startRowCountingServer()
  const folder = await browser.createFolder()
  await insertFileRows(server, [folder], count)
  expect((await browser.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()).toHaveLength(count)
})

it('no more is read of a folder than its owner takes', async () => {
  const { server, read, browser } = await startRowCountingServer()
  const folder = await browser.createFolder()
  await insertFileRows(server, [folder], 60 * rowsPerPage)
  const address = await server.listen()
  read.rows = 0
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = get(`${address}/api/folders/${folder.id}/files`, { headers: { cookie } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  // While it takes nothing of this answer another one is read to its end.
  await browser.get('/api/folders/')
  expect(read.rows).toBeLessThan(40 * rowsPerPage)
  let bytes = 0
  for await (const piece of answer as AsyncIterable<Buffer>) bytes += piece.length
  expect(bytes).toBeGreaterThan(
    60 * rowsPerPage * (longFile.original_filename.length + longFile.directory.length),
  )
  expect(read.rows).toBeGreaterThanOrEqual(60 * rowsPerPage)
})

it('links are read one after the other, and the names of their files page by page', async () => {
  const { server, read, browser } = await startRowCountingServer()
  const folder = await browser.createFolder()
  const ids = await insertFileRows(server, [folder], threePagesOfFiles)
  const tokens: string[] = []
  for (const some of [ids, ids.slice(0, 1), ids]) {
    const link = {
      folder_id: folder.id,
      creator_id: 1,
      link_token: randomLinkToken(),
      creation_date: '2026-01-01T00:00:00.000Z',
      expiration_date: null,
      password_hash: null,
      password_salt: null,
      password_iterations: null,
      sealed_master: null,
    }
    tokens.unshift(link.link_token)
    const keys = new Map(some.map((id) => [id, randomSealedKey()]))
    await transact(server.services.db, (trx) => insertLink(trx, link, keys, null))
  }
  read.most = 0
  const listed = (await browser.get(`/api/download/links/folder/${folder.id}`)).json<DownloadLink[]>()
  expect(listed.map(({ link_token }) => link_token)).toEqual(tokens)
  expect(listed.map(({ file_ids }) => file_ids)).toEqual([ids, ids.slice(0, 1), ids])
  for (const link of listed) {
    expect(link.file_count).toBe(link.file_ids.length)
    expect(link.files).toEqual(link.file_ids.map((id) => `${ids.indexOf(id)} ${longFile.original_filename}`))
  }
  expect(read.most).toBeLessThanOrEqual(500)
})

/** A folder of several people that was changed so often: the rows of its roster, as long as they may be. */
async function createChangedFolder(changes: number) {
  const { server, read } = await startRowCountingServer()
  const { db } = server.services
  const anna = await newPerson(server, 'anna')
  const { folder } = await createSharedFolder(anna)
  const numbers = Array.from({ length: changes }, (_, i) => i + 2)
  const folder_id = folder.id
  const statement = 's'.repeat(maxStatementBytes - 10)
  const addStatements = (all: readonly number[]) =>
    db
      .insertInto('roster_statement')
      .values(
        all.map((seq) => ({ folder_id, seq, statement: `${seq} ${statement}`, signature: 'AAAA', hash: '' })),
      )
      .execute()
  for (const some of slicesOf(numbers, 50)) {
    await addStatements(some)
    const keys = some.map((n) => ({ folder_id, fingerprint: `key ${n}`, public_key_spki: `spki ${n}` }))
    await db.insertInto('roster_key').values(keys).execute()
    const generations = keys.map((key, i) => ({
      ...key,
      gen: some[i] ?? 0,
      sealed_private: 'AAAA',
      since: '',
    }))
    await db.insertInto('folder_generation').values(generations).execute()
    const grants = some.map((gen) => ({ folder_id, gen, user_id: anna.id, sealed: `grant ${gen}` }))
    await db
      .insertInto('folder_grant')
      .values(grants.filter(({ gen }) => gen % 2 === 0))
      .execute()
  }
  return { server, read, numbers, anna, addStatements, url: `/api/folders/${folder_id}/roster` }
}

it('the people of a folder are read and sent a few statements at a time, with all keys and grants', async () => {
  const { read, numbers, anna, url } = await createChangedFolder(13 * rosterRowsPerPiece)
  read.mostWith = {}
  const roster = (await anna.browser.get(url)).json<CallResponse<typeof getRoster>>()
  const readNumber = ({ statement }: { statement: string }) => Number(statement.split(' ')[0])
  expect(roster.statements.slice(1).map(readNumber)).toEqual(numbers)
  expect(roster.keys.toSorted()).toEqual([anna.pair.spki, ...numbers.map((n) => `spki ${n}`)].sort())
  expect(roster.generations.slice(1).map(({ gen, grant }) => [gen, grant])).toEqual(
    numbers.map((n) => [n, n % 2 === 0 ? `grant ${n}` : null]),
  )
  expect(roster.leaving).toEqual([])
  expect(read.mostWith.statement).toBe(rosterRowsPerPiece)
  expect(read.mostWith.sealed_private).toBe(rosterRowsPerPiece)
  expect(read.most).toBe(rowsPerPage)
})

it('an answer with the people of a folder that are changed meanwhile ends early', async () => {
  const { server, numbers, anna, addStatements, url } = await createChangedFolder(40 * rosterRowsPerPiece)
  const address = await server.listen()
  const cookie = [...anna.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = get(address + url, { headers: { cookie } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  await addStatements([numbers.length + 2])
  await expect(answer.toArray()).rejects.toThrow('aborted')
})
