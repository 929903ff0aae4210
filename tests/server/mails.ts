import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { createMailer } from '../../server/mail/mailer.ts'
import { normalizeEmail } from '../../server/security/emailCodes.ts'
import type { TestServer } from './testServer.ts'

/** What the server has written into its mail folder, oldest first. */
export async function writtenMails({ services, dataDir }: TestServer): Promise<Email[]> {
  await services.mailer.idle()
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).sort()
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
}

export const recipientOf = (mail: Email): string => mail.to?.[0]?.address ?? ''

export const codeIn = (mail: Email | undefined): string =>
  /^ {4}([0-9]{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''

/** Another code, for each `by` a different one. */
export const wrongCodeFor = (code: string, by = 1): string =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0')

/** Asks for a code, at an address of its own, and reads it from the mail. */
export async function requestCode(server: TestServer, url: string, address: string): Promise<string> {
  const reply = await server.newBrowser().post(`${url}/request-code`, { uploader_email: address })
  if (reply.statusCode !== 200) throw new Error(`no code: ${reply.body}`)
  const mails = await writtenMails(server)
  const code = codeIn(mails.findLast((mail) => normalizeEmail(recipientOf(mail)) === normalizeEmail(address)))
  if (code === '') throw new Error('no mail came')
  return code
}

/** How a server is told of one on this machine, in the clear. */
export const smtpAt = (port: number) => ({
  host: '127.0.0.1',
  port,
  secure: false,
  requireTls: false,
  login: undefined,
})

interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  email: Email
}

/** An SMTP server on loopback that keeps what it gets. */
export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // No name server has a part in it.
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (bytes: Buffer) => pieces.push(bytes))
      stream.on('end', () => {
        const raw = Buffer.concat(pieces)
        const { mailFrom, rcptTo } = session.envelope
        void PostalMime.parse(raw).then((email) => {
          const from = mailFrom === false ? '' : mailFrom.address
          received.push({ from, to: rcptTo.map((one) => one.address), raw: raw.toString(), email })
          done()
        })
      })
    },
    ...options,
  })
  // Clients that give up in mid-conversation are part of what is tested.
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(resolve)))
  const { port } = smtp.server.address() as AddressInfo
  return { port, received }
}

/** What a server needs in order to send mail, to an SMTP server on loopback. */
export async function startMailing() {
  const { port, received } = await startSmtpServer()
  const mailFrom = { name: 'Sealpost', address: 'sealpost@example.org' }
  const mailer = createMailer({ smtp: smtpAt(port), mailFrom, dataDir: '/nowhere' })
  onTestFinished(() => mailer.close())
  /** The code of the newest mail to an address; '' if there is none. */
  const codeTo = async (address: string): Promise<string> => {
    await mailer.idle()
    return codeIn(received.findLast(({ to }) => to[0] === address)?.email)
  }
  return { mailer, received, codeTo }
}
