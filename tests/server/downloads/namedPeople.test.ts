import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '../../../contract/schemas/audit.ts'
import type { CallResponse } from '../../../contract/call.ts'
import type { getDownloadStatus, verifyDownloadPassword } from '../../../contract/schemas/downloads.ts'
import { maxAllowedEmails } from '../../../contract/limits.ts'
import {
  createLink,
  linkVerifier,
  listedLinks,
  openLink,
  protectedLink,
  startServerWithFiles,
} from '../links.ts'
import { codeIn, startMailing, wrongCodeFor } from '../mails.ts'
import type { Browser } from '../testServer.ts'

const hourSeconds = 3600
const annaAddress = 'anna@example.org'
const bobAddress = 'bob@example.org'
const namedLinkRefusal = {
  detail: 'This download is for named people. Confirm your e-mail address first.',
  code: 'downloadLinkNamed',
}
const badCode = { detail: 'Invalid or expired verification code.', code: 'badCode' }

/** A server with a mail server, and a link of its files for named people. */
async function startServerWithNamedLink(payload: object = {}, { isProtected = false } = {}) {
  const smtp = await startMailing()
  const { mailer } = smtp
  const shared = await startServerWithFiles(undefined, { mailer })
  const { browser, folder, ids, server } = shared
  const newLink = async (changes: object = payload) => {
    const link = {
      ...(isProtected ? protectedLink : openLink)(ids),
      allowed_emails: [annaAddress, bobAddress],
      ...changes,
    }
    return (await createLink(browser, link)).link_token
  }
  const token = await newLink()
  const linkPath = (link_token = token) => `/api/download/${link_token}`
  const linkStatus = async (by: Browser, link_token = token) =>
    (await by.get(`${linkPath(link_token)}/status`)).json<CallResponse<typeof getDownloadStatus>>()
  const givePassword = async (by: Browser) =>
    (await by.post(`${linkPath()}/verify-password`, { password: linkVerifier })).json<
      CallResponse<typeof verifyDownloadPassword>
    >()
  /** Asks for a code and reads it from the mail; '' if none came. */
  const requestCode = async (by: Browser, email = annaAddress, link_token = token) => {
    const reply = await by.post(`${linkPath(link_token)}/request-code`, { email })
    expect(reply.statusCode, reply.body).toBe(200)
    return smtp.codeTo(email)
  }
  const verifyCode = (by: Browser, verification_code: string, email = annaAddress, link_token = token) =>
    by.post(`${linkPath(link_token)}/verify-code`, { email, verification_code })
  /** A browser that has entered a code of the address. */
  const newVerifiedBrowser = async (email = annaAddress, by = server.newBrowser()) => {
    const reply = await verifyCode(by, await requestCode(by, email), email)
    expect(reply.statusCode, reply.body).toBe(200)
    return by
  }
  /** Statuses of every call for bytes. */
  const downloadStatuses = async (by: Browser) => {
    const file = `${linkPath()}/file/${ids[0]}`
    const replies = [
      await by.get(file),
      await by.send('HEAD', file),
      await by.get(file, { headers: { range: 'bytes=0-4' } }),
      await by.get(`${linkPath()}/files?ids=${ids.join()}`),
    ]
    return replies.map(({ statusCode }) => statusCode)
  }
  const changeLink = (body: object) => browser.put(`/api/download/links/${token}`, body)
  const listNamedPeople = async () => (await listedLinks(browser, folder))[0]?.named_people
  return {
    ...{
      ...shared,
      smtp,
      mailer,
      token,
      linkPath,
      newLink,
      linkStatus,
      givePassword,
      requestCode,
      verifyCode,
      newVerifiedBrowser,
    },
    ...{ downloadStatuses, changeLink, listNamedPeople },
  }
}

