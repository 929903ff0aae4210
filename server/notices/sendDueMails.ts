import type { FastifyBaseLogger } from 'fastify'
import { domainOf } from '../../contract/emailAddress.ts'
import { isoAfter, isoNow, type ClockDep } from '../util/isoTime.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { mailErrorFields, type MailerDep } from '../mail/mailer.ts'
import type { Mail } from '../mail/mail.ts'
import type { MailContent } from '../mail/renderMail.ts'
import { loadMailTexts } from '../mail/mailTexts.ts'
import { noticeLeaseSeconds } from './noticeTimes.ts'
import type { DbDep } from '../db/database.ts'
import type { GateSecretDep } from '../security/emailCodes.ts'
import type { BrandingDep } from '../branding/branding.ts'
import type { RouteSettings } from '../config/config.ts'

export type MailDependencies = DbDep &
  ClockDep &
  MailerDep &
  BrandingDep &
  GateSecretDep &
  Pick<RouteSettings, 'publicOrigin'> & {
    log: Pick<FastifyBaseLogger, 'error'>
  }

export interface DueMailKey {
  folder_id: number
  user_id: number
}

const mailsPerQuery = 100

/** Sends due mails, until none is due. @param send claims a mail until `times.lease` and sends it */
export async function sendDueMails(
  { db, now }: MailDependencies,
  signal: AbortSignal,
  find: (db: Db, now: string, limit: number) => Promise<DueMailKey[]>,
  send: (key: DueMailKey, times: { now: string; lease: string }) => Promise<void>,
): Promise<void> {
  for (;;) {
    const due = await find(db, isoNow({ now }), mailsPerQuery)
    if (due.length === 0) return
    for (const key of due) {
      if (signal.aborted) return
      await send(key, { now: now().toISOString(), lease: isoAfter(now(), noticeLeaseSeconds) })
    }
  }
}

/** Mails a notice. False if the mail failed, which is logged with only the domain of the addressee. */
export async function mailNotice(
  { mailer, publicOrigin, branding, log }: MailDependencies,
  { email, language, last_origin }: Pick<UserRow, 'language' | 'last_origin'> & { email: string },
  compose: (content: Pick<MailContent, 'to' | 'texts' | 'origin' | 'look'>) => Mail,
): Promise<boolean> {
  try {
    const [look, texts] = await Promise.all([branding.forMails(), loadMailTexts(language)])
    await mailer.send(compose({ to: email, origin: publicOrigin ?? last_origin ?? undefined, look, texts }))
    return true
  } catch (error) {
    log.error({ domain: domainOf(email), ...mailErrorFields(error) }, 'a notice could not be mailed')
    return false
  }
}
