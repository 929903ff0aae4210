import type { Insertable } from 'kysely'
import type { Db, UserRow, UserTable } from './schema.ts'

/** Two user names are the same when their keys are. */
export const usernameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase()

export async function countUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('user')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertUser(db: Db, user: Omit<Insertable<UserTable>, 'username_key'>): Promise<number> {
  const row = await db
    .insertInto('user')
    .values({ ...user, username_key: usernameKey(user.username) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export function findActiveUserByName(db: Db, username: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('user')
    .selectAll()
    .where('username_key', '=', usernameKey(username))
    .where('is_active', '=', 1)
    .executeTakeFirst()
}

export function findUser(db: Db, id: number): Promise<UserRow> {
  return db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The key waits until its sealed private key is stored; the previous pair stays in force. */
export async function setPendingPublicKey(db: Db, id: number, spkiB64: string): Promise<void> {
  await db.updateTable('user').set({ pending_public_key_spki: spkiB64 }).where('id', '=', id).execute()
}

/** Key and sealed private key become the pair in force together, and no key waits any longer. */
export async function setKeyPair(
  db: Db,
  id: number,
  pair: Pick<UserRow, 'public_key_spki' | 'encrypted_private_key' | 'kdf_salt' | 'kdf_iterations'>,
): Promise<void> {
  await db
    .updateTable('user')
    .set({ ...pair, pending_public_key_spki: null })
    .where('id', '=', id)
    .execute()
}
