import { readdir, readFile, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withAsciiDomain } from '../../../contract/emailAddress.ts'
import type { SmtpServer } from '../../../server/config/config.ts'
import { uploadCodeMail } from '../../../server/mail/codeMails.ts'
import { createMailer, smtpGreetingName, maxWaitingMails } from '../../../server/mail/mailer.ts'
import { maxSmtpReplyBytes } from '../../../server/mail/smtpTransport.ts'
import { loadMailTexts } from '../../../server/mail/mailTexts.ts'
import { sendTestMail } from '../../../server/ops/admin/testMail.ts'
import { codeIn, smtpAt, startSmtpServer } from '../mails.ts'
import { scratchFolder } from '../scratchFolder.ts'

const mailFrom = { name: 'Größe & Söhne', address: 'files@example.org' }
const codeMail = {
  to: 'alice@example.org',
  title: 'Steuer 2026: Übergrößen',
  code: '012345',
  minutes: 10,
  origin: undefined,
  texts: await loadMailTexts('en'),
}

function createTestMailer(smtp: Partial<SmtpServer> | undefined, dataDir = '/nowhere') {
  const server = { host: '127.0.0.1', port: 0, secure: false, requireTls: false, login: undefined }
  const mailer = createMailer({ smtp: smtp && { ...server, ...smtp }, mailFrom, dataDir })
  onTestFinished(() => mailer.close())
  return mailer
}

/** What a real SMTP server gets of a mail. */
async function receiveCodeMail(message: Parameters<typeof uploadCodeMail>[0]) {
  const smtp = await startSmtpServer()
  const mailer = createTestMailer({ port: smtp.port })
  await mailer.send(uploadCodeMail(message))
  const [got] = smtp.received
  if (got === undefined || smtp.received.length !== 1) throw new Error('not one mail')
  return got
}
const headerValues = (got: Awaited<ReturnType<typeof receiveCodeMail>>, name: string) =>
  got.email.headers.filter((one) => one.key === name).map((one) => one.value)

