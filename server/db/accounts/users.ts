import type { Insertable } from 'kysely'
import { executeHasChanged, countRows } from '../rowCounts.ts'
import { usernameKey } from '../../../contract/usernameKey.ts'
import { isUniqueViolation } from '../errors.ts'
import { fromFlag, toFlag } from '../flag.ts'
import type { Db, Tables, UserRow } from '../schema.ts'

export const countUsers = (db: Db): Promise<number> => countRows(db.selectFrom('user'))

/** @throws NameTakenError */
export async function insertUser(
  db: Db,
  user: Omit<Insertable<Tables['user']>, 'username_key'>,
): Promise<number> {
  const row = await withNameTakenError(
    db
      .insertInto('user')
      .values({ ...user, username_key: usernameKey(user.username) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return row.id
}

/** Thrown if another user has this name. */
export class NameTakenError extends Error {
  override readonly name = 'NameTakenError'
}

async function withNameTakenError<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw isUniqueViolation(error) ? new NameTakenError('This username is already taken.') : error
  }
}

export function listUsers(db: Db): Promise<UserRow[]> {
  return db.selectFrom('user').selectAll().orderBy('username_key').execute()
}

/** Finds a user by name, including disabled ones. */
export function findUserByName(db: Db, username: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('user')
    .selectAll()
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst()
}

export function findUser(db: Db, id: number): Promise<UserRow> {
  return db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export function findActiveUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('user').selectAll().where('id', '=', id).where('is_active', '=', 1).executeTakeFirst()
}

/** Public keys in force by user id, of users who can sign in. */
export async function findPublicKeys(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  // PostgreSQL does not accept an empty list.
  if (ids.length === 0) return new Map()
  const rows = await usersWithKeys(db).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, public_key_spki }) => [id, public_key_spki]))
}

export async function findUsernames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('user').select(['id', 'username']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}

export type Person = Pick<UserRow, 'id' | 'username'> & { public_key_spki: string }

/** All users who can sign in and have a key in force. */
export const listPeople = (db: Db): Promise<Person[]> => usersWithKeys(db).execute()

/** Finds one of the users of `listPeople` by name. */
export const findPersonByName = (db: Db, username: string): Promise<Person | undefined> =>
  usersWithKeys(db).where('username_key', '=', usernameKey(username)).executeTakeFirst()

const usersWithKeys = (db: Db) =>
  db
    .selectFrom('user')
    .select((e) => ['id', 'username', e.ref('public_key_spki').$notNull().as('public_key_spki')])
    .where('is_active', '=', 1)
    .where('public_key_spki', 'is not', null)

/** Locks the user until the transaction ends, so that concurrent changes are serialized. */
export function lockUser(trx: Db, id: number): Promise<UserRow> {
  return trx
    .updateTable('user')
    .set((e) => ({ username_key: e.ref('username_key') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Locks the user until the transaction ends. False if since `user` was read they have been disabled, or their password
 * or its kind has changed: a concurrent sign-in must not outlive that.
 */
export async function lockUnchangedUser(
  trx: Db,
  user: Pick<UserRow, 'id' | 'verifier_hash' | 'password_kind'>,
) {
  const current = await lockUser(trx, user.id)
  return (
    fromFlag(current.is_active) &&
    current.verifier_hash === user.verifier_hash &&
    current.password_kind === user.password_kind
  )
}

/** Changes the given fields; a new address is unconfirmed. @throws NameTakenError */
export async function updateProfile(
  db: Db,
  id: number,
  changes: {
    username?: string | undefined
    email?: string | null | undefined
    display_name?: string | null | undefined
  },
): Promise<void> {
  const { username, email, display_name } = changes
  if (username === undefined && email === undefined && display_name === undefined) return
  await withNameTakenError(
    db
      .updateTable('user')
      .set((e) => ({
        ...(username !== undefined && { username, username_key: usernameKey(username) }),
        ...(display_name !== undefined && { display_name }),
        ...(email !== undefined && {
          email,
          email_confirmed_at: e.case().when('email', '=', email).then(e.ref('email_confirmed_at')).end(),
        }),
      }))
      .where('id', '=', id)
      .execute(),
  )
}

/** @param language two letters */
export async function setUserLanguage(db: Db, id: number, language: string): Promise<void> {
  await db.updateTable('user').set({ language }).where('id', '=', id).execute()
}

/** False if that was chosen already. */
export const setWantsReminders = (db: Db, id: number, isWanted: 0 | 1): Promise<boolean> =>
  executeHasChanged(
    db
      .updateTable('user')
      .set({ wants_reminders: isWanted })
      .where('id', '=', id)
      .where('wants_reminders', '!=', isWanted),
  )

/** Keeps the origin at which a person uses the server, for the links of mails to them. */
export async function setLastOrigin(db: Db, id: number, origin: string): Promise<void> {
  await db.updateTable('user').set({ last_origin: origin }).where('id', '=', id).execute()
}

/** Marks the address as confirmed. False if the user has changed it meanwhile. */
export const setEmailConfirmed = (db: Db, { id, email }: { id: number; email: string }, now: string) =>
  executeHasChanged(
    db.updateTable('user').set({ email_confirmed_at: now }).where('id', '=', id).where('email', '=', email),
  )

export type Verifier = Pick<UserRow, 'verifier_salt' | 'verifier_iterations' | 'verifier_hash'>

/** Replaces the verifier. False if the password was changed since `user` was read. */
export const changeVerifier = (db: Db, user: Pick<UserRow, 'id' | 'verifier_hash'>, verifier: Verifier) =>
  executeHasChanged(
    db
      .updateTable('user')
      .set(verifier)
      .where('id', '=', user.id)
      .where('verifier_hash', '=', user.verifier_hash),
  )

export async function setPasswordKind(db: Db, id: number, kind: UserRow['password_kind']): Promise<void> {
  await db.updateTable('user').set({ password_kind: kind }).where('id', '=', id).execute()
}

/** Makes this user the only operator. Run it in a transaction. @returns ids of the former operators */
export async function makeOperator(trx: Db, id: number): Promise<number[]> {
  const former = await trx
    .updateTable('user')
    .set({ is_operator: 0 })
    .where('id', '<>', id)
    .where('is_operator', '=', 1)
    .returning('id')
    .execute()
  await trx.updateTable('user').set({ is_operator: 1 }).where('id', '=', id).execute()
  return former.map((user) => user.id)
}

export async function setUserActive(db: Db, id: number, active: boolean): Promise<void> {
  await db
    .updateTable('user')
    .set({ is_active: toFlag(active) })
    .where('id', '=', id)
    .execute()
}
