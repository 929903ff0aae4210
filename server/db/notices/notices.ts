import { type RawBuilder, sql } from 'kysely'
import type { Db, NoticeRow } from '../schema.ts'
import { countRows } from '../rowCounts.ts'

/** An event of a folder that people and webhooks are notified of. */
export type NoticeEvent = Omit<NoticeRow, 'id' | 'user_id' | 'attempts' | 'due_at'>

/** Members of the folder who have an address and want mails, with the time of their last one. */
export const listPeopleToMail = (db: Db, folderId: number) =>
  reachablePeople(db, folderId).select(['user_id', 'mailed_at']).where('notify_by_email', '=', 1).execute()

/** Owners of the folder who have an address, whether they want mails or not. */
export const listOwnersToMail = (db: Db, folderId: number) =>
  reachablePeople(db, folderId).select(['user_id', 'mailed_at']).where('role', '=', 'owner').execute()

/** Owners of the folder who want reminders, if the mails can have links. */
export const ownersToRemind = (
  db: Db,
  folderId: number | RawBuilder<number>,
  publicOrigin: string | undefined,
) =>
  reachablePeople(db, folderId)
    .select(['user_id', 'mailed_at'])
    .where('role', '=', 'owner')
    .where('wants_reminders', '=', 1)
    .$if(publicOrigin === undefined, (people) => people.where('last_origin', 'is not', null))

const reachablePeople = (db: Db, folderId: number | RawBuilder<number>) =>
  db
    .selectFrom('folder_member')
    .innerJoin('user', 'user.id', 'folder_member.user_id')
    .where('folder_id', '=', folderId)
    .where('user.is_active', '=', 1)
    .where('email', 'is not', null)
    .where('email_confirmed_at', 'is not', null)

export async function insertNotices(
  db: Db,
  event: NoticeEvent,
  receivers: readonly Pick<NoticeRow, 'user_id' | 'due_at'>[],
): Promise<void> {
  if (receivers.length === 0) return
  const rows = receivers.map((receiver) => ({ ...event, ...receiver }))
  await db.insertInto('notice').values(rows).execute()
}

/** Notices of a folder in the trash wait until it is restored, or go with it. */
const notInTrash = sql`folder_id not in (select id from folder where trashed_at is not null)`

/** Folders and recipients of due mails: recipients take turns, and those for whom a mail has failed before come last. */
export async function listDueMails(db: Db, now: string, limit: number) {
  const { rows } = await sql<{ folder_id: number; user_id: number }>`
    select folder_id, user_id from (
      select due.*, row_number() over (partition by user_id, failed order by id) as turn from (
        select folder_id, user_id, min(id) as id, case when max(attempts) > 0 then 1 else 0 end as failed
        from notice where user_id is not null and due_at <= ${now} and ${notInTrash} group by folder_id, user_id
      ) as due
    ) as in_turn order by failed, turn, id limit ${limit}`.execute(db)
  return rows
}

export interface DueWebhook {
  /** Id of its oldest due notice. */
  id: number
  folder_id: number
  /** Person who entered its address; a number unique to the folder if unknown. */
  owner: number
}

/** Webhooks with due notices, each once: owners take turns, and those that failed the last time come last. */
export async function listDueWebhooks(db: Db, now: string, limit: number): Promise<DueWebhook[]> {
  const { rows } = await sql<DueWebhook>`
    select id, folder_id, owner from (
      select due.*, row_number() over (partition by owner, failed order by id) as turn from (
        select n.id, n.folder_id, coalesce(webhook.user_id, -n.folder_id) as owner,
          case when coalesce(last_how, 'delivered') = 'delivered' then 0 else 1 end as failed
        from (
          select min(id) as id, folder_id from notice
          where user_id is null and due_at <= ${now} and ${notInTrash} group by folder_id
        ) as n left join webhook on webhook.folder_id = n.folder_id
      ) as due
    ) as in_turn order by failed, turn, id limit ${limit}`.execute(db)
  return rows
}

/** Claims due notices until `lease`, oldest first. Of several servers that claim a row, one gets it. */
export async function claimNotices(
  db: Db,
  target: { id: number } | { folder_id: number; user_id: number },
  { now, lease }: { now: string; lease: string },
  limit: number,
): Promise<NoticeRow[]> {
  const rows = await db
    .updateTable('notice')
    .set((e) => ({ due_at: lease, attempts: e('attempts', '+', 1) }))
    .where('due_at', '<=', now)
    .where('id', 'in', (e) =>
      e
        .selectFrom('notice')
        .select('id')
        .where('due_at', '<=', now)
        .where((inner) => inner.and(target))
        .orderBy('id')
        .limit(limit),
    )
    .returningAll()
    .execute()
  return rows.sort((one, other) => one.id - other.id)
}

/** Addressee of a folder's mails to a person; undefined if they may not get them any more. */
export async function findAddressee(db: Db, folderId: number, userId: number) {
  return reachablePeople(db, folderId)
    .innerJoin('folder', 'folder.id', 'folder_member.folder_id')
    .select((e) => [
      'title',
      'language',
      'last_origin',
      'role',
      'notify_by_email',
      'wants_reminders',
      e.ref('email').$notNull().as('email'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>>

const updateMember = (db: Db, folderId: number, userId: number) =>
  db.updateTable('folder_member').where('folder_id', '=', folderId).where('user_id', '=', userId)

export async function setMailedAt(db: Db, folderId: number, userId: number, now: string): Promise<void> {
  await updateMember(db, folderId, userId).set({ mailed_at: now }).execute()
}

/** Notices that are for owners, whether they want mails of the folder or not. */
export const ownerNotices: readonly NoticeRow['kind'][] = ['expiring', 'folder-ends', 'link-ends']

/** Sets a person's choice; turning mails off deletes the notices that wait for them, except those for owners. */
export async function setNotifyByEmail(db: Db, folderId: number, userId: number, isWanted: 0 | 1) {
  await updateMember(db, folderId, userId).set({ notify_by_email: isWanted }).execute()
  if (isWanted === 1) return
  await db
    .deleteFrom('notice')
    .where('folder_id', '=', folderId)
    .where('user_id', '=', userId)
    .where('kind', 'not in', ownerNotices)
    .execute()
}

export async function deleteNotices(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('notice').where('id', 'in', ids).execute()
}

export async function postponeNotices(db: Db, ids: readonly number[], dueAt: string): Promise<void> {
  await db.updateTable('notice').set({ due_at: dueAt }).where('id', 'in', ids).execute()
}

/** Postpones notices to a member that were due by `now` but did not fit into the mail just sent. */
export async function postponeMails(
  db: Db,
  { folder_id, user_id }: { folder_id: number; user_id: number },
  now: string,
  dueAt: string,
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ due_at: dueAt })
    .where('folder_id', '=', folder_id)
    .where('user_id', '=', user_id)
    .where('due_at', '<=', now)
    .execute()
}

/** Postpones all notices to the folder's webhook: while it does not respond, one attempt stands for all. */
export async function postponeWebhook(db: Db, folderId: number, dueAt: string): Promise<void> {
  await db
    .updateTable('notice')
    .set({ due_at: dueAt })
    .where('folder_id', '=', folderId)
    .where('user_id', 'is', null)
    .where('due_at', '<', dueAt)
    .execute()
}

/** Number of notices that wait for the folder's webhook. */
export const countWaitingForWebhook = (db: Db, folderId: number): Promise<number> =>
  countRows(db.selectFrom('notice').where('folder_id', '=', folderId).where('user_id', 'is', null))
