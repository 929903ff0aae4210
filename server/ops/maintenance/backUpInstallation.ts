import { createHash, randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { isBlobKey } from '../../blobs/blobKeys.ts'
import { syncDirectory } from '../../util/fsync.ts'
import { type Config, UnavailableError } from '../../config/config.ts'
import { fileExists } from '../../db/files/files.ts'
import { lastBackupSetting } from '../../db/installation/installationState.ts'
import { deleteLeases, holdGarbage, releaseGarbage } from '../../db/installation/leases.ts'
import { countFilesAndBytes, unitsToMove, type FileToMove } from '../../db/files/movedObjects.ts'
import type { Tables } from '../../db/schema.ts'
import { findOrCreateSecret, setSetting } from '../../db/installation/settings.ts'
import { copyDatabase, withDatabaseCopy } from '../../db/sqlite/databaseCopy.ts'
import { takeServerLock } from '../../db/sqlite/serverLock.ts'
import { databaseFile } from '../../services.ts'
import { readComparedUpTo, saveComparedUpTo, prepareBackupFolder, type BackupFolder } from './backupFolder.ts'
import { backUpFile, type BackupProblem } from './backUpFile.ts'
import { compareObjects } from './compareObjects.ts'
import { copyUnits, openObjectTransfer, type ObjectTransfer } from './objectTransfer.ts'

const garbageHoldMs = 60_000
const holdRenewalMs = 15_000

export interface FileTotals {
  files: number
  bytes: number
}

export interface BackupResult extends FileTotals {
  /** Time of the database snapshot. */
  takenAt: string
  added: FileTotals
  /** Files whose damaged copy was replaced. */
  repaired: FileToMove[]
  problems: FileProblem[]
  /** Number of files that are hard links into the data folder. */
  linked: number
  /** Files that were compared byte by byte, not only by length. */
  compared: FileTotals
  /** Number of objects removed because their files no longer exist. */
  removed: number
}

interface FileProblem {
  file: FileToMove
  kind: BackupProblem
  how: string
}

export type OnProgress = (done: FileTotals, all: FileTotals) => void

/**
 * Backs up an installation with SQLite and a data folder, which may have a running server. See [Note: Backups] and [Note:
 * Bytes that a backup still needs].
 * @param readsAll true to compare every byte, instead of the files whose turn it is
 * @throws ConfigError; errors of the database and the file system
 */
export async function backUpInstallation(
  { db, dataDir }: { db: Kysely<Tables> } & Pick<Config, 'dataDir'>,
  dir: string,
  onProgress: OnProgress,
  readsAll = false,
): Promise<BackupResult> {
  const folder = await prepareBackupFolder(dir, dataDir, await installationName(db))
  const lock = takeServerLock(folder.lock)
  if (lock === undefined) throw new UnavailableError([`Another backup into ${folder.dir} is under way.`])
  const holder = randomBytes(8).toString('hex')
  const hold = () => holdGarbage(db, holder, new Date(Date.now() + garbageHoldMs).toISOString())
  // If a renewal fails, the next one replaces it; `omitDeleted` detects objects that were removed in between.
  const renewing = setInterval(() => void hold().catch(() => undefined), holdRenewalMs)
  try {
    await hold()
    return await backUpInto(db, dataDir, folder, readsAll, onProgress)
  } finally {
    clearInterval(renewing)
    await releaseGarbage(db, holder, new Date().toISOString())
    lock.release()
  }
}

async function installationName(db: Kysely<Tables>): Promise<string> {
  return createHash('sha256')
    .update(await findOrCreateSecret(db, 'installation'))
    .digest('base64url')
}

async function backUpInto(
  live: Kysely<Tables>,
  dataDir: string,
  folder: BackupFolder,
  readsAll: boolean,
  onProgress: OnProgress,
): Promise<BackupResult> {
  const takenAt = new Date().toISOString()
  await rm(folder.newDatabase, { force: true })
  await copyDatabase(databaseFile({ dataDir }), folder.newDatabase)
  const transfer = await openObjectTransfer(join(dataDir, 'blobs'), folder.blobs, true)
  const copied = await withDatabaseCopy(folder.newDatabase, { readonly: false }, async (snapshot) => {
    await deleteUnfinished(snapshot)
    const plan = planComparison(
      readsAll ? '' : await readComparedUpTo(folder),
      readsAll ? Number.POSITIVE_INFINITY : (await countFilesAndBytes(snapshot)).bytes,
    )
    const all = await copyObjects(snapshot, live, transfer, plan, onProgress)
    await saveComparedUpTo(folder, plan.upTo())
    return all
  })
  await rename(folder.newDatabase, folder.database)
  await syncDirectory(folder.dir)
  const removed = await removeUnreferenced(folder, transfer)
  const { length: missingCount } = copied.problems.filter(
    ({ kind }) => kind === 'in-neither' || kind === 'unreadable',
  )
  if (copied.files === 0 || missingCount < copied.files) await setSetting(live, lastBackupSetting, takenAt)
  return { takenAt, ...copied, removed }
}

/** Removes unfinished uploads from the snapshot, because their bytes are not backed up. Senders start them again. */
async function deleteUnfinished(snapshot: Kysely<Tables>): Promise<void> {
  await snapshot.transaction().execute(async (trx) => {
    await trx.deleteFrom('staged').execute()
    await trx.deleteFrom('garbage').execute()
    await trx.deleteFrom('upload').where('confirmed_at', 'is', null).execute()
    await deleteLeases(trx)
  })
  await sql`pragma journal_mode = delete`.execute(snapshot)
}

async function copyObjects(
  snapshot: Kysely<Tables>,
  live: Kysely<Tables>,
  transfer: ObjectTransfer,
  plan: ComparisonPlan,
  onProgress: OnProgress,
) {
  const all = await countFilesAndBytes(snapshot)
  const none = { files: 0, bytes: 0 }
  const [done, added, compared] = [{ ...none }, { ...none }, { ...none }]
  const repaired: FileToMove[] = []
  const problems: FileProblem[] = []
  let linked = 0
  for await (const units of unitsToMove(snapshot)) {
    const byBytes = new Set(units.flatMap(({ files }) => files.filter((file) => plan.takes(file))))
    await copyUnits(transfer, units, async (file, copyObject) => {
      const isCompared = byBytes.has(file) || file.damaged_at !== null
      const { copy, isLinked, problem } = await backUpFile(transfer, snapshot, file, isCompared, copyObject)
      addToTotals(done, file)
      if (copy === 'added') addToTotals(added, file)
      if (copy === 'repaired') repaired.push(file)
      if (isCompared) addToTotals(compared, file)
      if (isLinked) linked += 1
      if (problem !== undefined) problems.push({ file, ...problem })
      onProgress(done, all)
    })
  }
  return { ...done, added, repaired, linked, compared, problems: await omitDeleted(live, problems) }
}

/** Omits problems of files that were deleted meanwhile. */
async function omitDeleted(live: Kysely<Tables>, problems: readonly FileProblem[]): Promise<FileProblem[]> {
  const remaining: FileProblem[] = []
  for (const problem of problems) {
    if (await fileExists(live, problem.file.id)) remaining.push(problem)
    else if (problem.kind === 'in-neither')
      throw new Error('the server removed bytes that the backup still needed; run the backup again')
  }
  return remaining.sort((a, b) => a.file.id - b.file.id)
}

interface ComparisonPlan {
  /** Call it in the order of the keys. */
  takes(file: Pick<FileToMove, 'blob_key' | 'sealed_size'>): boolean
  /** Key after which the next run continues. Empty to start at the beginning. */
  upTo(): string
}

const minComparedBytes = 1024 ** 3
const runsUntilAllCompared = 30

/**
 * Chooses the files that a run compares byte by byte: a thirtieth of all bytes, or all in a small installation. So
 * nightly backups read each copy within a month.
 * @param after key of the last compared object of the previous run
 * @param all total size of all files in bytes; Infinity to compare everything
 */
export function planComparison(after: string, all: number): ComparisonPlan {
  let left = Math.max(minComparedBytes, all / runsUntilAllCompared)
  let upTo = after
  return {
    takes({ blob_key: key, sealed_size: size }) {
      if (left <= 0 || key <= after) return false
      left -= size
      upTo = key
      return true
    },
    upTo: () => (left > 0 ? '' : upTo),
  }
}

function addToTotals(to: FileTotals, file: FileToMove): void {
  to.files += 1
  to.bytes += file.sealed_size
}

const removeUnreferenced = (folder: BackupFolder, { to: store }: ObjectTransfer): Promise<number> =>
  withDatabaseCopy(folder.database, { readonly: true }, async (db) => {
    const { orphans } = await compareObjects({ db, store })
    // Keep files that are not Sealpost's.
    const ourKeys = orphans.map(({ key }) => key).filter(isBlobKey)
    await store.delete(ourKeys)
    return ourKeys.length
  })
