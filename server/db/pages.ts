import { type Expression, type RawBuilder, sql } from 'kysely'
import { KiB } from '../../contract/limits.ts'

/** The most that rows may count towards quotas (`rowBytesOf`) to be read together: names may be long. */
export const bytesPerPage = 256 * KiB

/**
 * The id at which a page of files ends: as many of `rows` as have `bytesPerPage` together, or one that is longer.
 * @param rows those behind the page before, in the order of their ids, as many as a page may have
 */
export const endOfPage = (rows: Expression<{ id: number; row_bytes: number }>): RawBuilder<number> =>
  sql<number>`(
    select max(id) from (
      select id, sum(row_bytes) over (order by id) - row_bytes as before from ${rows} as listed
    ) as summed where before < ${bytesPerPage})`
