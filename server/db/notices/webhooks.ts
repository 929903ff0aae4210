import type { WebhookOutcome } from '../../../contract/schemas/notices.ts'
import { accessibleFolders } from '../folders/folderAccess.ts'
import type { Db, WebhookRow } from '../schema.ts'
import { executeHasChanged } from '../rowCounts.ts'

export function findWebhook(db: Db, folderId: number): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhook').selectAll().where('folder_id', '=', folderId).executeTakeFirst()
}

/** Sets the webhook of a folder, without any outcome yet. */
export async function putWebhook(
  db: Db,
  folderId: number,
  webhook: Pick<WebhookRow, 'url' | 'secret' | 'secret_made_at' | 'user_id'>,
): Promise<void> {
  const row = { ...webhook, last_at: null, last_how: null, last_status: null }
  await db
    .insertInto('webhook')
    .values({ folder_id: folderId, ...row })
    .onConflict((conflict) => conflict.column('folder_id').doUpdateSet(row))
    .execute()
}

/** Records the outcome of a request, unless the webhook has another secret by now, and so perhaps another URL. */
export async function setWebhookOutcome(
  db: Db,
  { folder_id, secret }: Pick<WebhookRow, 'folder_id' | 'secret'>,
  { at, how, status }: WebhookOutcome,
): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ last_at: at, last_how: how, last_status: status })
    .where('folder_id', '=', folder_id)
    .where('secret', '=', secret)
    .execute()
}

/** Deletes the folder's webhook if one of these former owners, or an unknown person, has set it. */
export async function deleteWebhookOfFormerOwners(db: Db, folderId: number, formerOwners: readonly number[]) {
  if (formerOwners.length === 0) return false
  const webhook = await findWebhook(db, folderId)
  if (webhook === undefined) return false
  const isTheirs = webhook.user_id === null || formerOwners.includes(webhook.user_id)
  return isTheirs && (await deleteWebhook(db, folderId))
}

/** Deletes a person's webhooks, and those of unknown people in folders that the person owns. @returns their folders */
export async function deleteWebhooksOfPerson(db: Db, userId: number): Promise<number[]> {
  const owned = accessibleFolders(db, userId).where('role', '=', 'owner').select('folder.id')
  const webhooks = await db
    .selectFrom('webhook')
    .select('folder_id')
    .where((e) =>
      e.or([e('user_id', '=', userId), e.and([e('user_id', 'is', null), e('folder_id', 'in', owned)])]),
    )
    .execute()
  for (const { folder_id } of webhooks) await deleteWebhook(db, folder_id)
  return webhooks.map(({ folder_id }) => folder_id)
}

/** Deletes the folder's webhook with its pending notices. False if there was none. Run it in a transaction. */
export async function deleteWebhook(db: Db, folderId: number): Promise<boolean> {
  await db.deleteFrom('notice').where('folder_id', '=', folderId).where('user_id', 'is', null).execute()
  return executeHasChanged(db.deleteFrom('webhook').where('folder_id', '=', folderId))
}
