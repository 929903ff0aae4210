import { isoAfter } from '../util/isoTime.ts'
import { deleteSettingOfValue, setSetting, findSetting } from '../db/installation/settings.ts'
import type { Db } from '../db/schema.ts'
import { equalTexts, newSecretToken, tokenHash } from '../util/tokens.ts'

/**
 * [Note: Secret of a self-test]
 *
 * The command line has no session, but access to the database. It stores the hash of a random secret there, which
 * authorizes the calls of contract/schemas/diagnosis.ts until the test ends, or for five minutes if it crashes.
 */
const settingName = 'diagnosis'
const lifetimeSeconds = 300

export async function createSelfTestSecret(db: Db, now: Date): Promise<string> {
  const secret = newSecretToken()
  const until = isoAfter(now, lifetimeSeconds)
  await setSetting(db, settingName, `${until} ${tokenHash(secret)}`)
  return secret
}

/** Deletes the secret, unless a newer test has replaced it. */
export async function deleteSelfTestSecret(db: Db, secret: string): Promise<void> {
  const stored = await findSetting(db, settingName)
  if (stored?.endsWith(` ${tokenHash(secret)}`)) await deleteSettingOfValue(db, settingName, stored)
}

export async function isValidSelfTestSecret(db: Db, secret: string, now: Date): Promise<boolean> {
  const [until = '', hash = ''] = (await findSetting(db, settingName))?.split(' ') ?? []
  return until > now.toISOString() && equalTexts(tokenHash(secret), hash)
}
