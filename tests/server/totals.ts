import { sql } from 'kysely'
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
