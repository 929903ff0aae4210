import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
} from '@aws-sdk/client-s3'
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { isBlobKey } from '../../server/blobs/blobKeys.ts'
import { createS3Client } from '../../server/blobs/s3/s3Client.ts'
import type { S3Config } from '../../server/config/config.ts'

/** A new bucket of the S3 store; undefined where tests use a disk. It goes with the store. */
export async function scratchBucket(credentials?: S3Config['credentials']): Promise<S3Config | undefined> {
  const env = inject('objectStore')
  if (env === undefined) return undefined
  const config: S3Config = {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: `test-${randomBytes(8).toString('hex')}`,
    credentials: credentials ?? { accessKeyId: env.S3_ACCESS_KEY, secretAccessKey: env.S3_SECRET_KEY },
    forcePathStyle: true,
  }
  const client = createS3Client(config)
  await client.send(new CreateBucketCommand({ Bucket: config.bucket }))
  client.destroy()
  return config
}

/** Keys of all objects in the bucket, and `<key>.parts/<n>` of what unfinished uploads have. */
export async function keysIn(config: S3Config): Promise<string[]> {
  const { bucket } = config
  const client = createS3Client(config)
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
  const parts = Uploads.map(async ({ Key, UploadId }) => {
    const listed = await client.send(new ListPartsCommand({ Bucket: bucket, Key, UploadId }))
    return (listed.Parts ?? []).map(({ PartNumber }) => `${Key}.parts/${PartNumber}`)
  })
  const keys = [
    ...Contents.map(({ Key = '' }) => Key).filter(isBlobKey),
    ...(await Promise.all(parts)).flat(),
  ]
  client.destroy()
  return keys
}
