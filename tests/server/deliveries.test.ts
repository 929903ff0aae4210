import { randomBytes } from 'node:crypto'
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { assertDefined } from '../../contract/assertDefined.ts'
import { maxDeliveries } from '../../contract/limits.ts'
import type { Delivery, FileRecord, Folder } from '../../contract/schemas/folders.ts'
import { newestDeliveries } from '../../server/db/files/deliveries.ts'
import { insertFiles } from '../../server/db/files/files.ts'
import { filesPerSum } from '../../server/db/folders/folderSums.ts'
import { slicesOf } from '../../server/db/slicesOf.ts'
import { countLoopTurns } from './countLoopTurns.ts'
import { fileRow } from './fileRows.ts'
import { addPeople, createSharedFolder, newPerson } from './people.ts'
import { type Browser, startTestServer, type TestServer } from './testServer.ts'
import { newBatchId, type TestForm, uploadForm } from './uploads.ts'

async function send({ app }: TestServer, { link_token }: Folder, form: TestForm): Promise<void> {
  const reply = await app.inject({ method: 'POST', url: `/api/upload/${link_token}`, ...uploadForm(form) })
  expect(reply.json(), reply.body).toMatchObject({ failed_files: [] })
}

const deliveriesOf = async (browser: Browser) => (await browser.get('/api/deliveries')).json<Delivery[]>()

async function namesOf(browser: Browser, { folder_id, batch_id }: Delivery): Promise<string[]> {
  const reply = await browser.get(`/api/folders/${folder_id}/files?new_of=${batch_id ?? 'none'}`)
  return reply.json<FileRecord[]>().map(({ original_filename }) => original_filename)
}

/** Downloads the files of a delivery. */
async function fetchAll(browser: Browser, { folder_id, batch_id }: Delivery): Promise<void> {
  const reply = await browser.get(`/api/folders/${folder_id}/files?new_of=${batch_id ?? 'none'}`)
  for (const { id } of reply.json<FileRecord[]>()) await browser.get(`/api/folders/download/${id}`)
}

