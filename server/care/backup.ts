import { createHash, randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { isBlobKey } from '../blobs/blobKeys.ts'
import { syncDirectory } from '../blobs/diskBlobStore.ts'
import { ConfigError, type Config } from '../config.ts'
import { fileExists } from '../db/files.ts'
import { lastBackup } from '../db/installationState.ts'
import { forgetLeases, holdGarbage, letGarbageGo } from '../db/leases.ts'
import { countStored, storedUnits, type StoredFile } from '../db/movedObjects.ts'
import type { Tables } from '../db/schema.ts'
import { serverSecret, setSetting } from '../db/settings.ts'
import { copyDatabase, openSnapshot } from '../db/sqlite/snapshot.ts'
import { takeServerLock } from '../db/sqlite/serverLock.ts'
import { databaseFile } from '../services.ts'
import { prepareFolder, type BackupFolder } from './backupFolder.ts'
import { compare } from './check.ts'
import { bringUnits, openWay, type Way } from './objectFiles.ts'

const holdMs = 60_000
const renewMs = 15_000

export interface Count {
  files: number
  bytes: number
}

export interface BackedUp extends Count {
  /** When the copy of the database was taken. */
  takenAt: string
  /** Of these, what was not there before. */
  added: Count
  /** Files whose bytes are not in the data folder, nor were in the backup. */
  lost: StoredFile[]
  /** Objects of files that are no more. */
  dropped: number
}

export interface BackupHandlers {
  onProgress: (done: Count, all: Count) => void
}

/**
 * Backs up an installation on SQLite and a disk, while a server runs on it. See [Note: Backups] and
 * [Note: Bytes that a backup still needs].
 * @throws ConfigError; what database and file system throw
 */
export async function backup(
  { db, dataDir }: { db: Kysely<Tables> } & Pick<Config, 'dataDir'>,
  dir: string,
  { onProgress }: BackupHandlers,
): Promise<BackedUp> {
  const folder = await prepareFolder(dir, dataDir, await installationName(db))
  const lock = takeServerLock(folder.lock)
  if (lock === undefined) throw new ConfigError([`Another backup into ${folder.dir} is under way.`])
  const me = randomBytes(8).toString('hex')
  const hold = () => holdGarbage(db, me, new Date(Date.now() + holdMs).toISOString())
  // One renewal that fails is made up for by the next; whether bytes went is seen.
  const renewing = setInterval(() => void hold().catch(() => undefined), renewMs)
  try {
    await hold()
    return await intoFolder(db, dataDir, folder, onProgress)
  } finally {
    clearInterval(renewing)
    await letGarbageGo(db, me, new Date().toISOString())
    lock.release()
  }
}

async function installationName(db: Kysely<Tables>): Promise<string> {
  return createHash('sha256')
    .update(await serverSecret(db, 'installation'))
    .digest('base64url')
}

async function intoFolder(
  live: Kysely<Tables>,
  dataDir: string,
  folder: BackupFolder,
  onProgress: BackupHandlers['onProgress'],
): Promise<BackedUp> {
  const takenAt = new Date().toISOString()
  await rm(folder.newDatabase, { force: true })
  await copyDatabase(databaseFile({ dataDir }), folder.newDatabase)
  const way = await openWay(join(dataDir, 'blobs'), folder.blobs, true)
  const snapshot = await openSnapshot(folder.newDatabase, { readonly: false })
  let brought
  try {
    await forgetUnfinished(snapshot)
    brought = await bringObjects(snapshot, live, way, onProgress)
  } finally {
    await snapshot.destroy()
  }
  await rename(folder.newDatabase, folder.database)
  await syncDirectory(folder.dir)
  const dropped = await dropGone(folder, way)
  const isOfUse = brought.files === 0 || brought.lost.length < brought.files
  if (isOfUse) await setSetting(live, lastBackup, takenAt)
  return { takenAt, ...brought, dropped }
}

/** What is under way is not in the copy: nobody brings its bytes there. Senders begin those uploads again. */
async function forgetUnfinished(snapshot: Kysely<Tables>): Promise<void> {
  await snapshot.transaction().execute(async (trx) => {
    await trx.deleteFrom('staged').execute()
    await trx.deleteFrom('garbage').execute()
    await trx.deleteFrom('upload').where('confirmed_at', 'is', null).execute()
    await forgetLeases(trx)
  })
  await sql`pragma journal_mode = delete`.execute(snapshot)
}

async function bringObjects(
  snapshot: Kysely<Tables>,
  live: Kysely<Tables>,
  way: Way,
  onProgress: BackupHandlers['onProgress'],
) {
  const all = await countStored(snapshot)
  const [done, added] = [
    { files: 0, bytes: 0 },
    { files: 0, bytes: 0 },
  ]
  const lost: StoredFile[] = []
  for await (const units of storedUnits(snapshot)) {
    await bringUnits(way, units, (file, how) => {
      count(done, file)
      if (how === 'brought') count(added, file)
      if (how === 'lost') lost.push(file)
      onProgress(done, all)
    })
  }
  for (const file of lost) {
    if (await fileExists(live, file.id)) continue
    throw new Error('bytes were removed that the backup still needed; make it again')
  }
  return { ...done, added, lost }
}

function count(to: Count, file: StoredFile): void {
  to.files += 1
  to.bytes += file.sealed_size
}

async function dropGone(folder: BackupFolder, { to: store }: Way): Promise<number> {
  const db = await openSnapshot(folder.database, { readonly: true })
  try {
    const { orphans } = await compare({ db, store })
    // What somebody else has put there stays.
    const ours = orphans.map(({ key }) => key).filter(isBlobKey)
    await store.delete(ours)
    return ours.length
  } finally {
    await db.destroy()
  }
}
