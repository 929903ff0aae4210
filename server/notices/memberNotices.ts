import type { FastifyBaseLogger } from 'fastify'
import { isoBefore, isoNow, type Context } from '../context.ts'
import * as notices from '../db/memberNotices.ts'
import type { Db } from '../db/schema.ts'
import { mailFailure } from '../mail/mailer.ts'
import { wordsIn } from '../mail/words.ts'
import { addedMail } from './addedMail.ts'
import { addedGapSeconds, after, leaseSeconds, maxAddedMails, nextTry } from './times.ts'

/**
 * Creates notices for people who were added to a folder, in the transaction that adds them. A person gets one mail a day
 * about a folder, however often they are removed and added.
 */
export function recordAdded(
  trx: Db,
  added: { folderId: number; by: number; people: readonly number[] },
  now: string,
): Promise<void> {
  const { folderId: folder_id, by: added_by, people } = added
  const since = isoBefore(new Date(now), addedGapSeconds)
  const notice = { folder_id, added_by, made_at: now }
  return notices.insertMemberNotices(trx, notice, people, { since, max: maxAddedMails })
}

type Needed = Pick<Context, 'db' | 'now' | 'mailer' | 'publicOrigin' | 'branding'> & {
  log: Pick<FastifyBaseLogger, 'error'>
}

const perStep = 100

/** Sends due mails to people who were added to folders: [Note: Notices]. */
export async function sendMemberNotices(needed: Needed, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await notices.dueMemberNotices(needed.db, isoNow(needed), perStep)
    if (due.length === 0) return
    for (const one of due) {
      if (signal.aborted) return
      await mailOne(needed, one)
    }
  }
}

async function mailOne(
  { db, now, mailer, publicOrigin, branding, log }: Needed,
  key: { folder_id: number; user_id: number },
): Promise<void> {
  const times = { now: now().toISOString(), lease: after(now(), leaseSeconds) }
  const notice = await notices.claimMemberNotice(db, key, times)
  if (notice === undefined) return
  const person = await notices.findAddedPerson(db, key)
  // Without the row, whoever is added again gets a mail.
  if (person === undefined) return notices.deleteMemberNotice(db, key)
  const { email: to, title, by, language } = person
  try {
    const [look, words] = await Promise.all([branding.ofMails(), wordsIn(language)])
    const letter = { origin: publicOrigin, look, words }
    await mailer.send(addedMail({ to, title, by, folderId: key.folder_id, ...letter }))
  } catch (error) {
    log.error({ domain: to.split('@').at(-1), ...mailFailure(error) }, 'a notice could not be mailed')
    const next = nextTry(notice.attempts, notice.made_at, now())
    return notices.setMemberNoticeDue(db, key, next ?? null)
  }
  await notices.setMemberNoticeDue(db, key, null)
}
