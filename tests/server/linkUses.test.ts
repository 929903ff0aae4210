import { describe, expect, it } from 'vitest'
import type { CallResponse } from '../../contract/call.ts'
import type { getDownloadStatus } from '../../contract/schemas/downloads.ts'
import { continueOrTakeUse } from '../../server/db/links/linkUses.ts'
import { transact } from '../../server/db/transact.ts'
import {
  createLink,
  linkVerifier,
  listedLinks,
  openLink,
  protectedLink,
  uploadFiles,
  startServerWithFiles,
  wrongVerifier,
} from './links.ts'
import type { Browser } from './testServer.ts'
import { startTwoServers } from './twoServers.ts'

const hourSeconds = 3600
const linkUsedUp = {
  detail: 'This link has been used as often as it allows.',
  code: 'downloadLinkUsedUp',
}

/** A link that so many visitors may use. */
async function startServerWithLimitedLink(max_downloads: number | null = 1, { isProtected = false } = {}) {
  const all = await startServerWithFiles()
  const link = (isProtected ? protectedLink : openLink)(all.ids)
  const { link_token } = await createLink(all.browser, { ...link, max_downloads })
  const url = `/api/download/${link_token}`
  const [first = 0, second = 0] = all.ids
  const usedDownloads = async () => {
    const links = all.server.services.db.selectFrom('download_link').select('used_downloads')
    return (await links.where('link_token', '=', link_token).executeTakeFirstOrThrow()).used_downloads
  }
  const linkStatus = (by: Browser) => by.get(`${url}/status`)
  const usesOf = async (by: Browser) =>
    (await linkStatus(by)).json<CallResponse<typeof getDownloadStatus>>().uses
  const fetchFile = async (by: Browser, id = first, headers = {}) =>
    (await by.get(`${url}/file/${id}`, { headers })).statusCode
  const verifyPassword = (by: Browser, password = linkVerifier) =>
    by.post(`${url}/verify-password`, { password })
  return {
    ...all,
    link_token,
    url,
    first,
    second,
    usedDownloads,
    linkStatus,
    usesOf,
    fetchFile,
    verifyPassword,
  }
}

