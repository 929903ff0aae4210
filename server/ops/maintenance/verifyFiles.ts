import { type Kysely, sql } from 'kysely'
import { DiskBlobStore } from '../../blobs/diskBlobStore.ts'
import { listComparedFiles, type ComparedFile } from '../../db/files/integrity.ts'
import type { Tables } from '../../db/schema.ts'
import { damagedDatabaseError, toDamageError, withDatabaseCopy } from '../../db/sqlite/databaseCopy.ts'
import { inParallel } from '../../util/parallel.ts'
import { requireBackup } from './backupFolder.ts'
import type { DatabaseAndStore } from './databaseAndStore.ts'
import { type FileFinding, verifyStoredFile } from './verifyStoredFile.ts'

export interface VerifyResult {
  files: number
  bytes: number
  /** Number of files without a recorded hash, of which only the length was compared. */
  unhashed: number
  wrong: { file: ComparedFile; finding: FileFinding }[]
}

const filesPerRead = 200

/** Compares every file with its hash, if any, and changes nothing. @throws errors of the database and the store */
export async function verifyFiles(
  installation: DatabaseAndStore,
  onFile: (done: VerifyResult) => void,
): Promise<VerifyResult> {
  const verified: VerifyResult = { files: 0, bytes: 0, unhashed: 0, wrong: [] }
  for (let after = 0; ;) {
    const files = await listComparedFiles(installation.db, after, filesPerRead)
    const last = files.at(-1)
    if (last === undefined) break
    after = last.id
    await inParallel(files, Math.max(2, installation.store.openAhead), async (file) => {
      const finding = await verifyStoredFile(installation, file)
      if (finding.kind === 'gone') return
      verified.files += 1
      verified.bytes += file.sealed_size
      if (finding.kind === 'damaged' || finding.kind === 'unreadable') verified.wrong.push({ file, finding })
      else if (finding.sha256 !== undefined) verified.unhashed += 1
      onFile(verified)
    })
  }
  verified.wrong.sort((a, b) => a.file.id - b.file.id)
  return verified
}

/** Verifies a backup, its database first. @throws ConfigError without a backup, or if its database is damaged */
export async function verifyBackup(dir: string, onFile: (done: VerifyResult) => void): Promise<VerifyResult> {
  const folder = await requireBackup(dir)
  return withDatabaseCopy(folder.database, { readonly: true }, async (db) => {
    await requireIntactDatabase(db)
    return verifyFiles({ db, store: await DiskBlobStore.open(folder.blobs) }, onFile)
  })
}

/** Checks every page of an SQLite database. @throws ConfigError if it is damaged */
export async function requireIntactDatabase(db: Kysely<Tables>): Promise<void> {
  const how = await findDatabaseDamage(db).catch((error: unknown) => {
    throw toDamageError(error) ?? error
  })
  if (how !== undefined) throw damagedDatabaseError(how)
}

async function findDatabaseDamage(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(3)`.execute(db)
  const problems = rows.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok')
  if (problems.length > 0) return problems.join('; ')
  const { length } = (await sql`pragma foreign_key_check`.execute(db)).rows
  return length > 0 ? `${length} rows refer to others that do not exist` : undefined
}
