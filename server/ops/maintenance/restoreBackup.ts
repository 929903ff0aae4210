import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { BlobStore } from '../../blobs/blobStore.ts'
import { syncDirectory, syncFile } from '../../util/fsync.ts'
import { type Config, ConfigError, UnavailableError } from '../../config/config.ts'
import { countFilesAndBytes, unitsToMove, type FileToMove } from '../../db/files/movedObjects.ts'
import type { Tables } from '../../db/schema.ts'
import { withDatabaseCopy } from '../../db/sqlite/databaseCopy.ts'
import { takeServerLock } from '../../db/sqlite/serverLock.ts'
import { databaseFile } from '../../services.ts'
import type { FileTotals, OnProgress } from './backUpInstallation.ts'
import { type BackupFolder, isEmptyFolder, requireBackup } from './backupFolder.ts'
import { type FileFinding, verifyStoredFile, verifyStoredLength } from './verifyStoredFile.ts'
import {
  type CopyObject,
  copyUnits,
  isUnreadable,
  openObjectTransfer,
  type ObjectTransfer,
} from './objectTransfer.ts'
import { requireIntactDatabase } from './verifyFiles.ts'
import { restoreMarkerPath } from '../../config/restoreMarker.ts'

export interface RestoreResult extends FileTotals {
  lost: FileToMove[]
  /** Files whose objects are damaged or unreadable in the backup. */
  damaged: { file: FileToMove; how: string }[]
}

/**
 * Restores a backup into an empty data folder, with copies of all objects. The database is written last. Until then a
 * marker keeps servers from starting on the folder, and an interrupted restore can be continued.
 * @throws ConfigError; errors of the database and the file system
 */
export async function restoreBackup(
  { dataDir }: Pick<Config, 'dataDir'>,
  dir: string,
  onProgress: OnProgress,
): Promise<RestoreResult> {
  const folder = await requireBackup(dir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const markerPath = restoreMarkerPath(dataDir)
  if (!(await isEmptyFolder(dataDir)) && !existsSync(markerPath)) {
    throw new ConfigError([
      `The data folder ${dataDir} is not empty. Stop its server and move it away, or set DATA_DIR to an empty folder.`,
    ])
  }
  const lock = takeServerLock(join(dataDir, 'server.lock'))
  if (lock === undefined)
    throw new UnavailableError([`A server or another restore is running on ${dataDir}.`])
  try {
    await writeFile(markerPath, '', { mode: 0o600 })
    await syncDirectory(dataDir)
    return await restoreFiles(folder, dataDir, onProgress)
  } finally {
    lock.release()
  }
}

/** Works on a copy of the database: a concurrent backup may replace the original and remove objects that it names. */
async function restoreFiles(
  folder: BackupFolder,
  dataDir: string,
  onProgress: OnProgress,
): Promise<RestoreResult> {
  const database = databaseFile({ dataDir })
  const newDatabase = `${database}.new`
  await copyDurably(folder.database, newDatabase)
  const restored = await withDatabaseCopy(newDatabase, { readonly: true }, (db) =>
    restoreObjects(db, folder, dataDir, onProgress),
  )
  await rename(newDatabase, database)
  await rm(restoreMarkerPath(dataDir))
  await syncDirectory(dataDir)
  return restored
}

async function restoreObjects(
  db: Kysely<Tables>,
  folder: BackupFolder,
  dataDir: string,
  onProgress: OnProgress,
): Promise<RestoreResult> {
  await requireIntactDatabase(db)
  const transfer = await openObjectTransfer(folder.blobs, join(dataDir, 'blobs'), false)
  const all = await countFilesAndBytes(db)
  const restored = { files: 0, bytes: 0, lost: [] as FileToMove[], damaged: [] as RestoreResult['damaged'] }
  for await (const units of unitsToMove(db)) {
    await copyUnits(transfer, units, async (file, copyObject) => {
      const finding = await restoreFile(db, transfer, file, copyObject)
      if (finding === undefined) {
        restored.lost.push(file)
        return
      }
      if (finding.kind === 'damaged') restored.damaged.push({ file, how: finding.damage })
      if (finding.kind === 'unreadable') restored.damaged.push({ file, how: String(finding.error) })
      else {
        restored.files += 1
        restored.bytes += file.sealed_size
      }
      onProgress(restored, all)
    })
  }
  return restored
}

/** Restores a file. @returns the state of the restored copy; undefined if the backup does not have the file */
async function restoreFile(
  db: Kysely<Tables>,
  transfer: ObjectTransfer,
  file: FileToMove,
  copyObject: CopyObject,
): Promise<FileFinding | undefined> {
  try {
    const isWholeIn = async (store: BlobStore) => (await verifyStoredLength(store, file)).kind === 'intact'
    if (!(await isWholeIn(transfer.to)) && !((await isWholeIn(transfer.from)) && (await copyObject())))
      return undefined
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return { kind: 'unreadable', error }
  }
  // Recently written data is usually still cached.
  const finding = await verifyStoredFile({ db, store: transfer.to }, file)
  if (finding.kind === 'unreadable') throw finding.error
  return finding
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await chmod(to, 0o600)
  await syncFile(to)
}
