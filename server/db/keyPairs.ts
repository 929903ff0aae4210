import { changedRows, countOf } from './rowCounts.ts'
import { detail } from '../../contract/errors.ts'
import { maxFormerKeyPairs } from '../../contract/limits.ts'
import { conflict } from '../http/errors.ts'
import type { Db, UserRow } from './schema.ts'

/** A key in force and its private key, sealed under the login password. */
export type KeyPair = Pick<
  UserRow,
  'public_key_spki' | 'encrypted_private_key' | 'kdf_salt' | 'kdf_iterations'
>

/** The key waits until its sealed private key is stored; the previous pair stays in force. */
export async function setPendingPublicKey(db: Db, userId: number, spkiB64: string): Promise<void> {
  await db.updateTable('user').set({ pending_public_key_spki: spkiB64 }).where('id', '=', userId).execute()
}

/**
 * Key and sealed private key become the pair in force together, and no key waits any longer. What was there before
 * is kept as a former pair; of another key than before, the recovery box is not. To be run in a transaction.
 * @throws HttpError 409 where too many were replaced lately
 */
export async function setKeyPair(db: Db, userId: number, pair: KeyPair, now: string): Promise<void> {
  await keepFormerPair(db, userId, pair, now)
  await db
    .updateTable('user')
    .set({ recovery_box: null, recovery_box_made_at: null })
    .where('id', '=', userId)
    .where('public_key_spki', '<>', pair.public_key_spki)
    .execute()
  await db
    .updateTable('user')
    .set({ ...pair, pending_public_key_spki: null })
    .where('id', '=', userId)
    .execute()
}

/** As `setKeyPair` when the key in force stays and only its private key is sealed anew. */
export async function resealPrivateKey(db: Db, userId: number, pair: KeyPair, now: string): Promise<void> {
  await keepFormerPair(db, userId, pair, now)
  await db.updateTable('user').set(pair).where('id', '=', userId).execute()
}

/** A repeat of what is stored already replaces nothing. @throws HttpError 409 where too many were replaced lately */
async function keepFormerPair(db: Db, userId: number, pair: KeyPair, now: string): Promise<void> {
  await db
    .insertInto('former_key_pair')
    .columns([
      'user_id',
      'public_key_spki',
      'encrypted_private_key',
      'kdf_salt',
      'kdf_iterations',
      'replaced_at',
    ])
    .expression((e) =>
      e
        .selectFrom('user')
        .select((u) => [
          'id',
          u.ref('public_key_spki').$notNull().as('public_key_spki'),
          u.ref('encrypted_private_key').$notNull().as('encrypted_private_key'),
          u.ref('kdf_salt').$notNull().as('kdf_salt'),
          'kdf_iterations',
          u.val(now).as('replaced_at'),
        ])
        .where('id', '=', userId)
        .where('encrypted_private_key', 'is not', null)
        .where((u) =>
          u.or([
            u('public_key_spki', '<>', pair.public_key_spki),
            u('encrypted_private_key', '<>', pair.encrypted_private_key),
            u('kdf_salt', '<>', pair.kdf_salt),
            u('kdf_iterations', '<>', pair.kdf_iterations),
          ]),
        ),
    )
    .execute()
  if ((await countFormerPairs(db, userId)) > maxFormerKeyPairs) throw conflict(detail.tooManyKeyPairs)
}

const countFormerPairs = (db: Db, userId: number): Promise<number> =>
  countOf(db.selectFrom('former_key_pair').where('user_id', '=', userId))

/** Null removes it. */
export async function setRecoveryBox(
  db: Db,
  userId: number,
  box: { recovery_box: string; recovery_box_made_at: string } | null,
): Promise<void> {
  const { recovery_box, recovery_box_made_at } = box ?? { recovery_box: null, recovery_box_made_at: null }
  await db.updateTable('user').set({ recovery_box, recovery_box_made_at }).where('id', '=', userId).execute()
}

/** Forgets pairs that were replaced before this time. */
export const deleteFormerKeyPairs = (db: Db, replacedBefore: string): Promise<number> =>
  changedRows(db.deleteFrom('former_key_pair').where('replaced_at', '<', replacedBefore))
