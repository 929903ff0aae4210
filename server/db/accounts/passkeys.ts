import type { Db, PasskeyRow } from '../schema.ts'

/** Columns that are listed: all but the wrap. */
const columns = ['id', 'name', 'credential_id', 'rp_id', 'transports', 'created_at', 'last_used_at'] as const
type ListedPasskey = Omit<PasskeyRow, 'user_id' | 'wrap' | 'transports'> & { transports: string[] }

/** Inserts a passkey. Run it in the transaction that holds the user. */
export async function insertPasskey(
  db: Db,
  passkey: Omit<PasskeyRow, 'id' | 'last_used_at' | 'transports'> & { transports: string[] },
): Promise<ListedPasskey> {
  const row = await db
    .insertInto('passkey')
    .values({ ...passkey, transports: JSON.stringify(passkey.transports), last_used_at: null })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toListedPasskey(row)
}

/** Passkeys of a user, newest first. */
export async function listPasskeys(db: Db, userId: number): Promise<ListedPasskey[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toListedPasskey)
}

/** Records a use, and returns name and wrap; undefined if the user has no passkey with this id. */
export const recordPasskeyUse = (db: Db, id: number, userId: number, now: string) =>
  db
    .updateTable('passkey')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['name', 'wrap'])
    .executeTakeFirst()

/** Returns the renamed passkey; undefined if the user has none with this id. */
export async function renamePasskey(db: Db, id: number, userId: number, name: string) {
  const row = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst()
  return row && toListedPasskey(row)
}

/** Deletes a passkey and returns its name; undefined if the user has none with this id. */
export async function deletePasskey(db: Db, id: number, userId: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export async function deletePasskeysOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute()
}

const toListedPasskey = ({
  transports,
  ...row
}: Pick<PasskeyRow, (typeof columns)[number]>): ListedPasskey => ({
  ...row,
  transports: JSON.parse(transports) as string[],
})
