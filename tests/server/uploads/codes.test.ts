import { createServer, type AddressInfo } from 'node:net'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Context } from '../../../server/context.ts'
import { createMailer } from '../../../server/mail/mailer.ts'
import {
  codeIn,
  recipientOf,
  requestCode,
  smtpAt,
  startSmtpServer,
  writtenMails,
  wrongCodeFor,
} from '../mails.ts'
import { confirmAddress } from '../notices/ownerNotices.ts'
import { type Browser, startTestServer, verifier } from '../testServer.ts'
import { uploadForm } from '../uploads.ts'

const aliceAddress = 'alice@example.org'
const tooManyRequests = { detail: 'Too many requests. Please try again later.', code: 'tooManyRequests' }

async function startServerWithFolder(payload: object = {}, options: Partial<Context> = {}) {
  const server = await startTestServer(options)
  const admin = await server.signIn()
  const newLink = async (gates: object = payload) => {
    const folder = await admin.createFolder({ require_email_verification: true, ...gates })
    return { ...folder, url: `/api/upload/${folder.link_token}` }
  }
  const folder = await newLink()
  /** As a stranger: each time at another address, unless told. */
  const askForCode = (
    uploader_email: string,
    url = folder.url,
    remoteAddress = server.newBrowser().address,
  ) =>
    server.app.inject({
      method: 'POST',
      url: `${url}/request-code`,
      payload: { uploader_email },
      remoteAddress,
    })
  /** As a stranger: each time in a new browser, at another address. */
  const verifyCode = (uploader_email: string, verification_code: string, url = folder.url) =>
    server.newBrowser().post(`${url}/verify-code`, { uploader_email, verification_code })
  const accepts = async (address: string, code: string, url = folder.url) =>
    (await verifyCode(address, code, url)).statusCode === 200
  const newCode = (address = aliceAddress, url = folder.url) => requestCode(server, url, address)
  return { server, admin, folder, url: folder.url, newLink, askForCode, verifyCode, accepts, newCode }
}

const mailFrom = { name: 'Sealpost', address: 'sealpost@example.org' }

