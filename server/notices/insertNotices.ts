import type { Audit } from '../audit/audit.ts'
import { recordBatchEnd } from '../audit/uploadEvents.ts'
import { deleteUnchangedBatch } from '../db/uploads/arrivingBatches.ts'
import { totalsOfLink } from '../db/links/downloadLinks.ts'
import { lockFolder } from '../db/folders/folders.ts'
import { type NoticeEvent, insertNotices, listPeopleToMail } from '../db/notices/notices.ts'
import type { ArrivingBatch, Db } from '../db/schema.ts'
import { findWebhook } from '../db/notices/webhooks.ts'
import { batchNotice } from './arrivingBatches.ts'
import { mailDueAt } from './noticeTimes.ts'

/** Replaces the row of a batch that is over by notices. Run it in a transaction. */
export async function insertBatchNotices(
  trx: Db,
  audit: Audit,
  batch: ArrivingBatch,
  now: Date,
): Promise<void> {
  const { folder_id } = batch
  // Same order of locks as for confirmations, which lock the folder first.
  await lockFolder(trx, folder_id)
  if (!(await deleteUnchangedBatch(trx, batch))) return
  await recordBatchEnd(trx, audit, batch)
  const notice = batchNotice(batch)
  if (notice !== undefined) await insertFolderNotices(trx, { folder_id, link_id: null, ...notice }, now)
}

/** Creates notices about the first use of a download link. Run it in the transaction that counts it. */
export async function insertDownloadNotices(
  trx: Db,
  { id, folder_id }: { id: number; folder_id: number },
  now: Date,
): Promise<void> {
  const amount = await totalsOfLink(trx, id)
  const nothing = { batch_id: null, refused: 0, sender_email: null } as const
  const event = { folder_id, link_id: id, kind: 'download', happened_at: now.toISOString() } as const
  await insertFolderNotices(trx, { ...event, ...amount, ...nothing }, now)
}

type PersonToMail = Awaited<ReturnType<typeof listPeopleToMail>>[number]
type OwnerEvent = Pick<NoticeEvent, 'kind' | 'link_id' | 'files' | 'bytes' | 'happened_at'>

/** Creates notices for owners of a folder about what is deleted or ends soon. */
export async function insertOwnerNotices(
  trx: Db,
  folder_id: number,
  { owners, event }: { owners: readonly PersonToMail[]; event: OwnerEvent },
  now: Date,
): Promise<void> {
  const nothing = { batch_id: null, refused: 0, sender_email: null } as const
  await insertNotices(
    trx,
    { folder_id, ...event, ...nothing, made_at: now.toISOString() },
    owners.map(({ user_id, mailed_at }) => ({ user_id, due_at: mailDueAt(mailed_at, now) })),
  )
}

/** Creates a notice for every member of the folder who wants mails, and one for its webhook. */
async function insertFolderNotices(trx: Db, event: Omit<NoticeEvent, 'made_at'>, now: Date): Promise<void> {
  const people = await listPeopleToMail(trx, event.folder_id)
  const webhook = await findWebhook(trx, event.folder_id)
  await insertNotices(trx, { ...event, made_at: now.toISOString() }, [
    ...people.map(({ user_id, mailed_at }) => ({ user_id, due_at: mailDueAt(mailed_at, now) })),
    ...(webhook ? [{ user_id: null, due_at: now.toISOString() }] : []),
  ])
}
