import { expect, it } from 'vitest'
import { requireDataFolder } from '../../../../server/ops/admin/requireDataFolder.ts'

const databaseUrl = 'postgres://user:secret@db.example.org/sealpost'
const s3 = {
  bucket: 'files',
  credentials: undefined,
  endpoint: undefined,
  region: 'x',
  forcePathStyle: false,
}

it('names what to use instead where database or files are elsewhere, and no password', () => {
  const advice = (config: Parameters<typeof requireDataFolder>[0]) => {
    try {
      requireDataFolder(config, 'backup')
      return undefined
    } catch (error) {
      return String(error)
    }
  }
  expect(advice({ databaseUrl: undefined, s3: undefined })).toBeUndefined()
  expect(advice({ databaseUrl, s3 })).toMatch(/pg_dump.*bucket with versions.*sealpost-admin verify/)
  expect(advice({ databaseUrl, s3: undefined })).toMatch(/pg_dump.*DATA_DIR\/blobs after the database/)
  expect(advice({ databaseUrl: undefined, s3 })).toMatch(/SQLite's own backup.*bucket with versions/)
  expect(advice({ databaseUrl, s3 })).not.toContain('secret')
})