describe('a link that can be used once', () => {
  it('is not used by looking: not by its status, however often, and not by HEAD', async () => {
    const { server, url, first, usedDownloads, usesOf } = await startServerWithLimitedLink()
    for (let i = 0; i < 3; i++) {
      const scanner = server.newBrowser()
      expect(await usesOf(scanner)).toEqual({ max: 1, left: 1, until: null, per_person: false })
      expect((await scanner.send('HEAD', `${url}/file/${first}`)).statusCode).toBe(200)
    }
    expect(await usedDownloads()).toBe(0)
  })

  it('is used by the first request for bytes, and whoever has it goes on with all else for 24 hours', async () => {
    const { server, url, ids, first, second, usedDownloads, usesOf, fetchFile } =
      await startServerWithLimitedLink()
    const recipient = server.newBrowser()
    await usesOf(recipient)
    expect(await fetchFile(recipient, first, { range: 'bytes=0-4' })).toBe(206)
    expect(await fetchFile(recipient, first, { range: 'bytes=5-' })).toBe(206)
    expect([await fetchFile(recipient), await fetchFile(recipient, second)]).toEqual([200, 200])
    expect((await recipient.get(`${url}/files?ids=${ids.join()}`)).statusCode).toBe(200)
    expect(await usedDownloads()).toBe(1)
    const uses = await usesOf(recipient)
    expect(uses).toMatchObject({ max: 1, left: 0 })
    const left = Date.parse(uses?.until ?? '') - server.services.now().getTime()
    expect(Math.abs(left - 24 * hourSeconds * 1000)).toBeLessThan(60_000)
    server.passTime(24 * hourSeconds - 60)
    expect(await fetchFile(recipient)).toBe(200)
    server.passTime(120)
    expect(await fetchFile(recipient)).toBe(410)
    expect(await usedDownloads()).toBe(1)
  })

  it('answers every other visitor 410 with its code, for each call and verb', async () => {
    const { server, url, ids, first, linkStatus, fetchFile } = await startServerWithLimitedLink()
    expect(await fetchFile(server.newBrowser())).toBe(200)
    const late = server.newBrowser()
    const replies = [
      await linkStatus(late),
      await late.get(`${url}/file/${first}`),
      await late.get(`${url}/files?ids=${ids.join()}`),
    ]
    for (const reply of replies) {
      expect([reply.statusCode, reply.json()]).toEqual([410, linkUsedUp])
      expect(reply.headers).not.toHaveProperty('x-encryption-iv')
      expect(reply.body).not.toContain('a.txt')
    }
    expect((await late.send('HEAD', `${url}/file/${first}`)).statusCode).toBe(410)
  })

  it('takes one of many requests that a page sends at once, and none again for an answer that was lost', async () => {
    const { server, first, second, usedDownloads, usesOf, fetchFile, url } =
      await startServerWithLimitedLink()
    const recipient = server.newBrowser()
    await usesOf(recipient)
    const cookies = Object.fromEntries(recipient.cookies)
    const downloadStatus = (id: number) =>
      server.app
        .inject({ method: 'GET', url: `${url}/file/${id}`, cookies })
        .then((reply) => reply.statusCode)
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, i) => downloadStatus(i % 2 === 0 ? first : second)),
    )
    expect(new Set(many)).toEqual(new Set([200]))
    expect(await usedDownloads()).toBe(1)
    // No cookie of those answers was kept: the one of the status is enough.
    expect(await fetchFile(recipient)).toBe(200)
  })

  it('gives back what a second request of the same visitor has counted, when the first was quicker', async () => {
    const { server, usedDownloads } = await startServerWithLimitedLink(3)
    const { id } = await server.services.db.selectFrom('download_link').select('id').executeTakeFirstOrThrow()
    const visit = { linkId: id, visitorHash: 'v' }
    const times = { now: '2026-11-24T10:00:00.000Z', until: '2026-11-25T10:00:00.000Z' }
    for (let i = 0; i < 3; i++)
      expect(await transact(server.services.db, (trx) => continueOrTakeUse(trx, visit, times))).toBe(true)
    expect(await usedDownloads()).toBe(1)
  })

  it('is not used by a request for what is not there', async () => {
    const { server, url, first, usedDownloads, fetchFile } = await startServerWithLimitedLink()
    const visitor = server.newBrowser()
    expect(await fetchFile(visitor, 999)).toBe(404)
    expect((await visitor.get(`${url}/files?ids=${first},999`)).statusCode).toBe(404)
    expect(await usedDownloads()).toBe(0)
  })

  it('behind a password is used by the right one, and by no wrong one', async () => {
    const { server, usedDownloads, linkStatus, verifyPassword, fetchFile } = await startServerWithLimitedLink(
      1,
      {
        isProtected: true,
      },
    )
    const [recipient, late] = [server.newBrowser(), server.newBrowser()]
    await linkStatus(recipient)
    await linkStatus(late)
    expect((await verifyPassword(late, wrongVerifier)).statusCode).toBe(401)
    expect(await fetchFile(late)).toBe(401)
    expect(await usedDownloads()).toBe(0)
    expect((await verifyPassword(recipient)).statusCode).toBe(200)
    expect(await usedDownloads()).toBe(1)
    expect((await verifyPassword(recipient)).statusCode).toBe(200)
    expect(await fetchFile(recipient)).toBe(200)
    expect(await usedDownloads()).toBe(1)
    const reply = await verifyPassword(late)
    expect([reply.statusCode, reply.json()]).toEqual([410, linkUsedUp])
    // Nor is it told whether a password would have been right.
    expect((await verifyPassword(late, wrongVerifier)).json()).toEqual(linkUsedUp)
  })

  it('can be used once more when its owner says so', async () => {
    const { server, browser, link_token, folder, fetchFile } = await startServerWithLimitedLink()
    const changeLimit = (max_downloads: number | null) =>
      browser.put(`/api/download/links/${link_token}`, { max_downloads })
    expect(await fetchFile(server.newBrowser())).toBe(200)
    expect(await fetchFile(server.newBrowser())).toBe(410)
    expect((await changeLimit(2)).statusCode).toBe(204)
    expect((await listedLinks(browser, folder))[0]).toMatchObject({ max_downloads: 2, used_downloads: 1 })
    expect(await fetchFile(server.newBrowser())).toBe(200)
    expect(await fetchFile(server.newBrowser())).toBe(410)
    await changeLimit(null)
    expect([await fetchFile(server.newBrowser()), await fetchFile(server.newBrowser())]).toEqual([200, 200])
  })

  it('forgets its visitors when their day is over', async () => {
    const { server, fetchFile } = await startServerWithLimitedLink(2)
    const readLinkUses = () => server.services.db.selectFrom('link_use').selectAll().execute()
    const recipient = server.newBrowser()
    await fetchFile(recipient)
    const [row] = await readLinkUses()
    expect([...recipient.cookies.values()]).not.toContain(row?.visitor_hash)
    server.passTime(24 * hourSeconds + 1)
    await server.app.housekeeping.sweep()
    expect(await readLinkUses()).toEqual([])
    // Who comes back takes the second.
    expect(await fetchFile(recipient)).toBe(200)
    expect(await fetchFile(server.newBrowser())).toBe(410)
  })
})

