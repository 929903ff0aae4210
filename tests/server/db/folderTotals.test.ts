import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { readConfig } from '../../../server/config/config.ts'
import { repairFolderTotals, findWrongFolderTotals } from '../../../server/db/folders/wrongFolderTotals.ts'
import { checkCommand } from '../../../server/ops/admin/check.ts'
import type { CommandContext } from '../../../server/ops/admin/command.ts'
import { findWrongLinkTotals } from '../../../server/db/links/wrongLinkTotals.ts'
import { countOwnLinks } from '../../../server/db/links/downloadLinks.ts'
import { fileRow } from '../fileRows.ts'
import { createLink, openLink, uploadFiles } from '../links.ts'
import { startTestServer, type TestServer } from '../testServer.ts'
import { folderTotals } from '../totals.ts'
import { uploadForm } from '../uploads.ts'

const sendFile = (server: TestServer, folder: { link_token: string }) =>
  server.app.inject({
    method: 'POST',
    url: `/api/upload/${folder.link_token}`,
    ...uploadForm({ files: [{ name: 'a', bytes: randomBytes(1000) }] }),
  })

/** A file that a program stores which knows nothing of totals. */
const storeUncounted = ({ services: { db } }: TestServer, folder: { id: number }, number: number) =>
  db
    .insertInto('file')
    .values({ ...fileRow(folder.id, number), blob_key: randomBytes(16).toString('hex'), row_bytes: 2048 })
    .execute()

/** The command, with what it printed and its failure. */
async function runCheck({ services }: TestServer, ...flags: string[]) {
  const printed: string[] = []
  const context: CommandContext = {
    config: readConfig({}, '/package'),
    print: (line) => printed.push(line),
    openDatabase: () => Promise.resolve(services.db),
    openInstallation: () => Promise.resolve({ db: services.db, store: services.blobs }),
    migrate: () => Promise.resolve([]),
    record: () => Promise.resolve(),
  }
  const failure = await checkCommand.run(context, [], {}, new Set(flags)).then(
    () => undefined,
    (error: unknown) => String(error),
  )
  return { printed, failure }
}

it('totals of folders that an older instance did not count are found and put right', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  const [right, wrong, less] = [
    await browser.createFolder(),
    await browser.createFolder({ title: 'Wrong' }),
    await browser.createFolder(),
  ]
  for (const folder of [right, wrong, less]) expect((await sendFile(server, folder)).statusCode).toBe(200)
  expect(await findWrongFolderTotals(server.services.db)).toEqual([])
  await storeUncounted(server, wrong, 1)
  await server.services.db.deleteFrom('file').where('folder_id', '=', less.id).execute()

  const found = await runCheck(server)
  expect(found.printed.filter((line) => line.startsWith('Total:'))).toEqual([
    expect.stringContaining(`folder ${wrong.id} ("Wrong"): counted `),
    expect.stringContaining(`folder ${less.id} `),
  ])
  expect(found.failure).toContain('check --repair-totals')
  expect((await runCheck(server, 'repair-totals')).printed).toEqual([
    expect.stringContaining(`Put right: folder ${wrong.id} ("Wrong"): counted `),
    expect.stringContaining(`Put right: folder ${less.id} `),
  ])
  const { running, added } = await folderTotals(server)
  expect(running).toEqual(added)
  expect(added).toContainEqual([less.id, 0])
  expect((await runCheck(server, 'repair-totals')).printed).toEqual([
    'Each folder’s total is that of its files.',
  ])
})

it('totals are put right while files come and go', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  await storeUncounted(server, folder, 1)
  const sent = Array.from({ length: 20 }, () => sendFile(server, folder))
  for (let n = 0; n < 10; n++) await repairFolderTotals(server.services.db, [folder.id])
  for (const reply of await Promise.all(sent)) expect(reply.statusCode).toBe(200)
  const { running, added } = await folderTotals(server)
  expect(running).toEqual(added)
})

it('a folder whose rows are being removed has no total that counts', async () => {
  const server = await startTestServer()
  const { db } = server.services
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  expect((await sendFile(server, folder)).statusCode).toBe(200)
  await db.deleteFrom('folder_member').where('folder_id', '=', folder.id).execute()
  await db.deleteFrom('file').where('folder_id', '=', folder.id).execute()
  expect(await findWrongFolderTotals(db)).toEqual([])
})

it('totals of links that an older instance did not count are found and put right', async () => {
  const server = await startTestServer()
  const { db } = server.services
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  const ids = await uploadFiles(server.app, browser, folder, [{ name: 'a' }, { name: 'b' }])
  for (const some of [ids, ids.slice(0, 1)]) await createLink(browser, openLink(some))
  expect(await findWrongLinkTotals(db)).toEqual([])
  await db.updateTable('download_link').set({ file_count: 0 }).where('file_count', '=', 2).execute()
  const found = await runCheck(server)
  expect(found.printed.filter((line) => line.startsWith('Total:'))).toEqual([
    expect.stringContaining('counted 0 files and 0 people, it has 2 and 0'),
  ])
  expect(found.failure).toContain('check --repair-totals')
  expect((await runCheck(server, 'repair-totals')).printed).toContainEqual(
    expect.stringContaining('Put right: download link '),
  )
  expect(await findWrongLinkTotals(db)).toEqual([])
  expect(await countOwnLinks(db, 1)).toEqual({ links: 2, files: 3, people: 0 })
})