describe('deliveries', () => {
  it('are the batches with new files of all folders, the newest first, until they are downloaded', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const [one, two] = [await browser.createFolder(), await browser.createFolder()]
    expect(await deliveriesOf(browser)).toEqual([])
    const [first, second] = [newBatchId(), newBatchId()]
    const bytes = randomBytes(5_000)
    await send(server, one, { files: [{ name: 'a', bytes }, { name: 'b' }], batchId: first })
    await send(server, two, { files: [{ name: 'c' }], batchId: second })
    // Of one batch, though others came between.
    await send(server, one, { files: [{ name: 'd', index: 2 }], batchId: first })

    const [newest, older, ...more] = await deliveriesOf(browser)
    if (!newest || !older) throw new Error('no deliveries')
    expect([newest, older]).toMatchObject([
      { folder_id: one.id, batch_id: first, files: 3, uploader_email: null },
      { folder_id: two.id, batch_id: second, files: 1 },
    ])
    const sizes = (await browser.get(`/api/folders/${one.id}/files`)).json<FileRecord[]>()
    expect(newest.bytes).toBe(sizes.reduce((sum, { file_size }) => sum + file_size, 0))
    expect(newest.last_upload_time).toBe(sizes.at(-1)?.upload_time)
    expect(more).toEqual([])
    expect(await namesOf(browser, newest)).toEqual(['a', 'b', 'd'])

    const [a] = sizes
    await browser.get(`/api/folders/download/${a?.id}`)
    expect(await deliveriesOf(browser)).toMatchObject([{ files: 2 }, { files: 1 }])
    expect(await namesOf(browser, newest)).toEqual(['b', 'd'])
    await fetchAll(browser, newest)
    expect(await deliveriesOf(browser)).toEqual([older])
    await browser.post('/api/folders/files/delete', {
      file_ids: (await browser.get(`/api/folders/${two.id}/files`)).json<FileRecord[]>().map(({ id }) => id),
    })
    expect(await deliveriesOf(browser)).toEqual([])
  })

  it('say which address was verified, and take files of a folder without a batch for one', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    const { db } = server.services
    const email = 'karla@example.org'
    await insertFiles(db, [{ ...fileRow(folder.id, 1), batch_id: newBatchId(), uploader_email: email }])
    await send(server, folder, { files: [{ name: 'a' }] })
    await send(server, folder, { files: [{ name: 'b' }] })
    const [loose, verified] = await deliveriesOf(browser)
    expect(loose).toMatchObject({ batch_id: null, files: 2, uploader_email: null })
    expect(verified).toMatchObject({ files: 1, uploader_email: email })
    expect(loose && (await namesOf(browser, loose))).toEqual(['a', 'b'])
  })

  it('name no sender where their files have more than one', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    const { db } = server.services
    const batches = [newBatchId(), newBatchId()] as const
    const rows = [
      { batch_id: batches[0], uploader_email: 'a@example.org' },
      { batch_id: batches[0], uploader_email: 'b@example.org' },
      { batch_id: batches[1], uploader_email: null },
      { batch_id: batches[1], uploader_email: 'b@example.org' },
    ]
    await insertFiles(
      db,
      rows.map((row, n) => ({ ...fileRow(folder.id, n), ...row })),
    )
    expect(await deliveriesOf(browser)).toMatchObject([{ uploader_email: null }, { uploader_email: null }])
  })

  it('are those of the folders that one may open, and what one of their people sent is not among them', async () => {
    const server = await startTestServer()
    const [anna, bert, carl] = [
      await newPerson(server, 'anna'),
      await newPerson(server, 'bert'),
      await newPerson(server, 'carl'),
    ]
    const { folder } = await addPeople(await createSharedFolder(anna), anna, [bert])
    await send(server, folder, { files: [{ name: 'a' }], batchId: newBatchId() })
    const { db } = server.services
    await insertFiles(db, [{ ...fileRow(folder.id, 2), batch_id: newBatchId(), sent_by: anna.id }])
    const [delivery, ...more] = await deliveriesOf(anna.browser)
    if (!delivery) throw new Error('no delivery')
    expect(more).toEqual([])
    expect(await deliveriesOf(bert.browser)).toEqual([delivery])
    expect(await deliveriesOf(carl.browser)).toEqual([])
    const list = `/api/folders/${folder.id}/files?new_of=${delivery.batch_id}`
    expect((await carl.browser.get(list)).statusCode).toBe(404)
    expect((await anna.browser.get(`/api/folders/${folder.id}/files?new_of=x`)).statusCode).toBe(422)
    // Whoever fetches it does so for all.
    await fetchAll(bert.browser, delivery)
    expect(await deliveriesOf(anna.browser)).toEqual([])
  })

  it('are so many and no more, however many came, and exact, read a bounded number of files at a time', async () => {
    const turns = countLoopTurns()
    const nodes = new WeakMap<object, RootOperationNode>()
    const read: { node: RootOperationNode | undefined; turn: number }[] = []
    const watching: KyselyPlugin = {
      transformQuery: ({ queryId, node }) => (nodes.set(queryId, node), node),
      transformResult({ queryId, result }) {
        read.push({ node: nodes.get(queryId), turn: turns() })
        expect(result.rows.length).toBeLessThan(filesPerSum)
        return Promise.resolve(result)
      },
    }
    const server = await startTestServer()
    const browser = await server.signIn()
    const folders = [await browser.createFolder(), await browser.createFolder(), await browser.createFolder()]
    const { db } = server.services
    const batches = Array.from({ length: maxDeliveries + 1 }, newBatchId)
    const files = Array.from({ length: 2 * filesPerSum + 10 }, (_, n) => ({
      ...fileRow(folders[1]?.id ?? 0, n),
      batch_id: batches[0] ?? null,
      size: 3,
    }))
    for (const some of slicesOf(files, 1000)) await insertFiles(db, some)
    const [user] = await db.selectFrom('user').select('id').execute()
    const list = () => newestDeliveries(db.withPlugin(watching), user?.id ?? 0, maxDeliveries)
    expect(await list()).toMatchObject([{ files: files.length, bytes: 3 * files.length }])
    // The folder with them, three pages of files, and their sums in three more.
    expect(read).toHaveLength(7)
    expect(new Set(read.map(({ turn }) => turn)).size).toBeGreaterThanOrEqual(5)
    if (inject('postgres') === undefined)
      for (const { node } of read) {
        const { sql, parameters } = db.getExecutor().compileQuery(assertDefined(node), { queryId: 'plan' })
        const plan = await db.executeQuery<{ detail: string }>(
          CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
        )
        for (const { detail } of plan.rows)
          if (/\bfile\b/.test(detail)) expect(detail).toMatch(/USING .*INDEX/)
      }

    for (const [n, batch_id] of batches.slice(1).entries())
      await insertFiles(db, [{ ...fileRow(folders[n % 3]?.id ?? 0, 1_000_000 + n), batch_id }])
    const newest = await list()
    expect(newest.map(({ batchId }) => batchId)).toEqual(batches.slice(1).toReversed())
    expect(await deliveriesOf(browser)).toHaveLength(maxDeliveries)
  })
})
