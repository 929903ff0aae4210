import { isUniqueViolation } from '../errors.ts'
import type { Db, OidcIdentityRow } from '../schema.ts'

/** A person at a provider. */
export type OidcPerson = Pick<OidcIdentityRow, 'issuer' | 'sub'>

export class IdentityTakenError extends Error {
  override readonly name = 'IdentityTakenError'
}

export function findIdentity(db: Db, { issuer, sub }: OidcPerson): Promise<OidcIdentityRow | undefined> {
  return db
    .selectFrom('oidc_identity')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('sub', '=', sub)
    .executeTakeFirst()
}

export function findIdentityOfUser(db: Db, userId: number): Promise<OidcIdentityRow | undefined> {
  return db.selectFrom('oidc_identity').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export function listIdentities(db: Db): Promise<OidcIdentityRow[]> {
  return db.selectFrom('oidc_identity').selectAll().execute()
}

/** Replaces the identity of a user. Run it in a transaction that holds the user. @throws IdentityTakenError */
export async function setIdentity(trx: Db, identity: OidcIdentityRow): Promise<void> {
  await deleteIdentity(trx, identity.user_id)
  try {
    await trx.insertInto('oidc_identity').values(identity).execute()
  } catch (error) {
    throw isUniqueViolation(error)
      ? new IdentityTakenError('This person of the provider is linked to another user.')
      : error
  }
}

export async function deleteIdentity(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('oidc_identity').where('user_id', '=', userId).execute()
}