describe('a link for named people', () => {
  it('sends neither names nor keys nor bytes before a code was entered, and then all of them', async () => {
    const { server, linkStatus, downloadStatuses, requestCode, verifyCode, ids } =
      await startServerWithNamedLink()
    const visitor = server.newBrowser()
    const closed = { requires_password: false, requires_email: true, files: [], reencrypted_keys: null }
    expect(await linkStatus(visitor)).toMatchObject(closed)
    expect(await downloadStatuses(visitor)).toEqual([403, 403, 403, 403])
    const code = await requestCode(visitor)
    expect((await verifyCode(visitor, wrongCodeFor(code))).json()).toEqual(badCode)
    expect(await linkStatus(visitor)).toMatchObject(closed)
    expect((await verifyCode(visitor, code)).json()).toEqual({ message: 'E-mail address verified.' })
    const open = await linkStatus(visitor)
    expect(open.requires_email).toBe(false)
    expect(open.files.map(({ id }) => id)).toEqual(ids)
    expect(Object.keys(open.reencrypted_keys ?? {})).toEqual(ids.map(String))
    expect(await downloadStatuses(visitor)).toEqual([200, 200, 206, 200])
    // Nor is a link opened for anybody else by that.
    expect(await linkStatus(server.newBrowser())).toMatchObject(closed)
    expect(await downloadStatuses(server.newBrowser())).toEqual([403, 403, 403, 403])
  })

  it('says in every refusal why, and names no file in any answer before', async () => {
    const { server, linkPath, ids } = await startServerWithNamedLink()
    const visitor = server.newBrowser()
    const replies = [
      await visitor.get(`${linkPath()}/status`),
      await visitor.post(`${linkPath()}/verify-password`, { password: linkVerifier }),
      await visitor.post(`${linkPath()}/request-code`, { email: annaAddress }),
      await visitor.get(`${linkPath()}/file/${ids[0]}`),
      await visitor.get(`${linkPath()}/file/${ids[0]}0`),
    ]
    for (const { body } of replies) expect(body).not.toMatch(/a\.txt|b\.txt|file_size|manifest/)
    // One that is not there is refused alike.
    expect(replies.slice(3).map((reply) => reply.json<object>())).toEqual([
      namedLinkRefusal,
      namedLinkRefusal,
    ])
  })

  it('asks for its password first, and gives the keys to it once a code was entered', async () => {
    const { server, linkStatus, givePassword, downloadStatuses, linkPath, requestCode, verifyCode, ids } =
      await startServerWithNamedLink({ max_downloads: 1 }, { isProtected: true })
    const visitor = server.newBrowser()
    const closed = { requires_password: true, requires_email: true, files: [], reencrypted_keys: null }
    expect(await linkStatus(visitor)).toMatchObject(closed)
    for (const [call, body] of [
      ['request-code', { email: annaAddress }],
      ['verify-code', { email: annaAddress, verification_code: '000000' }],
    ] as const) {
      const reply = await visitor.post(`${linkPath()}/${call}`, body)
      expect([reply.statusCode, reply.json()]).toMatchObject([401, { code: 'downloadLinkLocked' }])
    }
    expect(await downloadStatuses(visitor)).toEqual([401, 401, 401, 401])
    expect(await givePassword(visitor)).toEqual({ requires_email: true, files: [], reencrypted_keys: {} })
    expect(await linkStatus(visitor)).toMatchObject({ ...closed, uses: { left: 1, until: null } })
    expect(await downloadStatuses(visitor)).toEqual([403, 403, 403, 403])
    await verifyCode(visitor, await requestCode(visitor))
    const opened = await givePassword(visitor)
    expect(opened.requires_email).toBe(false)
    expect(Object.keys(opened.reencrypted_keys)).toEqual(ids.map(String))
    expect(await downloadStatuses(visitor)).toEqual([200, 200, 206, 200])
    expect((await linkStatus(visitor)).uses).toMatchObject({ left: 0 })
  })

  it('gives nothing to somebody who is removed while their password is checked', async () => {
    const { server, givePassword, changeLink, newVerifiedBrowser } = await startServerWithNamedLink(
      {},
      { isProtected: true },
    )
    const visitor = server.newBrowser()
    await givePassword(visitor)
    await newVerifiedBrowser(annaAddress, visitor)
    const { counters } = server.services
    const add = counters.add.bind(counters)
    // The guess is counted after the link was looked up, and before the password is hashed.
    counters.add = async (...counted) => {
      if (counted[0].startsWith('downloadPassword')) {
        counters.add = add
        expect((await changeLink({ allowed_emails: [bobAddress] })).statusCode).toBe(204)
      }
      return add(...counted)
    }
    expect(await givePassword(visitor)).toEqual({ requires_email: true, files: [], reencrypted_keys: {} })
  })

  it('gives nothing to a visitor of a link that becomes one while their password is checked', async () => {
    const { server, givePassword, changeLink } = await startServerWithNamedLink(
      { allowed_emails: null },
      { isProtected: true },
    )
    const { counters } = server.services
    const add = counters.add.bind(counters)
    counters.add = async (...counted) => {
      if (counted[0].startsWith('downloadPassword')) {
        counters.add = add
        expect((await changeLink({ allowed_emails: [bobAddress] })).statusCode).toBe(204)
      }
      return add(...counted)
    }
    expect(await givePassword(server.newBrowser())).toMatchObject({ requires_email: true, files: [] })
  })

  it('sends no codes and takes none once it is used up', async () => {
    const { server, linkPath, ids, newVerifiedBrowser, requestCode, verifyCode, listNamedPeople, smtp } =
      await startServerWithNamedLink({
        max_downloads: 1,
      })
    const late = server.newBrowser()
    const code = await requestCode(late, bobAddress)
    const first = await newVerifiedBrowser()
    expect((await first.get(`${linkPath()}/file/${ids[0]}`)).statusCode).toBe(200)
    const sent = smtp.received.length
    const replies = [
      await late.post(`${linkPath()}/request-code`, { email: bobAddress }),
      await verifyCode(late, code, bobAddress),
    ]
    for (const reply of replies)
      expect([reply.statusCode, reply.json()]).toMatchObject([410, { code: 'downloadLinkUsedUp' }])
    expect(smtp.received).toHaveLength(sent)
    expect((await listNamedPeople())?.find(({ email }) => email === bobAddress)?.opened_at).toBeNull()
  })

  it('lets each person take one use, whichever browser, with cookies or without', async () => {
    const { server, linkPath, ids, requestCode, verifyCode, linkStatus } = await startServerWithNamedLink({
      max_downloads: 2,
    })
    const fetch = async (by: Browser) => (await by.get(`${linkPath()}/file/${ids[0]}`)).statusCode
    const enter = async (email: string) => {
      const visitor = server.newBrowser()
      await verifyCode(visitor, await requestCode(visitor, email), email)
      return visitor
    }
    const [here, there, other] = [await enter(annaAddress), await enter(annaAddress), await enter(bobAddress)]
    for (let n = 0; n < 3; n++) {
      for (const name of here.cookies.keys())
        if (name.startsWith('sealpost_recipient_')) here.cookies.delete(name)
      expect(await fetch(here)).toBe(200)
    }
    expect(await fetch(there)).toBe(200)
    expect((await linkStatus(there)).uses).toMatchObject({
      left: 1,
      per_person: true,
      until: expect.any(String) as string,
    })
    expect(await fetch(other)).toBe(200)
    expect(await fetch(here)).toBe(200)
    expect((await server.newBrowser().get(`${linkPath()}/status`)).statusCode).toBe(410)
  })

  it('lists no file to a code whose password has been forgotten', async () => {
    const { server, linkStatus, givePassword, requestCode, verifyCode } = await startServerWithNamedLink(
      {},
      { isProtected: true },
    )
    const visitor = server.newBrowser()
    await givePassword(visitor)
    await verifyCode(visitor, await requestCode(visitor))
    const password = [...visitor.cookies.keys()].find((name) => name.startsWith('sealpost_download_'))
    visitor.cookies.delete(password ?? '')
    expect(await linkStatus(visitor)).toMatchObject({ requires_email: false, files: [] })
  })

  it('is none that anybody has whom it does not name', async () => {
    const { server, requestCode, linkStatus, smtp } = await startServerWithNamedLink()
    const stranger = server.newBrowser()
    expect(await requestCode(stranger, 'mallory@example.org')).toBe('')
    expect(smtp.received).toEqual([])
    expect((await linkStatus(stranger)).requires_email).toBe(true)
  })

  it('knows an address in each of its spellings, and mails to that of the list', async () => {
    const { server, linkPath, verifyCode, smtp, mailer } = await startServerWithNamedLink({
      allowed_emails: ['Anna@Bücher.example', 'ANNA@xn--bcher-kva.example'],
    })
    const visitor = server.newBrowser()
    const typed = ' anna@BÜCHER.example '
    await visitor.post(`${linkPath()}/request-code`, { email: typed })
    await mailer.idle()
    expect(smtp.received.map(({ to }) => to)).toEqual([['ANNA@bücher.example']])
    expect((await verifyCode(visitor, codeIn(smtp.received[0]?.email), typed)).statusCode).toBe(200)
  })
})

