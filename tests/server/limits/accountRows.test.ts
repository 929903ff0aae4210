import { type Kysely, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Folder } from '../../../contract/schemas/folders.ts'
import {
  maxAllowedEmails,
  maxDownloadLinks,
  maxFolders,
  maxFormerKeyPairs,
  maxLinkedFiles,
  maxLinkedPeople,
  maxFilesByOthers,
  maxPeopleByOthers,
} from '../../../contract/limits.ts'
import { slicesOf } from '../../../server/db/slicesOf.ts'
import { countOwnLinks } from '../../../server/db/links/downloadLinks.ts'
import { rowsPerRemoval } from '../../../server/db/removeSomeRows.ts'
import { findWrongLinkTotals, repairLinkTotals } from '../../../server/db/links/wrongLinkTotals.ts'
import type { Tables } from '../../../server/db/schema.ts'
import { isWithinLinkLimit } from '../../../server/downloads/linkLimit.ts'
import { newToken } from '../../../server/util/tokens.ts'
import {
  createLink,
  fileCommitments,
  listedLinks,
  openKeys,
  openLink,
  uploadFiles,
  startServerWithFiles,
} from '../links.ts'
import { startMailing } from '../mails.ts'
import { changeFolder, reusePairs, addPeople, createSharedFolder, memberOf, newPerson } from '../people.ts'
import { startTestServer, type TestServer } from '../testServer.ts'

beforeEach(reusePairs)

/** Folders of this person, without calls. */
async function insertFolderRows(
  { services: { db } }: TestServer,
  userId: number,
  count: number,
): Promise<number[]> {
  const ids: number[] = []
  for (const some of slicesOf(
    Array.from({ length: count }, (_, i) => i),
    1000,
  )) {
    const creation_date = new Date().toISOString()
    const rows = some.map((i) => ({
      title: `Folder ${i}`,
      link_token: newToken(),
      perform_mime_check: 0 as const,
      creation_date,
    }))
    const made = await db.insertInto('folder').values(rows).returning('id').execute()
    const members = made.map(({ id }) => ({
      folder_id: id,
      user_id: userId,
      role: 'owner' as const,
      since: creation_date,
    }))
    await db.insertInto('folder_member').values(members).execute()
    ids.push(...made.map(({ id }) => id))
  }
  return ids
}

describe('folders of an account', () => {
  it('are so many and no more: whoever has them deletes one first', async () => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    const other = await newPerson(server, 'bert')
    const [first] = await insertFolderRows(server, anna.id, maxFolders - 1)
    await anna.browser.createFolder({ title: 'The last one' })
    const refused = await anna.browser.post('/api/folders/', { title: 'One too many' })
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'tooManyFolders' }])
    await other.browser.createFolder()
    await anna.browser.delete(`/api/folders/${first}`)
    const replies = await Promise.all(
      [1, 2, 3].map((n) => anna.browser.post('/api/folders/', { title: `${n}` })),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect((await anna.browser.get('/api/folders/')).json()).toHaveLength(maxFolders)
  })

  it('count in the trash, too', async () => {
    const server = await startTestServer({ trashDays: 7 })
    const anna = await newPerson(server, 'anna')
    const [first] = await insertFolderRows(server, anna.id, maxFolders)
    await anna.browser.delete(`/api/folders/${first}`)
    expect((await anna.browser.post('/api/folders/', { title: 'One too many' })).statusCode).toBe(409)
    await anna.browser.delete(`/api/folders/${first}?now=1`)
    await anna.browser.createFolder({ title: 'The last one' })
  })

  it('are not given to somebody else who has as many', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const made = await createSharedFolder(anna)
    server.passTime(60)
    const shared = await addPeople(made, anna, [bert], 'owner')
    const [first] = await insertFolderRows(server, bert.id, maxFolders)
    const leave = () =>
      changeFolder(shared, anna, { members: [memberOf(anna, 'member'), memberOf(bert, 'owner')] })
    await expect(leave()).rejects.toThrow('ownerHasTooManyFolders')
    await bert.browser.delete(`/api/folders/${first}`)
    await leave()
  })

  it('are listed whole and in order, however long their texts are', async () => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    const titles = Array.from({ length: 130 }, (_, i) => `Folder ${i}`)
    const allowed_emails = Array.from(
      { length: maxAllowedEmails },
      (_, i) => `${i}.${'a'.repeat(50)}@example.org`,
    )
    for (const [i, title] of titles.entries())
      await anna.browser.createFolder({ title, ...(i % 40 === 0 && { allowed_emails }) })
    const listTitles = async (query: string) =>
      (await anna.browser.get(`/api/folders/?${query}`)).json<Folder[]>().map(({ title }) => title)
    expect(await listTitles('sort_by=title&sort_order=asc')).toEqual(titles)
    expect(await listTitles('sort_by=title&sort_order=desc')).toEqual(titles.toReversed())
    const [folder] = (await anna.browser.get('/api/folders/?sort_by=title&sort_order=asc')).json<Folder[]>()
    expect(folder).toEqual((await anna.browser.get(`/api/folders/${folder?.id}`)).json())
  })
})

