import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { startServices } from '../scripts/services.ts'
import { isFullSize } from './fullSize.ts'

/** Set by `npm run e2e:scaled`: servers have their database in PostgreSQL and their files in an S3 store. */
export const usesServices = process.env.WITH_SERVICES === '1'

/** How workers come to know the settings of what runs for all of them. */
const settingsVariable = 'E2E_SERVICES'

/** Before all tests. */
export default async function startSharedServices(): Promise<(() => Promise<void>) | undefined> {
  if (!usesServices) return undefined
  // In memory the store takes 8 GiB: less than the files of full size.
  const { settings, stop } = await startServices({ isKept: isFullSize })
  process.env[settingsVariable] = JSON.stringify(settings)
  return stop
}

const sharedSettings = (): Record<string, string> =>
  JSON.parse(process.env[settingsVariable] ?? '{}') as Record<string, string>

/** A database and a bucket of its own, as settings of a server; none where it has SQLite and a disk. */
export async function createOwnServices(): Promise<Record<string, string>> {
  if (!usesServices) return {}
  const { DATABASE_URL = '', ...store } = sharedSettings()
  const name = `e2e_${randomBytes(8).toString('hex')}`
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const bucket = name.replace('_', '-')
  await newStoreClient().send(new CreateBucketCommand({ Bucket: bucket }))
  const url = new URL(DATABASE_URL)
  url.pathname = name
  return { ...store, DATABASE_URL: url.href, S3_BUCKET: bucket }
}

/** A client of the object store, for what a test does there itself. */
export function newStoreClient(): S3Client {
  const { S3_ENDPOINT = '', S3_REGION = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = sharedSettings()
  return new S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY, secretAccessKey: S3_SECRET_KEY },
    forcePathStyle: true,
  })
}
