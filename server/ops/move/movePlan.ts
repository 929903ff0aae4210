import { ConfigError, type Config } from '../../config/config.ts'

export type InstallationConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>

export interface MovePlan {
  database: boolean
  store: boolean
}

/** Plans to move what differs. @throws ConfigError if nothing differs or the move is impossible */
export function planMove(from: InstallationConfig, to: InstallationConfig): MovePlan {
  const plan = {
    database: describeDatabase(from) !== describeDatabase(to),
    store: describeStore(from) !== describeStore(to),
  }
  if (!plan.database && !plan.store) {
    throw new ConfigError(['Both settings name the same database and the same place of the files.'])
  }
  if (!plan.database && (from.s3 === undefined) === (to.s3 === undefined)) {
    throw new ConfigError([
      from.s3 === undefined
        ? 'From one folder to another there is nothing to move but files: copy DATA_DIR/blobs while no server runs.'
        : 'From one bucket to another while the database stays: copy the objects with the tools of the store, while no server runs.',
    ])
  }
  return plan
}

/**
 * Description of a database, without user and password. Equal descriptions mean equal databases. A host or
 * port among the options of the URL goes before the URL's own, as the client takes them.
 */
export function describeDatabase({ databaseUrl, dataDir }: InstallationConfig): string {
  if (databaseUrl === undefined) return `SQLite in ${dataDir}`
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl)
  const urlPort = port === '' ? '5432' : port
  return `PostgreSQL ${searchParams.get('host') ?? hostname}:${searchParams.get('port') ?? urlPort}${pathname}`
}

export const describeStore = ({ s3, dataDir }: InstallationConfig): string =>
  s3 === undefined ? `files in ${dataDir}` : `files in the bucket ${s3.bucket} of ${s3.endpoint ?? 'AWS'}`

export const describeInstallation = (where: InstallationConfig): string =>
  `${describeDatabase(where)}, ${describeStore(where)}`
