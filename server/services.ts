import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { DiskBlobStore } from './blobs/diskBlobStore.ts'
import { ConfigError, type Config } from './config.ts'
import type { Services } from './context.ts'
import { openCounters } from './db/counters.ts'
import { openSqlite } from './db/database.ts'
import type { Tables } from './db/schema.ts'
import { takeServerLock, type ServerLock } from './db/serverLock.ts'
import { serverSecret } from './db/settings.ts'
import { countUsers } from './db/users.ts'
import { MemoryBudget, memoryForRequests } from './memory.ts'
import { createMailer } from './mail/mailer.ts'
import { addAdministrator, createAccounts, generatePassword } from './security/accounts.ts'

const stallMs = 60_000

const makeDataFolder = (dataDir: string) => mkdir(dataDir, { recursive: true, mode: 0o700 })

export const databaseFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'sealpost.db')

/** @throws ConfigError when another server has the data folder: each would sweep what the other is writing */
export async function lockDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<ServerLock> {
  await makeDataFolder(dataDir)
  const lock = takeServerLock(join(dataDir, 'server.lock'))
  if (lock) return lock
  throw new ConfigError([
    `Another Sealpost server is running on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  ])
}

/** Opens database and store in the data folder, making both at the first start. */
export async function openServices(
  config: Pick<
    Config,
    | 'dataDir'
    | 'publicOrigin'
    | 'trustProxy'
    | 'linkQuotaBytes'
    | 'minFreeBytes'
    | 'allowRawPassword'
    | 'smtp'
    | 'mailFrom'
  >,
): Promise<Services> {
  await makeDataFolder(config.dataDir)
  const blobs = await DiskBlobStore.open(join(config.dataDir, 'blobs'))
  await blobs.check()
  const db = await openSqlite(databaseFile(config))
  return {
    db,
    blobs,
    counters: openCounters(databaseFile(config)),
    accounts: createAccounts(db, await serverSecret(db, 'prelogin'), config.allowRawPassword),
    csrfSecret: await serverSecret(db, 'csrf'),
    downloadSecret: await serverSecret(db, 'download'),
    allowRawPassword: config.allowRawPassword,
    gateSecret: await serverSecret(db, 'gates'),
    mailer: createMailer(config),
    memory: new MemoryBudget(memoryForRequests()),
    publicOrigin: config.publicOrigin,
    trustProxy: config.trustProxy,
    linkQuotaBytes: config.linkQuotaBytes,
    minFreeBytes: config.minFreeBytes,
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
  const password = config.adminPassword ?? generatePassword()
  await addAdministrator(db, config.adminUsername, password, new Date().toISOString())
  return config.adminPassword === undefined ? password : undefined
}
