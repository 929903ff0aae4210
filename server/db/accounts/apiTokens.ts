import { executeAndCount } from '../rowCounts.ts'
import { type Scope, scopes } from '../../../contract/scopes.ts'
import type { ApiTokenRow, Db } from '../schema.ts'
import { findActiveUser } from './users.ts'

const columns = ['id', 'user_id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const
type StoredApiToken = Omit<ApiTokenRow, 'scopes' | 'token_hash'> & { scopes: Scope[] }

/** Inserts a token. Run it in the transaction that holds the user. */
export async function insertApiToken(
  db: Db,
  token: Omit<ApiTokenRow, 'id' | 'last_used_at' | 'scopes'> & { scopes: readonly Scope[] },
): Promise<StoredApiToken> {
  const row = await db
    .insertInto('api_token')
    .values({ ...token, scopes: JSON.stringify(token.scopes), last_used_at: null })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toStoredToken(row)
}

/** Tokens of a user, newest first. */
export async function listApiTokens(db: Db, userId: number): Promise<StoredApiToken[]> {
  const rows = await db
    .selectFrom('api_token')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toStoredToken)
}

/** Finds an unexpired token of an active user. */
export async function findApiToken(db: Db, tokenHash: string, now: string) {
  const token = await db
    .selectFrom('api_token')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (token === undefined) return undefined
  const user = await findActiveUser(db, token.user_id)
  return user && { ...toStoredToken(token), user }
}

/** Records a use at `now`, unless one after `before` is recorded already. */
export async function touchApiToken(
  db: Db,
  { id, last_used_at }: Pick<ApiTokenRow, 'id' | 'last_used_at'>,
  now: string,
  before: string,
): Promise<void> {
  if (last_used_at !== null && last_used_at > before) return
  await db.updateTable('api_token').set({ last_used_at: now }).where('id', '=', id).execute()
}

/** Deletes a token and returns its name; undefined if the user has none with this id. */
export async function deleteApiToken(db: Db, id: number, userId: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('api_token')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** User and name of a listed token, whether it has expired or not. */
export function findApiTokenEvenExpired(db: Db, tokenHash: string) {
  return db
    .selectFrom('api_token')
    .select(['user_id', 'name'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** @returns number of deleted tokens */
export const deleteApiTokensOfUser = (db: Db, userId: number): Promise<number> =>
  executeAndCount(db.deleteFrom('api_token').where('user_id', '=', userId))

function toStoredToken({
  scopes: text,
  ...token
}: Pick<ApiTokenRow, (typeof columns)[number]>): StoredApiToken {
  const storedScopes = JSON.parse(text) as unknown[]
  return { ...token, scopes: scopes.filter((scope) => storedScopes.includes(scope)) }
}
