import { createServer, type AddressInfo } from 'node:net'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Context } from '../../../server/context.ts'
import { createMailer } from '../../../server/mail/mailer.ts'
import { codeIn, recipientOf, requestCode, smtpAt, startSmtpServer, writtenMails } from '../mails.ts'
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
  const ask = (uploader_email: string, url = folder.url, remoteAddress = server.newBrowser().address) =>
    server.app.inject({
      method: 'POST',
      url: `${url}/request-code`,
      payload: { uploader_email },
      remoteAddress,
    })
  /** As a stranger: each time in a new browser, at another address. */
  const verify = (uploader_email: string, verification_code: string, url = folder.url) =>
    server.newBrowser().post(`${url}/verify-code`, { uploader_email, verification_code })
  const accepts = async (address: string, code: string, url = folder.url) =>
    (await verify(address, code, url)).statusCode === 200
  const code = (address = aliceAddress, url = folder.url) => requestCode(server, url, address)
  return { server, admin, folder, url: folder.url, newLink, ask, verify, accepts, code }
}

const wrongCodeFor = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

const mailFrom = { name: 'Sealpost', address: 'sealpost@example.org' }

describe('a verification code', () => {
  it('has six digits, differs each time, and comes by mail alone', async () => {
    const { server, ask, code } = await startServerWithFolder()
    const codes = [await code('a@example.org'), await code('b@example.org'), await code('c@example.org')]
    for (const one of codes) expect(one).toMatch(/^[0-9]{6}$/)
    expect(new Set(codes).size).toBeGreaterThan(1)
    const reply = await ask(aliceAddress)
    const mail = (await writtenMails(server)).at(-1)
    expect(reply.body).not.toContain(codeIn(mail))
    const stored = JSON.stringify(await server.services.db.selectFrom('upload_code').selectAll().execute())
    for (const text of [...codes, aliceAddress, 'example.org']) {
      expect(stored).not.toContain(text)
      expect(server.logged()).not.toContain(text)
    }
  })

  it('is answered with a message', async () => {
    const { ask, verify, code } = await startServerWithFolder()
    expect((await ask(aliceAddress)).json()).toEqual({
      message: 'If this address may upload here, a verification code is on its way to it.',
    })
    expect((await verify(aliceAddress, await code())).json()).toEqual({ message: 'E-mail address verified.' })
  })

  it('opens the link for one session', async () => {
    const { accepts, code, verify } = await startServerWithFolder()
    const right = await code()
    expect(await accepts(aliceAddress, right)).toBe(true)
    const again = await verify(aliceAddress, right)
    expect(again.statusCode).toBe(400)
    expect(again.json()).toEqual({ detail: 'Invalid or expired verification code.', code: 'badCode' })
  })

  it('opens the link once when it is sent many times at once', async () => {
    const { accepts, code } = await startServerWithFolder()
    const right = await code()
    const answers = await Promise.all(Array.from({ length: 5 }, () => accepts(aliceAddress, right)))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it('may be tried five times: the fifth may be right, the sixth is wrong even if right', async () => {
    const { accepts, code } = await startServerWithFolder()
    const first = await code('a@example.org')
    for (let n = 1; n <= 4; n++) expect(await accepts('a@example.org', wrongCodeFor(first, n))).toBe(false)
    expect(await accepts('a@example.org', first)).toBe(true)
    const second = await code('b@example.org')
    for (let n = 1; n <= 5; n++) expect(await accepts('b@example.org', wrongCodeFor(second, n))).toBe(false)
    expect(await accepts('b@example.org', second)).toBe(false)
    // Tries through the form of an upload count alike; a new code begins anew.
    expect(await accepts('b@example.org', await code('b@example.org'))).toBe(true)
  })

  it('may be tried five times through the form of an upload, too', async () => {
    const { server, url, code } = await startServerWithFolder()
    const right = await code()
    const send = async (verification_code: string) => {
      const gates = { uploader_email: aliceAddress, verification_code }
      const form = uploadForm({ files: [{ name: 'a' }], gates })
      return (await server.newBrowser().send('POST', url, form)).statusCode
    }
    for (let n = 1; n <= 5; n++) expect(await send(wrongCodeFor(right, n))).toBe(400)
    expect(await send(right)).toBe(400)
  })

  it('lives ten minutes', async () => {
    const { server, accepts, code } = await startServerWithFolder()
    const first = await code('a@example.org')
    server.passTime(595)
    expect(await accepts('a@example.org', first)).toBe(true)
    const second = await code('b@example.org')
    server.passTime(600)
    expect(await accepts('b@example.org', second)).toBe(false)
  })

  it('belongs to its link and its address', async () => {
    const { newLink, accepts, code, url } = await startServerWithFolder()
    const other = await newLink()
    const right = await code(aliceAddress, url)
    await code('bob@example.org', url)
    await code(aliceAddress, other.url)
    expect(await accepts(aliceAddress, right, other.url)).toBe(false)
    expect(await accepts('bob@example.org', right, url)).toBe(false)
    expect(await accepts(aliceAddress, right, url)).toBe(true)
  })

  it('is void when a newer one was asked for', async () => {
    const { accepts, code } = await startServerWithFolder()
    const older = await code()
    const newer = await code()
    // Once in a million they are the same.
    if (older !== newer) expect(await accepts(aliceAddress, older)).toBe(false)
    expect(await accepts(aliceAddress, newer)).toBe(true)
  })

  it('belongs to the address, not to its spelling', async () => {
    const { accepts, code } = await startServerWithFolder({ allowed_emails: ['Alice@Example.ORG'] })
    const right = await code('  ALICE@example.org ')
    expect(await accepts('alice@EXAMPLE.org', right)).toBe(true)
  })

  it('belongs to a domain in each of its spellings', async () => {
    const { accepts, code } = await startServerWithFolder({ allowed_emails: ['Anna@Bücher.example'] })
    const right = await code('anna@xn--bcher-kva.example')
    expect(await accepts('ANNA@BÜCHER.example', right)).toBe(true)
  })

  it('goes to the address as it was typed, and to that of the list where there is one', async () => {
    const { server, ask } = await startServerWithFolder()
    await ask('Jo.Doe/x=1@Example.org')
    const { server: listing, ask: askListed } = await startServerWithFolder({
      allowed_emails: ['Jo.Doe@почта.рф'],
    })
    await askListed('jo.doe@ПОЧТА.рф')
    const sent = async (to: typeof server) => (await writtenMails(to)).map(recipientOf)
    expect(await sent(server)).toEqual(['Jo.Doe/x=1@example.org'])
    expect(await sent(listing)).toEqual(['Jo.Doe@xn--80a1acny.xn--p1ai'])
  })

  it('is worth nothing once its address has left the list', async () => {
    const { admin, folder, accepts, code } = await startServerWithFolder({ allowed_emails: [aliceAddress] })
    const right = await code()
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
  const answer = ({ statusCode, headers, rawPayload }: LightMyRequestResponse) => {
    const varying = ['date', 'set-cookie', 'content-security-policy', 'retry-after', 'x-request-id']
    const same = Object.entries(headers).filter(([name]) => !varying.includes(name))
    const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.replace(/=[^;]*/, ''))
    const retryAfter = headers['retry-after'] !== undefined
    return { statusCode, headers: same, cookies, retryAfter, body: rawPayload.toString('hex') }
  }

  it('is answered alike for addresses on the list and others, however often', async () => {
    const { server, ask } = await startServerWithFolder({ allowed_emails: [aliceAddress] })
    const listed = []
    const unlisted = []
    for (let n = 0; n < 5; n++) {
      listed.push(answer(await ask(aliceAddress)))
      unlisted.push(answer(await ask('mallory@example.org')))
    }
    expect(listed.map((one) => one.statusCode)).toEqual([200, 200, 200, 429, 429])
    expect(listed.map((one) => one.retryAfter)).toEqual([false, false, false, true, true])
    expect(unlisted).toEqual(listed)
    expect((await writtenMails(server)).map(recipientOf)).toEqual([aliceAddress, aliceAddress, aliceAddress])
  })

  it('and failing with it is alike, too', async () => {
    const { ask, verify } = await startServerWithFolder({ allowed_emails: [aliceAddress] })
    const [first, second] = [aliceAddress, 'mallory@example.org']
    for (const address of [first, second]) await ask(address)
    for (let n = 0; n < 7; n++) {
      const listed = answer(await verify(first, '000000'))
      // One in a million codes is this one.
      expect(answer(await verify(second, '000000'))).toEqual(listed)
    }
  })

  it('sends at most three mails an address an hour, over all links', async () => {
    const { server, ask, newLink } = await startServerWithFolder()
    const other = await newLink()
    expect((await ask(aliceAddress)).statusCode).toBe(200)
    server.passTime(1800)
    expect((await ask('ALICE@example.org', other.url)).statusCode).toBe(200)
    expect((await ask(aliceAddress)).statusCode).toBe(200)
    const refused = await ask(aliceAddress, other.url)
    expect([refused.statusCode, refused.json()]).toEqual([429, tooManyRequests])
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(1790)
    expect(seconds).toBeLessThanOrEqual(1800)
    expect((await ask('bob@example.org')).statusCode).toBe(200)
    // The first of the three is an hour ago: one more, not three.
    server.passTime(seconds)
    expect((await ask(aliceAddress)).statusCode).toBe(200)
    expect((await ask(aliceAddress)).statusCode).toBe(429)
  })

  it.each([
    ['an address', ['203.0.113.7'], '203.0.113.8'],
    ['a network of IPv6', ['2001:db8:1::7', '2001:db8:1:2::7', '2001:db8:1:3::8'], '2001:db8:2::7'],
  ])('leaves others a mail to the address when %s asks for it at whatever links', async (_, those, other) => {
    const { server, ask, newLink, accepts } = await startServerWithFolder({ allowed_emails: [aliceAddress] })
    const links = [await newLink(), await newLink(), await newLink()]
    const statuses: number[] = []
    for (const [n, { url }] of links.entries())
      statuses.push((await ask(aliceAddress, url, those[n % those.length])).statusCode)
    expect(statuses).toEqual([200, 200, 429])
    expect((await ask(aliceAddress, links[0]?.url, other)).statusCode).toBe(200)
    expect(await accepts(aliceAddress, codeIn((await writtenMails(server)).at(-1)), links[0]?.url)).toBe(true)
    expect((await ask(aliceAddress, links[1]?.url, other)).statusCode).toBe(429)
    server.passTime(3601)
    expect((await ask(aliceAddress, links[1]?.url, those[0])).statusCode).toBe(200)
  })

  it('at links leaves the confirmation of the own address alone', async () => {
    const { server, admin, ask } = await startServerWithFolder()
    await confirmAddress(server, admin, 'owner@example.org')
    for (let n = 0; n < 3; n++) await ask('owner@example.org')
    expect((await ask('owner@example.org')).statusCode).toBe(429)
    const own = async (browser: Browser) =>
      (await browser.post('/api/auth/users/me/email/request-code')).statusCode
    expect(await own(admin)).toBe(200)
    expect(await own(admin)).toBe(429)
    // Nor do other accounts that name it take all of its mails.
    const other = await server.signIn('other')
    await other.put('/api/auth/users/me', { current_password: verifier, email: 'owner@example.org' })
    expect([await own(other), await own(other)]).toEqual([200, 429])
  })

  it('does not void the code in force when it is refused', async () => {
    const { ask, accepts, code } = await startServerWithFolder()
    await code()
    await code()
    const last = await code()
    expect((await ask(aliceAddress)).statusCode).toBe(429)
    expect(await accepts(aliceAddress, last)).toBe(true)
  })

  it('is answered before the mail is sent', async () => {
    let connected: (greet: () => void) => void
    const connection = new Promise<() => void>((resolve) => (connected = resolve))
    const smtp = await startSmtpServer({ onConnect: (_session, done) => connected(done) })
    const mailer = createMailer({ smtp: smtpAt(smtp.port), mailFrom, dataDir: '/nowhere' })
    onTestFinished(() => mailer.close())
    const { ask } = await startServerWithFolder({}, { mailer })
    expect((await ask(aliceAddress)).statusCode).toBe(200)
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
      const { server, ask } = await startServerWithFolder(
        { allowed_emails: ['alice.secret@example.org'] },
        { mailer },
      )
      const listed = answer(await ask('alice.secret@example.org'))
      expect(answer(await ask('mallory@example.org'))).toEqual(listed)
      expect(listed.statusCode).toBe(200)
      await mailer.idle()
      expect(server.logged()).toMatch(/"domain":"example.org".*"msg":"a mail could not be sent"/)
      expect(server.logged()).toContain(`"reason":"${reason}"`)
      expect(server.logged()).not.toMatch(/alice|secret|mallory/)
    }
  })
})
