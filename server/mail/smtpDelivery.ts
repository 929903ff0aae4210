import { createTransport } from 'nodemailer'
import { KiB } from '../../contract/limits.ts'
import type { SmtpServer } from '../config.ts'
import type { Delivery } from './delivery.ts'
import { composed, type Sender } from './message.ts'

/** A few connections at most, kept for the next mail: a burst of codes must not look like an attack. */
export const maxSmtpConnections = 3
export const smtpConnectMs = 15_000
export const smtpSilenceMs = 60_000
/** The longest reply of the server, all its lines, in bytes: RFC 5321 has 512 for each. */
export const maxSmtpReplyBytes = 64 * KiB

export function smtpDelivery(smtp: SmtpServer, from: Sender): Delivery {
  const transport = createTransport({
    pool: true,
    maxConnections: maxSmtpConnections,
    maxResponseSize: maxSmtpReplyBytes,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    requireTLS: smtp.requireTls,
    ...(smtp.login && { auth: { user: smtp.login.user, pass: smtp.login.password } }),
    connectionTimeout: smtpConnectMs,
    greetingTimeout: smtpConnectMs,
    dnsTimeout: smtpConnectMs,
    socketTimeout: smtpSilenceMs,
  })
  const address = `${smtp.host}:${smtp.port}`
  return {
    destination: `the SMTP server ${address}`,
    address,
    sendsMail: true,
    async check() {
      await transport.verify()
    },
    async deliver(mail) {
      await transport.sendMail(composed(mail, from))
    },
    sweep: () => Promise.resolve(0),
    close: () => transport.close({ force: true }),
  }
}
