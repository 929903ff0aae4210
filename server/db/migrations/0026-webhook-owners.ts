import { type Kysely, sql } from 'kysely'
import type { SchemaDialect } from '../dialect.ts'

/**
 * Stores who owns a webhook, since it ends with them: whoever entered the address according to the history, or else the
 * owner of a folder of one person. Webhooks of disabled people and of former owners are deleted.
 */
export async function webhookOwners(db: Kysely<unknown>, { idType }: SchemaDialect): Promise<void> {
  await db.schema
    .alterTable('webhook')
    // User who entered the address: the webhook is deleted when they no longer own the folder. Null if
    // unknown.
    .addColumn('user_id', idType, (c) => c.references('user.id'))
    .execute()
  await sql`update webhook set user_id = coalesce(
    (select actor_id from audit_event where audit_event.folder_id = webhook.folder_id and kind = 'webhook-set'
      and actor_id in (select id from "user") order by audit_event.id desc limit 1),
    (select user_id from folder_member where folder_member.folder_id = webhook.folder_id
      and webhook.folder_id not in (select folder_id from shared_folder)))`.execute(db)
  await sql`delete from webhook where user_id is not null and not exists (
    select 1 from folder_member inner join "user" on "user".id = folder_member.user_id
      where folder_member.folder_id = webhook.folder_id and folder_member.user_id = webhook.user_id
      and role = 'owner' and is_active = 1)`.execute(db)
  await sql`delete from notice where user_id is null and folder_id not in (select folder_id from webhook)`.execute(
    db,
  )
}
