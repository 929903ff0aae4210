import { isoAfter } from '../util/isoTime.ts'
import { deleteSettingOfValue, setSetting, findSetting } from '../db/installation/settings.ts'
import type { Db } from '../db/schema.ts'
import { timingSafeEqualTexts, newSecretToken, tokenHash } from '../util/tokens.ts'

/**
 * [Note: Secret of a self-test]
 *
 * The command line has no session, but access to the database. It stores the hash of a random secret there, which
 * authorizes the calls of contract/schemas/diagnosis.ts until the test ends, or for five minutes if it crashes.
 */
const secretSetting = 'diagnosis'
const lifetimeSeconds = 300

/** Creates a secret, and replaces that of an earlier test. */
export async function createSelfTestSecret(db: Db, now: Date): Promise<string> {
  const secret = newSecretToken()
  const stored = formatStored({ expiresAt: isoAfter(now, lifetimeSeconds), hash: tokenHash(secret) })
  await setSetting(db, secretSetting, stored)
  return secret
}

/** Deletes the secret, unless a newer test has replaced it. */
export async function deleteSelfTestSecret(db: Db, secret: string): Promise<void> {
  const stored = await findSetting(db, secretSetting)
  if (stored !== undefined && parseStored(stored).hash === tokenHash(secret))
    await deleteSettingOfValue(db, secretSetting, stored)
}

export async function isValidSelfTestSecret(db: Db, secret: string, now: Date): Promise<boolean> {
  const { expiresAt, hash } = parseStored((await findSetting(db, secretSetting)) ?? '')
  return expiresAt > now.toISOString() && timingSafeEqualTexts(tokenHash(secret), hash)
}

interface StoredSecret {
  expiresAt: string
  hash: string
}

const formatStored = ({ expiresAt, hash }: StoredSecret): string => `${expiresAt} ${hash}`
function parseStored(stored: string): StoredSecret {
  const [expiresAt = '', hash = ''] = stored.split(' ')
  return { expiresAt, hash }
}
