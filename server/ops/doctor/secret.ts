import { dropSetting, setSetting, settingOf } from '../../db/settings.ts'
import type { Db } from '../../db/schema.ts'
import { equalTexts, newSessionToken, tokenHash } from '../../security/tokens.ts'

/**
 * [Note: Secret of a self-test]
 *
 * The command line has no session, and it has the database: there it leaves the hash of a random secret, with which the
 * calls of contract/schemas/diagnosis.ts are open until the test is over, or for five minutes if it dies. The next test has
 * another, which ends this one.
 */
const setting = 'diagnosis'
const lifeSeconds = 300

/** @returns the secret, which is kept nowhere */
export async function makeSecret(db: Db, now: Date): Promise<string> {
  const secret = newSessionToken()
  const until = new Date(now.getTime() + lifeSeconds * 1000).toISOString()
  await setSetting(db, setting, `${until} ${tokenHash(secret)}`)
  return secret
}

export const endSecret = (db: Db): Promise<void> => dropSetting(db, setting)

export async function isInForce(db: Db, secret: string, now: Date): Promise<boolean> {
  const [until = '', hash = ''] = (await settingOf(db, setting))?.split(' ') ?? []
  return until > now.toISOString() && equalTexts(tokenHash(secret), hash)
}
