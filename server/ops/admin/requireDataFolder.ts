import type { Config } from '../../config/config.ts'
import { AdminCommandError } from './command.ts'

const databaseAdvice = {
  sqlite: "the database with SQLite's own backup (see docs/operations/backup.md)",
  postgres: 'the database with pg_dump, and restore it with pg_restore',
}
const storeAdvice = {
  disk: 'the folder DATA_DIR/blobs after the database, with rsync for instance',
  bucket: 'the bucket with versions and a copy of it elsewhere, by the tools of your store',
}

/** Requires that database and files are both in the data folder. @throws AdminCommandError that names alternatives */
export function requireDataFolder(
  { databaseUrl, s3 }: Pick<Config, 'databaseUrl' | 's3'>,
  command: 'backup' | 'restore',
): void {
  if (databaseUrl === undefined && s3 === undefined) return
  const database = databaseUrl === undefined ? databaseAdvice.sqlite : databaseAdvice.postgres
  const store = s3 === undefined ? storeAdvice.disk : storeAdvice.bucket
  throw new AdminCommandError(
    `${command} is for installations whose database and files are both in the data folder. Here, back up ${database}; ` +
      `then ${store}. sealpost-admin verify compares what is here, also after a restore.`,
  )
}
