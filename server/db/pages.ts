import { type Expression, type RawBuilder, sql } from 'kysely'
import { KiB } from '../../contract/limits.ts'

/** Maximum size of a page in bytes that count towards quotas (`rowBytesOf`), as names may be long. */
export const bytesPerPage = 256 * KiB

/**
 * Id of the last file of a page: as many of `rows` as fit into `bytesPerPage`, but at least one.
 * @param rows those behind the previous page, ordered by id, at most as many as a page may have
 */
export const endOfPage = (rows: Expression<{ id: number; row_bytes: number }>): RawBuilder<number> =>
  sql<number>`(
    select max(id) from (
      select id, sum(row_bytes) over (order by id) - row_bytes as before from ${rows} as listed
    ) as summed where before < ${bytesPerPage})`