describe('a mail with a code', () => {
  it('arrives at an SMTP server with both texts and every letter', async () => {
    const got = await receiveCodeMail(codeMail)
    expect([got.from, got.to]).toEqual(['files@example.org', ['alice@example.org']])
    expect(got.email.from).toMatchObject(mailFrom)
    expect(got.email.to).toMatchObject([{ address: 'alice@example.org' }])
    expect(got.email.subject).toBe('Verification code for "Steuer 2026: Übergrößen"')
    expect(headerValues(got, 'content-type')[0]).toMatch(/^multipart\/alternative/)
    expect(headerValues(got, 'auto-submitted')).toEqual(['auto-generated'])
    expect(headerValues(got, 'message-id')[0]).toMatch(/^<[^@]+@example\.org>$/)
    expect(headerValues(got, 'x-mailer')).toEqual([])
    expect(got.email.attachments).toEqual([])
    expect(codeIn(got.email)).toBe('012345')
    for (const text of [got.email.text, got.email.html]) {
      expect(text).toContain('Übergrößen')
      expect(text).toContain('012345')
      expect(text).toContain('valid for 10 minutes')
      expect(text).toContain('works once')
    }
    // Headers are plain ASCII whatever stands in them.
    expect(got.raw.split('\r\n\r\n', 1)[0]).toMatch(/^[\x00-\x7f]*$/)
  })

  it.each([
    ['ivan@почта.рф', 'ivan@xn--80a1acny.xn--p1ai'],
    ['Sales&Service/x=~1@example.org', 'Sales&Service/x=~1@example.org'],
    ["o'neil!#$%*+-?^_`{|}@example.org", "o'neil!#$%*+-?^_`{|}@example.org"],
  ])('reaches %s as it was typed, its domain in ASCII', async (to, envelope) => {
    const got = await receiveCodeMail({ ...codeMail, to })
    // This server shows the domain of an envelope in its own letters.
    expect(got.to.map(withAsciiDomain)).toEqual([envelope])
    expect(got.email.to).toMatchObject([{ address: envelope }])
  })

  it('shows what hides in the title', async () => {
    const { email } = await receiveCodeMail({ ...codeMail, title: 'Case\u202E7\u200B' })
    expect(email.subject).toBe('Verification code for "Case‹U+202E›7‹U+200B›"')
    for (const text of [email.text, email.html]) {
      expect(text).toContain('Case‹U+202E›7‹U+200B›')
      expect(text).not.toMatch(/[\p{Bidi_C}\u200B]/u)
    }
  })

  it('keeps the code out of its subject', async () => {
    const { email } = await receiveCodeMail(codeMail)
    expect(email.subject).not.toMatch(/[0-9]{6}/)
  })

  it('has no link and loads nothing', async () => {
    const { email } = await receiveCodeMail(codeMail)
    for (const text of [email.text, email.html]) expect(text).not.toMatch(/https?:|www\.|src=|url\(|@import/i)
    expect(email.html).not.toMatch(/<(a|img|link|script|style|iframe|form)\b/i)
  })

  it('has one link where the server knows its address: that address', async () => {
    const { email } = await receiveCodeMail({ ...codeMail, origin: 'https://files.example.org' })
    expect(email.text).toMatch(/^https:\/\/files\.example\.org$/m)
    expect(email.html?.match(/https?:[^"<]*/g)).toEqual([
      'https://files.example.org',
      'https://files.example.org',
    ])
    expect(email.html).not.toMatch(/src=|url\(/i)
  })

  it.each([
    ['CR LF', 'Tax\r\nBcc: eve@example.org\r\n\r\nYour code: 999999'],
    ['LF', 'Tax\nBcc: eve@example.org\n\nYour code: 999999'],
    ['CR', 'Tax\rBcc: eve@example.org'],
    ['NUL and other controls', 'Tax\0\x0b\x85\u2028Bcc: eve@example.org'],
    ['an encoded word', '=?utf-8?Q?Tax=0D=0ABcc:_eve@example.org?='],
  ])('takes no header from a title with %s', async (_name, title) => {
    const got = await receiveCodeMail({ ...codeMail, title })
    expect(got.to).toEqual(['alice@example.org'])
    expect(headerValues(got, 'bcc')).toEqual([])
    expect(got.email.bcc).toBeUndefined()
    expect(got.email.subject).not.toMatch(/[\r\n]/)
    expect(got.email.subject).toMatch(/^Verification code for "/)
    expect(codeIn(got.email)).toBe('012345')
    expect(got.email.text).not.toMatch(/^(Bcc|Your code: 9)/m)
  })

  it('shows a title as it is and never as HTML', async () => {
    const title = `</p><img src=x onerror="alert('1')"><a href='https://evil.example'>&amp;`
    const { email } = await receiveCodeMail({ ...codeMail, title })
    expect(email.html).not.toMatch(/<(img|a)\b/)
    expect(email.html).toContain(
      '&lt;/p&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&lt;a href=&#39;https://evil.example&#39;&gt;&amp;amp;',
    )
    expect(email.text).toContain(title)
  })

  it.each([
    'alice@example.org\r\nBcc: eve@example.org',
    'alice@example.org, eve@example.org',
    'alice@example.org>\r\nRCPT TO:<eve@example.org',
    '"alice" <eve@example.org>',
    '',
  ])('goes to nobody but one address: %j', async (to) => {
    const smtp = await startSmtpServer()
    const mailer = createTestMailer({ port: smtp.port })
    await expect(mailer.send(uploadCodeMail({ ...codeMail, to }))).rejects.toThrow('not an e-mail address')
    expect(smtp.received).toEqual([])
  })
})

describe('the SMTP connection', () => {
  const login = { user: 'files', password: 'pässword' }
  const auth = () => {
    const seen: unknown[] = []
    const options: SMTPServerOptions = {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push({ user: username, password })
        if (password === login.password) done(null, { user: 'files' })
        else done(new Error('no'))
      },
    }
    return { seen, options }
  }

  it('signs in where a user is set', async () => {
    const { seen, options } = auth()
    const smtp = await startSmtpServer(options)
    const mailer = createTestMailer({ port: smtp.port, login })
    await mailer.send(uploadCodeMail(codeMail))
    expect(seen).toEqual([login])
    expect(smtp.received).toHaveLength(1)
  })

  it('never shows the password to a server that does not encrypt', async () => {
    const { seen, options } = auth()
    const smtp = await startSmtpServer(options)
    const mailer = createTestMailer({ port: smtp.port, login, requireTls: true })
    await expect(mailer.send(uploadCodeMail(codeMail))).rejects.toThrow()
    expect(seen).toEqual([])
    expect(smtp.received).toEqual([])
  })

  it('does not trust a certificate that nobody has signed', async () => {
    const smtp = await startSmtpServer({ disabledCommands: [] })
    const mailer = createTestMailer({ port: smtp.port, requireTls: true })
    await expect(mailer.send(uploadCodeMail(codeMail))).rejects.toThrow(/certificate/i)
    expect(smtp.received).toEqual([])
  })
})

describe('an SMTP server that does as it likes', () => {
  /** Greets with `text`, and hangs up. */
  async function greeting(text: string) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.end(text)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    return createTestMailer({ port: (server.address() as AddressInfo).port })
  }

  /** Takes connections and says nothing. */
  async function silent() {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      sockets.add(socket)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const hangUp = () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
    onTestFinished(hangUp)
    return { mailer: createTestMailer({ port: (server.address() as AddressInfo).port }), hangUp }
  }

  it.each([
    ['a line', `220 ${' '.repeat(maxSmtpReplyBytes)}`],
    ['many lines', '220-Hello\r\n'.repeat(maxSmtpReplyBytes / 8)],
  ])('is not listened to where a reply has no end: %s', async (_name, text) => {
    const mailer = await greeting(text)
    await expect(mailer.send(uploadCodeMail(codeMail))).rejects.toMatchObject({ code: 'EPROTOCOL' })
  })

  it('waits no longer within a request than it may, for a server that is silent', async () => {
    const { mailer, hangUp } = await silent()
    await expect(mailer.sendWithin(uploadCodeMail(codeMail), 50)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    // It is still being sent, and counts.
    let isIdle = false
    const idle = mailer.idle().then(() => (isIdle = true))
    await yieldToLoop()
    expect(isIdle).toBe(false)
    hangUp()
    await idle
  })
})

it('no more mails wait than there is room for', async () => {
  // Where nothing can be written.
  const mailer = createTestMailer(undefined, '/dev/null')
  const failures: unknown[] = []
  const log = { error: (what: unknown) => void failures.push(what) }
  for (let n = 0; n < maxWaitingMails; n++) mailer.sendInBackground(uploadCodeMail(codeMail), log)
  expect(failures).toEqual([])
  mailer.sendInBackground(uploadCodeMail(codeMail), log)
  expect(failures).toEqual([{ domain: 'example.org', reason: 'too many mails wait' }])
  await expect(mailer.sendWithin(uploadCodeMail(codeMail))).rejects.toMatchObject({
    code: 'too many mails wait',
  })
  await mailer.idle()
  mailer.sendInBackground(uploadCodeMail(codeMail), log)
  await mailer.idle()
  expect(failures).toHaveLength(maxWaitingMails + 2)
})

describe('without an SMTP server', () => {
  it('mails are files that only the server may read, with nobody’s name in theirs', async () => {
    const dataDir = await scratchFolder()
    const mailer = createTestMailer(undefined, dataDir)
    await mailer.send(uploadCodeMail(codeMail))
    await mailer.send(uploadCodeMail({ ...codeMail, to: 'bob@example.org' }))
    const folder = join(dataDir, 'mail')
    const names = await readdir(folder)
    expect(names).toHaveLength(2)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of names) {
      expect(name).toMatch(/^[0-9TZ.-]+-[0-9]{6}-[0-9a-f]{8}\.eml$/)
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    }
    const first = await PostalMime.parse(await readFile(join(folder, names.sort()[0] ?? '')))
    expect(codeIn(first)).toBe('012345')
    expect(mailer.destination).toBe(`the folder ${folder}`)
  })

  it('mails are forgotten after their time', async () => {
    const dataDir = await scratchFolder()
    const mailer = createTestMailer(undefined, dataDir)
    expect(await mailer.sweep(new Date())).toBe(0)
    await mailer.send(uploadCodeMail(codeMail))
    expect(await mailer.sweep(new Date(Date.now() - 60_000))).toBe(0)
    expect(await mailer.sweep(new Date(Date.now() + 60_000))).toBe(1)
    expect(await readdir(join(dataDir, 'mail'))).toEqual([])
  })
})

describe('the test mail', () => {
  it('goes to the address and says where it went', async () => {
    const { port, received } = await startSmtpServer()
    const config = { smtp: smtpAt(port), mailFrom, dataDir: '/nowhere', publicOrigin: undefined }
    expect(await sendTestMail(config, 'alice@example.org')).toBe(
      `The mail to alice@example.org was handed to the SMTP server 127.0.0.1:${port}.`,
    )
    expect(received.map((one) => [one.to, one.email.subject])).toEqual([[['alice@example.org'], 'Test mail']])
    expect(received[0]?.email.text).toContain('This is a test mail.')
    expect(received[0]?.email.html).toContain('This is a test mail.')
  })

  it('says what the server did not like, and never the password', async () => {
    const login = { user: 'files', password: 'the-smtp-password' }
    const smtp = await startSmtpServer({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('mailbox is locked')),
    })
    const config = {
      smtp: { ...smtpAt(smtp.port), login },
      mailFrom,
      dataDir: '/nowhere',
      publicOrigin: undefined,
    }
    const failure = await sendTestMail(config, 'alice@example.org').catch((error: unknown) => String(error))
    expect(failure).toMatch(/was not accepted by the SMTP server 127\.0\.0\.1:[0-9]+: .*mailbox is locked/)
    expect(failure).not.toContain('the-smtp-password')
  })

  it('fails where the server does not offer to sign in, and would take mails without the password', async () => {
    const login = { user: 'files', password: 'the-smtp-password' }
    const smtp = await startSmtpServer({ disabledCommands: ['STARTTLS', 'AUTH'] })
    const dataDir = await scratchFolder()
    const config = { smtp: { ...smtpAt(smtp.port), login }, mailFrom, dataDir, publicOrigin: undefined }
    await expect(sendTestMail(config, 'alice@example.org')).rejects.toThrow(
      /was not accepted by the SMTP server 127\.0\.0\.1:[0-9]+: the server does not offer authentication \(AUTH\)/,
    )
    expect(smtp.received).toEqual([])
    await expect(
      sendTestMail({ ...config, smtp: smtpAt(smtp.port) }, 'alice@example.org'),
    ).resolves.toContain('was handed to')
  })

  it('greets the SMTP server by the name of this one', async () => {
    const names: string[] = []
    const smtp = await startSmtpServer({
      onMailFrom(_address, session, done) {
        names.push(session.hostNameAppearsAs)
        done()
      },
    })
    const dataDir = await scratchFolder()
    for (const publicOrigin of [
      'https://share.example.net:8443',
      'https://[2001:db8::1]',
      'http://localhost:3000',
      undefined,
    ])
      await sendTestMail({ smtp: smtpAt(smtp.port), mailFrom, dataDir, publicOrigin }, 'alice@example.org')
    // The one here makes them small.
    expect(names).toEqual(['share.example.net', '[ipv6:2001:db8::1]', 'example.org', 'example.org'])
    expect(smtpGreetingName('https://192.0.2.1', 'files@example.org')).toBe('[192.0.2.1]')
    expect(smtpGreetingName(undefined, 'files@größe.example')).toBe('xn--gre-6ka8i.example')
  })

  it('refuses what is no address', async () => {
    const dataDir = await scratchFolder()
    const config = { smtp: undefined, mailFrom, dataDir, publicOrigin: undefined }
    await expect(sendTestMail(config, 'alice')).rejects.toThrow('not an e-mail address')
  })
})
