import { randomBytes } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { assertDefined } from '../../contract/assertDefined.ts'
import type { ServerFacts } from '../../contract/schemas/diagnosis.ts'
import { KiB, MiB } from '../../contract/limits.ts'
import { newBlobKey } from '../blobs/blobKeys.ts'
import type { BlobStore } from '../blobs/blobStore.ts'
import { allowsSeveralServers, type Config, type S3Config } from '../config/config.ts'
import { isoBefore, isoNow, type ClockDep } from '../util/isoTime.ts'
import { addGarbage, deleteGarbage, stageBlob, unstageBlob } from '../db/files/blobLifecycle.ts'
import {
  countGarbageBefore,
  databaseBytes,
  databaseTime,
  quickCheck,
} from '../db/installation/selfTestQueries.ts'
import type { Database, DbDep } from '../db/database.ts'
import { lastBackupSetting } from '../db/installation/installationState.ts'
import { schemaVersion } from '../db/migrate.ts'
import { findSetting } from '../db/installation/settings.ts'
import { transact } from '../db/transact.ts'
import { callbackPath } from '../config/oidcSettings.ts'
import { clockOffset, clockOffsetByDate } from '../util/clockOffset.ts'
import type { MailerDep } from '../mail/mailer.ts'

export type TestedConfig = Pick<
  Config,
  | 'dataDir'
  | 'databaseUrl'
  | 's3'
  | 'publicOrigin'
  | 'minFreeBytes'
  | 'maxFileBytes'
  | 'folderQuotaBytes'
  | 'mailFrom'
  | 'oidc'
  | 'unknownSettings'
>
export interface TestedResources extends DbDep, MailerDep, ClockDep {
  database: Pick<Database, 'dialect' | 'checkWrites'>
  /** Opens the store if it is not open yet. */
  blobs: () => Promise<BlobStore>
}

const garbageAlarmSeconds = 2 * 3600
const testObjectBytes = 64 * KiB
const diskTestBytes = 8 * MiB
const syncRuns = 9
const storeClockTimeoutMs = 5000

/** Tests the server's resources and leaves nothing behind. @param maxCheckedBytes largest SQLite file to check */
export async function collectServerFacts(
  config: TestedConfig,
  resources: TestedResources,
  maxCheckedBytes: number,
): Promise<ServerFacts> {
  const { publicOrigin, dataDir } = config
  const { db, now } = resources
  // In sequence, so that the tests do not slow each other down.
  const database = await tryDatabase(config, resources, maxCheckedBytes)
  const store = await tryStore(config, resources)
  const hasDataFolder = !allowsSeveralServers(config)
  const disk = hasDataFolder ? await tryDisk(dataDir) : null
  return {
    node: process.versions.node,
    public_url: publicOrigin ?? null,
    time: isoNow(resources),
    database,
    store,
    disk,
    mail: await tryMail(config, resources),
    sign_in: await trySignIn(config),
    last_backup: hasDataFolder ? isoTimeOrNull(await findSetting(db, lastBackupSetting)) : 'elsewhere',
    unswept: await countGarbageBefore(db, isoBefore(now(), garbageAlarmSeconds)),
    open_names: process.platform === 'win32' ? [] : await namesOpenToOthers(dataDir),
    unknown_settings: config.unknownSettings.map(({ name, suggestion = null }) => ({
      name,
      meant: suggestion,
    })),
  }
}