describe('a verification code', () => {
  it('has six digits, differs each time, and comes by mail alone', async () => {
    const { server, askForCode, newCode } = await startServerWithFolder()
    const codes = [
      await newCode('a@example.org'),
      await newCode('b@example.org'),
      await newCode('c@example.org'),
    ]
    for (const one of codes) expect(one).toMatch(/^[0-9]{6}$/)
    expect(new Set(codes).size).toBeGreaterThan(1)
    const reply = await askForCode(aliceAddress)
    const mail = (await writtenMails(server)).at(-1)
    expect(reply.body).not.toContain(codeIn(mail))
    const stored = JSON.stringify(await server.services.db.selectFrom('upload_code').selectAll().execute())
    for (const text of [...codes, aliceAddress, 'example.org']) {
      expect(stored).not.toContain(text)
      expect(server.logged()).not.toContain(text)
    }
  })

  it('is answered with a message', async () => {
    const { askForCode, verifyCode, newCode } = await startServerWithFolder()
    expect((await askForCode(aliceAddress)).json()).toEqual({
      message: 'If this address may upload here, a verification code is on its way to it.',
    })
    expect((await verifyCode(aliceAddress, await newCode())).json()).toEqual({
      message: 'E-mail address verified.',
    })
  })

  it('opens the link for one session', async () => {
    const { accepts, newCode, verifyCode } = await startServerWithFolder()
    const right = await newCode()
    expect(await accepts(aliceAddress, right)).toBe(true)
    const again = await verifyCode(aliceAddress, right)
    expect(again.statusCode).toBe(400)
    expect(again.json()).toEqual({ detail: 'Invalid or expired verification code.', code: 'badCode' })
  })

  it('opens the link once when it is sent many times at once', async () => {
    const { accepts, newCode } = await startServerWithFolder()
    const right = await newCode()
    const answers = await Promise.all(Array.from({ length: 5 }, () => accepts(aliceAddress, right)))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it('may be tried five times: the fifth may be right, the sixth is wrong even if right', async () => {
    const { accepts, newCode } = await startServerWithFolder()
    const first = await newCode('a@example.org')
    for (let n = 1; n <= 4; n++) expect(await accepts('a@example.org', wrongCodeFor(first, n))).toBe(false)
    expect(await accepts('a@example.org', first)).toBe(true)
    const second = await newCode('b@example.org')
    for (let n = 1; n <= 5; n++) expect(await accepts('b@example.org', wrongCodeFor(second, n))).toBe(false)
    expect(await accepts('b@example.org', second)).toBe(false)
    // Tries through the form of an upload count alike; a new code begins anew.
    expect(await accepts('b@example.org', await newCode('b@example.org'))).toBe(true)
  })

  it('may be tried five times through the form of an upload, too', async () => {
    const { server, url, newCode } = await startServerWithFolder()
    const right = await newCode()
    const sendWithCode = async (verification_code: string) => {
      const gates = { uploader_email: aliceAddress, verification_code }
      const form = uploadForm({ files: [{ name: 'a' }], gates })
      return (await server.newBrowser().send('POST', url, form)).statusCode
    }
    for (let n = 1; n <= 5; n++) expect(await sendWithCode(wrongCodeFor(right, n))).toBe(400)
    expect(await sendWithCode(right)).toBe(400)
  })

  it('lives ten minutes', async () => {
    const { server, accepts, newCode } = await startServerWithFolder()
    const first = await newCode('a@example.org')
    server.passTime(570)
    expect(await accepts('a@example.org', first)).toBe(true)
    const second = await newCode('b@example.org')
    server.passTime(600)
    expect(await accepts('b@example.org', second)).toBe(false)
  })

  it('belongs to its link and its address', async () => {
    const { newLink, accepts, newCode, url } = await startServerWithFolder()
    const other = await newLink()
    const right = await newCode(aliceAddress, url)
    await newCode('bob@example.org', url)
    await newCode(aliceAddress, other.url)
    expect(await accepts(aliceAddress, right, other.url)).toBe(false)
    expect(await accepts('bob@example.org', right, url)).toBe(false)
    expect(await accepts(aliceAddress, right, url)).toBe(true)
  })

  it('stays valid when a newer one was asked for, until it expires or one of them is used', async () => {
    const { server, accepts, newCode } = await startServerWithFolder()
    const first = await newCode()
    server.passTime(300)
    const second = await newCode()
    expect(await accepts(aliceAddress, first)).toBe(true)
    expect(await accepts(aliceAddress, second)).toBe(false)
    const third = await newCode()
    server.passTime(601)
    expect(await accepts(aliceAddress, third)).toBe(false)
  })

  it('expires by its own time, though a newer one is valid', async () => {
    const { server, accepts, newCode } = await startServerWithFolder()
    const first = await newCode()
    server.passTime(400)
    const second = await newCode()
    server.passTime(300)
    // Once in a million they are the same.
    if (first !== second) expect(await accepts(aliceAddress, first)).toBe(false)
    expect(await accepts(aliceAddress, second)).toBe(true)
  })

  it('belongs to the address, not to its spelling', async () => {
    const { accepts, newCode } = await startServerWithFolder({ allowed_emails: ['Alice@Example.ORG'] })
    const right = await newCode('  ALICE@example.org ')
    expect(await accepts('alice@EXAMPLE.org', right)).toBe(true)
  })

  it('belongs to a domain in each of its spellings', async () => {
    const { accepts, newCode } = await startServerWithFolder({ allowed_emails: ['Anna@Bücher.example'] })
    const right = await newCode('anna@xn--bcher-kva.example')
    expect(await accepts('ANNA@BÜCHER.example', right)).toBe(true)
  })

  it('goes to the address as it was typed, and to that of the list where there is one', async () => {
    const { server, askForCode } = await startServerWithFolder()
    await askForCode('Jo.Doe/x=1@Example.org')
    const { server: listing, askForCode: askListed } = await startServerWithFolder({
      allowed_emails: ['Jo.Doe@почта.рф'],
    })
    await askListed('jo.doe@ПОЧТА.рф')
    const mailRecipients = async (to: typeof server) => (await writtenMails(to)).map(recipientOf)
    expect(await mailRecipients(server)).toEqual(['Jo.Doe/x=1@example.org'])
    expect(await mailRecipients(listing)).toEqual(['Jo.Doe@xn--80a1acny.xn--p1ai'])
  })

  it('is worth nothing once its address has left the list', async () => {
    const { admin, folder, accepts, newCode } = await startServerWithFolder({
      allowed_emails: [aliceAddress],
    })
    const right = await newCode()
    await admin.put(`/api/folders/${folder.id}`, { title: 'x', allowed_emails: ['bob@example.org'] })
    expect(await accepts(aliceAddress, right)).toBe(false)
  })

  it.each([
    ['uploader_email', { uploader_email: 'nobody', verification_code: '123456' }],
    [
      'uploader_email',
      { uploader_email: 'a@example.org\r\nBcc: eve@example.org', verification_code: '123456' },
    ],
    ['uploader_email', { uploader_email: `${'a'.repeat(250)}@example.org`, verification_code: '123456' }],
    ['uploader_email', { uploader_email: 'jürgen@example.org', verification_code: '123456' }],
    ['uploader_email', { uploader_email: ['a@example.org', 'b@example.org'], verification_code: '123456' }],
    ['verification_code', { uploader_email: aliceAddress, verification_code: '12345' }],
    ['verification_code', { uploader_email: aliceAddress, verification_code: '1234567' }],
    ['verification_code', { uploader_email: aliceAddress, verification_code: '12345x' }],
    ['verification_code', { uploader_email: aliceAddress, verification_code: '١٢٣٤٥٦' }],
  ])('is refused with a wrong %s: %o', async (field, payload) => {
    const { server, url } = await startServerWithFolder()
    const reply = await server.app.inject({ method: 'POST', url: `${url}/verify-code`, payload })
    expect(reply.statusCode).toBe(422)
    const { detail } = reply.json<{ detail: { loc: string[]; msg: string }[] }>()
    expect(detail[0]?.loc.slice(0, 2)).toEqual(['body', field])
    if (field === 'verification_code') {
      expect(detail[0]?.msg).toBe('Verification code must be exactly 6 digits.')
    }
  })
})

describe('asking for a code', () => {
  /** Everything of an answer but what is random in each, or a time: date, nonce, the visitor's cookies. */
  const comparableReply = ({ statusCode, headers, rawPayload }: LightMyRequestResponse) => {
    const varying = ['date', 'set-cookie', 'content-security-policy', 'retry-after', 'x-request-id']
    const same = Object.entries(headers).filter(([name]) => !varying.includes(name))
    const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.replace(/=[^;]*/, ''))
    const retryAfter = headers['retry-after'] !== undefined
    return { statusCode, headers: same, cookies, retryAfter, body: rawPayload.toString('hex') }
  }

  it('is answered alike for addresses on the list and others, however often', async () => {
    const { server, askForCode } = await startServerWithFolder({ allowed_emails: [aliceAddress] })
    const listed = []
    const unlisted = []
    for (let n = 0; n < 5; n++) {
      listed.push(comparableReply(await askForCode(aliceAddress)))
      unlisted.push(comparableReply(await askForCode('mallory@example.org')))
    }
    expect(listed.map((one) => one.statusCode)).toEqual([200, 200, 200, 429, 429])
    expect(listed.map((one) => one.retryAfter)).toEqual([false, false, false, true, true])
    expect(unlisted).toEqual(listed)
    expect((await writtenMails(server)).map(recipientOf)).toEqual([aliceAddress, aliceAddress, aliceAddress])
  })

  it('and failing with it is alike, too', async () => {
    const { askForCode, verifyCode } = await startServerWithFolder({ allowed_emails: [aliceAddress] })
    const [first, second] = [aliceAddress, 'mallory@example.org']
    for (const address of [first, second]) await askForCode(address)
    for (let n = 0; n < 7; n++) {
      const listed = comparableReply(await verifyCode(first, '000000'))
      // One in a million codes is this one.
      expect(comparableReply(await verifyCode(second, '000000'))).toEqual(listed)
    }
  })

  it('sends at most three mails an address an hour, over all links', async () => {
    const { server, askForCode, newLink } = await startServerWithFolder()
    const other = await newLink()
    expect((await askForCode(aliceAddress)).statusCode).toBe(200)
    server.passTime(1800)
    expect((await askForCode('ALICE@example.org', other.url)).statusCode).toBe(200)
    expect((await askForCode(aliceAddress)).statusCode).toBe(200)
    const refused = await askForCode(aliceAddress, other.url)
    expect([refused.statusCode, refused.json()]).toEqual([429, tooManyRequests])
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(1790)
    expect(seconds).toBeLessThanOrEqual(1800)
    expect((await askForCode('bob@example.org')).statusCode).toBe(200)
    // The first of the three is an hour ago: one more, not three.
    server.passTime(seconds)
    expect((await askForCode(aliceAddress)).statusCode).toBe(200)
    expect((await askForCode(aliceAddress)).statusCode).toBe(429)
  })

  it.each([
    ['an address', ['203.0.113.7'], '203.0.113.8'],
    ['a network of IPv6', ['2001:db8:1::7', '2001:db8:1:2::7', '2001:db8:1:3::8'], '2001:db8:2::7'],
  ])('leaves others a mail to the address when %s asks for it at whatever links', async (_, those, other) => {
    const { server, askForCode, newLink, accepts } = await startServerWithFolder({
      allowed_emails: [aliceAddress],
    })
    const links = [await newLink(), await newLink(), await newLink()]
    const statuses: number[] = []
    for (const [n, { url }] of links.entries())
      statuses.push((await askForCode(aliceAddress, url, those[n % those.length])).statusCode)
    expect(statuses).toEqual([200, 200, 429])
    expect((await askForCode(aliceAddress, links[0]?.url, other)).statusCode).toBe(200)
    expect(await accepts(aliceAddress, codeIn((await writtenMails(server)).at(-1)), links[0]?.url)).toBe(true)
    expect((await askForCode(aliceAddress, links[1]?.url, other)).statusCode).toBe(429)
    server.passTime(3601)
    expect((await askForCode(aliceAddress, links[1]?.url, those[0])).statusCode).toBe(200)
  })

  it('at links leaves the confirmation of the own address alone', async () => {
    const { server, admin, askForCode } = await startServerWithFolder()
    await confirmAddress(server, admin, 'owner@example.org')
    for (let n = 0; n < 3; n++) await askForCode('owner@example.org')
    expect((await askForCode('owner@example.org')).statusCode).toBe(429)
    const ownCodeStatus = async (browser: Browser) =>
      (await browser.post('/api/auth/users/me/email/request-code')).statusCode
    expect(await ownCodeStatus(admin)).toBe(200)
    expect(await ownCodeStatus(admin)).toBe(429)
    // Nor do other accounts that name it take all of its mails.
    const other = await server.signIn('other')
    await other.put('/api/auth/users/me', { current_password: verifier, email: 'owner@example.org' })
    expect([await ownCodeStatus(other), await ownCodeStatus(other)]).toEqual([200, 429])
  })

  it('does not void the code in force when it is refused', async () => {
    const { askForCode, accepts, newCode } = await startServerWithFolder()
    await newCode()
    await newCode()
    const last = await newCode()
    expect((await askForCode(aliceAddress)).statusCode).toBe(429)
    expect(await accepts(aliceAddress, last)).toBe(true)
  })

  it('is answered before the mail is sent', async () => {
    let connected: (greet: () => void) => void
    const connection = new Promise<() => void>((resolve) => (connected = resolve))
    const smtp = await startSmtpServer({ onConnect: (_session, done) => connected(done) })
    const mailer = createMailer({ smtp: smtpAt(smtp.port), mailFrom, dataDir: '/nowhere' })
    onTestFinished(() => mailer.close())
    const { askForCode } = await startServerWithFolder({}, { mailer })
    expect((await askForCode(aliceAddress)).statusCode).toBe(200)
    expect(smtp.received).toEqual([])
    const greet = await connection
    greet()
    await expect.poll(() => smtp.received[0]?.to).toEqual([aliceAddress])
  })

  it('is answered alike when the mail cannot be sent, and logged without the address', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const refusing = await startSmtpServer({
      onRcptTo: ({ address }, _session, done) => done(new Error(`no mailbox ${address}`)),
    })
    for (const [at, reason] of [
      [port, 'ESOCKET'],
      [refusing.port, 'EENVELOPE'],
    ] as const) {
      const mailer = createMailer({ smtp: smtpAt(at), mailFrom, dataDir: '/nowhere' })
      onTestFinished(() => mailer.close())
      const { server, askForCode } = await startServerWithFolder(
        { allowed_emails: ['alice.secret@example.org'] },
        { mailer },
      )
      const listed = comparableReply(await askForCode('alice.secret@example.org'))
      expect(comparableReply(await askForCode('mallory@example.org'))).toEqual(listed)
      expect(listed.statusCode).toBe(200)
      await mailer.idle()
      expect(server.logged()).toMatch(/"domain":"example.org".*"msg":"a mail could not be sent"/)
      expect(server.logged()).toContain(`"reason":"${reason}"`)
      expect(server.logged()).not.toMatch(/alice|secret|mallory/)
    }
  })
})
