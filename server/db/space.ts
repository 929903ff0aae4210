import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

/** Of an upload in parts that is running so much is kept free beyond what was sent of it. */
const windowParts = 4

/**
 * Ciphertext bytes of a folder's files and of its unfinished uploads: what was sent of those, as far as it is not more
 * than was announced, and a window for what comes next where a part came, or is coming, after `runningSince`.
 */
export async function bytesOfFolder(db: Db, folderId: number, runningSince: string): Promise<number> {
  const files = await db
    .selectFrom('file')
    .select((e) => e.fn.sum<number | string | null>('sealed_size').as('bytes'))
    .where('folder_id', '=', folderId)
    .executeTakeFirstOrThrow()
  const unfinished = await db
    .selectFrom('upload')
    .select(
      sumOf(sql`case
      when last_part_at > ${runningSince} then ${sentBytes} + ${windowBytes}
      else ${sentBytes} end`).as('bytes'),
    )
    .where('folder_id', '=', folderId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(files.bytes) + Number(unfinished.bytes)
}

/** Bytes that uploads in parts of all folders send next, those to which a part came, or is coming, after `since`. */
export async function windowsOfUploads(db: Db, since: string): Promise<number> {
  const running = await db
    .selectFrom('upload')
    .select(sumOf(windowBytes).as('bytes'))
    .where('last_part_at', '>', since)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(running.bytes)
}

const sentBytes = sql`case when sent_bytes > size then size else sent_bytes end`
const windowBytes = sql`case
  when sent_bytes >= size then 0
  when size - sent_bytes < ${sql.lit(windowParts)} * part_size then size - sent_bytes
  else ${sql.lit(windowParts)} * part_size end`

const sumOf = (bytes: RawBuilder<unknown>): RawBuilder<number | string | null> => sql`sum(${bytes})`
