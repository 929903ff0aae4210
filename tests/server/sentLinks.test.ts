import { CompiledQuery, type RootOperationNode } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { assertDefined } from '../../contract/assertDefined.ts'
import type { CallResponse } from '../../contract/call.ts'
import { maxNamedFilesOfLink } from '../../contract/limits.ts'
import type { DownloadLink, listSentLinks, SentLink } from '../../contract/schemas/downloads.ts'
import { insertLink } from '../../server/db/links/downloadLinks.ts'
import { linksPerPage, streamSentLinks } from '../../server/downloads/folderLinks.ts'
import {
  createLink,
  listedLinks,
  openLink,
  randomLinkToken,
  startServerWithFiles,
  uploadFiles,
} from './links.ts'
import { newTokenClient } from './tokenClient.ts'
import type { Browser } from './testServer.ts'

type Page = CallResponse<typeof listSentLinks>

/** All pages, as a client reads them. */
async function sentPages(browser: Browser): Promise<Page[]> {
  const pages: Page[] = []
  for (let next: string | null | undefined; next !== null;) {
    const query = next === undefined ? '' : `?after=${next}`
    const reply = await browser.get(`/api/download/links${query}`)
    expect(reply.statusCode, reply.body).toBe(200)
    const page = reply.json<Page>()
    pages.push(page)
    next = page.next
  }
  return pages
}
const sentLinks = async (browser: Browser): Promise<SentLink[]> =>
  (await sentPages(browser)).flatMap(({ links }) => links)

describe('the download links of all folders', () => {
  it('come as their folders list them, with those that have expired, and none that has ended', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const other = await browser.createFolder({ title: 'Other' })
    const otherIds = await uploadFiles(server.app, browser, other, [{ name: 'c.txt' }])
    const words = { title: 'Plans', message: 'As agreed.', max_downloads: 3 }
    await createLink(browser, { ...openLink(ids), ...words })
    const deleted = await createLink(browser, openLink(ids))
    await browser.delete(`/api/download/links/${deleted.link_token}`)
    await createLink(browser, openLink(otherIds))
    const soon = new Date(Date.now() + 3600_000).toISOString()
    const expired = await createLink(browser, { ...openLink(ids), expiration_date: soon })
    const listed = [...(await listedLinks(browser, folder)).reverse(), ...(await listedLinks(browser, other))]
    server.passTime(3601)
    const sent = await sentLinks(browser)
    expect(sent).toMatchObject(listed)
    expect(sent.map(({ folder_id }) => folder_id)).toEqual([folder.id, folder.id, other.id])
    expect(sent.map(({ link_token }) => link_token)).toContain(expired.link_token)
  })

  it('come in pages, folder by folder, each once', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    const earlier = await browser.createFolder()
    const row = { creator_id: null, creation_date: '2026-01-01T00:00:00.000Z', expiration_date: null }
    const count = 2 * linksPerPage + 1
    // By turns, so that ids do not follow the folders.
    for (let i = 0; i < count; i++) {
      const folder_id = i % 2 === 0 ? earlier.id : folder.id
      const link = { ...row, folder_id, link_token: randomLinkToken(), title: String(i) }
      await insertLink(server.services.db, link, new Map(ids.map((id) => [id, 'x'])), null)
    }
    const pages = await sentPages(browser)
    expect(pages.map(({ links }) => links.length)).toEqual([linksPerPage, linksPerPage, 1])
    const sent = pages.flatMap(({ links }) => links)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(count)
    const places = sent.map(({ folder_id, id }) => folder_id * 1e6 + id)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('are read by three queries a page, of which the first follows an index', async () => {
    const { server, browser, ids } = await startServerWithFiles()
    for (let i = 0; i < 3; i++) await createLink(browser, openLink(ids))
    const { db } = server.services
    const read: RootOperationNode[] = []
    const watched = db.withPlugin({
      transformQuery: ({ node }) => (read.push(node), node),
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const { id } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
    const pieces = await Array.fromAsync(streamSentLinks(watched, id, { folderId: 0, id: 0 }))
    expect((JSON.parse(pieces.join('')) as Page).links).toHaveLength(3)
    expect(read).toHaveLength(3)
    if (inject('postgres') !== undefined) return
    const { sql, parameters } = db.getExecutor().compileQuery(assertDefined(read[0]), { queryId: 'plan' })
    const plan = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
    expect(plan.rows.map(({ detail }) => detail)).toEqual([
      'SEARCH folder_member USING COVERING INDEX folder_member_user (user_id=? AND folder_id>?)',
      'SEARCH download_link USING INDEX download_link_folder (folder_id=?)',
    ])
  })

  it('name a few files of each, and how many there are; one link names all', async () => {
    const files = Array.from({ length: maxNamedFilesOfLink + 2 }, (_, i) => ({ name: `${i}.txt` }))
    const { browser, folder, ids } = await startServerWithFiles(files)
    const { link_token } = await createLink(browser, openLink(ids))
    await createLink(browser, openLink(ids.slice(0, 2)))
    const [sent, short] = await sentLinks(browser)
    const [listedShort, whole] = await listedLinks(browser, folder)
    expect(short).toMatchObject({ ...listedShort })
    expect(sent).toMatchObject({
      file_count: files.length,
      files: whole?.files.slice(0, maxNamedFilesOfLink),
      file_ids: whole?.file_ids.slice(0, maxNamedFilesOfLink),
    })
    expect((await browser.get(`/api/download/links/${link_token}/details`)).json<DownloadLink>()).toEqual(
      whole,
    )
  })

  it('are those of the caller’s folders alone, for scripts with files:read', async () => {
    const { server, browser, ids } = await startServerWithFiles()
    const { link_token } = await createLink(browser, openLink(ids))
    const stranger = await server.signIn('stranger')
    expect(await sentPages(stranger)).toEqual([{ links: [], next: null }])
    expect((await stranger.get(`/api/download/links/${link_token}/details`)).statusCode).toBe(404)
    expect((await server.newBrowser().get('/api/download/links')).statusCode).toBe(401)
    for (const [scope, status] of [
      ['files:read', 200],
      ['links:write', 403],
    ] as const) {
      const script = await newTokenClient(browser, [scope])
      for (const url of ['/api/download/links', `/api/download/links/${link_token}/details`])
        expect((await script.send('GET', url)).statusCode).toBe(status)
    }
  })

  it.each(['x', '1', '1-', '-1', '1-2-3', `${'9'.repeat(16)}-1`])('have no page after %s', async (after) => {
    const { browser } = await startServerWithFiles()
    expect((await browser.get(`/api/download/links?after=${after}`)).statusCode).toBe(422)
  })
})
