import { sql } from 'kysely'
import { expect } from 'vitest'
import { findWrongFolderTotals } from '../../server/db/folders/wrongFolderTotals.ts'
import { findWrongLinkTotals } from '../../server/db/links/wrongLinkTotals.ts'
import type { TestServer } from './testServer.ts'

/** Running totals of folders, and what their rows add up to. */
export async function folderTotals({ services: { db } }: TestServer) {
  const { rows } = await sql<{ id: number; total: number | string; added: number | string }>`
    select id, kept_bytes as total,
      coalesce((select sum(sealed_size + row_bytes) from file where folder_id = folder.id), 0)
      + coalesce((select sum(octet_length(answers)) from batch_answers where folder_id = folder.id), 0) as added
    from folder order by id`.execute(db)
  const totalsOf = (which: 'total' | 'added') => rows.map((row) => [row.id, Number(row[which])])
  return { running: totalsOf('total'), added: totalsOf('added') }
}

/** Requires that the totals of folders and links are those of their files. */
export async function requireRightTotals({ services: { db } }: TestServer): Promise<void> {
  expect(await findWrongFolderTotals(db)).toEqual([])
  expect(await findWrongLinkTotals(db)).toEqual([])
}
