import { ConfigError, type Config } from './config.ts'

/** What went wrong when the data folder was opened, as a sentence for the operator; other errors stay as they are. */
export function dataFolderError(error: unknown, { dataDir }: Pick<Config, 'dataDir'>): unknown {
  const code = errorCode(error)
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'SQLITE_CANTOPEN', 'SQLITE_READONLY'].includes(code)) {
    return new ConfigError([`The data folder ${dataDir} cannot be written to. Set DATA_DIR to one that can.`])
  }
  if (['ENOTDIR', 'EEXIST'].includes(code)) {
    return new ConfigError([`The data folder ${dataDir} is not a folder. Set DATA_DIR to one.`])
  }
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') {
    return new ConfigError([`There is no room left for the data folder ${dataDir}.`])
  }
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
    return new ConfigError([`The database in ${dataDir} is damaged or not a Sealpost database.`])
  }
  return error
}

/** Of Node or SQLite; '' for an error without one. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
