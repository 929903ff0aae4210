import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, realpath, rename } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { syncDirectory } from '../../blobs/diskBlobStore.ts'
import { ConfigError } from '../../config.ts'

/**
 * [Note: Backups]
 *
 *   <dir>/sealpost-backup.json  that it is one, and of which installation
 *   <dir>/sealpost.db           the database, as it was in one moment
 *   <dir>/blobs/                the objects of its files, as in a data folder
 *
 * A run takes a copy of the database beside the one that is there, adds the objects that it names and that are not there
 * yet, and puts it in the place of the other: in that moment the backup is the new one. Objects that it does not name
 * are removed after that. So whatever ends a run, what is there is one backup and all of its bytes. What it has and the
 * server has whole is copied anew where the copy is damaged; which bytes a run compares is said in `whatToCompare`.
 */
export interface BackupFolder {
  dir: string
  marker: string
  database: string
  newDatabase: string
  blobs: string
  lock: string
}

export const backupFolder = (dir: string): BackupFolder => ({
  dir,
  marker: join(dir, 'sealpost-backup.json'),
  database: join(dir, 'sealpost.db'),
  newDatabase: join(dir, 'sealpost.db.new'),
  blobs: join(dir, 'blobs'),
  lock: join(dir, 'backup.lock'),
})

const format = 'sealpost-backup-1'

interface Marker {
  format: string
  /** Names the installation, and gives nothing of it away. */
  installation: string
  /** Key of the last object that a run has compared by its bytes; the next one goes on behind it. */
  comparedUpTo?: string
}

/**
 * Makes a folder ready to take backups of this installation.
 * @throws ConfigError for a folder of something else, and where one would be within the other
 */
export async function prepareFolder(
  dir: string,
  dataDir: string,
  installation: string,
): Promise<BackupFolder> {
  const folder = backupFolder(resolve(dir))
  const [place, data] = [await realPlace(folder.dir), await realPlace(dataDir)]
  if (isWithin(place, data) || isWithin(data, place)) {
    throw new ConfigError([
      `A backup cannot be in the data folder ${dataDir}, nor around it. Name another folder.`,
    ])
  }
  await mkdir(folder.dir, { recursive: true, mode: 0o700 })
  const marker = await readMarker(folder)
  if (marker === undefined) {
    if (!(await isEmpty(folder.dir))) {
      throw new ConfigError([
        `${folder.dir} is not empty, and no backup. Name an empty folder, or one that is not there.`,
      ])
    }
    await writeMarker(folder, { format, installation })
  } else if (marker.installation !== installation) {
    throw new ConfigError([`${folder.dir} has backups of another installation. Name another folder.`])
  }
  return folder
}

/** Behind which key the next comparison goes on; before the first, behind none. */
export const comparedUpTo = async (folder: BackupFolder): Promise<string> =>
  (await readMarker(folder))?.comparedUpTo ?? ''

export async function keepComparedUpTo(folder: BackupFolder, key: string): Promise<void> {
  const marker = await readMarker(folder)
  if (marker !== undefined) await writeMarker(folder, { ...marker, comparedUpTo: key })
}

/** @throws ConfigError where there is no backup that was finished */
export async function requireBackup(dir: string): Promise<BackupFolder> {
  const folder = backupFolder(resolve(dir))
  if ((await readMarker(folder)) === undefined) {
    throw new ConfigError([`${folder.dir} is no backup that this program has made.`])
  }
  if (existsSync(folder.database)) return folder
  throw new ConfigError([`The first backup into ${folder.dir} was not finished. Make it again.`])
}

async function readMarker(folder: BackupFolder): Promise<Marker | undefined> {
  const text = await readFile(folder.marker, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const marker = JSON.parse(text) as Partial<Marker>
    if (marker.format === format && typeof marker.installation === 'string') return marker as Marker
  } catch {
    // As one of another format.
  }
  throw new ConfigError([
    `${folder.dir} has backups of a format that this version of Sealpost does not know.`,
  ])
}

async function writeMarker(folder: BackupFolder, marker: Marker): Promise<void> {
  const written = `${folder.marker}.new`
  const file = await open(written, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(marker)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(written, folder.marker)
  await syncDirectory(folder.dir)
}

/** What file systems and interrupted runs leave in a folder that is taken for empty. */
const nothing = new Set(['lost+found', 'server.lock', 'sealpost-backup.json.new'])

export async function isEmpty(dir: string): Promise<boolean> {
  return (await readdir(dir)).every((name) => nothing.has(name))
}

/** The real path of what may not be there yet. */
async function realPlace(path: string): Promise<string> {
  if (existsSync(path) || dirname(path) === path) return realpath(path)
  return join(await realPlace(dirname(path)), basename(path))
}

const isWithin = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return (
    way === '' || !(way === '..' || way.startsWith('../') || way.startsWith('..\\') || resolve(way) === way)
  )
}
