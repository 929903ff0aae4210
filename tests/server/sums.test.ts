import type { KyselyPlugin } from 'kysely'
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Folder } from '../../contract/schemas/folders.ts'
import { slicesOf } from '../../server/db/slicesOf.ts'
import { insertFiles } from '../../server/db/files/files.ts'
import { filesPerSum } from '../../server/db/folders/folderSums.ts'
import { fileRow } from './fileRows.ts'
import { startTestServer } from './testServer.ts'
import { uploadForm } from './uploads.ts'
import { stoppedClock } from './stoppedClock.ts'
import { countLoopTurns } from './countLoopTurns.ts'

const sumOfFiles = /sealed_size (?:\\\+|\+) row_bytes/
const sumOfFolders = /sum\(.*kept_bytes/

/** A server that tells in which turn of the event loop it has added up this. */
async function startSumCountingServer(what: RegExp, now = () => new Date()) {
  const turns = countLoopTurns()
  const sums: number[] = []
  const noting: KyselyPlugin = {
    transformQuery({ node }) {
      const text = JSON.stringify(node)
      if (what.test(text)) sums.push(turns())
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const server = await startTestServer({
    folderQuotaBytes: 1e12,
    userQuotaBytes: 1e13,
    now,
    adapt: (services) => ({ ...services, db: services.db.withPlugin(noting) }),
  })
  return { server, browser: await server.signIn(), sums }
}

it('what is left of a quota is added up once a second, however often visitors ask', async () => {
  const { now, passTime } = stoppedClock()
  const { server, browser, sums } = await startSumCountingServer(sumOfFolders, now)
  const { link_token } = await browser.createFolder()
  sums.length = 0
  const getUploadStatus = () => server.app.inject(`/api/upload/${link_token}/status`)
  const beginUpload = () =>
    server.app.inject({
      method: 'POST',
      url: `/api/upload/${link_token}/files`,
      payload: { size: 20 * 262_160, part_size: 20 * 262_160 },
    })
  for (let n = 0; n < 5; n++) {
    expect((await getUploadStatus()).statusCode).toBe(200)
    expect((await beginUpload()).statusCode).toBe(200)
  }
  // Of the folder, and of the account.
  expect(sums).toHaveLength(2)
  passTime(1)
  await getUploadStatus()
  expect(sums).toHaveLength(4)
})

it('no part and no confirmation adds up files, whatever quotas there are', async () => {
  const { server, browser, sums } = await startSumCountingServer(sumOfFiles)
  const { link_token } = await browser.createFolder({ quota_bytes: 1e9 })
  sums.length = 0
  const url = `/api/upload/${link_token}`
  const [size, part_size] = [21 * 262_160, 20 * 262_160]
  const begun = await server.app.inject({ method: 'POST', url: `${url}/files`, payload: { size, part_size } })
  const { upload_id } = begun.json<{ upload_id: string }>()
  for (const [n, length] of [part_size, size - part_size].entries()) {
    const part = { method: 'PUT', url: `${url}/files/${upload_id}/parts/${n + 1}` } as const
    const headers = { 'content-type': 'application/octet-stream' }
    const reply = await server.app.inject({ ...part, headers, payload: randomBytes(length) })
    expect(reply.statusCode, reply.body).toBe(204)
  }
  const form = uploadForm({ files: [{ name: 'a', reference: upload_id }, { name: 'b' }] })
  const confirmed = await server.app.inject({ method: 'POST', url, ...form })
  expect(confirmed.json()).toMatchObject({ successful_files: [{ filename: 'a' }, { filename: 'b' }] })
  expect(sums).toEqual([])
})

it('folders are listed with what they hold, added up a bounded number of files at a time', async () => {
  const { server, browser, sums } = await startSumCountingServer(sumOfFiles)
  const folders = [await browser.createFolder(), await browser.createFolder(), await browser.createFolder()]
  const [many = 0, few = 0] = folders.map(({ id }) => id)
  const files = [
    ...Array.from({ length: 2 * filesPerSum + 10 }, (_, n) => fileRow(many, n)),
    { ...fileRow(few, 1), blob_key: 'few', size: 7, last_downloaded_admin: '2026-11-24T10:00:00.000Z' },
  ]
  for (const some of slicesOf(files, 1000)) await insertFiles(server.services.db, some)
  sums.length = 0
  const listed = (await browser.get('/api/folders/')).json<Folder[]>()
  const foldersById = new Map(listed.map((folder) => [folder.id, folder]))
  const counts = folders.map(({ id }) => {
    const { file_count, total_size, undownloaded_count } = foldersById.get(id) ?? {}
    return [file_count, total_size, undownloaded_count]
  })
  expect(counts).toEqual([
    [2 * filesPerSum + 10, 0, 2 * filesPerSum + 10],
    [1, 7, 0],
    [0, 0, 0],
  ])
  expect(sums).toHaveLength(3)
  expect(new Set(sums).size).toBe(3)
})