describe('a code of a download link', () => {
  it('belongs to its link and its address, and no upload link takes it', async () => {
    const { server, browser, requestCode, verifyCode, newLink, folder } = await startServerWithNamedLink()
    const other = await newLink()
    await browser.put(`/api/folders/${folder.id}`, { title: 'Tax', require_email_verification: true })
    const visitor = server.newBrowser()
    const code = await requestCode(visitor)
    await requestCode(server.newBrowser(), bobAddress)
    await requestCode(server.newBrowser(), annaAddress, other)
    expect((await verifyCode(visitor, code, bobAddress)).json()).toEqual(badCode)
    expect((await verifyCode(visitor, code, annaAddress, other)).json()).toEqual(badCode)
    const upload = { uploader_email: annaAddress, verification_code: code }
    const reply = await visitor.post(`/api/upload/${folder.link_token}/verify-code`, upload)
    expect(reply.json()).toEqual(badCode)
    expect((await verifyCode(visitor, code)).statusCode).toBe(200)
  })

  it('works once, lives ten minutes, and may be tried five times', async () => {
    const { server, requestCode, verifyCode } = await startServerWithNamedLink()
    const tries = async (code: string, email: string) =>
      (await verifyCode(server.newBrowser(), code, email)).statusCode
    const first = await requestCode(server.newBrowser())
    for (let n = 1; n <= 4; n++) expect(await tries(wrongCodeFor(first, n), annaAddress)).toBe(400)
    expect(await tries(first, annaAddress)).toBe(200)
    expect(await tries(first, annaAddress)).toBe(400)
    const second = await requestCode(server.newBrowser(), bobAddress)
    for (let n = 1; n <= 5; n++) expect(await tries(wrongCodeFor(second, n), bobAddress)).toBe(400)
    expect(await tries(second, bobAddress)).toBe(400)
    const third = await requestCode(server.newBrowser(), bobAddress)
    server.passTime(600)
    expect(await tries(third, bobAddress)).toBe(400)
  })

  it('is asked for and failed with alike, whether the link is for the address or not', async () => {
    const { server, linkPath, smtp, mailer } = await startServerWithNamedLink()
    const answers = async (email: string) => {
      const all = []
      for (let n = 0; n < 4; n++)
        all.push(await server.newBrowser().post(`${linkPath()}/request-code`, { email }))
      for (let n = 0; n < 7; n++) {
        // One in a million codes is this one.
        const body = { email, verification_code: '000000' }
        all.push(await server.newBrowser().post(`${linkPath()}/verify-code`, body))
      }
      return all.map(({ statusCode, body, headers }) => [statusCode, body, headers['content-length']])
    }
    const listed = await answers(annaAddress)
    expect(listed.map(([status]) => status)).toEqual([200, 200, 200, 429, ...Array<number>(7).fill(400)])
    expect(await answers('mallory@example.org')).toEqual(listed)
    await mailer.idle()
    expect(smtp.received.map(({ to }) => to)).toEqual([[annaAddress], [annaAddress], [annaAddress]])
  })

  it('writes as much for an address that the link does not name', async () => {
    const { server, linkPath } = await startServerWithNamedLink()
    const { db } = server.services
    const readRows = async () =>
      (await db.selectFrom('upload_code').selectAll().execute()).length +
      (await db.selectFrom('code_request').selectAll().execute()).length
    const written = []
    for (const email of [annaAddress, 'mallory@example.org']) {
      const before = await readRows()
      await server.newBrowser().post(`${linkPath()}/request-code`, { email })
      written.push((await readRows()) - before)
    }
    expect(written).toEqual([2, 2])
  })

  it('shares the three mails an hour of an address with all links', async () => {
    const { server, browser, folder, requestCode, linkPath, newLink } = await startServerWithNamedLink()
    await browser.put(`/api/folders/${folder.id}`, { title: 'Tax', require_email_verification: true })
    await requestCode(server.newBrowser())
    await requestCode(server.newBrowser(), annaAddress, await newLink())
    const upload = `/api/upload/${folder.link_token}/request-code`
    expect((await server.newBrowser().post(upload, { uploader_email: annaAddress })).statusCode).toBe(200)
    expect(
      (await server.newBrowser().post(`${linkPath()}/request-code`, { email: annaAddress })).statusCode,
    ).toBe(429)
    server.passTime(hourSeconds)
    await requestCode(server.newBrowser())
  })

  it('comes in the language of the page, and the mail names neither folder nor file', async () => {
    const { server, linkPath, smtp, mailer } = await startServerWithNamedLink()
    const request = { email: annaAddress, language: 'de' }
    await server.newBrowser().post(`${linkPath()}/request-code`, request)
    await mailer.idle()
    const mail = smtp.received[0]?.email
    expect(mail?.subject).toBe('Code für Ihren Download')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Tax|a\.txt/)
  })

  it('is refused by a link that is for anybody', async () => {
    const { server, linkPath, newLink } = await startServerWithNamedLink()
    const open = await newLink({ allowed_emails: null })
    const reply = await server.newBrowser().post(`${linkPath(open)}/request-code`, { email: annaAddress })
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'gateNotAsked' }])
  })
})

