import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'
import type { Config } from '../config.ts'
import type { Delivery } from './delivery.ts'
import { folderDelivery } from './folderDelivery.ts'
import type { Mail } from './message.ts'
import { smtpDelivery } from './smtpDelivery.ts'

export interface Mailer extends Pick<Delivery, 'destination' | 'address' | 'sendsMail' | 'check' | 'sweep'> {
  /** @throws Error of the SMTP server or the disk, which may name the recipient */
  send(mail: Mail): Promise<void>
  /**
   * Sends in the background, after the request that asked for it has been answered. A failure is logged with the
   * recipient's domain alone: the rest of an address says who sends files to whom. Beyond `maxMailsWaiting` none goes.
   */
  post(mail: Mail, log: Pick<FastifyBaseLogger, 'error'>): void
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>
  /** Waits for what is on its way, but not for long. */
  close(): Promise<void>
}

const closeMs = 5000
/** The most mails that wait in the background: while the mail server takes none, they must not fill the memory. */
export const maxMailsWaiting = 1000
/** Writing and sending a mail takes time that must not show in the answer, nor keep it from leaving. */
const postDelayMs = 50

/** Mails go to the SMTP server of the configuration, without one into `mail` in the data folder. */
export function createMailer({
  smtp,
  mailFrom,
  dataDir,
  publicOrigin,
}: Pick<Config, 'smtp' | 'mailFrom' | 'dataDir'> & Partial<Pick<Config, 'publicOrigin'>>): Mailer {
  const delivery = smtp
    ? smtpDelivery(smtp, mailFrom, greetingName(publicOrigin, mailFrom.address))
    : folderDelivery(join(dataDir, 'mail'), mailFrom)
  const running = new Set<Promise<void>>()

  async function post(mail: Mail, log: Pick<FastifyBaseLogger, 'error'>): Promise<void> {
    await delay(postDelayMs)
    try {
      await delivery.deliver(mail)
    } catch (error) {
      log.error({ domain: domainOf(mail), ...mailFailure(error) }, 'a mail could not be sent')
    }
  }
  const idle = async () => {
    await Promise.all(running)
  }

  return {
    destination: delivery.destination,
    address: delivery.address,
    sendsMail: delivery.sendsMail,
    check: () => delivery.check(),
    send: (mail) => delivery.deliver(mail),
    post(mail, log) {
      if (running.size >= maxMailsWaiting) {
        log.error({ domain: domainOf(mail), ...tooMany }, 'a mail could not be sent')
        return
      }
      const sending = post(mail, log).finally(() => running.delete(sending))
      running.add(sending)
    },
    sweep: (before) => delivery.sweep(before),
    idle,
    async close() {
      const given = new AbortController()
      await Promise.race([idle(), delay(closeMs, undefined, { signal: given.signal }).catch(() => undefined)])
      given.abort()
      delivery.close()
    },
  }
}

/**
 * By which we greet SMTP servers, many of which refuse a name that is none: a container's own is. RFC 5321 has addresses in
 * brackets.
 */
export function greetingName(publicOrigin: string | undefined, from: string): string {
  const host = publicOrigin === undefined ? 'localhost' : new URL(publicOrigin).hostname
  if (host === 'localhost') return domainToASCII(from.split('@').at(-1) ?? '') || host
  const isIPv4 = /^[0-9.]+$/.test(host)
  return isIPv4 ? `[${host}]` : host.replace(/^\[/, '[IPv6:')
}

const tooMany = { reason: 'too many mails wait' }

const domainOf = ({ to }: Mail) => to.split('@').at(-1)

/** Codes only: texts of SMTP servers repeat the address. */
export function mailFailure(error: unknown): Record<string, unknown> {
  const { code, responseCode, command } = error as Record<string, unknown>
  // 'code' itself is a name that the log keeps secret: it may be a person's.
  return {
    reason: code,
    responseCode,
    command: typeof command === 'string' ? command.split(' ')[0] : undefined,
  }
}
