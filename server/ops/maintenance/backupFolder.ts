import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { syncDirectory } from '../../util/fsync.ts'
import { ConfigError } from '../../config/config.ts'

/**
 * [Note: Backups]
 *
 * <dir>/sealpost-backup.json  marks the folder as a backup, and names the installation
 * <dir>/sealpost.db           snapshot of the database
 * <dir>/blobs/                objects of its files, as in a data folder
 *
 * A run takes a snapshot of the database beside the previous one, adds missing objects, and then replaces the previous
 * snapshot, which makes the new backup valid. Unreferenced objects are removed after that. So the folder is one complete
 * backup at any time, even if a run is interrupted.
 */
export interface BackupFolder {
  dir: string
  marker: string
  database: string
  newDatabase: string
  blobs: string
  lock: string
}

export const backupFolderPaths = (dir: string): BackupFolder => ({
  dir,
  marker: join(dir, 'sealpost-backup.json'),
  database: join(dir, 'sealpost.db'),
  newDatabase: join(dir, 'sealpost.db.new'),
  blobs: join(dir, 'blobs'),
  lock: join(dir, 'backup.lock'),
})

const markerFormat = 'sealpost-backup-1'

interface BackupMarker {
  format: string
  /** Name of the installation, which reveals nothing about it. */
  installation: string
  /** Key of the last object that a run has compared byte by byte. The next run continues after it. */
  comparedUpTo?: string
}

/** Prepares a folder for backups. @throws ConfigError for other contents, or if it overlaps the data folder */
export async function prepareBackupFolder(
  dir: string,
  dataDir: string,
  installation: string,
): Promise<BackupFolder> {
  const folder = backupFolderPaths(resolve(dir))
  const [backups, data] = [await resolveRealPath(folder.dir), await resolveRealPath(dataDir)]
  if (isWithin(backups, data) || isWithin(data, backups)) {
    throw new ConfigError([
      `A backup cannot be in the data folder ${dataDir}, nor around it. Name another folder.`,
    ])
  }
  await mkdir(folder.dir, { recursive: true, mode: 0o700 })
  const marker = await readMarker(folder)
  if (marker === undefined) {
    if (!(await isEmptyFolder(folder.dir))) {
      throw new ConfigError([
        `${folder.dir} is not empty, and no backup. Name an empty folder, or one that is not there.`,
      ])
    }
    await writeMarker(folder, { format: markerFormat, installation })
  } else if (marker.installation !== installation) {
    throw new ConfigError([`${folder.dir} has backups of another installation. Name another folder.`])
  }
  return folder
}

export const readComparedUpTo = async (folder: BackupFolder): Promise<string> =>
  (await readMarker(folder))?.comparedUpTo ?? ''

export async function saveComparedUpTo(folder: BackupFolder, key: string): Promise<void> {
  const marker = await readMarker(folder)
  if (marker !== undefined) await writeMarker(folder, { ...marker, comparedUpTo: key })
}

/** @throws ConfigError without a completed backup */
export async function requireBackup(dir: string): Promise<BackupFolder> {
  const folder = backupFolderPaths(resolve(dir))
  if ((await readMarker(folder)) === undefined) {
    throw new ConfigError([`${folder.dir} is no backup that this program has made.`])
  }
  if (existsSync(folder.database)) return folder
  throw new ConfigError([`The first backup into ${folder.dir} was not finished. Make it again.`])
}

async function readMarker(folder: BackupFolder): Promise<BackupMarker | undefined> {
  const text = await readFile(folder.marker, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const marker = JSON.parse(text) as Partial<BackupMarker>
    if (marker.format === markerFormat && typeof marker.installation === 'string')
      return marker as BackupMarker
  } catch {
    // Treat it as an unknown format.
  }
  throw new ConfigError([
    `${folder.dir} has backups of a format that this version of Sealpost does not know.`,
  ])
}

async function writeMarker(folder: BackupFolder, marker: BackupMarker): Promise<void> {
  const newMarker = `${folder.marker}.new`
  await writeFile(newMarker, `${JSON.stringify(marker)}\n`, { mode: 0o600, flush: true })
  await rename(newMarker, folder.marker)
  await syncDirectory(folder.dir)
}

/** Entries left by file systems and interrupted runs. A folder with only these counts as empty. */
const ignoredEntries = new Set(['lost+found', 'server.lock', 'sealpost-backup.json.new'])

export async function isEmptyFolder(dir: string): Promise<boolean> {
  return (await readdir(dir)).every((name) => ignoredEntries.has(name))
}

/** Real path of a file or folder that may not exist yet. */
async function resolveRealPath(path: string): Promise<string> {
  if (existsSync(path) || dirname(path) === path) return realpath(path)
  return join(await resolveRealPath(dirname(path)), basename(path))
}

/** True for the folder itself, too. On Windows, a path on another drive has no relative one. */
function isWithin(path: string, folder: string): boolean {
  const relativePath = relative(folder, path)
  return !/^\.\.(?:[\\/]|$)/.test(relativePath) && !isAbsolute(relativePath)
}
