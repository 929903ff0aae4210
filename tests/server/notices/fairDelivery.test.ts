import { once } from 'node:events'
import { expect, it } from 'vitest'
import { listDueMails, listDueWebhooks } from '../../../server/db/notices/notices.ts'
import type { Db } from '../../../server/db/schema.ts'
import { mayBePosted, maxWebhooksAtOnce, maxWebhooksPerOwner } from '../../../server/notices/sendWebhooks.ts'
import type { WebhookClient } from '../../../server/notices/webhookClient.ts'
import { uploadFiles } from '../links.ts'
import { writtenMails } from '../mails.ts'
import { type Browser, startTestServer, type TestServer } from '../testServer.ts'
import { newLoopbackWebhookClient, startWebhookReceiver } from './webhookReceiver.ts'
import { confirmAddress, createOwnerWithNotices } from './ownerNotices.ts'

const batchEndSeconds = 31

/** So many folders of this person, each with something to tell its webhook. */
async function createFoldersWithNews(server: TestServer, browser: Browser, url: string, count: number) {
  for (let n = 0; n < count; n++) {
    const folder = await browser.createFolder()
    await browser.put(`/api/folders/${folder.id}/webhook`, { url })
    await uploadFiles(server.app, browser, folder, [{ name: 'a' }])
  }
}

/** A receiver that answers nothing before the server ends, and a client that reaches others, too. */
function makeSilentReceiver() {
  const url = 'https://127.0.0.1/silent'
  const posted: string[] = []
  const client = newLoopbackWebhookClient()
  const webhookClient: WebhookClient = {
    ...client,
    async post(to, body, headers, signal) {
      if (to !== url) return client.post(to, body, headers, signal)
      posted.push(body)
      if (!signal.aborted) await once(signal, 'abort')
      return { how: 'timed-out', status: null }
    },
  }
  return { url, posted, webhookClient }
}

it('webhooks of one owner that never answer keep nobody else’s', async () => {
  const silent = makeSilentReceiver()
  const answering = await startWebhookReceiver()
  const server = await startTestServer({ webhookClient: silent.webhookClient })
  await createFoldersWithNews(server, await server.signIn('anna'), silent.url, 2 * maxWebhooksAtOnce)
  await createFoldersWithNews(server, await server.signIn('bert'), answering.url, 3)
  server.passTime(batchEndSeconds)
  const running = server.app.notices.run()
  await expect.poll(() => answering.posted.length).toBe(3)
  expect(silent.posted).toHaveLength(maxWebhooksPerOwner)
  await server.app.notices.close()
  await running
})

it('a webhook that takes its time keeps no mail of what arrives meanwhile', async () => {
  const silent = makeSilentReceiver()
  const { server, browser, folder, send } = await createOwnerWithNotices({
    webhookClient: silent.webhookClient,
  })
  await browser.put(`/api/folders/${folder.id}/webhook`, { url: silent.url })
  await send({ files: [{ name: 'a' }] })
  server.passTime(batchEndSeconds)
  const running = server.app.notices.run()
  await expect.poll(() => silent.posted.length).toBe(1)
  await send({ files: [{ name: 'b' }] })
  server.passTime(300)
  const later = server.app.notices.run()
  const countArrivalMails = async () =>
    (await writtenMails(server)).filter(({ subject }) => subject === 'Files arrived in "Tax"').length
  await expect.poll(countArrivalMails).toBe(2)
  await server.app.notices.close()
  await Promise.all([running, later])
})

const noticeRow = {
  ...{
    kind: 'complete' as const,
    batch_id: null,
    link_id: null,
    files: 1,
    bytes: 1,
    refused: 0,
    sender_email: null,
  },
  ...{ happened_at: '2026', made_at: '2026', due_at: '2026' },
}

/** Notices for these people about these folders, in this order; null: for the webhook. */
const insertNotices = (
  db: Db,
  rows: readonly (readonly [folder: number, user: number | null, attempts?: number])[],
) =>
  db
    .insertInto('notice')
    .values(
      rows.map(([folder_id, user_id, attempts = 0]) => ({ ...noticeRow, folder_id, user_id, attempts })),
    )
    .execute()

it('webhooks that are due are taken in turn by their owners, and those that failed come last', async () => {
  const server = await startTestServer({ webhookClient: newLoopbackWebhookClient() })
  const { db } = server.services
  const of: number[][] = []
  for (const name of ['anna', 'bert', 'chris']) {
    const browser = await server.signIn(name)
    const ids: number[] = []
    for (let n = 0; n < 4; n++) {
      const { id } = await browser.createFolder()
      await browser.put(`/api/folders/${id}/webhook`, { url: 'https://127.0.0.1/' })
      ids.push(id)
    }
    of.push(ids)
  }
  const [anna = [], bert = [], chris = []] = of
  await insertNotices(
    db,
    [...anna, ...anna, ...bert, ...chris.slice(2)].map((id) => [id, null] as const),
  )
  const failed = db.updateTable('webhook').set({ last_how: 'timed-out' })
  await failed.where('folder_id', 'in', [anna[0] ?? 0, chris[3] ?? 0]).execute()
  const due = await listDueWebhooks(db, '2027', 100)
  const inTurn = [anna[1], bert[0], chris[2], anna[2], bert[1], anna[3], bert[2], bert[3], anna[0], chris[3]]
  expect(due.map(({ folder_id }) => folder_id)).toEqual(inTurn)
  expect((await listDueWebhooks(db, '2027', 3)).map(({ folder_id }) => folder_id)).toEqual(inTurn.slice(0, 3))
})

it('of a folder one is posted at a time, and of an owner two', () => {
  const of = (folder_id: number, owner: number) => ({ id: folder_id, folder_id, owner })
  const under = [of(1, 1), of(2, 2)]
  expect(mayBePosted(of(1, 1), under)).toBe(false)
  expect(mayBePosted(of(3, 1), under)).toBe(true)
  expect(mayBePosted(of(4, 1), [...under, of(3, 1)])).toBe(false)
  expect(mayBePosted(of(4, 3), [...under, of(3, 1)])).toBe(true)
  const all = Array.from({ length: maxWebhooksAtOnce }, (_, n) => of(n, n))
  expect(mayBePosted(of(9, 9), all)).toBe(false)
})

it('mails that are due are sent in turn by who gets them, and what failed comes last', async () => {
  const server = await startTestServer()
  const { db } = server.services
  const of: { user: number; folders: number[] }[] = []
  for (const name of ['anna', 'bert']) {
    const browser = await server.signIn(name)
    await confirmAddress(server, browser, `${name}@example.org`)
    const folders: number[] = []
    for (let n = 0; n < 3; n++) folders.push((await browser.createFolder({ notify_by_email: true })).id)
    const { user_id } = await db
      .selectFrom('folder_member')
      .select('user_id')
      .where('folder_id', '=', folders[0] ?? 0)
      .executeTakeFirstOrThrow()
    of.push({ user: user_id, folders })
  }
  const rows = of.flatMap(({ user, folders }) => [...folders, ...folders].map((id) => [id, user] as const))
  await insertNotices(db, [[of[0]?.folders[0] ?? 0, of[0]?.user ?? 0, 1], ...rows])
  const [anna = [], bert = []] = of.map(({ folders }) => folders)
  const inTurn = [anna[1], bert[0], anna[2], bert[1], bert[2], anna[0]]
  expect((await listDueMails(db, '2027', 100)).map(({ folder_id }) => folder_id)).toEqual(inTurn)
  expect((await listDueMails(db, '2027', 2)).map(({ folder_id }) => folder_id)).toEqual(inTurn.slice(0, 2))
})
