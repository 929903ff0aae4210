import { createTransport } from 'nodemailer'
import type { SmtpServer } from '../config.ts'
import type { Delivery } from './delivery.ts'
import { composed, type Sender } from './message.ts'

/** A few connections at most, kept for the next mail: a burst of codes must not look like an attack. */
const maxConnections = 3
const connectMs = 15_000
const socketMs = 60_000

export function smtpDelivery(smtp: SmtpServer, from: Sender): Delivery {
  const transport = createTransport({
    pool: true,
    maxConnections,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    requireTLS: smtp.requireTls,
    ...(smtp.login && { auth: { user: smtp.login.user, pass: smtp.login.password } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: socketMs,
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
