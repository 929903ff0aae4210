import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db, Tables } from '../schema.ts'

type MemberNotice = Selectable<Tables['member_notice']>
type MemberNoticeKey = Pick<MemberNotice, 'folder_id' | 'user_id'>

/**
 * Creates a notice for each of these people, except those who since `since` have got one about this folder, `max` about
 * any folders, or `maxByOne` that the same person caused.
 */
export async function insertMemberNotices(
  db: Db,
  notice: Pick<MemberNotice, 'folder_id' | 'added_by' | 'made_at'>,
  people: readonly number[],
  { since, max, maxByOne }: { since: string; max: number; maxByOne: number },
): Promise<void> {
  const { folder_id, added_by, made_at } = notice
  if (people.length === 0) return
  const recentOfUser = (e: ExpressionBuilder<Tables, 'user'>) =>
    e
      .selectFrom('member_notice')
      .select(({ fn }) => fn.countAll<number>().as('notices'))
      .whereRef('member_notice.user_id', '=', 'user.id')
      .where('member_notice.made_at', '>', since)
  await db
    .insertInto('member_notice')
    .columns(['folder_id', 'user_id', 'added_by', 'made_at', 'due_at'])
    .expression((e) =>
      e
        .selectFrom('user')
        .select((of) => [
          of.cast<number>(of.val(folder_id), 'bigint').as('folder_id'),
          'id',
          of.cast<number>(of.val(added_by), 'bigint').as('added_by'),
          of.cast<string>(of.val(made_at), 'text').as('made_at'),
          of.cast<string>(of.val(made_at), 'text').as('due_at'),
        ])
        .where('id', 'in', people)
        .where(recentOfUser, '<', max)
        .where((inner) => recentOfUser(inner).where('added_by', '=', added_by), '<', maxByOne),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['folder_id', 'user_id'])
        .doUpdateSet({ added_by, made_at, attempts: 0, due_at: made_at })
        .where('member_notice.made_at', '<=', since),
    )
    .execute()
}

/** Notices that are due; those whose mail has failed before come last. */
export const listDueMemberNotices = (db: Db, now: string, limit: number): Promise<MemberNoticeKey[]> =>
  db
    .selectFrom('member_notice')
    .select(['folder_id', 'user_id'])
    .where('due_at', '<=', now)
    .orderBy('attempts')
    .orderBy('due_at')
    .limit(limit)
    .execute()

const updateNotice = (db: Db, { folder_id, user_id }: MemberNoticeKey) =>
  db.updateTable('member_notice').where('folder_id', '=', folder_id).where('user_id', '=', user_id)

/** Claims a due notice until `lease`. Undefined if another server has it. */
export const claimMemberNotice = (
  db: Db,
  key: MemberNoticeKey,
  { now, lease }: { now: string; lease: string },
) =>
  updateNotice(db, key)
    .set((e) => ({ due_at: lease, attempts: e('attempts', '+', 1) }))
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Sets the time of the next attempt; null for none. */
export async function setMemberNoticeDue(db: Db, key: MemberNoticeKey, dueAt: string | null): Promise<void> {
  await updateNotice(db, key).set({ due_at: dueAt }).execute()
}

const addedPerson = (db: Db, { folder_id, user_id }: MemberNoticeKey) =>
  db
    .selectFrom('member_notice as notice')
    .innerJoin('folder_member as member', (join) =>
      join.onRef('member.folder_id', '=', 'notice.folder_id').onRef('member.user_id', '=', 'notice.user_id'),
    )
    .innerJoin('folder', 'folder.id', 'notice.folder_id')
    .innerJoin('user', 'user.id', 'notice.user_id')
    .innerJoin('user as adder', 'adder.id', 'notice.added_by')
    .select((e) => [
      e.ref('user.email').$notNull().as('email'),
      'user.language',
      'user.last_origin',
      'folder.title',
    ])
    .select('adder.username as by')
    .where('notice.folder_id', '=', folder_id)
    .where('notice.user_id', '=', user_id)
    .where('user.is_active', '=', 1)
    .where('user.email', 'is not', null)
    .where('user.email_confirmed_at', 'is not', null)

/** Addressee of a notice; undefined if they are no member any more, or cannot get mails. */
export const findAddedPerson = (db: Db, key: MemberNoticeKey) => addedPerson(db, key).executeTakeFirst()

/** Deletes a notice unless it has an addressee by now: the person may have been added again meanwhile. */
export async function deleteMemberNotice(db: Db, key: MemberNoticeKey): Promise<void> {
  await db
    .deleteFrom('member_notice')
    .where('folder_id', '=', key.folder_id)
    .where('user_id', '=', key.user_id)
    .where((e) => e.not(e.exists(addedPerson(db, key))))
    .execute()
}
