import { changesRows } from './rowCounts.ts'
import { type Db, flag } from './schema.ts'

/** A new secret that is not asked for yet. False when the second factor is in force. */
export const setTotpSecret = (db: Db, userId: number, secret: string): Promise<boolean> =>
  changesRows(
    db
      .updateTable('user')
      .set({ totp_secret: secret, totp_last_step: null })
      .where('id', '=', userId)
      .where('is_2fa_enabled', '=', 0),
  )

/**
 * Marks the step's code, and those of all steps before it, as used. False when it was already; at most one of several
 * calls for the same step gets true. `secret` is the one that the code was checked against.
 */
export const useTotpStep = (db: Db, userId: number, secret: string, step: number): Promise<boolean> =>
  changesRows(
    db
      .updateTable('user')
      .set({ totp_last_step: step })
      .where('id', '=', userId)
      .where('totp_secret', '=', secret)
      .where((e) => e.or([e('totp_last_step', 'is', null), e('totp_last_step', '<', step)])),
  )

/** The secret that was set is asked for from now on. */
export async function enableTwoFactor(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('user')
    .set({ is_2fa_enabled: flag(true) })
    .where('id', '=', userId)
    .execute()
}

export async function disableTwoFactor(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('user')
    .set({ totp_secret: null, is_2fa_enabled: flag(false), totp_last_step: null })
    .where('id', '=', userId)
    .execute()
}
