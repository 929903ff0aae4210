import { beforeEach, describe, expect, it } from 'vitest'
import type { Folder } from '../../../contract/folders.ts'
import { maxAllowedEmails, maxFolders } from '../../../contract/limits.ts'
import { chunks } from '../../../server/db/chunks.ts'
import { newToken } from '../../../server/security/tokens.ts'
import { change, forgetPairs, letIn, makeShared, memberOf, newPerson } from '../people.ts'
import { startTestServer, type TestServer } from '../testServer.ts'

beforeEach(forgetPairs)

/** Folders of this person, without calls. */
async function addFolders(
  { services: { db } }: TestServer,
  userId: number,
  count: number,
): Promise<number[]> {
  const ids: number[] = []
  for (const some of chunks(
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
    const [first] = await addFolders(server, anna.id, maxFolders - 1)
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

  it('are not given to somebody else who has as many', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const made = await makeShared(anna)
    server.passTime(60)
    const shared = await letIn(made, anna, [bert], 'owner')
    const [first] = await addFolders(server, bert.id, maxFolders)
    const leave = () => change(shared, anna, { members: [memberOf(anna, 'member'), memberOf(bert, 'owner')] })
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
    const list = async (query: string) =>
      (await anna.browser.get(`/api/folders/?${query}`)).json<Folder[]>().map(({ title }) => title)
    expect(await list('sort_by=title&sort_order=asc')).toEqual(titles)
    expect(await list('sort_by=title&sort_order=desc')).toEqual(titles.toReversed())
    const [folder] = (await anna.browser.get('/api/folders/?sort_by=title&sort_order=asc')).json<Folder[]>()
    expect(folder).toEqual((await anna.browser.get(`/api/folders/${folder?.id}`)).json())
  })
})