describe('a link without a limit', () => {
  it('counts no use and gives no cookie', async () => {
    const { server, usedDownloads, usesOf, fetchFile } = await startServerWithLimitedLink(null)
    const recipient = server.newBrowser()
    expect(await usesOf(recipient)).toBeNull()
    expect(await fetchFile(recipient)).toBe(200)
    expect([...recipient.cookies.keys()].filter((name) => name.includes('recipient'))).toEqual([])
    expect(await usedDownloads()).toBe(0)
  })
})

describe('the number of uses', () => {
  it.each([0, -1, 1.5, '1', 1_000_001])('is none of %j', async (max_downloads) => {
    const { browser, ids } = await startServerWithFiles()
    const made = await browser.post('/api/download/links', { ...openLink(ids), max_downloads })
    expect(made.statusCode).toBe(422)
    const { link_token } = await createLink(browser, openLink(ids))
    const changed = await browser.put(`/api/download/links/${link_token}`, { max_downloads })
    expect(changed.statusCode).toBe(422)
  })

  it('is part of what made a link: a repeat gets the first answer, another number does not', async () => {
    const { browser, folder, ids } = await startServerWithFiles()
    const payload = { ...openLink(ids), max_downloads: 3 }
    const { link_token } = await createLink(browser, payload)
    await browser.put(`/api/download/links/${link_token}`, { max_downloads: 9 })
    expect((await createLink(browser, payload)).link_token).toBe(link_token)
    expect((await browser.post('/api/download/links', { ...payload, max_downloads: 4 })).statusCode).toBe(409)
    expect((await listedLinks(browser, folder))[0]).toMatchObject({ max_downloads: 9 })
  })
})

it('lets exactly as many through as it says, of many who come at the same moment', async () => {
  const [one, other] = await startTwoServers()
  const browser = await one.signIn()
  const folder = await browser.createFolder()
  const [id = 0, ...ids] = await uploadFiles(one.app, browser, folder, [{ name: 'a.txt' }])
  const { link_token } = await createLink(browser, { ...openLink([id, ...ids]), max_downloads: 3 })
  const visitors = Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? one : other).newBrowser())
  const replies = await Promise.all(
    // Each asks twice at once, as pages do, under the cookie of the status.
    visitors.map(async (visitor) => {
      await visitor.get(`/api/download/${link_token}/status`)
      const both = await Promise.all([0, 1].map(() => visitor.get(`/api/download/${link_token}/file/${id}`)))
      return both.map(({ statusCode }) => statusCode).join()
    }),
  )
  expect(replies.filter((codes) => codes === '200,200')).toHaveLength(3)
  expect(replies.filter((codes) => codes !== '200,200').every((codes) => codes === '410,410')).toBe(true)
  expect((await listedLinks(browser, folder))[0]).toMatchObject({ used_downloads: 3 })
})
