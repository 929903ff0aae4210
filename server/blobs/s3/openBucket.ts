import type { Kysely } from 'kysely'
import type { S3Config } from '../../config.ts'
import { serverSecret } from '../../db/settings.ts'
import type { Tables } from '../../db/schema.ts'
import { storedObjectsIn } from '../../db/storedObjects.ts'
import type { BlobStore } from '../blobStore.ts'
import { openPartAddresses } from './partAddresses.ts'
import { S3BlobStore } from './s3BlobStore.ts'
import { s3Client } from './s3Client.ts'

/** Opens the store in a bucket and claims the bucket for this database. @throws ConfigError */
export async function openBucket(config: S3Config, db: Kysely<Tables>): Promise<BlobStore> {
  const installation = await serverSecret(db, 'installation')
  const records = storedObjectsIn(db)
  const client = s3Client(config)
  const addresses = config.direct && (await openPartAddresses(config, config.direct, records, client))
  return S3BlobStore.open(client, config, records, installation.toString('base64url'), addresses)
}