describe('the pass of a named person', () => {
  it('is in a cookie that scripts cannot read, for a day after its last use', async () => {
    const { server, linkStatus, downloadStatuses, requestCode, verifyCode } = await startServerWithNamedLink()
    const visitor = server.newBrowser()
    const reply = await verifyCode(visitor, await requestCode(visitor))
    const cookie = reply.cookies.find(({ name }) => name.startsWith('sealpost_person_'))
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 24 * hourSeconds })
    server.passTime(23 * hourSeconds)
    expect(await downloadStatuses(visitor)).toEqual([200, 200, 206, 200])
    // Looking at the link renews nothing.
    server.passTime(20 * hourSeconds)
    expect((await linkStatus(visitor)).requires_email).toBe(false)
    server.passTime(4 * hourSeconds)
    expect((await linkStatus(visitor)).requires_email).toBe(true)
    expect(await downloadStatuses(visitor)).toEqual([403, 403, 403, 403])
  })

  it('opens no other link, not even when its cookie is copied to it', async () => {
    const { server, linkStatus, newLink, requestCode, verifyCode, newVerifiedBrowser } =
      await startServerWithNamedLink()
    const other = await newLink()
    const visitor = await newVerifiedBrowser()
    const name = (browser: Browser) =>
      [...browser.cookies.keys()].findLast((one) => one.startsWith('sealpost_person_')) ?? ''
    const there = server.newBrowser()
    await verifyCode(there, await requestCode(there, bobAddress, other), bobAddress, other)
    expect(name(there)).not.toBe(name(visitor))
    visitor.cookies.set(name(there), visitor.cookies.get(name(visitor)) ?? '')
    expect((await linkStatus(visitor, other)).requires_email).toBe(true)
  })

  it('ends with the removal of its person, in the middle of a download, and for them alone', async () => {
    const { linkPath, ids, downloadStatuses, changeLink, newVerifiedBrowser, linkStatus } =
      await startServerWithNamedLink()
    const [removed, other] = [await newVerifiedBrowser(), await newVerifiedBrowser(bobAddress)]
    const file = `${linkPath()}/file/${ids[0]}`
    expect((await removed.get(file, { headers: { range: 'bytes=0-4' } })).statusCode).toBe(206)
    expect((await changeLink({ allowed_emails: [bobAddress, 'carl@example.org'] })).statusCode).toBe(204)
    const rest = await removed.get(file, { headers: { range: 'bytes=5-' } })
    expect([rest.statusCode, rest.json()]).toEqual([403, namedLinkRefusal])
    expect(await downloadStatuses(removed)).toEqual([403, 403, 403, 403])
    expect(await linkStatus(removed)).toMatchObject({ requires_email: true, files: [] })
    expect(await downloadStatuses(other)).toEqual([200, 200, 206, 200])
    // Naming them again does not bring it back.
    await changeLink({ allowed_emails: [annaAddress, bobAddress] })
    expect(await downloadStatuses(removed)).toEqual([403, 403, 403, 403])
    expect(await downloadStatuses(other)).toEqual([200, 200, 206, 200])
  })

  it('is forgotten a day after its last use, and with its link or folder', async () => {
    const { server, browser, folder, token, newLink, newVerifiedBrowser, requestCode, verifyCode } =
      await startServerWithNamedLink()
    const { db } = server.services
    const countRows = async () => [
      (await db.selectFrom('link_person').selectAll().execute()).length,
      (await db.selectFrom('link_pass').selectAll().execute()).length,
    ]
    const other = await newLink()
    await newVerifiedBrowser()
    const visitor = server.newBrowser()
    await verifyCode(visitor, await requestCode(visitor, bobAddress, other), bobAddress, other)
    expect(await countRows()).toEqual([4, 2])
    await browser.delete(`/api/download/links/${token}`)
    await server.app.housekeeping.whenIdle()
    expect(await countRows()).toEqual([2, 1])
    server.passTime(24 * hourSeconds)
    await server.app.housekeeping.sweep()
    expect(await countRows()).toEqual([2, 0])
    await browser.signIn('admin').catch(() => browser.signIn('admin'))
    await browser.delete(`/api/folders/${folder.id}`)
    await server.app.housekeeping.whenIdle()
    expect(await countRows()).toEqual([0, 0])
  })

  it('is not given for a code that was mailed before the removal', async () => {
    const { server, requestCode, verifyCode, changeLink } = await startServerWithNamedLink()
    const visitor = server.newBrowser()
    const code = await requestCode(visitor)
    await changeLink({ allowed_emails: [bobAddress] })
    expect((await verifyCode(visitor, code)).json()).toEqual(badCode)
  })
})

