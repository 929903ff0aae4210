import { ListMultipartUploadsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { TestServer } from '../../e2e/server.ts'
import { startServices } from '../../scripts/services.ts'
import { buildApp } from '../../server/app.ts'
import { isBlobKey } from '../../server/blobs/blobKeys.ts'
import { createS3Client } from '../../server/blobs/s3/s3Client.ts'
import { readConfig, type S3Config } from '../../server/config/config.ts'
import type { Services } from '../../server/context.ts'
import { openServices } from '../../server/services.ts'
import { scratchFolder } from '../server/scratchFolder.ts'

/** Longer than anything that a request has begun, and nobody goes on with, is left alone. */
const sweepDelayMs = 25 * 3600 * 1000

/** Servers side by side on one database and one store, each a process of its own; and what names the two. */
export async function startInstances(count: number, more: Record<string, string> = {}) {
  const folder = await scratchFolder()
  const dist = join(folder, 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(dist, 'index.html'), 'the shell')
  const services = await startServices()
  onTestFinished(services.stop)
  const own = { DIST_DIR: dist, LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' }
  const settings = { ...services.settings, ...own, ...more }
  const start = async () => {
    const server = await TestServer.start(undefined, settings)
    onTestFinished(() => server.stop())
    return server
  }
  const servers = await Promise.all(Array.from({ length: count }, start))
  return { servers, settings: { ...settings, DATA_DIR: join(folder, 'data') } }
}

/**
 * What is left of unfinished work after a sweep: rows of work that nobody will finish, and what lies in the bucket
 * without a file. The time that must have passed for the sweep has done so for this process alone.
 */
export async function leftAfterSweep(settings: Record<string, string>) {
  const config = readConfig(settings, '.')
  const services = await openServices(config)
  const later = { ...services, now: () => new Date(Date.now() + sweepDelayMs) }
  const app = buildApp({ services: later, distDir: config.distDir, logger: { level: 'silent' } })
  try {
    await app.ready()
    await app.housekeeping.sweep()
    await app.housekeeping.whenIdle()
    if (config.s3 === undefined) throw new Error('There is no bucket.')
    return { ...(await leftRows(services)), ...(await leftObjects(services, config.s3)) }
  } finally {
    await app.close()
    await services.database.close()
  }
}

async function leftRows({ db }: Services) {
  return {
    staged: await db.selectFrom('staged').selectAll().execute(),
    garbage: await db.selectFrom('garbage').selectAll().execute(),
    uploads: await db.selectFrom('upload').selectAll().where('confirmed_at', 'is', null).execute(),
  }
}

async function leftObjects({ db }: Services, config: S3Config) {
  const rows = await db.selectFrom('file').select('blob_key').execute()
  const named = new Set(rows.map((row) => row.blob_key))
  const client = createS3Client(config)
  const keys: string[] = []
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: config.bucket })) {
    keys.push(...Contents.map(({ Key = '' }) => Key).filter(isBlobKey))
  }
  const { Uploads = [], IsTruncated } = await client.send(
    new ListMultipartUploadsCommand({ Bucket: config.bucket }),
  )
  expect(IsTruncated).not.toBe(true)
  client.destroy()
  const notes = await Promise.all(
    (['parts_upload', 'stored_hash'] as const).map((table) =>
      db.selectFrom(table).select('blob_key').execute(),
    ),
  )
  return {
    objects: keys.filter((key) => !named.has(key)),
    parts: Uploads.map(({ Key }) => Key),
    notes: notes.flat().filter((row) => !named.has(row.blob_key)),
    missing: [...named].filter((key) => !keys.includes(key)),
  }
}
