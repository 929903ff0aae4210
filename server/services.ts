import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { DiskBlobStore } from './blobs/diskBlobStore.ts'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import { openSqlite } from './db/database.ts'
import type { Tables } from './db/schema.ts'
import { serverSecret } from './db/settings.ts'
import { countUsers } from './db/users.ts'
import { addAdministrator, createAccounts, generatePassword } from './security/accounts.ts'

const stallMs = 60_000

export const databaseFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'sealpost.db')

/** Opens database and store in the data folder, making both at the first start. */
export async function openServices(
  config: Pick<Config, 'dataDir' | 'publicOrigin' | 'allowRawPassword'>,
): Promise<Services> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const blobs = await DiskBlobStore.open(join(config.dataDir, 'blobs'))
  await blobs.check()
  const db = await openSqlite(databaseFile(config))
  return {
    db,
    blobs,
    accounts: createAccounts(db, await serverSecret(db, 'prelogin'), config.allowRawPassword),
    csrfSecret: await serverSecret(db, 'csrf'),
    downloadSecret: await serverSecret(db, 'download'),
    allowRawPassword: config.allowRawPassword,
    publicOrigin: config.publicOrigin,
    now: () => new Date(),
    stallMs,
  }
}

/** Creates the administrator of an empty database. Returns the password if one had to be made. */
export async function ensureAdministrator(
  db: Kysely<Tables>,
  config: Pick<Config, 'adminUsername' | 'adminPassword'>,
): Promise<string | undefined> {
  if ((await countUsers(db)) > 0) return undefined
  const generated = config.adminPassword === undefined ? generatePassword() : undefined
  const password = config.adminPassword ?? generated ?? ''
  await addAdministrator(db, config.adminUsername, password, new Date().toISOString())
  return generated
}