describe('download links of a person', () => {
  /** Links of the first person, each naming this file, without calls. */
  async function addLinks(
    db: Kysely<Tables>,
    file_id: number,
    folder_id: number,
    count: number,
    expiration_date: string | null = null,
  ) {
    const links = { folder_id, creator_id: 1, creation_date: '2026', expiration_date, file_count: 1 }
    await sql`
      insert into download_link (link_token, ${sql.join(Object.keys(links).map((name) => sql.ref(name)))})
      with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(count)})
      select 'link ' || n, ${sql.join(Object.values(links).map((value) => sql.lit(value)))} from counted
    `.execute(db)
    await sql`
      insert into download_link_file (link_id, file_id, sealed_key)
      select id, ${sql.lit(file_id)}, '' from download_link where creation_date = '2026'
    `.execute(db)
  }

  it('are so many and no more, until one is deleted; those of others do not count', async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    await addLinks(server.services.db, ids[0] ?? 0, folder.id, maxDownloadLinks - 1)
    const { link_token } = await createLink(browser, openLink(ids.slice(0, 1)))
    const refused = await browser.post('/api/download/links', openLink(ids.slice(0, 1)))
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'tooManyLinks' }])
    const other = await server.signIn('other')
    const own = await other.createFolder()
    const files = await uploadFiles(server.app, other, own, [{ name: 'a' }])
    await createLink(other, openLink(files))
    expect((await browser.delete(`/api/download/links/${link_token}`)).statusCode).toBe(204)
    await createLink(browser, openLink(ids.slice(0, 1)))
  })

  it('count by the files and people that they name, too', async () => {
    const { server, browser, ids } = await startServerWithFiles([{ name: 'a' }, { name: 'b' }])
    for (const some of [ids, ids.slice(0, 1)]) await createLink(browser, openLink(some))
    expect(await countOwnLinks(server.services.db, 1)).toEqual({ links: 2, files: 3, people: 0 })
    const most = { links: maxDownloadLinks, files: maxLinkedFiles, people: maxLinkedPeople }
    const more = (['links', 'files', 'people'] as const).map((what) => ({ ...most, [what]: most[what] + 1 }))
    expect([most, ...more].map(isWithinLinkLimit)).toEqual([true, false, false, false])
  })

  it(
    'name so many people and no more, of whom others name half, and anybody removes',
    { tags: 'thorough' },
    async () => {
      const { mailer } = await startMailing()
      const server = await startTestServer({ mailer })
      const { db } = server.services
      const anna = await newPerson(server, 'anna')
      const made = await createSharedFolder(anna)
      const bert = await newPerson(server, 'bert')
      server.passTime(60)
      const { folder } = await addPeople(made, anna, [bert], 'member')
      const ids = await uploadFiles(server.app, anna.browser, folder, [{ name: 'a' }])
      const people = ['c@example.org', 'd@example.org', 'e@example.org']
      const createNamedLink = async (allowed_emails: string[]) =>
        (await createLink(bert.browser, { ...openLink(ids), allowed_emails })).link_token
      const link = await createNamedLink(people.slice(0, 2))
      const full = await createNamedLink(people.slice(0, 1))
      const { id } = await db
        .selectFrom('download_link')
        .select('id')
        .where('link_token', '=', full)
        .executeTakeFirstOrThrow()
      const fill = async (count: number) => {
        const emails = Array.from({ length: count }, (_, n) => `${n}@example.com`)
        for (const some of slicesOf(emails, 1000)) {
          const rows = some.map((email) => ({ link_id: id, email, mailbox: email }))
          await db
            .insertInto('link_person')
            .values(rows)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        }
        await repairLinkTotals(db, await findWrongLinkTotals(db))
      }
      const name = async ({ browser }: typeof anna, allowed_emails: string[]) => {
        const reply = await browser.put(`/api/download/links/${link}`, { allowed_emails })
        return reply.statusCode === 204 ? 204 : [reply.statusCode, reply.json<{ code: string }>().code]
      }
      // With the three that are named, one below the limit of others.
      await fill(maxPeopleByOthers - 4)
      expect(await name(anna, people)).toBe(204)
      expect(await name(anna, [...people, 'f@example.org'])).toEqual([409, 'tooManyPeopleOfMaker'])
      expect(await name(bert, [...people, 'f@example.org'])).toBe(204)
      await fill(maxLinkedPeople - 2)
      // Beyond the limit, as a server of an earlier version may have let it come.
      expect(await name(bert, [...people, 'f@example.org', 'g@example.org'])).toEqual([409, 'tooManyLinks'])
      expect(await name(bert, people)).toBe(204)
      expect(await name(anna, people.slice(0, 2))).toBe(204)

      // The same for files.
      await db.deleteFrom('link_person').execute()
      await repairLinkTotals(db, await findWrongLinkTotals(db))
      const [first = 0, second = 0] = await uploadFiles(server.app, anna.browser, folder, [{ name: 'b' }])
      const boxed = openLink([first])
      const { link_token } = await createLink(bert.browser, boxed)
      const countFiles = (file_count: number) =>
        db.updateTable('download_link').set({ file_count }).where('id', '=', id).execute()
      const add = async ({ browser }: typeof anna) => {
        const commitments = [boxed.file_commitments ?? '', fileCommitments([second])]
        const resealed = {
          ...{ replaces: boxed.sealed_link, sealed_link: openLink([first]).sealed_link },
          file_commitments: Buffer.concat(commitments.map((some) => Buffer.from(some, 'base64'))).toString(
            'base64',
          ),
          added_keys_json: JSON.stringify(openKeys([second])),
        }
        const reply = await browser.put(`/api/download/links/${link_token}`, { resealed })
        return reply.statusCode === 204 ? 204 : [reply.statusCode, reply.json<{ code: string }>().code]
      }
      // With those of the two others and the new one.
      await countFiles(maxFilesByOthers - 2)
      expect(await add(anna)).toEqual([409, 'tooManyLinks'])
      await countFiles(maxLinkedFiles - 2)
      expect(await add(bert)).toEqual([409, 'tooManyLinks'])
      await countFiles(maxLinkedFiles - 3)
      expect(await add(bert)).toBe(204)
    },
  )

  it('make room for new ones when they have expired', { tags: 'thorough' }, async () => {
    const { server, browser, folder, ids } = await startServerWithFiles()
    await addLinks(server.services.db, ids[0] ?? 0, folder.id, maxDownloadLinks, '2026-01-01T00:00:00.000Z')
    const { link_token } = await createLink(browser, openLink(ids.slice(0, 1)))
    expect((await listedLinks(browser, folder)).map((link) => link.link_token)).toEqual([link_token])
    await server.app.housekeeping.whenIdle()
    const left = await server.services.db.selectFrom('download_link').select('link_token').execute()
    expect(left).toHaveLength(maxDownloadLinks - rowsPerRemoval + 1)
  })
})

describe('former key pairs of a person', () => {
  it('are so many in 30 days, and no more', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const seal = async (n: number) =>
      browser.put('/api/auth/users/me/encrypted-key', {
        encryptedPrivateKey: Buffer.alloc(100, n).toString('base64'),
        kdfSalt: Buffer.alloc(16, 2).toString('base64'),
      })
    for (let n = 2; n < maxFormerKeyPairs + 2; n++) expect((await seal(n)).statusCode).toBe(200)
    const refused = await seal(1)
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'tooManyKeyPairs' }])
    // What is in force already replaces nothing.
    expect((await seal(maxFormerKeyPairs + 1)).statusCode).toBe(200)
    server.passTime(31 * 24 * 3600)
    await server.app.housekeeping.sweep()
    await browser.signIn('admin')
    expect((await seal(1)).statusCode).toBe(200)
  })
})
