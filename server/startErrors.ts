import { configExitCode } from '../scripts/supportedNode.mjs'
import { type Config, ConfigError, UnavailableError } from './config/config.ts'
import { errorCode } from '../contract/systemErrors.ts'
import { isDatabaseUnavailable } from './db/errors.ts'

/**
 * Exit code of server and administration: 78, at which service managers do not restart the server, for an error that a
 * repeat cannot mend.
 */
export const exitCodeOf = (error: unknown): number =>
  error instanceof ConfigError && !(error instanceof UnavailableError) ? configExitCode : 1

/** Converts an error of opening data folder or database to a sentence for the operator; others stay as they are. */
export function toStartError(
  error: unknown,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): unknown {
  const code = errorCode(error)
  if (databaseUrl !== undefined) {
    const transient = transientErrorsOfPostgres[code]
    if (transient !== undefined) return new UnavailableError([transient])
    const text = configErrorsOfPostgres[code]
    if (text !== undefined) return new ConfigError([text])
    if (isDatabaseUnavailable(error))
      return new UnavailableError([
        `The database of DATABASE_URL cannot be reached (${code || String(error)}).`,
      ])
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'SQLITE_CANTOPEN', 'SQLITE_READONLY'].includes(code)) {
    return new UnavailableError([
      `The data folder ${dataDir} cannot be written to. Set DATA_DIR to one that can.`,
    ])
  }
  if (['ENOTDIR', 'EEXIST'].includes(code)) {
    return new ConfigError([`The data folder ${dataDir} is not a folder. Set DATA_DIR to one.`])
  }
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') {
    return new UnavailableError([`There is no room left for the data folder ${dataDir}.`])
  }
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
    return new ConfigError([`The database in ${dataDir} is damaged or not a Sealpost database.`])
  }
  return error
}

const configErrorsOfPostgres: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the user or the password of DATABASE_URL.',
  '28000': 'The database refuses the user of DATABASE_URL.',
  '3D000': 'There is no database of the name that DATABASE_URL ends with. Create it first, with createdb.',
  '42501': 'The user of DATABASE_URL may not make tables in its database. Make the user its owner.',
}

const transientErrorsOfPostgres: Readonly<Record<string, string>> = {
  '55P03': 'The database of DATABASE_URL is being moved. Start again when that is over.',
  '53300': 'The database has no connection left for this server. Raise its max_connections.',
}
