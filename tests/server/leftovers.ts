import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect } from 'vitest'
import { openSqliteKysely } from '../../server/db/sqlite/sqlite.ts'

/** Paths below the blob folder that no row names, once the server has cleared up; throws when it does not. */
export async function leftoversIn(dataDir: string): Promise<string[]> {
  const db = await openSqliteKysely(join(dataDir, 'sealpost.db'))
  // Garbage is collected in the background.
  for (const table of ['garbage', 'staged'] as const) {
    await expect.poll(() => db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  const named = new Set(
    [
      ...(await db.selectFrom('file').select('blob_key').execute()),
      ...(await db.selectFrom('upload').select('blob_key').execute()),
    ].map((row) => row.blob_key),
  )
  await db.destroy()
  const blobs = join(dataDir, 'blobs')
  return (await readdir(blobs, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(blobs, join(entry.parentPath, entry.name)).replace(/^..\//, ''))
    .filter((path) => !named.has(path) && !named.has(path.replace(/(?:\.parts)?\/\d+$/, '')))
}
