import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'
import { domainOf } from '../../contract/emailAddress.ts'
import type { Config } from '../config/config.ts'
import type { MailTransport } from './mailTransport.ts'
import { emlFolderTransport } from './emlFolderTransport.ts'
import type { Mail } from './mail.ts'
import { smtpTransport } from './smtpTransport.ts'

export interface Mailer extends Pick<
  MailTransport,
  'destination' | 'address' | 'sendsMail' | 'check' | 'sweep'
> {
  /** @throws Error of the SMTP server or the disk, which may contain the recipient */
  send(mail: Mail): Promise<void>
  /**
   * Sends a mail within a request. One that takes longer than `ms` fails, though it may arrive later. Mails beyond
   * `maxWaitingMails` fail at once.
   * @throws Error as `send`
   */
  sendWithin(mail: Mail, ms?: number): Promise<void>
  /**
   * Sends a mail in the background, after the response. A failure is logged with only the domain of the recipient,
   * because an address reveals who sends files to whom. Mails beyond `maxWaitingMails` are dropped.
   */
  sendInBackground(mail: Mail, log: Pick<FastifyBaseLogger, 'error'>): void
  /** Resolves when no mail is being sent. */
  idle(): Promise<void>
  /** Waits for mails in progress, for a limited time. */
  close(): Promise<void>
}

export interface MailerDep {
  mailer: Mailer
}

const closeTimeoutMs = 5000
/** Maximum number of mails that wait in the background, to limit memory while the mail server is unavailable. */
export const maxWaitingMails = 1000
export const sendWithinRequestMs = 20_000
/** Delay that keeps the time of composing and sending a mail out of the response time. */
const backgroundDelayMs = 50

/** Creates a mailer for the configured SMTP server, or for the folder `mail` in the data folder. */
export function createMailer({
  smtp,
  mailFrom,
  dataDir,
  publicOrigin,
}: Pick<Config, 'smtp' | 'mailFrom' | 'dataDir'> & Partial<Pick<Config, 'publicOrigin'>>): Mailer {
  const transport = smtp
    ? smtpTransport(smtp, mailFrom, smtpGreetingName(publicOrigin, mailFrom.address))
    : emlFolderTransport(join(dataDir, 'mail'), mailFrom)
  const running = new Set<Promise<void>>()

  async function deliverAndLog(mail: Mail, log: Pick<FastifyBaseLogger, 'error'>): Promise<void> {
    await delay(backgroundDelayMs)
    try {
      await transport.deliver(mail)
    } catch (error) {
      log.error({ domain: domainOf(mail.to), ...mailErrorFields(error) }, 'a mail could not be sent')
    }
  }
  function track(sending: Promise<void>): void {
    const tracked = sending.finally(() => running.delete(tracked))
    running.add(tracked)
  }
  return {
    ...transport,
    send: (mail) => transport.deliver(mail),
    async sendWithin(mail, ms = sendWithinRequestMs) {
      if (running.size >= maxWaitingMails)
        throw Object.assign(new Error(queueFull.reason), { code: queueFull.reason })
      const timer = new AbortController()
      const sending = transport.deliver(mail).finally(() => timer.abort())
      track(sending.catch(() => undefined))
      const timedOut = delay(ms, undefined, timer).then(
        () => Promise.reject(Object.assign(new Error('the mail server is too slow'), { code: 'ETIMEDOUT' })),
        () => sending,
      )
      await Promise.race([sending, timedOut])
    },
    sendInBackground(mail, log) {
      if (running.size >= maxWaitingMails) {
        log.error({ domain: domainOf(mail.to), ...queueFull }, 'a mail could not be sent')
        return
      }
      track(deliverAndLog(mail, log))
    },
    async idle() {
      await Promise.all(running)
    },
    async close() {
      const timer = new AbortController()
      await Promise.race([this.idle(), delay(closeTimeoutMs, undefined, timer).catch(() => undefined)])
      timer.abort()
      transport.close()
    },
  }
}

/** Host name for EHLO, an IP address in brackets (RFC 5321). Many servers reject an unqualified name. */
export function smtpGreetingName(publicOrigin: string | undefined, from: string): string {
  const host = publicOrigin === undefined ? 'localhost' : new URL(publicOrigin).hostname
  if (host === 'localhost') return domainToASCII(domainOf(from)) || host
  const isIPv4 = /^[0-9.]+$/.test(host)
  return isIPv4 ? `[${host}]` : host.replace(/^\[/, '[IPv6:')
}

const queueFull = { reason: 'too many mails wait' }

/** Fields of a mail error for the log: codes only, as messages of SMTP servers repeat the address. */
export function mailErrorFields(error: unknown): Record<string, unknown> {
  const { code, responseCode, command } = error as Record<string, unknown>
  // The log redacts `code`, which may be a verification code.
  return {
    reason: code,
    responseCode,
    command: typeof command === 'string' ? command.split(' ')[0] : undefined,
  }
}
