import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { newestEventsOfRange } from '../../../server/db/audit.ts'
import { auditPage, eventsOf, lastEvent } from './auditEvents.ts'
import { startServerWithFiles } from '../links.ts'
import { startTestServer } from '../testServer.ts'
import { newBatchId, uploadForm, type TestForm } from '../uploads.ts'

const secondsBetween = (from: string | undefined, to: string | undefined) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000

it('tells a download when it happened, whoever looks and when', async () => {
  const { server, browser, folder, ids } = await startServerWithFiles()
  const [first = 0, second = 0] = ids
  const began = server.services.now().toISOString()
  await browser.get(`/api/folders/download/${first}`)
  await server.app.auditBuffer.flush()
  // After a rest of ten minutes another line begins.
  server.passTime(601)
  await browser.get(`/api/folders/download/${second}`)
  server.passTime(120)
  await browser.put(`/api/folders/${folder.id}`, { title: 'Later' })
  server.passTime(600)
  const events = await eventsOf(browser, `?folder=${folder.id}&limit=500`)
  expect(events.slice(-3).map(({ kind }) => kind)).toEqual(['download', 'download', 'folder-changed'])
  const [one, other, last] = events.slice(-3)
  expect(secondsBetween(began, one?.at)).toBeLessThan(60)
  expect(secondsBetween(began, other?.at)).toBeGreaterThanOrEqual(601)
  expect(secondsBetween(other?.at, last?.at)).toBeGreaterThanOrEqual(120)
})

it('tells when a download that took its time has ended', async () => {
  const { server, browser, ids } = await startServerWithFiles()
  const [first = 0, second = 0] = ids
  await browser.get(`/api/folders/download/${first}`)
  await server.app.auditBuffer.flush()
  await browser.get(`/api/folders/download/${first}`)
  server.passTime(300)
  await browser.get(`/api/folders/download/${second}`)
  server.passTime(1000)
  const event = await lastEvent(browser, 'download')
  expect(secondsBetween(event?.at, event?.details.ended_at)).toBeGreaterThanOrEqual(300)
  expect(secondsBetween(event?.at, event?.details.ended_at)).toBeLessThan(400)
})

/** Uploads a batch in three requests, whose rest gets its line when it is over, and renames the folder meanwhile. */
async function uploadAndRename() {
  const { server, browser, folder } = await startServerWithFiles([])
  const batchId = newBatchId()
  const sendForm = (form: TestForm) =>
    server.app.inject({ method: 'POST', url: `/api/upload/${folder.link_token}`, ...uploadForm(form) })
  const request = (index: number, more = {}): TestForm => ({
    files: [{ name: `${index}.txt`, index }],
    batchId,
    ...more,
  })
  await sendForm(request(0))
  server.passTime(10)
  await sendForm(request(1))
  server.passTime(20)
  await sendForm(request(2, { isLast: true }))
  const ended = server.services.now().toISOString()
  server.passTime(5)
  await browser.put(`/api/folders/${folder.id}`, { title: 'Later' })
  server.passTime(60)
  await server.app.notices.run()
  return { browser, folder, ended }
}

it('tells of an upload of many requests when they came, not when it was over', async () => {
  const { browser, folder, ended } = await uploadAndRename()
  const events = await eventsOf(browser, `?folder=${folder.id}&limit=500`)
  expect(events.slice(-3).map(({ kind }) => kind)).toEqual(['upload', 'upload', 'folder-changed'])
  const [one, rest, last] = events.slice(-3)
  expect(rest?.details).toMatchObject({ files: 2 })
  expect(secondsBetween(one?.at, rest?.at)).toBeGreaterThanOrEqual(10)
  expect(secondsBetween(rest?.at, rest?.details.ended_at)).toBeGreaterThanOrEqual(20)
  expect(secondsBetween(ended, rest?.details.ended_at)).toBeLessThan(5)
  expect(last?.id).toBeLessThan(rest?.id ?? 0)
})

it('reads page after page in the order of what happened, each line once', async () => {
  const { browser } = await uploadAndRename()
  const all = await eventsOf(browser)
  expect(all.map(({ id }) => id)).not.toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b))
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted())
  const seen: number[] = []
  for (let next: number | null | undefined; next !== null;) {
    const page = await auditPage(browser, `?limit=2${next === undefined ? '' : `&before=${next}`}`)
    seen.push(...page.events.map(({ id }) => id))
    next = page.next
  }
  expect(seen.toReversed()).toEqual(all.map(({ id }) => id))
  const csv = (await browser.get('/api/audit?format=csv')).body.split('\r\n').slice(1, -1)
  expect(csv.map((line) => Number(line.split(',', 1)[0]))).toEqual(seen)
})

it.each([undefined, 'upload'] as const)(
  'reads a page from where it begins, not through all that is newer or of other kinds than %s',
  async (kind) => {
    const { db } = (await startTestServer()).services
    const before = { id: 7, at: '2026-11-24T12:00:00.000Z' }
    for (const column of ['account_id', 'folder_id'] as const) {
      const query = (trx: typeof db) => newestEventsOfRange(trx, { column, id: 1, kind }, before, 50)
      const ofKind = kind === undefined ? '' : 'kind=? AND '
      if (inject('postgres') === undefined) {
        const plan = await query(db).explain<{ detail: string }>(undefined, sql`query plan`)
        expect(plan.map(({ detail }) => detail).join('\n')).toContain(`(${column}=? AND ${ofKind}at<?)`)
      } else {
        const plan = await db.transaction().execute(async (trx) => {
          // Of a small table it would read all.
          await sql`set local enable_seqscan = off`.execute(trx)
          return query(trx).explain<{ 'QUERY PLAN': string }>()
        })
        const conditions = plan
          .map((line) => line['QUERY PLAN'])
          .filter((line) => line.includes('Index Cond'))
        const ofKindCondition = kind === undefined ? '' : String.raw`\(kind = '?\S+'?\) AND `
        expect(conditions.join('\n')).toMatch(new RegExp(` AND ${ofKindCondition}\\(at <= `))
      }
    }
  },
)

it('refuses to begin behind what is no line of theirs, and tells nothing of when that happened', async () => {
  const { server, browser, folder } = await startServerWithFiles()
  const stranger = await server.signIn('stranger')
  const [theirs] = (await auditPage(browser, `?folder=${folder.id}&limit=1`)).events
  const refusal = { detail: [{ loc: ['query', 'before'], msg: 'No line of this history.' }] }
  for (const before of [theirs?.id, 999_999_999]) {
    for (const format of ['json', 'csv']) {
      const reply = await stranger.get(`/api/audit?before=${before}&format=${format}`)
      expect([reply.statusCode, reply.json()]).toMatchObject([422, refusal])
    }
  }
})
