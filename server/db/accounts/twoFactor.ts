import { executeHasChanged } from '../rowCounts.ts'
import { toFlag } from '../flag.ts'
import type { Db } from '../schema.ts'

/** Sets a new secret without requiring it yet. False if the second factor is enabled. */
export const setTotpSecret = (db: Db, userId: number, secret: string): Promise<boolean> =>
  executeHasChanged(
    db
      .updateTable('user')
      .set({ totp_secret: secret, totp_last_step: null })
      .where('id', '=', userId)
      .where('is_2fa_enabled', '=', 0),
  )

/** Marks the step's code, checked against `secret`, as used. Of several calls for it, at most one returns true. */
export const consumeTotpStep = (db: Db, userId: number, secret: string, step: number): Promise<boolean> =>
  executeHasChanged(
    db
      .updateTable('user')
      .set({ totp_last_step: step })
      .where('id', '=', userId)
      .where('totp_secret', '=', secret)
      .where((e) => e.or([e('totp_last_step', 'is', null), e('totp_last_step', '<', step)])),
  )

/** Requires the second factor from now on, with the secret that was set. */
export async function enableTwoFactor(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('user')
    .set({ is_2fa_enabled: toFlag(true) })
    .where('id', '=', userId)
    .execute()
}

export async function disableTwoFactor(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('user')
    .set({ totp_secret: null, is_2fa_enabled: toFlag(false), totp_last_step: null })
    .where('id', '=', userId)
    .execute()
}
