import { executeHasChanged, countRows } from '../rowCounts.ts'
import { errorDetails } from '../../../contract/errors.ts'
import { maxFormerKeyPairs } from '../../../contract/limits.ts'
import { conflict } from '../../http/errors.ts'
import { deletePasskeysOfUser } from './passkeys.ts'
import type { Db, UserRow } from '../schema.ts'

/** A key in force and its private key, sealed under the login password. */
export type KeyPair = Pick<
  UserRow,
  'public_key_spki' | 'encrypted_private_key' | 'kdf_salt' | 'kdf_iterations'
>

/** Sets a pending key until its sealed private key is stored; the previous pair stays in force. */
export async function setPendingPublicKey(db: Db, userId: number, spkiB64: string): Promise<void> {
  await db.updateTable('user').set({ pending_public_key_spki: spkiB64 }).where('id', '=', userId).execute()
}

/**
 * Puts a key and its sealed private key into force together and removes the pending key. The previous pair is kept as a
 * former one. If the public key changes, recovery box and passkeys are deleted. Run it in a transaction.
 * @throws HttpError 409 if too many were replaced lately
 */
export async function setKeyPair(db: Db, userId: number, pair: KeyPair, now: string): Promise<void> {
  await keepFormerPair(db, userId, pair, now)
  const isNewKey = await executeHasChanged(
    db
      .updateTable('user')
      .set({ recovery_box: null, recovery_box_made_at: null })
      .where('id', '=', userId)
      .where('public_key_spki', '<>', pair.public_key_spki),
  )
  if (isNewKey) await deletePasskeysOfUser(db, userId)
  await db
    .updateTable('user')
    .set({ ...pair, pending_public_key_spki: null })
    .where('id', '=', userId)
    .execute()
}

/** Replaces the sealed private key of the key in force. @throws HttpError 409 if too many were replaced lately */
export async function resealPrivateKey(db: Db, userId: number, pair: KeyPair, now: string): Promise<void> {
  await keepFormerPair(db, userId, pair, now)
  await db.updateTable('user').set(pair).where('id', '=', userId).execute()
}

/** Keeps the stored pair as a former one, unless `pair` is the same. @throws HttpError 409 if there are too many */
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
  const former = db.selectFrom('former_key_pair').where('user_id', '=', userId)
  if ((await countRows(former)) > maxFormerKeyPairs) throw conflict(errorDetails.tooManyKeyPairs)
}

/** Stores the recovery box; null removes it. */
export async function setRecoveryBox(
  db: Db,
  userId: number,
  box: { recovery_box: string; recovery_box_made_at: string } | null,
): Promise<void> {
  const { recovery_box, recovery_box_made_at } = box ?? { recovery_box: null, recovery_box_made_at: null }
  await db.updateTable('user').set({ recovery_box, recovery_box_made_at }).where('id', '=', userId).execute()
}
