import { describe, expect, it } from 'vitest'
import { addresses } from '../../../contract/addresses.ts'
import { callUrl } from '../../../contract/call.ts'
import type { AuditEvent } from '../../../contract/schemas/audit.ts'
import type { User } from '../../../contract/schemas/auth.ts'
import { nodemailerOptions } from '../../../server/mail/mail.ts'
import { loadMailTexts } from '../../../server/mail/mailTexts.ts'
import { noticeMail } from '../../../server/notices/noticeMail.ts'
import { newReminderToken } from '../../../server/notices/reminderToken.ts'
import { hmac, newToken } from '../../../server/util/tokens.ts'
import { type Browser, startTestServer } from '../testServer.ts'
import { mailFrom, ownerAddress } from './ownerNotices.ts'

const switchUrl = (token: string) => callUrl(addresses.switchOffReminders, { token })

/** A server with two people, and what a mail to the first of them has. */
async function startWithToken() {
  const server = await startTestServer()
  const browser = await server.signIn('anna')
  const other = await server.signIn('bert')
  const userOf = async (by: Browser) => (await by.get('/api/auth/users/me')).json<{ user: User }>().user
  const { id } = await userOf(browser)
  const token = newReminderToken(server.services, id)
  /** As the provider of a mailbox does it. */
  const oneClick = (to = token) =>
    server.app.inject({
      ...{ method: 'POST', url: switchUrl(to), payload: 'List-Unsubscribe=One-Click' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const choices = async () => [(await userOf(browser)).wants_reminders, (await userOf(other)).wants_reminders]
  return { server, browser, id, token, oneClick, choices }
}

describe('the token of a reminder', () => {
  it('switches reminders off by one POST without a session, for its account alone', async () => {
    const { browser, oneClick, choices } = await startWithToken()
    expect(await choices()).toEqual([true, true])
    const reply = await oneClick()
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(await choices()).toEqual([false, true])
    const { events } = (await browser.get('/api/audit')).json<{ events: AuditEvent[] }>()
    expect(events.filter(({ kind }) => kind === 'profile-changed')).toMatchObject([
      { by: 'visitor', details: { changed: ['wants_reminders'] } },
    ])
  })

  it('works as a multipart form, and without a body', async () => {
    const { server, token, choices } = await startWithToken()
    const payload =
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const url = switchUrl(token)
    expect((await server.app.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(204)
    expect((await server.newBrowser().post(url)).statusCode).toBe(204)
    expect(await choices()).toEqual([false, true])
  })

  it('changes nothing by a GET, which leads to a page', async () => {
    const { server, token, choices } = await startWithToken()
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await server.app.inject({ method, url: switchUrl(token) })
      if (method === 'GET')
        expect([reply.statusCode, reply.headers.location]).toEqual([303, `/reminders/${token}`])
    }
    const page = await server.app.inject({ url: `/reminders/${token}`, headers: { accept: 'text/html' } })
    expect(page.statusCode).toBe(200)
    expect(await choices()).toEqual([true, true])
  })

  it('leads to no other site', async () => {
    const { server } = await startWithToken()
    const reply = await server.app.inject({ url: switchUrl('/evil.example') })
    expect(reply.headers.location).toBe('/reminders/%2Fevil.example')
  })

  it('gets the same response when it was used, and when its account is gone', async () => {
    const { server, id, oneClick } = await startWithToken()
    const first = await oneClick()
    const again = await oneClick()
    const gone = await oneClick(newReminderToken(server.services, id + 1000))
    for (const reply of [again, gone]) {
      expect([reply.statusCode, reply.body]).toEqual([first.statusCode, first.body])
      expect(Object.keys(reply.headers)).toEqual(Object.keys(first.headers))
    }
  })

  it('is refused if it was altered, made up, or made for anything else', async () => {
    const { server, id, token, oneClick, choices } = await startWithToken()
    const { services } = server
    const bytes = Buffer.from(token, 'base64url')
    const altered = [...bytes.keys()].map((index) => {
      const copy = Buffer.from(bytes)
      copy[index] = (copy[index] ?? 0) ^ 1
      return copy.toString('base64url')
    })
    const otherSecret = newReminderToken({ gateSecret: services.csrfSecret }, id)
    const otherLabel = newReminderToken({ gateSecret: hmac(services.gateSecret, 'own address') }, id)
    const forged = [...altered, otherSecret, otherLabel, newToken(), String(id), `${token}AAAA`, 'A']
    const refusals = await Promise.all(forged.map((one) => oneClick(one)))
    expect(new Set(refusals.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(refusals[0]?.statusCode).toBe(404)
    expect(await choices()).toEqual([true, true])
  })

  it('says nothing of the account, and opens nothing else', async () => {
    const { server, id, token } = await startWithToken()
    const others = Array.from({ length: 20 }, () => newReminderToken(server.services, id))
    expect(new Set([token, ...others]).size).toBe(21)
    expect(new Set(others.map(({ length }) => length))).toEqual(new Set([48]))
    const headers = { authorization: `Bearer ${token}` }
    const reply = await server.app.inject({ url: '/api/auth/users/me', headers })
    expect(reply.statusCode).toBe(401)
  })

  it('is in no line of the log', async () => {
    const { server, token, oneClick } = await startWithToken()
    await oneClick()
    await server.app.inject({ url: switchUrl(token) })
    expect(server.logged()).not.toContain(token)
  })
})

describe('a mail', () => {
  const reminder = { kind: 'folder-ends', files: 0, bytes: 0, refused: 0, sender_email: null } as const
  const arrival = { ...reminder, kind: 'complete', files: 1 } as const
  const happened_at = '2026-12-01T00:00:00Z'

  async function mailAbout(notices: readonly (typeof reminder | typeof arrival)[], origin: string) {
    const mail = noticeMail({
      ...{ title: 'Tax', folderId: 7, isOwner: true, reminderToken: 'token' },
      notices: notices.map((notice) => ({ ...notice, happened_at })),
      ...{ to: ownerAddress, texts: await loadMailTexts('en'), origin },
    })
    return { text: mail.text, headers: nodemailerOptions(mail, mailFrom).headers }
  }

  it('of reminders alone can be unsubscribed from by one click, where the server has https', async () => {
    const { text, headers } = await mailAbout([reminder], 'https://files.example.org')
    expect(headers).toMatchObject({
      'List-Unsubscribe': '<https://files.example.org/api/reminders/token/off>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(text).toContain('Switch off reminders:\nhttps://files.example.org/reminders/token\n')
    const { headers: plain } = await mailAbout([reminder], 'http://files.example.org')
    expect(plain).toMatchObject({ 'List-Unsubscribe': '<http://files.example.org/api/reminders/token/off>' })
    expect(plain).not.toHaveProperty('List-Unsubscribe-Post')
  })

  it('of arrivals, too, has the page that switches these off in its header', async () => {
    const { text, headers } = await mailAbout([arrival, reminder], 'https://files.example.org')
    expect(headers).toMatchObject({ 'List-Unsubscribe': '<https://files.example.org/folders/edit/7>' })
    expect(headers).not.toHaveProperty('List-Unsubscribe-Post')
    expect(text).toContain('https://files.example.org/reminders/token\n')
  })
})
