import type { FastifyBaseLogger } from 'fastify'
import { domainOf } from '../../contract/emailAddress.ts'
import type { Context } from '../context.ts'
import { isoAfter, isoNow } from '../isoTime.ts'
import type { Db } from '../db/schema.ts'
import { mailFailure } from '../mail/mailer.ts'
import type { Mail } from '../mail/message.ts'
import type { Letter } from '../mail/template.ts'
import { loadMailTexts } from '../mail/mailTexts.ts'
import { leaseSeconds } from './times.ts'

export type MailDependencies = Pick<Context, 'db' | 'now' | 'mailer' | 'publicOrigin' | 'branding'> & {
  log: Pick<FastifyBaseLogger, 'error'>
}

export interface DueMail {
  folder_id: number
  user_id: number
}

const perStep = 100

/** Sends due mails, until none is due. @param send claims a mail until `times.lease` and sends it */
export async function sendDue(
  { db, now }: MailDependencies,
  signal: AbortSignal,
  find: (db: Db, now: string, limit: number) => Promise<DueMail[]>,
  send: (one: DueMail, times: { now: string; lease: string }) => Promise<void>,
): Promise<void> {
  for (;;) {
    const due = await find(db, isoNow({ now }), perStep)
    if (due.length === 0) return
    for (const one of due) {
      if (signal.aborted) return
      await send(one, { now: now().toISOString(), lease: isoAfter(now(), leaseSeconds) })
    }
  }
}

/** Mails a notice. False if the mail failed, which is logged with only the domain of the addressee. */
export async function mailNotice(
  { mailer, publicOrigin, branding, log }: MailDependencies,
  { email, language }: { email: string; language: string | null },
  compose: (letter: Pick<Letter, 'to' | 'texts' | 'origin' | 'look'>) => Mail,
): Promise<boolean> {
  try {
    const [look, texts] = await Promise.all([branding.forMails(), loadMailTexts(language)])
    await mailer.send(compose({ to: email, origin: publicOrigin, look, texts }))
    return true
  } catch (error) {
    log.error({ domain: domainOf(email), ...mailFailure(error) }, 'a notice could not be mailed')
    return false
  }
}
