import { ConfigError, type Config } from '../../config/config.ts'
import type { Db } from '../schema.ts'
import { setSetting, findSetting, insertSettingIfAbsent } from './settings.ts'

const storeKindOf = ({ s3 }: Pick<Config, 's3'>) => (s3 === undefined ? 'folder' : 'bucket')

/**
 * Requires the kind of store that the database was set up with, at the first start or by a move. With another one, a
 * server would find no files and leave new ones there.
 * @throws ConfigError
 */
export async function requireStoreKind(db: Db, config: Pick<Config, 's3'>): Promise<void> {
  const kind = storeKindOf(config)
  await insertSettingIfAbsent(db, 'store', kind)
  if ((await findSetting(db, 'store')) === kind) return
  const mistake =
    kind === 'bucket'
      ? 'The files of this database are in the data folder, not in a bucket. Unset S3_BUCKET'
      : 'The files of this database are in a bucket, not in the data folder. Set S3_BUCKET'
  throw new ConfigError([`${mistake}, or move them: sealpost-admin move --to FILE.`])
}

export const recordStoreKind = (db: Db, config: Pick<Config, 's3'>): Promise<void> =>
  setSetting(db, 'store', storeKindOf(config))

const movingSetting = 'moving'

/** @throws ConfigError for a database with an unfinished move */
export async function requireMoveFinished(db: Db): Promise<void> {
  if ((await findSetting(db, movingSetting)) === undefined) return
  throw new ConfigError([
    'A move into this database has not been finished. Finish it with the same command; the source is still complete.',
  ])
}

/** Marks this database as the target of an installation's move. @throws ConfigError if it has data of another */
export async function markAsMoveTarget(db: Db, installation: string): Promise<void> {
  const runningMove = await findSetting(db, movingSetting)
  if (runningMove === installation) return
  const user = await db.selectFrom('user').select('id').limit(1).executeTakeFirst()
  if (runningMove !== undefined || user !== undefined) {
    throw new ConfigError([
      'The database to move into is not empty. Use a new one: a move removes nothing that it has not written.',
    ])
  }
  await setSetting(db, movingSetting, installation)
  // The object store of the target names this installation as the owner of its bucket.
  await setSetting(db, 'installation', installation)
}