const isoTimeOrNull = (text: string | undefined): string | null => {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

async function tryDatabase(
  { databaseUrl }: TestedConfig,
  { db, database, now }: TestedResources,
  maxCheckedBytes: number,
): Promise<ServerFacts['database']> {
  const facts: ServerFacts['database'] = {
    kind: databaseUrl === undefined ? 'sqlite' : 'postgres',
    problem: null,
    read_ms: 0,
    write_ms: 0,
    schema: '',
    integrity: null,
    clock_ahead_ms: null,
  }
  facts.problem = await problemOf(async () => {
    // The first query may open a connection, and is not timed.
    facts.schema = await schemaVersion(db)
    facts.read_ms = await durationOf(() => findSetting(db, lastBackupSetting))
    facts.write_ms = await durationOf(() => database.checkWrites(now().toISOString()))
    const before = Date.now()
    const databaseNow = await databaseTime(db, database.dialect)
    if (databaseNow !== null) facts.clock_ahead_ms = clockOffset(databaseNow, before)
    const bytes = await databaseBytes(db, database.dialect)
    if (bytes !== null) facts.integrity = bytes > maxCheckedBytes ? 'large' : await quickCheck(db)
  })
  return facts
}

async function tryStore(
  { s3, minFreeBytes, maxFileBytes, folderQuotaBytes }: TestedConfig,
  { db, now, blobs: openBlobs }: TestedResources,
): Promise<ServerFacts['store']> {
  const facts: ServerFacts['store'] = {
    kind: s3 === undefined ? 'disk' : 's3',
    problem: null,
    put_ms: 0,
    get_ms: 0,
    delete_ms: 0,
    free_bytes: null,
    min_free_bytes: minFreeBytes,
    max_file_bytes: maxFileBytes,
    link_quota_bytes: folderQuotaBytes ?? null,
    clock_ahead_ms: null,
  }
  facts.problem = await problemOf(async () => {
    const blobs = await openBlobs()
    const key = newBlobKey()
    const bytes = randomBytes(testObjectBytes)
    const sent = Buffer.from(bytes)
    // Staged, as every object, so that it is swept after a crash.
    await stageBlob(db, key, now().toISOString())
    try {
      facts.put_ms = await durationOf(async () => {
        const group = await blobs.openGroup(key)
        await group.put(`${key}/0`, [bytes])
        await group.makeDurable()
      })
      const read: Buffer[] = []
      facts.get_ms = await durationOf(async () => {
        for await (const piece of await blobs.read(`${key}/0`, { start: 0, end: testObjectBytes - 1 }))
          read.push(Buffer.from(piece))
      })
      if (!Buffer.concat(read).equals(sent))
        throw new Error('The store returned other bytes than were stored.')
    } finally {
      await transact(db, async (trx) => {
        await unstageBlob(trx, key)
        await addGarbage(trx, [key], now().toISOString())
      })
    }
    facts.delete_ms = await durationOf(() => blobs.delete([key]))
    await deleteGarbage(db, [key])
    facts.free_bytes = (await blobs.freeBytes()) ?? null
  })
  if (s3 !== undefined) facts.clock_ahead_ms = await storeAheadMs(s3)
  return facts
}

/** Milliseconds that the store's clock is ahead, by an unauthenticated request; null without a Date header. */
async function storeAheadMs({ endpoint, region }: S3Config): Promise<number | null> {
  const before = Date.now()
  const url = endpoint ?? `https://s3.${region}.amazonaws.com`
  const response = await fetch(url, {
    method: 'HEAD',
    signal: AbortSignal.timeout(storeClockTimeoutMs),
  }).catch(() => null)
  return clockOffsetByDate(response?.headers.get('date') ?? null, before)
}

async function tryDisk(dataDir: string): Promise<NonNullable<ServerFacts['disk']>> {
  const facts = { problem: null as string | null, bytes_per_second: 0, sync_ms: 0 }
  const path = join(dataDir, `self-test-${randomBytes(6).toString('hex')}`)
  facts.problem = await problemOf(async () => {
    const piece = randomBytes(MiB)
    const file = await open(path, 'wx', 0o600)
    try {
      const ms = await durationOf(async () => {
        for (let offset = 0; offset < diskTestBytes; offset += piece.length)
          await file.write(piece, 0, piece.length, offset)
        await file.sync()
      })
      facts.bytes_per_second = Math.round((diskTestBytes * 1000) / Math.max(ms, 0.1))
      const durations: number[] = []
      for (let i = 0; i < syncRuns; i++) {
        await file.write(piece, 0, 4 * KiB, i * 4 * KiB)
        durations.push(await durationOf(() => file.datasync()))
      }
      facts.sync_ms = assertDefined(durations.sort((a, b) => a - b)[syncRuns >> 1])
    } finally {
      await file.close()
    }
  })
  await rm(path, { force: true }).catch(() => undefined)
  return facts
}

async function tryMail(
  { mailFrom }: TestedConfig,
  { mailer }: TestedResources,
): Promise<ServerFacts['mail']> {
  return {
    kind: mailer.sendsMail ? 'smtp' : 'folder',
    problem: await problemOf(() => mailer.check()),
    destination: mailer.address,
    from: mailFrom.address,
  }
}

async function trySignIn({ oidc, publicOrigin }: TestedConfig): Promise<ServerFacts['sign_in']> {
  if (oidc === undefined || publicOrigin === undefined) return null
  const { checkProvider } = await import('../singleSignOn/checkProvider.ts')
  return checkProvider(oidc, new URL(callbackPath, publicOrigin))
}

/** Names of files in the data folder, and '.' for the folder itself, that other users of the machine may access. */
async function namesOpenToOthers(dataDir: string): Promise<string[]> {
  const isOpen = async (path: string) => {
    const { mode } = await stat(path).catch(() => ({ mode: 0 }))
    return (mode & 0o077) !== 0
  }
  const names = await readdir(dataDir).catch(() => [])
  const paths = ['.', ...names.sort()]
  const open = await Promise.all(paths.map((name) => isOpen(join(dataDir, name))))
  return paths.filter((_, at) => open[at])
}

/** Runs `work` and returns its error as one line, or null. Errors of nodemailer, pg and the store contain no passwords. */
async function problemOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return text.split('\n')[0]?.slice(0, 300) ?? ''
  }
}

/** Runs `work` and returns its duration in milliseconds. */
async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.round((performance.now() - start) * 10) / 10
}