describe('the owner of a link for named people', () => {
  it('sees who may open it, and who has', async () => {
    const { listNamedPeople, newVerifiedBrowser, changeLink } = await startServerWithNamedLink()
    expect(await listNamedPeople()).toEqual([
      { email: annaAddress, opened_at: null },
      { email: bobAddress, opened_at: null },
    ])
    await newVerifiedBrowser(bobAddress)
    expect((await listNamedPeople())?.map(({ opened_at }) => opened_at !== null)).toEqual([false, true])
    await changeLink({ allowed_emails: ['carl@example.org', bobAddress] })
    expect((await listNamedPeople())?.map(({ email, opened_at }) => [email, opened_at !== null])).toEqual([
      [bobAddress, true],
      ['carl@example.org', false],
    ])
  })

  it('reads in the history who opened it, who downloaded, and what was guessed', async () => {
    const { server, browser, newVerifiedBrowser, downloadStatuses, requestCode, verifyCode } =
      await startServerWithNamedLink()
    const visitor = await newVerifiedBrowser()
    await downloadStatuses(visitor)
    const guesser = server.newBrowser()
    await verifyCode(guesser, wrongCodeFor(await requestCode(guesser, bobAddress)), bobAddress)
    server.passTime(601)
    const { events } = (await browser.get('/api/audit?limit=20')).json<{ events: AuditEvent[] }>()
    const detailsOf = (kind: string) => events.find((event) => event.kind === kind)?.details
    expect(detailsOf('link-opened')).toMatchObject({ email: annaAddress })
    const downloads = events.filter(({ kind }) => kind === 'link-download').map(({ details }) => details)
    // One line, or two if the second began while they were downloaded.
    expect(downloads.map(({ email }) => email)).toEqual(downloads.map(() => annaAddress))
    expect(downloads.reduce((sum, { files }) => sum + Number(files), 0)).toBe(2)
    expect(detailsOf('link-code-failed')).toMatchObject({ times: 1 })
    expect(detailsOf('link-code-failed')?.email).toBeUndefined()
  })

  it('reads in the history how many were named, added and removed', async () => {
    const { browser, changeLink, token } = await startServerWithNamedLink()
    await changeLink({ allowed_emails: [bobAddress, 'carl@example.org', 'dora@example.org'] })
    await changeLink({ max_downloads: 5 })
    const { events } = (await browser.get('/api/audit?kind=link-made,link-changed')).json<{
      events: AuditEvent[]
    }>()
    const link = token.slice(0, 6)
    expect(events.map(({ details }) => details)).toEqual([
      { link, changed: ['max_downloads'] },
      { link, changed: ['allowed_emails'], people_added: 2, people_removed: 1 },
      { link, files: 2, people: 2 },
    ])
  })

  it('names people also for a link that was for anybody, and changes nothing else by that', async () => {
    const { server, browser, newLink, linkPath, ids } = await startServerWithNamedLink()
    const token = await newLink({ allowed_emails: null, max_downloads: 5 })
    const visitor = server.newBrowser()
    const fetch = async () => (await visitor.get(`${linkPath(token)}/file/${ids[0]}`)).statusCode
    expect(await fetch()).toBe(200)
    const reply = await browser.put(`/api/download/links/${token}`, { allowed_emails: [annaAddress] })
    expect(reply.statusCode).toBe(204)
    expect(await fetch()).toBe(403)
  })

  it.each([
    ['none', []],
    ['null', null],
    ['too many', Array.from({ length: maxAllowedEmails + 1 }, (_, n) => `a${n}@example.org`)],
    ['no address', ['anna']],
  ])('cannot make it anybody’s, or name %s', async (_, allowed_emails) => {
    const { changeLink, server, downloadStatuses } = await startServerWithNamedLink()
    expect((await changeLink({ allowed_emails })).statusCode).toBe(422)
    expect((await changeLink({})).statusCode).toBe(422)
    expect(await downloadStatuses(server.newBrowser())).toEqual([403, 403, 403, 403])
  })

  it('may name a thousand', async () => {
    const { changeLink, listNamedPeople } = await startServerWithNamedLink()
    const all = Array.from({ length: maxAllowedEmails }, (_, n) => `person${n}@example.org`)
    expect((await changeLink({ allowed_emails: all })).statusCode).toBe(204)
    expect(await listNamedPeople()).toHaveLength(maxAllowedEmails)
  })
})

describe('a server without a mail server', () => {
  it('makes no link for named people, and names none for a link that is there', async () => {
    const { browser, ids } = await startServerWithFiles()
    const refused = await browser.post('/api/download/links', {
      ...openLink(ids),
      allowed_emails: [annaAddress],
    })
    const expected = {
      detail: [{ loc: ['body', 'allowed_emails'] }],
      code: 'noMailServer',
    }
    expect([refused.statusCode, refused.json()]).toMatchObject([422, expected])
    const { link_token } = await createLink(browser, openLink(ids))
    const change = await browser.put(`/api/download/links/${link_token}`, { allowed_emails: [annaAddress] })
    expect([change.statusCode, change.json()]).toMatchObject([422, expected])
  })

  it('repeats the response to a request that made a link before it was gone', async () => {
    const { browser, ids, mailer } = await startServerWithNamedLink()
    const request = { ...openLink(ids), allowed_emails: [annaAddress] }
    const made = await createLink(browser, request)
    Object.defineProperty(mailer, 'sendsMail', { value: false })
    const repeat = await browser.post('/api/download/links', request)
    expect([repeat.statusCode, repeat.json()]).toEqual([200, made])
  })
})
