import { randomBytes } from 'node:crypto'
import { readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { UnavailableError } from '../../config/config.ts'
import { firstPendingStep, requireKnownSchema } from '../migrate.ts'
import type { Migrations } from '../migrations/all.ts'
import type { Tables } from '../schema.ts'
import { copyCompacted, withDatabaseCopy } from './databaseCopy.ts'

/** Number of upgrades that can be rolled back. */
const maxCopies = 2
/** Maximum age of a copy, as it contains rows that were deleted later. */
const maxCopyAgeMs = 30 * 24 * 3600 * 1000

const copyName = (migration: string) => `before-${migration}.db`
const isCopy = (name: string) => /^before-[0-9]{4}-[a-z-]+\.db$/.test(name)

/**
 * Copies the database `file` to the same folder if migrations are missing: that copy and the previous version of the
 * program allow a rollback.
 * @returns path of the copy; undefined if nothing is missing, or the database is empty
 * @throws ConfigError if the database is of a newer version or of an early build; UnavailableError if the disk is full
 */
export async function copyBeforeMigration(db: Kysely<Tables>, file: string, steps: Migrations) {
  await requireKnownSchema(db, steps)
  const folder = dirname(file)
  await removeOldCopies(folder)
  const migration = await firstPendingStep(db, steps)
  if (migration === undefined) return undefined
  await requireRoomForCopy(file, folder)
  const temporaryPath = join(folder, `before-${randomBytes(8).toString('hex')}.tmp`)
  try {
    await copyCompacted(file, temporaryPath)
    // Another process may have migrated it meanwhile; that process has the copy.
    const pending = (copy: Kysely<Tables>) => firstPendingStep(copy, steps)
    if ((await withDatabaseCopy(temporaryPath, { readonly: true }, pending, steps)) !== migration)
      return undefined
    const path = join(folder, copyName(migration))
    await rename(temporaryPath, path)
    await removeOldCopies(folder)
    return path
  } finally {
    await rm(temporaryPath, { force: true })
  }
}

async function requireRoomForCopy(file: string, folder: string): Promise<void> {
  const sizes = await Promise.all(
    [file, `${file}-wal`].map((one) =>
      stat(one).then(
        (found) => found.size,
        () => 0,
      ),
    ),
  )
  const needed = sizes.reduce((sum, size) => sum + size, 0)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize > needed) return
  throw new UnavailableError([
    `This version of Sealpost changes the database, and ${folder} has no space for a copy of the present one. ` +
      `Free ${Math.ceil(needed / 1e6)} MB and start again. Nothing was changed.`,
  ])
}

/** True for a file that a killed process left while it copied. */
const isLeftover = (name: string) => /^before-[0-9a-f]{16}\.tmp(-journal)?$/.test(name)
/** Age of such a file at which it is removed: no copy takes that long. */
const leftoverMs = 3600 * 1000

/** Removes copies that are too many or too old, and unfinished ones. @returns the number of removed copies */
export async function removeOldCopies(folder: string): Promise<number> {
  const names = await readdir(folder)
  for (const path of names.filter(isLeftover).map((name) => join(folder, name))) {
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > leftoverMs) await rm(path, { force: true })
  }
  const copies = names.filter(isCopy).sort()
  const latest = new Set(copies.slice(-maxCopies))
  let removed = 0
  for (const path of copies.map((name) => join(folder, name))) {
    // Another process may have removed it.
    const found = await stat(path).catch(() => undefined)
    const isOld = found !== undefined && Date.now() - found.mtimeMs > maxCopyAgeMs
    if (latest.has(basename(path)) && !isOld) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}
