import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { BlobStore } from './blobs/blobStore.ts'
import { DiskBlobStore } from './blobs/diskBlobStore.ts'
import { type Config, ConfigError, type RouteSettings, UnavailableError } from './config/config.ts'
import type { Services } from './context.ts'
import type { Database } from './db/database.ts'
import { hasFiles } from './db/files/files.ts'
import type { Tables } from './db/schema.ts'
import { takeServerLock, type ServerLock } from './db/sqlite/serverLock.ts'
import { openSqliteDatabase } from './db/sqlite/sqlite.ts'
import { requireNoUnfinishedRestore } from './config/restoreMarker.ts'
import { requireStoreKind, requireMoveFinished } from './db/installation/moveState.ts'
import { findOrCreateSecret, insertSettingIfAbsent } from './db/installation/settings.ts'
import { transact } from './db/transact.ts'
import { countUsers } from './db/accounts/users.ts'
import { MiB } from '../contract/limits.ts'
import { minShareBytes, MemoryBudget, memoryBudgetBytes } from './http/memoryBudget.ts'
import { collectServerFacts } from './diagnosis/collectServerFacts.ts'
import { createMailer } from './mail/mailer.ts'
import { noMeters } from './metrics/meters.ts'
import { createWebhookClient } from './notices/webhookClient.ts'
import { addUser, createUserPasswords, generatePassword } from './security/userPasswords.ts'

export const stallMs = 60_000
/** Maximum size of an SQLite file that a running server checks, which takes less than a tenth of a second. */
const maxCheckedDatabaseBytes = 32 * MiB

const makeDataFolder = (dataDir: string) => mkdir(dataDir, { recursive: true, mode: 0o700 })

export const databaseFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'sealpost.db')

const blobFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'blobs')

/** True if a database is configured or exists. Opening SQLite would create one. */
export const hasDatabase = (config: Pick<Config, 'dataDir' | 'databaseUrl'>): boolean =>
  config.databaseUrl !== undefined || existsSync(databaseFile(config))

/**
 * Locks the data folder, as two servers would sweep what the other is writing.
 * @throws UnavailableError if another server holds the lock
 */
export async function lockDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<ServerLock> {
  await makeDataFolder(dataDir)
  const lock = takeServerLock(join(dataDir, 'server.lock'))
  if (lock) return lock
  throw new UnavailableError([
    `Another Sealpost server is running on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  ])
}

/** Opens the configured database. @param isAlone true to require that no server uses it (SQLite: lock the folder) */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  isAlone = false,
): Promise<Database> {
  if (config.databaseUrl === undefined) return openSqliteDatabase(databaseFile(config))
  const { openPostgres } = await import('./db/postgres/postgres.ts')
  return openPostgres(config.databaseUrl, isAlone)
}

/** @throws ConfigError; file system errors */
export async function openBlobStore(
  config: Pick<Config, 'dataDir' | 's3'>,
  db: Kysely<Tables>,
): Promise<BlobStore> {
  if (config.s3 === undefined) {
    const onDisk = await DiskBlobStore.open(blobFolder(config))
    await onDisk.checkWrites()
    return onDisk
  }
  const { openBucket } = await import('./blobs/s3/openBucket.ts')
  return openBucket(config.s3, db)
}

/**
 * Opens the store that the database was set up with.
 * @param isExisting true to create no folder for files that must be elsewhere, as DATA_DIR may be forgotten
 * @throws ConfigError if another one is configured
 */
export async function openRecordedBlobStore(
  config: Pick<Config, 'dataDir' | 's3'>,
  db: Kysely<Tables>,
  isExisting = false,
): Promise<BlobStore> {
  await requireMoveFinished(db)
  await requireStoreKind(db, config)
  if (isExisting && config.s3 === undefined && !existsSync(blobFolder(config)) && (await hasFiles(db))) {
    throw new ConfigError([
      `There is no folder ${blobFolder(config)}, though the database has files. Set DATA_DIR as for the server, or restore the folder.`,
    ])
  }
  return openBlobStore(config, db)
}

/** Opens the database and the store, creating them at the first start. */
export async function openServices(
  config: RouteSettings &
    Pick<
      Config,
      | 'dataDir'
      | 'databaseUrl'
      | 's3'
      | 'smtp'
      | 'mailFrom'
      | 'isWebhookAddressAllowed'
      | 'oidc'
      | 'unknownSettings'
    >,
): Promise<Services> {
  await makeDataFolder(config.dataDir)
  requireNoUnfinishedRestore(config.dataDir)
  const { db, counters, ...database } = await openDatabase(config)
  const blobs = await openRecordedBlobStore(config, db).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const now = () => new Date()
  const mailer = createMailer(config)
  return {
    db,
    counters,
    database,
    blobs,
    userPasswords: createUserPasswords(db, await findOrCreateSecret(db, 'prelogin'), config.allowRawPassword),
    csrfSecret: await findOrCreateSecret(db, 'csrf'),
    downloadSecret: await findOrCreateSecret(db, 'download'),
    allowRawPassword: config.allowRawPassword,
    gateSecret: await findOrCreateSecret(db, 'gates'),
    mailer,
    meters: noMeters,
    webhookClient: createWebhookClient({ isAllowed: config.isWebhookAddressAllowed }),
    memory: new MemoryBudget(
      memoryBudgetBytes(blobs.maxWriterMemory),
      // A form with a streamed file.
      Math.max(minShareBytes, blobs.maxBufferedBytes + blobs.maxWriterMemory + MiB),
    ),
    singleSignOn: await openSingleSignOn(config, db),
    publicOrigin: config.publicOrigin,
    trustProxy: config.trustProxy,
    folderQuotaBytes: config.folderQuotaBytes,
    userQuotaBytes: config.userQuotaBytes,
    minFreeBytes: config.minFreeBytes,
    maxFileBytes: config.maxFileBytes,
    fixedRules: config.fixedRules,
    now,
    inspect: () =>
      collectServerFacts(
        config,
        { db, database, mailer, now, blobs: () => Promise.resolve(blobs) },
        maxCheckedDatabaseBytes,
      ),
    auditDays: config.auditDays,
    trashDays: config.trashDays,
    stallMs,
  }
}

async function openSingleSignOn(
  { oidc, publicOrigin }: Pick<Config, 'oidc' | 'publicOrigin'>,
  db: Kysely<Tables>,
) {
  if (oidc === undefined || publicOrigin === undefined) return undefined
  const { createSingleSignOn } = await import('./singleSignOn/singleSignOn.ts')
  return createSingleSignOn(oidc, publicOrigin, await findOrCreateSecret(db, 'oidc'))
}

/** Creates the first user of an empty database. @returns the password if one was generated */
export async function ensureFirstUser(
  db: Kysely<Tables>,
  config: Pick<Config, 'adminUsername' | 'adminPassword'>,
): Promise<string | undefined> {
  const password = config.adminPassword ?? generatePassword()
  const isMade = await transact(db, async (trx) => {
    if ((await countUsers(trx)) > 0) return false
    const now = new Date().toISOString()
    // If several servers start at the same time, only one creates it.
    if (!(await insertSettingIfAbsent(trx, 'first_administrator', now))) return false
    await addUser(trx, config.adminUsername, password, now)
    return true
  })
  return isMade && config.adminPassword === undefined ? password : undefined
}
