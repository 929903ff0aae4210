import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { KiB } from '../../contract/limits.ts'
import type { SmtpServer } from '../config/config.ts'
import type { MailTransport } from './mailTransport.ts'
import { nodemailerOptions, type FromAddress } from './mail.ts'
import { loadNodemailer, loadSmtpConnection } from './nodemailer.ts'

/** Maximum number of pooled connections, so that a burst of mails does not look like an attack. */
export const maxSmtpConnections = 3
export const smtpConnectTimeoutMs = 15_000
export const smtpIdleTimeoutMs = 60_000
/** Maximum size of a server's reply, all lines together, in bytes. RFC 5321 allows 512 per line. */
export const maxSmtpReplyBytes = 64 * KiB

/** Transport over SMTP, with a pool of connections. @param ehloName host name for the greeting */
export function smtpTransport(smtp: SmtpServer, from: FromAddress, ehloName: string): MailTransport {
  const options: SMTPConnection.Options & { maxResponseSize: number } = {
    name: ehloName,
    maxResponseSize: maxSmtpReplyBytes,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    requireTLS: smtp.requireTls,
    ...(smtp.login && { auth: { user: smtp.login.user, pass: smtp.login.password } }),
    connectionTimeout: smtpConnectTimeoutMs,
    greetingTimeout: smtpConnectTimeoutMs,
    dnsTimeout: smtpConnectTimeoutMs,
    socketTimeout: smtpIdleTimeoutMs,
  }
  const newTransport = () =>
    loadNodemailer().createTransport({ ...options, pool: true, maxConnections: maxSmtpConnections })
  let transport: ReturnType<typeof newTransport> | undefined
  const address = `${smtp.host}:${smtp.port}`
  return {
    destination: `the SMTP server ${address}`,
    address,
    sendsMail: true,
    async check() {
      if (smtp.login) await requireAuthSupport(options)
      transport ??= newTransport()
      await transport.verify()
    },
    async deliver(mail) {
      transport ??= newTransport()
      await transport.sendMail(nodemailerOptions(mail, from))
    },
    sweep: () => Promise.resolve(0),
    close: () => transport?.close({ force: true }),
  }
}

/** Requires that the server offers authentication; else nodemailer sends without the password. @throws Error */
function requireAuthSupport(options: SMTPConnection.Options): Promise<void> {
  // `allowsAuth` exists, but is missing in the types.
  const connection = new (loadSmtpConnection())(options) as SMTPConnection & { allowsAuth: boolean }
  return new Promise((resolve, reject) => {
    connection.on('error', reject)
    connection.connect(() => {
      connection.quit()
      if (connection.allowsAuth) resolve()
      else
        reject(
          new Error(
            'the server does not offer authentication (AUTH), so it would not use the user and password of SMTP_URL. Use its port for submission, 587 or 465, or remove user and password',
          ),
        )
    })
  })
}
