import type { Kysely } from 'kysely'
import type { S3Config } from '../../config/config.ts'
import { findOrCreateSecret } from '../../db/installation/settings.ts'
import type { Tables } from '../../db/schema.ts'
import { createPartRecords } from '../../db/files/partRecords.ts'
import type { BlobStore } from '../blobStore.ts'
import { openDirectUploads } from './directUploads.ts'
import { S3BlobStore } from './s3BlobStore.ts'
import { createS3Client } from './s3Client.ts'

/** Opens the store in a bucket and claims the bucket for this database. @throws ConfigError */
export async function openBucket(config: S3Config, db: Kysely<Tables>): Promise<BlobStore> {
  const installation = await findOrCreateSecret(db, 'installation')
  const records = createPartRecords(db)
  const client = createS3Client(config)
  const directUploads = config.direct && (await openDirectUploads(config, config.direct, records, client))
  return S3BlobStore.open(client, config, records, installation.toString('base64url'), directUploads)
}
