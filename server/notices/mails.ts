import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import {
  claimNotices,
  deleteNotices,
  dueMails,
  findAddressee,
  noteMailed,
  postponeMails,
  postponeNotices,
} from '../db/notices.ts'
import { mailFailure } from '../mail/mailer.ts'
import { wordsIn } from '../mail/words.ts'
import { noticeMail } from './noticeMail.ts'
import { after, leaseSeconds, mailDue, nextTry } from './times.ts'

type Needed = Pick<Context, 'db' | 'now' | 'mailer' | 'publicOrigin' | 'branding'> & {
  log: Pick<FastifyBaseLogger, 'error'>
}

const perStep = 100
/** Maximum number of notices per mail, as many as one statement deletes; the others wait for the next mail. */
export const maxNoticesPerMail = 20_000

/** Sends due mails: one for each person and folder. */
export async function sendMails(needed: Needed, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await dueMails(needed.db, needed.now().toISOString(), perStep)
    if (due.length === 0) return
    for (const one of due) {
      if (signal.aborted) return
      await mailOne(needed, one)
    }
  }
}

async function mailOne(
  { db, now, mailer, publicOrigin, branding, log }: Needed,
  whom: { folder_id: number; user_id: number },
): Promise<void> {
  const { folder_id, user_id } = whom
  const times = { now: now().toISOString(), lease: after(now(), leaseSeconds) }
  const notices = await claimNotices(db, whom, times, maxNoticesPerMail)
  if (notices.length === 0) return
  const ids = notices.map(({ id }) => id)
  const addressee = await findAddressee(db, folder_id, user_id)
  if (addressee === undefined) {
    await deleteNotices(db, ids)
    return
  }
  const { email: to, title, language, role } = addressee
  try {
    const [look, words] = await Promise.all([branding.ofMails(), wordsIn(language)])
    await mailer.send(
      noticeMail({
        ...{ to, title, folderId: folder_id, isOwner: role === 'owner', notices },
        ...{ origin: publicOrigin, look, words },
      }),
    )
  } catch (error) {
    log.error({ domain: to.split('@').at(-1), ...mailFailure(error) }, 'a notice could not be mailed')
    const byNextTry = Map.groupBy(notices, ({ attempts, made_at }) => nextTry(attempts, made_at, now()))
    for (const [next, some] of byNextTry) {
      const which = some.map(({ id }) => id)
      await (next === undefined ? deleteNotices(db, which) : postponeNotices(db, which, next))
    }
    return
  }
  await deleteNotices(db, ids)
  const mailed = now()
  await noteMailed(db, folder_id, user_id, mailed.toISOString())
  await postponeMails(db, whom, mailed.toISOString(), mailDue(mailed.toISOString(), mailed))
}
