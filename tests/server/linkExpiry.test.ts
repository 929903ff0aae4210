import { describe, expect, it } from 'vitest'
import { expiredLinkLifetimeSeconds } from '../../server/db/installation/expiredRows.ts'
import { endSomeLinks } from '../../server/db/links/endedLinks.ts'
import type { OperatorRules } from '../../contract/operatorRules.ts'
import { createLink, listedLinks, openLink, protectedLink, startServerWithFiles } from './links.ts'
import { newTokenClient } from './tokenClient.ts'
import type { Browser } from './testServer.ts'

const daySeconds = 24 * 3600
const inDays = (days: number) => new Date(Date.now() + days * daySeconds * 1000).toISOString()

/** A link that expires in a day. */
async function startServerWithLink({ rules = {}, isProtected = false } = {}) {
  const fixedRules: Partial<OperatorRules> = {}
  const all = await startServerWithFiles(undefined, { fixedRules })
  const payload = { ...(isProtected ? protectedLink : openLink)(all.ids), expiration_date: inDays(1) }
  const { link_token } = await createLink(all.browser, payload)
  // The link is there before the rules.
  Object.assign(fixedRules, rules)
  const url = `/api/download/links/${link_token}`
  const change = (expiration_date: unknown, by: Browser = all.browser) => by.put(url, { expiration_date })
  const recipientStatus = async () =>
    (await all.server.newBrowser().get(`/api/download/${link_token}/status`)).statusCode
  const expiration = async () => (await listedLinks(all.browser, all.folder))[0]?.expiration_date
  return { ...all, fixedRules, url, change, recipientStatus, expiration }
}

describe('the expiry of a download link', () => {
  it('can be moved both ways, and taken away, by page and script', async () => {
    const { browser, url, expiration } = await startServerWithLink()
    const script = await newTokenClient(browser, ['links:write'])
    for (const date of [inDays(8), inDays(0.5), null, '2999-12-24T18:00:00+01:00'])
      for (const reply of [
        await browser.put(url, { expiration_date: date }),
        await script.send('PUT', url, { payload: { expiration_date: date } }),
      ]) {
        expect(reply.statusCode, reply.body).toBe(204)
        expect(await expiration()).toBe(date === null ? null : new Date(date).toISOString())
      }
  })

  it('stays as it is if the new one has passed or is no time, or if another part is changed', async () => {
    const { browser, url, change, expiration } = await startServerWithLink()
    const before = await expiration()
    const past = await change(inDays(-1))
    expect([past.statusCode, past.json()]).toMatchObject([422, { code: 'linkDatePast' }])
    for (const none of ['tomorrow', 7, '9999-12-31T23:59:59-14:00'])
      expect((await change(none)).statusCode).toBe(422)
    await browser.put(url, { title: 'Plans' })
    expect(await expiration()).toBe(before)
  })

  it('is in the history, as what was changed', async () => {
    const { browser, folder, change } = await startServerWithLink()
    await change(inDays(8))
    const { events } = (await browser.get(`/api/audit?folder=${folder.id}&kind=link-changed`)).json<{
      events: { details: object }[]
    }>()
    expect(events).toMatchObject([{ details: { changed: ['expiration_date'] } }])
  })

  it('brings an expired link back for as long as the server has it, with its files', async () => {
    const { server, change, recipientStatus } = await startServerWithLink()
    server.passTime(2 * daySeconds)
    expect(await recipientStatus()).toBe(410)
    expect((await change(inDays(9), await server.newBrowser().signIn('admin'))).statusCode).toBe(204)
    expect(await recipientStatus()).toBe(200)

    server.passTime(8 * daySeconds + expiredLinkLifetimeSeconds)
    await server.app.housekeeping.sweep()
    expect((await change(inDays(99), await server.newBrowser().signIn('admin'))).statusCode).toBe(404)
    expect(await recipientStatus()).toBe(404)
  })

  it('brings no link back whose files were deleted', async () => {
    const { server, ids, change, recipientStatus } = await startServerWithLink()
    server.passTime(2 * daySeconds)
    const browser = await server.newBrowser().signIn('admin')
    await browser.post('/api/folders/files/delete', { file_ids: ids })
    expect((await change(inDays(9), browser)).statusCode).toBe(404)
    expect(await recipientStatus()).toBe(404)
  })

  it('is looked at again when links are ended by it: one that was extended meanwhile stays', async () => {
    const { server, browser, folder, recipientStatus } = await startServerWithLink()
    const [link] = await listedLinks(browser, folder)
    const now = new Date().toISOString()
    expect(await endSomeLinks(server.services.db, [link?.id ?? 0], now, now)).toBe(0)
    expect(await recipientStatus()).toBe(200)
    expect(await endSomeLinks(server.services.db, [link?.id ?? 0], now)).toBe(1)
    expect(await recipientStatus()).toBe(404)
  })
})

describe('rules of the operator', () => {
  it('refuse a later expiry than they allow, and take an earlier one', async () => {
    const { change } = await startServerWithLink({ rules: { max_link_days: 7 } })
    for (const late of [inDays(7.01), null]) {
      const reply = await change(late)
      expect([reply.statusCode, reply.json()]).toMatchObject([422, { code: 'linkLastsTooLong' }])
    }
    for (const date of [inDays(6.99), inDays(0.5)]) expect((await change(date)).statusCode).toBe(204)
  })

  it('take a shorter expiry of a link that has too long a one', async () => {
    const { fixedRules, change } = await startServerWithLink()
    await change(null)
    fixedRules.max_link_days = 7
    expect((await change(inDays(30))).statusCode).toBe(204)
    expect((await change(inDays(31))).statusCode).toBe(422)
  })

  it('let no link be extended that breaks them otherwise, and all that keep to them', async () => {
    const rules = { require_link_password: true }
    const open = await startServerWithLink({ rules })
    const reply = await open.change(inDays(8))
    expect([reply.statusCode, reply.json()]).toMatchObject([422, { code: 'linkPasswordRequired' }])
    expect((await open.change(inDays(0.5))).statusCode).toBe(204)
    const closed = await startServerWithLink({ rules, isProtected: true })
    expect((await closed.change(inDays(8))).statusCode).toBe(204)
  })
})
